"""Stride, Step, Stand: paths, their cost, and the reactions they trigger."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from sim.model import events as ev
from sim.model.actions import Action, parse_action
from sim.model.geometry import squares_of, within_reach
from sim.model.grid import Grid, Path
from sim.model.protocols import Game, Play
from sim.model.state import UP, Creature, State
from sim.model.values import Square
from sim.model.windows import ENTERED, LEAVING, MOVE_ENDED, Window
from sim.rules.pf2e.numbers import strikes
from sim.rules.pf2e.strikes import reaches

STEP_FEET = 5
STEP_SPEED = 10
"""Least Speed that allows a Step, feet (pf2e.action.step)."""


def speed(creature: Creature) -> int:
    """Land Speed in feet."""
    return int(creature.data.speeds.get("land", 0))


def enemy_squares(state: State, side: str) -> set[Square]:
    """Squares that cannot be crossed: spaces of the unwilling (pf2e.move.through)."""
    return _spaces(creature for creature in state.creatures.values() if creature.side != side)


def other_squares(state: State, who: str) -> set[Square]:
    """Squares where a move cannot end (pf2e.move.end_occupied)."""
    return _spaces(creature for creature in state.creatures.values() if creature.id != who)


def _spaces(creatures: Iterable[Creature]) -> set[Square]:
    """Squares of those who stand; the fallen bar nobody (pf2e.move.share_prone)."""
    squares: set[Square] = set()
    for creature in creatures:
        if creature.status == UP:
            if creature.space == 1:
                squares.add(creature.at)
            else:
                squares.update(squares_of(creature.at, creature.space))
    return squares


def nearest_free(state: State, wanted: Square, space: int) -> Square:
    """The square nearest to the wanted one where a creature fits."""
    grid = state.grid
    size = max(grid.map.width, grid.map.height)
    for ring in range(size + 1):
        for x in range(wanted[0] - ring, wanted[0] + ring + 1):
            for y in range(wanted[1] - ring, wanted[1] + ring + 1):
                on_ring = max(abs(x - wanted[0]), abs(y - wanted[1])) == ring
                if on_ring and grid.free((x, y), space) and not any(_standing_in(state, (x, y), space)):
                    return x, y
    return wanted


def _standing_in(state: State, at: Square, space: int) -> Iterator[str]:
    """Who stands in any square of a space."""
    for square in squares_of(at, space):
        yield from state.occupied.get(square, ())


def find_path(state: State, who: str, action: Action, feet: int) -> Path | None:
    """The way of a move action: through its ``via`` squares, or the cheapest; None where there is none."""
    creature = state.creatures[who]
    if action.square is None or action.square == creature.at:
        return None
    grid = state.grid
    diagonals = creature.tally.get("diagonals", 0)
    if not action.via:
        blocked, occupied = enemy_squares(state, creature.side), other_squares(state, who)
        return grid.path(creature.at, creature.space, action.square, feet, diagonals, blocked, occupied)
    squares = (*action.via, action.square)
    if any(other != who for other in _standing_in(state, action.square, creature.space)):
        return None
    if not _walkable(state, creature, squares):
        return None
    cost, count = _cost(grid, creature.at, creature.space, squares, diagonals)
    return Path(squares, cost, count) if cost <= feet else None


def _walkable(state: State, creature: Creature, squares: Sequence[Square]) -> bool:
    before = creature.at
    for square in squares:
        adjacent = max(abs(square[0] - before[0]), abs(square[1] - before[1])) == 1
        if not adjacent or not _open(state, creature, square) or not state.grid.free(square, creature.space):
            return False
        before = square
    return True


def _cost(grid: Grid, start: Square, space: int, squares: Sequence[Square], diagonals: int) -> tuple[int, int]:
    """Feet of a path and the diagonals of the turn after it (pf2e.move.diagonals, pf2e.terrain.difficult)."""
    feet = 0
    for square in squares:
        if square[0] != start[0] and square[1] != start[1]:
            diagonals += 1
            feet += 5 if diagonals % 2 else 10
        else:
            feet += 5
        feet += grid.extra(square, space)
        start = square
    return feet, diagonals


def stride(game: Game, who: str, path: Path, action: int, cause: int) -> Play:
    """Walk a path square by square; leaving one may trigger reactions (pf2e.reaction.move_trigger).

    Each reacting creature has its trigger once for each move action (move_trigger_once).
    """
    state = game.state
    creature = state.creatures[who]
    pending: list[Square] = []
    asked: frozenset[str] = frozenset()
    here = creature.at
    for square in path.squares:
        threats = [
            w for w in state.watchers.get(LEAVING, ()) if w not in asked and _threatens(state, w, creature, here)
        ]
        if threats:
            yield from _walk(game, who, pending, cause)
            yield Window(LEAVING, who, action, True, traits=("move",), asked=asked)
            asked |= frozenset(threats)
            if creature.at != here or not _open(state, creature, square):
                return
            pending = []
        pending.append(square)
        here = square
        if ENTERED in state.watchers:
            yield from _walk(game, who, pending, cause)
            yield Window(ENTERED, who, action, True, traits=("move",))
            pending = []
            if creature.at != here:
                return
    yield from _walk(game, who, pending, cause)


def _threatens(state: State, watcher: str, mover: Creature, here: Square) -> bool:
    """Whether a creature could react to the mover leaving this square."""
    other = state.creatures[watcher]
    if other.side == mover.side or other.reactions <= 0 or other.status != UP:
        return False
    if LEAVING in other.watches and within_reach(other.at, other.space, here, mover.space, other.reach):
        return True
    return other.readied is not None and other.readied.watch == LEAVING and _readied_for(other, here, mover.space)


def _readied_for(watcher: Creature, here: Square, space: int) -> bool:
    """Whether a readied action could be used on a mover in this square; a Strike needs it in reach or range."""
    assert watcher.readied is not None  # the caller saw it
    action = parse_action(watcher.readied.action)
    strike = strikes(watcher).get(action.item)
    return action.kind != "strike" or (strike is not None and reaches(watcher, strike, here, space))


def _open(state: State, mover: Creature, square: Square) -> bool:
    """Whether no enemy stands where the mover wants to go (pf2e.move.through)."""
    return all(state.creatures[who].side == mover.side for who in _standing_in(state, square, mover.space))


def _walk(game: Game, who: str, squares: Sequence[Square], cause: int) -> Play:
    if squares:
        creature = game.state.creatures[who]
        before = creature.tally.get("diagonals", 0)
        feet, diagonals = _cost(game.state.grid, creature.at, creature.space, squares, before)
        yield ev.Moved(cause, who, tuple(squares), feet, "land", False, diagonals)


def step(game: Game, who: str, path: Path, cause: int) -> Play:
    """Move 5 feet without triggering reactions (pf2e.action.step, pf2e.reaction.move_trigger_never)."""
    yield ev.Moved(cause, who, path.squares, path.feet, "land", False, path.diagonals)


def stand(game: Game, who: str, action: int, cause: int) -> Play:
    """End prone; triggers at its end, as no square is left (pf2e.action.stand, pf2e.reaction.move_trigger_in_place)."""
    yield ev.ConditionChanged(cause, who, "prone", 1, 0, who)
    if MOVE_ENDED in game.state.watchers:
        yield Window(MOVE_ENDED, who, action, True, traits=("move",))


def step_problem(state: State, who: str, square: Square) -> str:
    """Why a Step to a square is not possible; empty when it is."""
    creature = state.creatures[who]
    if speed(creature) < STEP_SPEED:
        return f"a Step needs a Speed of {STEP_SPEED} ft"
    x, y = creature.at
    if max(abs(square[0] - x), abs(square[1] - y)) != 1:
        return "a Step leads to an adjacent square"
    if state.grid.extra(square, creature.space):
        return "a Step cannot enter difficult terrain"
    return "" if find_path(state, who, Action("step", square=square), 2 * STEP_FEET) else "that square is not free"
