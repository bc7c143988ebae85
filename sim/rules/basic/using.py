"""Abilities of the small systems: which a creature has left, and whom each can be aimed at.

An ability has ``area``, ``affects``, ``range`` and ``uses``; what it does is its system's.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from sim.model import events as ev
from sim.model.actions import Action
from sim.model.protocols import Game, Play
from sim.model.state import Creature, State
from sim.rules.basic.areas import aimable, aims, caught, in_reach, meant
from sim.rules.basic.walking import SPACE
from sim.rules.texts import parse_area


def known(creature: Creature) -> dict[str, Any]:
    """Abilities by key."""
    found: dict[str, Any] | None = creature.numbers.get("abilities")
    if found is None:
        found = creature.numbers["abilities"] = {ability.key: ability for ability in creature.data.abilities}
    return found


def _left(creature: Creature, name: str, ability: Any) -> bool:
    return not ability.uses or creature.counters[f"{name}/uses"] > 0


def uses_now(state: State, creature: Creature) -> Iterator[Action]:
    """What can be used on whom or where, in the order of the abilities."""
    for name, ability in known(creature).items():
        if _left(creature, name, ability):
            yield from _aimed(state, creature, name, ability)


def _aimed(state: State, creature: Creature, name: str, ability: Any) -> tuple[Action, ...]:
    """All ways to use an ability; kept until the layout changes."""
    kept: tuple[int, tuple[Action, ...]] | None = creature.numbers.get(("aimed", name))
    if kept is None or kept[0] != state.layout:
        found = _squares(state, creature, name, ability) if ability.area else _targets(state, creature, name, ability)
        kept = creature.numbers["aimed", name] = (state.layout, tuple(found))
    return kept[1]


def _squares(state: State, creature: Creature, name: str, ability: Any) -> Iterable[Action]:
    squares = aims(state, creature, ability.area, ability.affects, ability.range)
    return (Action("use", item=name, square=at) for at in squares)


def _targets(state: State, creature: Creature, name: str, ability: Any) -> Iterable[Action]:
    for other in state.creatures.values():
        if meant(creature, other, ability.affects) and in_reach(state, creature, other, ability.range):
            yield Action("use", other.id, name)


def use_problem(state: State, creature: Creature, action: Action) -> str:
    """Why an ability cannot be used so; empty when it can."""
    ability = known(creature).get(action.item)
    if ability is None:
        return f"{creature.id} has no ability {action.item!r}"
    if not _left(creature, action.item, ability):
        return f"{action.item} is used up"
    if ability.area:
        return _area_problem(state, creature, ability, action)
    other = state.creatures.get(action.target)
    if other is None or not in_reach(state, creature, other, ability.range):
        return f"{action.target or 'nobody'} is not within {ability.range} ft of {creature.id}"
    return "" if meant(creature, other, ability.affects) else f"{action.item} is for {ability.affects} only"


def _area_problem(state: State, creature: Creature, ability: Any, action: Action) -> str:
    if action.target:
        return f"{action.item} is aimed at a square, not at a creature"
    area = parse_area(ability.area)
    if area.shape == "emanation":
        return "" if action.square is None else f"{action.item} surrounds its maker; it takes no square"
    if action.square is None or not state.grid.inside(action.square, SPACE):
        return f"{action.item} needs a square on the map to aim at"
    if aimable(state, creature, area, ability.range, action.square):
        return ""
    if area.shape != "burst":
        return "it cannot be aimed at its maker's own square"
    return f"{action.square[0]},{action.square[1]} is farther than {ability.range} ft, or out of sight"


def pay(game: Game, who: str, name: str, cause: int) -> Play:
    """Take one of the uses of an ability that has a number of them."""
    creature = game.state.creatures[who]
    if known(creature)[name].uses:
        left = creature.counters[f"{name}/uses"]
        yield ev.ResourceSpent(cause, who, f"{name}/uses", left, left - 1)


def aimed_at(state: State, creature: Creature, action: Action) -> tuple[str, ...]:
    """Whom an action with an ability reaches, in the order of the fight."""
    ability = known(creature)[action.item]
    if not ability.area:
        return (action.target,)
    return caught(state, creature, ability.area, ability.affects, action.square)
