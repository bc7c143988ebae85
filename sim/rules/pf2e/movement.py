"""Stride, Step, Stand: paths, their cost, and the reactions they trigger."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sim.model import events as ev
from sim.model.actions import Action, parse_action
from sim.model.geometry import distance, within_reach
from sim.model.grid import Grid, Path
from sim.model.protocols import Game, Play
from sim.model.state import UP, Creature, State
from sim.model.values import Square
from sim.model.windows import ENTERED, LEAVING, MOVE_ENDED, Window
from sim.rules.pf2e.conditions import able, gain
from sim.rules.pf2e.hazards import around, harm_at, scorch
from sim.rules.pf2e.holds import break_holds
from sim.rules.pf2e.numbers import strikes
from sim.rules.pf2e.spaces import barred, crowded, may_end, nearest_place, passable
from sim.rules.pf2e.terrain import footing, needs_balance
from sim.rules.pf2e.threats import has_reaction, reaches
from sim.rules.registry import never, nothing, rule, zero

STEP_FEET = 5
STEP_SPEED = 10
"""Least Speed that allows a Step, feet (pf2e.action.step)."""


@rule("pf2e.move.speed_limit", neutral=lambda creature: 1000)
def speed(creature: Creature) -> int:
    """Land Speed in feet."""
    feet = int(creature.data.speeds.get("land", 0))
    return burdened(feet) if "encumbered" in creature.conditions else feet


@rule("pf2e.condition.encumbered", neutral=lambda feet: feet)
def burdened(feet: int) -> int:
    """10 feet less, but not below 5."""
    return max(feet - 10, 5)


def nearest_free(state: State, wanted: Square, space: int) -> Square:
    """The square nearest to the wanted one where a creature fits and nothing harms it."""
    return nearest_place(state, wanted, space, lambda at: not harm_at(state, at, space))


def settle(game: Game, who: str, cause: int) -> Play:
    """Part a creature from those in whose space it may not stay."""
    if crowded(game.state, game.state.creatures[who]):
        yield from part(game, who, cause)


@rule("pf2e.move.space_conflict", neutral=nothing)
def part(game: Game, who: str, cause: int) -> Play:
    """Of two creatures that end up in one square the one that came is forced out or, by an option, falls prone."""
    creature = game.state.creatures[who]
    if game.state.scenario.options["space_conflict"] == "prone":
        yield from gain(game, who, "prone", 1, who, cause)
        return
    to = nearest_free(game.state, creature.at, creature.space)
    feet = distance(creature.at, creature.space, to, creature.space)
    moved = yield ev.Moved(cause, who, (to,), feet, "land", True, 0)
    yield from break_holds(game, who, moved)


def find_path(state: State, who: str, action: Action, feet: int, *, onward: bool = False) -> Path | None:
    """The way of a move action: through its ``via`` squares, or the cheapest; None where there is none.

    Args:
        state: The fight.
        who: The mover.
        action: Where it wants to go.
        feet: How far it gets.
        onward: Whether another move action may follow at once, so that this one may end where
            the next cannot (pf2e.move.end_occupied).
    """
    creature = state.creatures[who]
    goal = action.square
    if goal is None or goal == creature.at or not (onward or may_end(state, creature, goal)):
        return None
    if needs_balance(state, creature):
        return None
    grid = footing(state, creature)
    diagonals = creature.tally.get("diagonals", 0)
    if not action.via:
        blocked = barred(state, creature)[0]
        return around(
            state,
            creature,
            goal,
            lambda closed: grid.path(creature.at, creature.space, goal, feet, diagonals, blocked | closed),
        )
    return stated_path(state, creature, action, feet, grid)


def stated_path(
    state: State, creature: Creature, action: Action, feet: int, grid: Grid, through: str = ""
) -> Path | None:
    """The way through the ``via`` squares of an action, perhaps through another's space; None if it cannot be gone."""
    squares = (*action.via, action.square or creature.at)
    if not _walkable(state, creature, squares, grid, through):
        return None
    cost, count = _cost(grid, creature.at, creature.space, squares, creature.tally.get("diagonals", 0))
    return Path(squares, cost, count) if cost <= feet else None


