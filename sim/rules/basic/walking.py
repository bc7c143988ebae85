"""Walking: nobody passes an enemy, and nobody ends where another stands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Final, TypeAlias

from sim.model import events as ev
from sim.model.actions import Action
from sim.model.geometry import distance, squares_of, within_reach
from sim.model.grid import Path
from sim.model.protocols import Game, Play
from sim.model.state import UP, Creature, State
from sim.model.values import Square
from sim.rules.basic.act import MOVE, Act

SPACE: Final = 1
"""All creatures of the small systems fill one square."""
Worth: TypeAlias = Callable[[Square], int]
"""How little a square serves: 0 is best."""
NO_USE: Final = 1_000_000


def barred(state: State, mover: Creature) -> tuple[set[Square], set[Square]]:
    """Squares a mover cannot cross, and squares where its move cannot end; kept until the layout changes."""
    known: tuple[int, tuple[set[Square], set[Square]]] | None = mover.numbers.get("barred")
    if known is None or known[0] != state.layout:
        others = [c for c in state.creatures.values() if c.status == UP and c is not mover]
        blocked = {c.at for c in others if c.side != mover.side}
        known = mover.numbers["barred"] = (state.layout, (blocked, {c.at for c in others}))
    return known[1]


def _diagonals(creature: Creature) -> int:
    return creature.tally.get("diagonals", 0)


def find_path(state: State, creature: Creature, action: Action) -> Path | None:
    """The way of a stride: through its ``via`` squares, or the cheapest; None where there is none."""
    blocked, occupied = barred(state, creature)
    if action.square is None or action.square in occupied:
        return None
    feet, at, grid = creature.data.speed, creature.at, state.grid
    if not action.via:
        return grid.path(at, SPACE, action.square, feet, _diagonals(creature), blocked)
    squares, cost, diagonals = (*action.via, action.square), 0, _diagonals(creature)
    for square in squares:
        step = grid.path(at, SPACE, square, feet - cost, diagonals, blocked)
        if step is None or len(step.squares) != 1:
            return None
        cost, diagonals, at = cost + step.feet, step.diagonals, square
    return Path(squares, cost, diagonals)


def _problem(state: State, creature: Creature, action: Action) -> str:
    if action.square is None:
        return "stride needs a square, such as stride 4,5"
    if find_path(state, creature, action):
        return ""
    return f"{action.square[0]},{action.square[1]} cannot be reached with {creature.data.speed} ft"


def _offers(state: State, creature: Creature) -> Iterator[Action]:
    feet, diagonals = creature.data.speed, _diagonals(creature)
    for square in state.grid.reachable(creature.at, SPACE, feet, diagonals, *barred(state, creature)):
        yield Action("stride", square=square)


def _perform(game: Game, who: str, action: Action, spent: int) -> Play:
    path = find_path(game.state, game.state.creatures[who], action)
    if path:
        yield ev.Moved(spent, who, path.squares, path.feet, "land", False, path.diagonals)


STRIDE = Act("stride", MOVE, _problem, _offers, _perform)


# --- moves with a purpose ----------------------------------------------------------


def _along(path: Path | None) -> Action | None:
    return Action("stride", square=path.squares[-1], via=path.squares[:-1]) if path else None


def approach(state: State, creature: Creature, target: str, feet: int) -> Action | None:
    """The stride that comes closest to within ``feet`` of a creature, or None."""
    other = state.creatures[target]
    speed, diagonals = creature.data.speed, _diagonals(creature)
    bars = barred(state, creature)
    return _along(state.grid.approach(creature.at, SPACE, other.at, SPACE, feet, speed, diagonals, *bars))


def retreat(state: State, creature: Creature, threats: Sequence[str]) -> Action | None:
    """The stride that ends farthest from the nearest of some creatures, or None."""
    others = [(state.creatures[who].at, SPACE) for who in threats]
    speed, diagonals = creature.data.speed, _diagonals(creature)
    return _along(state.grid.retreat(creature.at, SPACE, others, speed, diagonals, *barred(state, creature)))


def position(state: State, creature: Creature, wish: str, about: Sequence[str], feet: int) -> Action | None:
    """The stride to the nearest square that serves a wish best, if better than here."""
    worth = WISHES[wish](state, creature, [state.creatures[who] for who in about], feet)
    bars = barred(state, creature)
    return _along(state.grid.best(creature.at, SPACE, creature.data.speed, worth, _diagonals(creature), *bars))


def _out_of_reach(state: State, creature: Creature, others: Sequence[Creature], feet: int) -> Worth:
    """Where none of some creatures has one in reach."""
    counts = Counter((other.at[0] + i, other.at[1] + j) for other in others for i, j in _reached(other.reach))
    return counts.__getitem__


@cache
def _reached(feet: int) -> tuple[Square, ...]:
    """Columns and rows from a creature to where it reaches."""
    steps = range(-(feet // 5), feet // 5 + 1)
    return tuple((i, j) for i in steps for j in steps if within_reach((0, 0), SPACE, (i, j), SPACE, feet))


def _in_range(state: State, creature: Creature, others: Sequence[Creature], feet: int) -> Worth:
    """Where a creature is within ``feet`` and in sight, and no enemy has one in reach."""
    enemies = [c for c in state.creatures.values() if c.side != creature.side and c.status == UP]
    reached, target = _out_of_reach(state, creature, enemies, 0), others[0].at

    def worth(at: Square) -> int:
        near = distance(at, SPACE, target, SPACE) <= feet
        return reached(at) if near and state.grid.line_of_effect(at, SPACE, target, SPACE) else NO_USE

    return worth


WISHES: Final[Mapping[str, Callable[[State, Creature, Sequence[Creature], int], Worth]]] = {
    "out_of_reach": _out_of_reach,
    "in_range": _in_range,
}
"""Positions that a script may ask for, beside toward and away."""


def nearest_free(state: State, wanted: Square) -> Square:
    """The square nearest to the wanted one where nobody stands."""
    field = state.grid.map
    squares = [(x, y) for x in range(field.width) for y in range(field.height)]
    free = [at for at in squares if state.grid.free(at, SPACE) and at not in state.occupied]
    return min(free, key=lambda at: (distance(at, SPACE, wanted, SPACE), squares_of(at, SPACE)), default=wanted)
