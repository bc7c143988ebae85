"""Weapons of the small systems: what a creature has, how far each goes, and whom it can be aimed at."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from sim.model.actions import Action
from sim.model.geometry import distance
from sim.model.state import UP, Creature, State
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


def strikes_now(state: State, creature: Creature) -> Sequence[Action]:
    """The possible attacks by target, in the order of the fight; kept until the layout changes."""
    known: tuple[int, Sequence[Action]] | None = creature.numbers.get("strikes now")
    if known is None or known[0] != state.layout:
        side = creature.side
        foes = [foe for foe in state.creatures.values() if foe.side != side and foe.status == UP]
        found = [strike for foe in foes for strike in _strikes_at(state, creature, foe)]
        known = creature.numbers["strikes now"] = (state.layout, tuple(found))
    return known[1]


def _strikes_at(state: State, creature: Creature, foe: Creature) -> Sequence[Action]:
    feet = distance(creature.at, SPACE, foe.at, SPACE)
    found = [name for name, weapon in armed_with(creature).items() if feet <= feet_of(weapon)]
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
    return max(map(feet_of, armed_with(other).values()), default=0)


FACTS: Final[Mapping[str, Callable[[State, Creature, Creature], Any]]] = {
    "blade": _has(ranged=False),
    "bow": _has(ranged=True),
    "melee": _of(ranged=False),
    "ranged": _of(ranged=True),
    "range": _range,
}
"""What one can tell about a creature at a glance, by the names that scripts use."""
