"""Whom an ability reaches: one creature, or all in an area."""

from __future__ import annotations

from collections.abc import Iterator

from sim.model.actions import Action
from sim.model.geometry import burst, cone, distance, emanation, line
from sim.model.state import UP, Creature, State
from sim.model.values import Square
from sim.rules.basic.walking import SPACE
from sim.rules.pf2e.texts import Area, parse_area

AFFECTS = ("enemies", "allies", "all")


def squares_in(creature: Creature, area: Area, aim: Square | None) -> tuple[Square, ...]:
    """Squares of an area."""
    if area.shape == "emanation" or aim is None:
        return emanation(creature.at, SPACE, area.feet)
    if area.shape == "burst":
        return burst(aim, area.feet)
    return (cone if area.shape == "cone" else line)(creature.at, SPACE, aim, area.feet)


def meant(creature: Creature, other: Creature, affects: str) -> bool:
    """Whether an ability for enemies, allies or all is for a creature."""
    return affects == "all" or (other.side == creature.side) is (affects == "allies")


def caught(state: State, creature: Creature, area: str, affects: str, aim: Square | None) -> tuple[str, ...]:
    """Those in an area whom an ability affects, in the order of the fight."""
    squares = frozenset(squares_in(creature, parse_area(area), aim))
    return tuple(
        c.id for c in state.creatures.values() if c.status == UP and c.at in squares and meant(creature, c, affects)
    )


def aims(state: State, creature: Creature, area: str, affects: str, feet: int) -> Iterator[Square | None]:
    """Squares worth aiming an area at, those that catch most of the others' side first."""
    shape = parse_area(area).shape
    if shape == "emanation":
        found: list[Square | None] = [None]
    else:
        near = [c.at for c in state.creatures.values() if c.status == UP and c is not creature]
        found = [at for at in near if shape != "burst" or distance(creature.at, SPACE, at, SPACE) <= feet]

    def worth(aim: Square | None) -> int:
        hit = [state.creatures[who] for who in caught(state, creature, area, affects, aim)]
        allies = sum(other.side == creature.side for other in hit)
        return allies if affects == "allies" else len(hit) - 2 * allies

    scored = [(worth(aim), aim) for aim in dict.fromkeys(found)]
    scored.sort(key=lambda pair: -pair[0])
    yield from (aim for value, aim in scored if value > 0)


def in_reach(state: State, creature: Creature, other: Creature, feet: int) -> bool:
    """Whether a standing creature is within so many feet and nothing solid is between."""
    return (
        other.status == UP
        and distance(creature.at, SPACE, other.at, SPACE) <= feet
        and state.grid.line_of_effect(creature.at, SPACE, other.at, SPACE)
    )


def using_problem(state: State, creature: Creature, ability: object, action: Action) -> str:
    """Why an ability cannot be aimed so; empty when it can. It has ``area``, ``affects`` and ``range``."""
    area, affects, feet = ability.area, ability.affects, ability.range  # type: ignore[attr-defined]
    if area:
        return _area_problem(state, creature, area, feet, action)
    other = state.creatures.get(action.target)
    if other is None or not in_reach(state, creature, other, feet):
        return f"{action.target or 'nobody'} is not within {feet} ft of {creature.id}"
    return "" if meant(creature, other, affects) else f"{action.item} is for {affects} only"


def _area_problem(state: State, creature: Creature, area: str, feet: int, action: Action) -> str:
    if action.target:
        return f"{action.item} is aimed at a square, not at a creature"
    shape = parse_area(area).shape
    if shape == "emanation":
        return "" if action.square is None else f"{action.item} surrounds its maker; it takes no square"
    if action.square is None or not state.grid.inside(action.square, SPACE):
        return f"{action.item} needs a square on the map to aim at"
    if action.square == creature.at:
        return "" if shape == "burst" else "it cannot be aimed at its maker's own square"
    far = shape == "burst" and distance(creature.at, SPACE, action.square, SPACE) > feet
    return f"{action.square[0]},{action.square[1]} is farther than {feet} ft" if far else ""
