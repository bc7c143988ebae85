"""Weapons of the small systems: what a creature has, how far each goes, and whom it can be aimed at."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from sim.model.actions import Action
from sim.model.geometry import distance
from sim.model.state import UP, Creature, State
from sim.model.values import Square
from sim.rules.basic.areas import in_reach
from sim.rules.basic.walking import SPACE
from sim.rules.texts import key


def armed_with(creature: Creature) -> dict[str, Any]:
    """Weapons by key, the preferred first; each has ``range`` and ``reach``."""
    known: dict[str, Any] | None = creature.numbers.get("weapons")
    if known is None:
        known = creature.numbers["weapons"] = {key(weapon.name): weapon for weapon in creature.data.weapons}
    return known


def feet_of(weapon: Any) -> int:
    """How far a weapon goes."""
    feet: int = weapon.reach if weapon.range is None else weapon.range
    return feet


def strike_problem(state: State, creature: Creature, action: Action) -> str:
    """Why an attack is not possible; empty when it is."""
    weapon = armed_with(creature).get(action.item)
    target = state.creatures.get(action.target)
    if weapon is None:
        return f"{creature.id} has no weapon {action.item!r}"
    if target is None or target.status != UP or target.side == creature.side:
        return f"there is no enemy {action.target!r} to attack"
    return "" if in_reach(state, creature, target, feet_of(weapon)) else f"{target.id} is out of reach of {action.item}"


def _feet(creature: Creature) -> tuple[tuple[str, int], ...]:
    """Weapons with how far each goes."""
    known: tuple[tuple[str, int], ...] | None = creature.numbers.get("feet")
    if known is None:
        found = [(name, feet_of(weapon)) for name, weapon in armed_with(creature).items()]
        known = creature.numbers["feet"] = tuple(found)
    return known


def strikes_now(state: State, creature: Creature) -> Sequence[Action]:
    """The possible attacks by target, in the order of the fight.

    They are kept until the layout changes; those at one target until either of the two moves.
    """
    known = creature.numbers.get("strikes now")
    if known is None or known[0] != state.layout:
        at_each: dict[str, tuple[Square, Square, Sequence[Action]]] = known[2] if known else {}
        found: list[Action] = []
        at, side = creature.at, creature.side
        for foe in state.creatures.values():
            if foe.side == side or foe.status != UP:
                continue
            pair = at_each.get(foe.id)
            if pair is None or pair[0] != at or pair[1] != foe.at:
                pair = at_each[foe.id] = (at, foe.at, _strikes_at(state, creature, foe))
            found += pair[2]
        known = creature.numbers["strikes now"] = (state.layout, tuple(found), at_each)
    strikes: tuple[Action, ...] = known[1]
    return strikes


def _strikes_at(state: State, creature: Creature, foe: Creature) -> Sequence[Action]:
    far = distance(creature.at, SPACE, foe.at, SPACE)
    found = [name for name, feet in _feet(creature) if far <= feet]
    if not found or not state.grid.line_of_effect(creature.at, SPACE, foe.at, SPACE):
        return ()
    return [Action("strike", foe.id, name) for name in found]


# --- what scripts ask ----------------------------------------------------------------


def _has(*, ranged: bool) -> Callable[[State, Creature, Creature], bool]:
    """Whether a creature has a melee weapon, or a ranged one: the small systems draw and stow nothing."""
    return lambda state, me, other: bool(_names(other, ranged=ranged))


def _of(*, ranged: bool) -> Callable[[State, Creature, Creature], Sequence[str]]:
    return lambda state, me, other: _names(other, ranged=ranged)


def _names(creature: Creature, *, ranged: bool) -> Sequence[str]:
    name = "ranged" if ranged else "melee"
    known: Sequence[str] | None = creature.numbers.get(name)
    if known is None:
        found = [item for item, weapon in armed_with(creature).items() if (weapon.range is not None) is ranged]
        known = creature.numbers[name] = tuple(found)
    return known


def _range(state: State, me: Creature, other: Creature) -> int:
    return max((feet for _, feet in _feet(other)), default=0)


FACTS: Final[Mapping[str, Callable[[State, Creature, Creature], Any]]] = {
    "blade": _has(ranged=False),
    "bow": _has(ranged=True),
    "melee": _of(ranged=False),
    "ranged": _of(ranged=True),
    "range": _range,
}
"""What one can tell about a creature at a glance, by the names that scripts use."""
