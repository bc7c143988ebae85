"""Whom an ability reaches: one creature, or all in an area."""

from __future__ import annotations

from collections.abc import Iterator

from sim.model.geometry import burst, cone, distance, emanation, line
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
