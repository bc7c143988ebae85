"""Elite and weak creatures: a stat block one step stronger or weaker.

The source texts do not tell it. The numbers are those of the rulebook for game masters: 2 on
everything that is rolled or rolled against, 2 on damage, 4 on that of abilities which cannot be
used at will, and Hit Points by the level before.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

from attrs import evolve, frozen

from sim.model.values import Modifier
from sim.rules.pf2e.casting import pool_of
from sim.rules.pf2e.data import Ability, Casting, Saves, StatBlock
from sim.rules.pf2e.texts import parse_recharge
from sim.rules.texts import parse_dice

LOWEST: Final = -1


@frozen
class Step:
    """One adjustment.

    Attributes:
        name: ``elite`` or ``weak``.
        sign: 1 or -1.
        twice: Levels that change by 2 instead of 1.
        hp: The least levels before, highest first, and the Hit Points.
    """

    name: str
    sign: int
    twice: tuple[int, ...]
    hp: tuple[tuple[int, int], ...]


ELITE: Final = Step("elite", 1, (-1, 0), ((20, 30), (5, 20), (2, 15), (LOWEST, 10)))
WEAK: Final = Step("weak", -1, (1,), ((21, 30), (6, 20), (3, 15), (LOWEST, 10)))


def adjusted(data: StatBlock, step: Step) -> StatBlock:
    """Return a creature one step stronger or weaker; it keeps at least 1 Hit Point."""
    by = 2 * step.sign
    hp = next(points for least, points in step.hp if data.level >= least)
    saves = data.saves
    return evolve(
        data,
        level=max(data.level + step.sign * (2 if data.level in step.twice else 1), LOWEST),
        ac=data.ac + by,
        hp=max(data.hp + step.sign * hp, 1),
        saves=Saves(saves.fortitude + by, saves.reflex + by, saves.will + by),
        perception=data.perception + by,
        skills={name: value + by for name, value in data.skills.items()},
        strikes=tuple(evolve(s, attack=s.attack + by, damage=changed(s.damage, by)) for s in data.strikes),
        abilities=tuple(_ability(ability, by) for ability in data.abilities),
        casting={name: Casting(magic.dc + by, magic.attack + by) for name, magic in data.casting.items()},
        parts={name: (*parts, _part(step, by)) for name, parts in data.parts.items()},
    )


def _part(step: Step, by: int) -> Modifier:
    """What stands among the parts of a number that was derived."""
    return Modifier("untyped", step.name, by, "pf2e.attack.stat_block")


def _ability(ability: Ability, by: int) -> Ability:
    """DC, attack and damage; what is limited changes its damage by twice as much."""
    limited = parse_recharge(ability.recharge) is not None or bool(pool_of(ability))
    return evolve(
        ability,
        save=ability.save and evolve(ability.save, dc=ability.save.dc + by),
        attack=None if ability.attack is None else ability.attack + by,
        damage=changed(ability.damage, 2 * by if limited else by),
    )


def changed(damage: str, by: int) -> str:
    """A text of damage with its first part raised or lowered: ``2d8+7 slashing plus 1d6 fire``."""
    found = re.match(r"\s*([+-]?\d[\dd+\- ]*?) ([A-Za-z].*)$", damage)
    if not found:
        return damage
    dice = parse_dice(found[1])
    bonus = dice.bonus + by
    if not dice.count:
        return f"{max(bonus, 1)} {found[2]}"
    return f"{dice.count}d{dice.sides}{f'{bonus:+d}' if bonus else ''} {found[2]}"


ADJUSTMENTS: Final[Mapping[str, Callable[[Any], Any]]] = {
    step.name: partial(adjusted, step=step) for step in (ELITE, WEAK)
}
"""By the word in scenarios."""
