"""Whom an ability reaches: one creature, or all in an area."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sim.model.geometry import burst, center, cone, corner, distance, emanation, line
from sim.model.state import UP, Creature, State
from sim.model.values import Square
from sim.rules.basic.walking import SPACE
from sim.rules.texts import Area, parse_area

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
    """Those in an area whom an ability affects and whom no wall shields, in the order of the fight."""
    shape = parse_area(area)
    squares = frozenset(squares_in(creature, shape, aim))
    origin = corner(aim) if aim and shape.shape == "burst" else center(creature.at, SPACE)
    return tuple(
        c.id
        for c in state.creatures.values()
        if c.status == UP and c.at in squares and meant(creature, c, affects) and state.grid.sees(origin, c.at)
    )


def aims(state: State, creature: Creature, area: str, affects: str, feet: int) -> Iterator[Square | None]:
    """Squares worth aiming an area at, those that catch most of the others' side first."""
    shape = parse_area(area)
    standing = [c for c in state.creatures.values() if c.status == UP]
    most = feet + shape.feet if shape.shape == "burst" else shape.feet
    if not any(meant(creature, c, affects) and distance(creature.at, SPACE, c.at, SPACE) <= most for c in standing):
        return  # nobody is near enough to be caught, wherever it is aimed
    found: Iterable[Square | None] = (None,)
    if shape.shape != "emanation":
        found = [c.at for c in standing if c is not creature and aimable(state, creature, shape, feet, c.at)]

    def worth(aim: Square | None) -> int:
        hit = [state.creatures[who] for who in caught(state, creature, area, affects, aim)]
        allies = sum(other.side == creature.side for other in hit)
        return allies if affects == "allies" else len(hit) - 2 * allies

    scored = [(worth(aim), aim) for aim in found]
    scored.sort(key=lambda pair: -pair[0])
    yield from (aim for value, aim in scored if value > 0)


def aimable(state: State, creature: Creature, area: Area, feet: int, aim: Square) -> bool:
    """Whether an area may be aimed at a square: a burst at one that is within so many feet and in sight."""
    if area.shape != "burst":
        return aim != creature.at
    near = distance(creature.at, SPACE, aim, SPACE) <= feet
    return near and state.grid.line_of_effect(creature.at, SPACE, aim, SPACE)


def in_reach(state: State, creature: Creature, other: Creature, feet: int) -> bool:
    """Whether a standing creature is within so many feet and nothing solid is between."""
    return (
        other.status == UP
        and distance(creature.at, SPACE, other.at, SPACE) <= feet
        and state.grid.line_of_effect(creature.at, SPACE, other.at, SPACE)
    )
