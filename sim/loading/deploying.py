"""Two sides that face each other at a distance: squares for those whose place the scenario leaves open."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import attrs

from sim.loading.placing import Entrant
from sim.loading.yaml_file import KeyPath
from sim.model.scenario import Map
from sim.model.values import Square

PATH: KeyPath = ("start_distance",)


def needs_place(entrant: Entrant) -> bool:
    """Whether the scenario says nothing about where a combatant starts."""
    return entrant.combatant.at is None and not entrant.combatant.zone


def deployment_problems(
    ground: Map, feet: int | None, sides: Sequence[str], entrants: Sequence[Entrant]
) -> Iterator[tuple[KeyPath, str]]:
    """Find combatants without a place, and distances at which the sides cannot face each other."""
    if feet is not None and len(sides) != 2:
        yield PATH, f"a start distance is one between two sides, not {len(sides)}"
    elif feet is not None and not 5 <= feet <= 5 * (ground.width - 1):
        yield PATH, f"expected 5 to {5 * (ground.width - 1)} ft on a map of {ground.width} columns, not {feet}"
    for path, late in dict.fromkeys((e.path, bool(e.combatant.round)) for e in entrants if needs_place(e)):
        if late or feet is None:
            other = "" if late else ", or start_distance in the scenario"
            yield path, f"the key 'at' is missing; expected a square or a zone{other}"


def deployed(ground: Map, feet: int, sides: Sequence[str], entrants: Sequence[Entrant]) -> list[Entrant]:
    """Give a square to whoever needs one: the first side on the left, the front ranks filled first, from the middle.

    Who finds no room stays without a square.
    """
    apart = -(-feet // 5)
    front = (ground.width - 1 - apart) // 2
    taken = set(ground.walls)
    for entrant in entrants:
        if entrant.combatant.at is not None and not entrant.combatant.round:
            taken.update(entrant.space(entrant.combatant.at))
    placed = []
    for entrant in entrants:
        corners = _left(ground, front, entrant) if entrant.combatant.side == sides[0] else None
        corners = corners or _right(ground, front + apart, entrant)
        placed.append(_settled(entrant, corners, taken) if needs_place(entrant) else entrant)
    return placed


def _settled(entrant: Entrant, corners: Iterator[Square], taken: set[Square]) -> Entrant:
    """The combatant in the first free of these places, which is taken from now on."""
    at = next((at for at in corners if taken.isdisjoint(entrant.space(at))), None)
    taken.update(entrant.space(at) if at else ())
    return attrs.evolve(entrant, combatant=attrs.evolve(entrant.combatant, at=at))


def _left(ground: Map, front: int, entrant: Entrant) -> Iterator[Square]:
    side = entrant.side
    return _column_by_column(ground, range(front - side + 1, -1, -1), side)


def _right(ground: Map, front: int, entrant: Entrant) -> Iterator[Square]:
    side = entrant.side
    return _column_by_column(ground, range(front, ground.width - side + 1), side)


def _column_by_column(ground: Map, columns: Iterable[int], side: int) -> Iterator[Square]:
    """Each column from the middle outwards."""
    middle = ground.height - side
    rows = sorted(range(ground.height - side + 1), key=lambda row: (abs(2 * row - middle), row))
    return ((column, row) for column in columns for row in rows)
