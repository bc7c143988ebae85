"""Spells as a creature casts them: at their rank, with its DC and attack modifier.

All this is worked out once, as a creature is read, so that a fight meets plain abilities.
"""

from __future__ import annotations

import re
from functools import cache

from attrs import evolve, fields

from sim.model.errors import InputError
from sim.rules.pf2e.data import Ability, Casting, Raised, StatBlock
from sim.rules.pf2e.texts import DamageText, parse_damage
from sim.rules.texts import DiceText, parse_dice

HIGHEST = 10
_STEP = re.compile(r"^(\+?)([1-9]|10)$")
_AT_WILL = ("cantrip", "focus")
"""Traits of spells that are as high as their caster's level allows."""


def completed(data: StatBlock) -> StatBlock:
    """A stat block whose spells are heightened and have their source's DC and attack modifier."""
    abilities = tuple(_cast(heightened(ability, data.level), data.casting) for ability in data.abilities)
    return data if abilities == data.abilities else evolve(data, abilities=abilities)


def _cast(ability: Ability, casting: dict[str, Casting]) -> Ability:
    """An ability with the numbers of its source, the creature's first where it names none."""
    magic = casting.get(ability.source or next(iter(casting), ""))
    if magic is None:
        return ability
    save = ability.save and evolve(ability.save, dc=ability.save.dc or magic.dc)
    attack = magic.attack if ability.spell_attack else ability.attack
    return evolve(ability, save=save, attack=attack, spell_attack=False)


# --- ranks -----------------------------------------------------------------------


def heightened(ability: Ability, level: int) -> Ability:
    """A spell at the rank it is cast at: first what is stated for a rank, then so much more for each step."""
    if not ability.rank:
        return ability
    rank = cast_rank(ability, level)
    steps = {parse_step(text): raised for text, raised in ability.heighten.items()}
    reached = max((at for at, each in steps if not each and at <= rank), default=0)
    spell = _replaced(ability, steps[reached, False]) if reached else ability
    for (ranks, each), raised in steps.items():
        if each:
            spell = _added(spell, raised, (rank - ability.rank) // ranks)
    traits = ability.traits if "spell" in ability.traits else ("spell", *ability.traits)
    return evolve(spell, rank=rank, cast_at=0, heighten={}, traits=traits)


def cast_rank(ability: Ability, level: int) -> int:
    """As stated, else for cantrips and focus spells half the caster's level rounded up, else the spell's own."""
    at_will = any(trait in ability.traits for trait in _AT_WILL)
    rank = ability.cast_at or (min((level + 1) // 2, HIGHEST) if at_will else 0)
    return max(rank, ability.rank)


@cache
def parse_step(text: str) -> tuple[int, bool]:
    """Read ``+2``, for each two ranks more (2, True), or ``5``, from that rank on (5, False).

    Raises:
        InputError: It is neither.
    """
    found = _STEP.match(text.strip())
    if not found:
        raise InputError(f"{text!r} is no step; expected +1 for each rank more, or a rank such as 5")
    return int(found[2]), bool(found[1])


def _replaced(spell: Ability, raised: Raised) -> Ability:
    """What a rank states takes the place of what was there."""
    stated = {field.name: getattr(raised, field.name) for field in fields(Raised)}
    return evolve(spell, **{name: value for name, value in stated.items() if value})


def _added(spell: Ability, raised: Raised, times: int) -> Ability:
    """Dice and numbers are added so many times."""
    if times < 1:
        return spell
    return evolve(
        spell,
        damage=more_damage(spell.damage, raised.damage, times),
        healing=more_dice(spell.healing, raised.healing, times),
        temp_hp=more_dice(spell.temp_hp, raised.temp_hp, times),
    )


# --- texts -----------------------------------------------------------------------


def more_dice(text: str, more: str, times: int) -> str:
    """Dice with others added so many times: ``1d8+4`` and twice ``1d8`` are ``3d8+4``."""
    if not more:
        return text
    own, added = parse_dice(text or "0"), parse_dice(more)
    sides = own.sides or added.sides
    count = own.count + times * (added.count if added.sides == sides else 0)
    return _dice_text(DiceText(count, sides, own.bonus + times * added.bonus))


def more_damage(text: str, more: str, times: int) -> str:
    """Damage with other damage added so many times, to the part of its kind and dice, else as a further part."""
    parts = list(parse_damage(text)) if text else []
    for added in parse_damage(more) if more else ():
        fitting = [at for at, part in enumerate(parts) if _kind(part) == _kind(added) and _same_dice(part, added)]
        own = parts[fitting[0]] if fitting else evolve(added, count=0, bonus=0)
        count, bonus = own.count + times * added.count, own.bonus + times * added.bonus
        grown = evolve(own, count=count, sides=own.sides or added.sides, bonus=bonus)
        if fitting:
            parts[fitting[0]] = grown
        else:
            parts.append(grown)
    return " plus ".join(_damage_text(part) for part in parts)


def _kind(part: DamageText) -> tuple[str, bool, str]:
    return part.type, part.persistent, part.category


def _same_dice(one: DamageText, other: DamageText) -> bool:
    return not one.count or not other.count or one.sides == other.sides


def _damage_text(part: DamageText) -> str:
    words = [part.category] if part.category == "precision" else [part.type]
    words = ["splash", *words] if part.category == "splash" else words
    words = ["persistent", *words] if part.persistent and part.type != "bleed" else words
    return " ".join([_dice_text(DiceText(part.count, part.sides, part.bonus)), *words])


def _dice_text(dice: DiceText) -> str:
    if not dice.count:
        return str(dice.bonus)
    return f"{dice.count}d{dice.sides}{f'{dice.bonus:+d}' if dice.bonus else ''}"
