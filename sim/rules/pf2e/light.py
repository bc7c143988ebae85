"""How dark it is where a creature is. Nothing here is asked where the whole map is bright."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from sim.model.geometry import center, distance, squares_of
from sim.model.grid import SHADES, Grid
from sim.model.state import FLED, Creature, State
from sim.model.values import Square

BRIGHT, DIM, DARK = range(3)
LEVELS: Final = ("bright", *SHADES)
"""How maps name them."""


class Shades:
    """How dark the squares of a map are by what never changes, found out as it is asked for."""

    __slots__ = ("_known", "_own", "grid")

    def __init__(self, grid: Grid) -> None:
        self.grid = grid
        self._known: dict[Square, int] = {}
        self._own: dict[Square, int] = {}
        for patch in grid.map.terrain:
            if patch.kind in SHADES:
                for square in patch.squares:
                    self._own[square] = max(LEVELS.index(patch.kind), self._own.get(square, BRIGHT))

    def at(self, square: Square) -> int:
        """The map's or a patch's darkness, if no light of the map reaches there."""
        found = self._known.get(square)
        if found is None:
            own = max(LEVELS.index(self.grid.map.light), self._own.get(square, BRIGHT))
            shone = [shining(self.grid, light.at, 1, light.radius, square) for light in self.grid.map.lights]
            found = self._known[square] = min([own, *shone])
        return found


@lru_cache(maxsize=256)
def shades_of(grid: Grid) -> Shades:
    """How dark a map is."""
    return Shades(grid)


def shining(grid: Grid, at: Square, space: int, radius: int, square: Square) -> int:
    """What a light makes of a square: bright up to its radius, dim up to twice as far, nothing behind walls."""
    feet = distance(at, space, square, 1)
    if feet > 2 * radius or not grid.sees(center(at, space), square):
        return DARK
    return BRIGHT if feet <= radius else DIM


def shade(state: State, creature: Creature) -> int:
    """How dark it is in the lightest square of a creature's space; kept until the layout changes."""
    known: tuple[int, int] | None = creature.numbers.get("shade")
    if known is None or known[0] != state.layout:
        squares = squares_of(creature.at, creature.space)
        found = min(_shade_at(state, square) for square in squares)
        known = creature.numbers["shade"] = (state.layout, found)
    return known[1]


def _shade_at(state: State, square: Square) -> int:
    """How dark a square is, with the lights that creatures carry; those of the fallen shine where they lie."""
    found = shades_of(state.grid).at(square)
    for one in state.scenario.combatants:
        bearer = state.creatures.get(one.id) if one.light and found else None
        if bearer is not None and bearer.status != FLED:
            found = min(found, shining(state.grid, bearer.at, bearer.space, one.light, square))
    return found