def _walkable(state: State, creature: Creature, squares: Sequence[Square], grid: Grid, through: str) -> bool:
    free = grid.ground(creature.space).extras
    x, y = creature.at
    for square in squares:
        if not (-1 <= square[0] - x <= 1 and -1 <= square[1] - y <= 1) or square == (x, y):
            return False
        if square not in free or not passable(state, creature, square, through):
            return False
        x, y = square
    return True


def feet_of(grid: Grid, creature: Creature, squares: Sequence[Square]) -> int:
    """Feet of a way from where a creature is."""
    return _cost(grid, creature.at, creature.space, squares, creature.tally.get("diagonals", 0))[0]


def _cost(grid: Grid, start: Square, space: int, squares: Sequence[Square], diagonals: int) -> tuple[int, int]:
    """Feet of a path and the diagonals of the turn after it."""
    feet = 0
    extras = grid.ground(space).extras
    x, y = start
    for square in squares:
        feet += entry_feet(extras[square])
        if square[0] != x and square[1] != y:
            diagonals += 1
            feet += diagonal_feet(diagonals)
        x, y = square
    return feet, diagonals


@rule("pf2e.move.cost", neutral=lambda extra: 0)
def entry_feet(extra: int) -> int:
    """Feet of Speed to enter a square: 5, and what the terrain adds."""
    return 5 + extra


@rule("pf2e.move.diagonals", neutral=zero)
def diagonal_feet(count: int) -> int:
    """Feet more for a diagonal, the ``count``-th of the turn: every second costs 5 more."""
    return 0 if count % 2 else 5


def stride(game: Game, who: str, path: Path, action: int, cause: int) -> Play:
    """Walk a path square by square; leaving one may trigger reactions."""
    yield from walk(game, who, path.squares, action, cause)


class Gait(NamedTuple):
    """How a way is gone.

    Attributes:
        grid: The map as the mover meets it, which says what squares cost.
        mode: As the log names it: ``land``, ``leap``.
        through: Whose space may be crossed besides those of friends.
        aloft: Whether only the last square of a way is touched.
    """

    grid: Grid
    mode: str = "land"
    through: str = ""
    aloft: bool = False


def walk(
    game: Game,
    who: str,
    squares: Sequence[Square],
    action: int,
    cause: int,
    asked: set[str] | None = None,
    gait: Gait | None = None,
) -> Play:
    """Go a part of a way; ``asked`` had their trigger in an earlier part of it.

    Returns:
        Who had a trigger so far; None for a mover that was stopped.
    """
    state = game.state
    creature = state.creatures[who]
    gait = gait or Gait(footing(state, creature))
    pending: list[Square] = []
    asked = set() if asked is None else asked
    here, reacted = creature.at, False
    for square in squares:
        if _threats(state, creature, here, asked):
            yield from _go(game, who, pending, cause, gait)
            during = yield Window(LEAVING, who, action, True, traits=("move",), asked=had_trigger(asked))
            reacted = reacted or bool(during)
            if creature.at != here:
                return None
            pending = []
        if reacted and not passable(state, creature, square, gait.through):
            yield from _go(game, who, pending, cause, gait)
            return None  # somebody came into the way
        pending.append(square)
        before, here = here, square
        if state.grid.harm and not (gait.aloft and square != squares[-1]) and harm_at(state, square, creature.space):
            moved = yield from _go(game, who, pending, cause, gait)
            yield from scorch(game, who, (square,), moved)
            pending = []
            if not able(state, who):
                return None
        if ENTERED in state.watchers:
            yield from _go(game, who, pending, cause, gait)
            unasked = set(_no_nearer(state, creature, before))
            during = yield Window(ENTERED, who, action, True, traits=("move",), asked=unasked)
            reacted = reacted or bool(during)
            pending = []
            if creature.at != here:
                return None
    yield from _go(game, who, pending, cause, gait)
    return asked


def provoke(game: Game, who: str, action: int, asked: set[str]) -> Play:
    """Trigger reactions as if a square had been left."""
    creature = game.state.creatures[who]
    if _threats(game.state, creature, creature.at, asked):
        yield Window(LEAVING, who, action, True, traits=("move",), asked=asked)


