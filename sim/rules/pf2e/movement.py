"""Going along a path: the reactions that it triggers, the ground that it touches, and where it ends."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sim.model import events as ev
from sim.model.actions import parse_action
from sim.model.geometry import distance, within_reach
from sim.model.grid import Grid, Path
from sim.model.protocols import Game, Play
from sim.model.state import HIDDEN, UP, Creature, State
from sim.model.values import Square
from sim.model.windows import ENTERED, LEAVING, MOVE_ENDED, Window
from sim.rules.pf2e.conditions import able, gain
from sim.rules.pf2e.detection import notice, unplaced
from sim.rules.pf2e.hazards import harm_at, scorch
from sim.rules.pf2e.holds import break_holds
from sim.rules.pf2e.numbers import strikes
from sim.rules.pf2e.paths import cost
from sim.rules.pf2e.spaces import crowded, nearest_place, passable, standing_in
from sim.rules.pf2e.terrain import footing
from sim.rules.pf2e.threats import has_reaction, reaches
from sim.rules.registry import never, nothing, rule


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
        if (reacted or state.detection) and not passable(state, creature, square, gait.through):
            moved = yield from _go(game, who, pending, cause, gait)
            yield from bump(game, who, square, moved)
            return None  # somebody came, or was all the time, in the way
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


@rule("pf2e.condition.undetected", neutral=nothing)
def bump(game: Game, who: str, square: Square, cause: int) -> Play:
    """Who walks into somebody it did not know of stops before it, and knows from now on where that one is."""
    state = game.state
    creature = state.creatures[who]
    for other in tuple(standing_in(state, square, creature.space)):
        if unplaced(state, creature, state.creatures[other]):
            yield from notice(game, who, other, HIDDEN, cause)


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
        feet, diagonals = cost(gait.grid, creature.at, creature.space, squares, before)
        moved = yield ev.Moved(cause, who, tuple(squares), feet, gait.mode, False, diagonals)
        yield from break_holds(game, who, moved)
    return moved


@rule("pf2e.reaction.move_trigger_never", neutral=lambda game, who, path, cause: stride(game, who, path, cause, cause))
def step(game: Game, who: str, path: Path, cause: int) -> Play:
    """Move 5 feet without triggering reactions (pf2e.action.step)."""
    state = game.state
    if state.detection and not passable(state, state.creatures[who], path.squares[-1]):
        yield from bump(game, who, path.squares[-1], cause)
        return
    moved = yield ev.Moved(cause, who, path.squares, path.feet, "land", False, path.diagonals)
    yield from break_holds(game, who, moved)
    yield from scorch(game, who, path.squares, moved)


@rule("pf2e.reaction.move_trigger_in_place", neutral=nothing)
def moved_in_place(game: Game, who: str, action: int) -> Play:
    """A move action that leaves no square triggers reactions at its end."""
    if MOVE_ENDED in game.state.watchers:
        yield Window(MOVE_ENDED, who, action, True, traits=("move",))