def _threats(state: State, mover: Creature, here: Square, asked: set[str]) -> bool:
    """Whether somebody could react to a mover leaving this square."""
    return any(w not in asked and _threatens(state, w, mover, here) for w in state.watchers.get(LEAVING, ()))


@rule("pf2e.reaction.move_trigger_once", neutral=lambda asked: set())
def had_trigger(asked: set[str]) -> set[str]:
    """Creatures that had their trigger in this move action and have no other."""
    return asked


@rule("pf2e.reaction.move_trigger", neutral=never)
def _threatens(state: State, watcher: str, mover: Creature, here: Square) -> bool:
    """Whether a creature could react to the mover leaving this square, which it has in reach."""
    other = state.creatures[watcher]
    if other.side == mover.side or not has_reaction(other) or other.status != UP:
        return False
    if LEAVING in other.watches and within_reach(other.at, other.space, here, mover.space, other.reach):
        return True
    return (
        other.readied is not None and other.readied.watch == LEAVING and _readied_for(state, other, here, mover.space)
    )


def _readied_for(state: State, watcher: Creature, here: Square, space: int) -> bool:
    """Whether a readied action could be used on a mover in this square; a Strike needs it in reach or range."""
    assert watcher.readied is not None  # the caller saw it
    action = parse_action(watcher.readied.action)
    if action.kind != "strike":
        return True
    known = strikes(watcher)
    strike = known.get(action.item) or known[action.item.partition("-")[2]]  # nonlethal-sword
    return reaches(state, watcher, strike, here, space)


def _no_nearer(state: State, mover: Creature, before: Square) -> list[str]:
    """Watchers to whom a creature has not come nearer by its last square."""
    found = []
    for who in state.watchers[ENTERED]:
        other = state.creatures[who]
        feet = distance(other.at, other.space, mover.at, mover.space)
        if feet >= distance(other.at, other.space, before, mover.space):
            found.append(who)
    return found


def _go(game: Game, who: str, squares: Sequence[Square], cause: int, gait: Gait) -> Play:
    """Go so far; return the seq of the move."""
    moved = cause
    if squares:
        creature = game.state.creatures[who]
        before = creature.tally.get("diagonals", 0)
        feet, diagonals = _cost(gait.grid, creature.at, creature.space, squares, before)
        moved = yield ev.Moved(cause, who, tuple(squares), feet, gait.mode, False, diagonals)
        yield from break_holds(game, who, moved)
    return moved


@rule("pf2e.reaction.move_trigger_never", neutral=lambda game, who, path, cause: stride(game, who, path, cause, cause))
def step(game: Game, who: str, path: Path, cause: int) -> Play:
    """Move 5 feet without triggering reactions (pf2e.action.step)."""
    moved = yield ev.Moved(cause, who, path.squares, path.feet, "land", False, path.diagonals)
    yield from break_holds(game, who, moved)
    yield from scorch(game, who, path.squares, moved)


@rule("pf2e.reaction.move_trigger_in_place", neutral=nothing)
def moved_in_place(game: Game, who: str, action: int) -> Play:
    """A move action that leaves no square triggers reactions at its end."""
    if MOVE_ENDED in game.state.watchers:
        yield Window(MOVE_ENDED, who, action, True, traits=("move",))


def step_problem(state: State, who: str, square: Square, kind: str = "Step") -> str:
    """Why a move of 5 feet to a square is not possible; empty when it is."""
    creature = state.creatures[who]
    if speed(creature) < STEP_SPEED:
        return f"a {kind} needs a Speed of {STEP_SPEED} ft"
    x, y = creature.at
    if max(abs(square[0] - x), abs(square[1] - y)) != 1:
        return f"a {kind} leads to an adjacent square"
    if not state.grid.free(square, creature.space):
        return f"{square[0]},{square[1]} is not free"
    if footing(state, creature).extra(square, creature.space):
        return f"a {kind} cannot enter difficult terrain"
    return "" if find_path(state, who, Action("step", square=square), 2 * STEP_FEET) else "that square is not free"
