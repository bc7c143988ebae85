"""Leap and Long Jump."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Final

from sim.model.actions import Action
from sim.model.geometry import open_cost
from sim.model.grid import Path
from sim.model.protocols import Game, Play
from sim.model.state import Creature, State
from sim.model.values import CRITICAL_FAILURE, CRITICAL_SUCCESS, SUCCESS, Square
from sim.rules.pf2e.actions.kind import Kind
from sim.rules.pf2e.actions.moving import on_foot
from sim.rules.pf2e.conditions import able, gain
from sim.rules.pf2e.movement import Gait, walk
from sim.rules.pf2e.paths import find_path, speed
from sim.rules.pf2e.skills import Terms, chances_of, plain_terms, roll_check
from sim.rules.pf2e.spaces import barred, may_end
from sim.rules.pf2e.terrain import aloft
from sim.rules.registry import nothing, rule, zero

RUN: Final = 10
"""Feet of the Stride before a Long Jump, at least."""


@rule("pf2e.action.leap", neutral=zero)
def leap_feet(creature: Creature) -> int:
    """10 feet, with a Speed of 30 feet or more 15; none below a Speed of 15."""
    feet = speed(creature)
    return 15 if feet >= 30 else 10 if feet >= 15 else 0


def _jump(state: State, creature: Creature, start: Square, goal: Square, feet: int, diagonals: int) -> Path | None:
    """The way through the air from one square to another: straight, and barred by walls and enemies only."""
    path = aloft(state, creature).path(start, creature.space, goal, feet, diagonals, barred(state, creature)[0])
    straight = 5 * open_cost(abs(goal[0] - start[0]), abs(goal[1] - start[1]), diagonals % 2)
    return path if path and path.feet <= straight else None


def _fly(game: Game, who: str, squares: Sequence[Square], spent: int) -> Play:
    """Go through the air; return whether the mover came to the end."""
    gait = Gait(aloft(game.state, game.state.creatures[who]), "leap", aloft=True)
    return (yield from walk(game, who, squares, spent, spent, gait=gait)) is not None


def _unfit(creature: Creature) -> str:
    if not on_foot(creature):
        return f"{creature.id} is prone and must Stand first"
    return "" if leap_feet(creature) else "a Leap needs a Speed of 15 ft"


# --- Leap ------------------------------------------------------------------------


def _leap_path(state: State, creature: Creature, goal: Square, *, onward: bool) -> Path | None:
    if not (onward or may_end(state, creature, goal)):
        return None
    return _jump(state, creature, creature.at, goal, leap_feet(creature), creature.tally.get("diagonals", 0))


def _leap_problem(state: State, creature: Creature, action: Action) -> str:
    if action.square is None or action.via:
        return "leap needs a square and leads straight to it, such as leap 4,5"
    unfit = _unfit(creature)
    if unfit or _leap_path(state, creature, action.square, onward=creature.actions > LEAP.cost):
        return unfit
    return f"{action.square[0]},{action.square[1]} cannot be reached by a Leap of {leap_feet(creature)} ft"


def _leaps(state: State, creature: Creature) -> Iterator[Action]:
    if _unfit(creature):
        return
    where = (creature.at, creature.space, leap_feet(creature), creature.tally.get("diagonals", 0))
    for square in aloft(state, creature).reachable(*where, *barred(state, creature)):
        action = Action("leap", square=square)
        if not _leap_problem(state, creature, action):
            yield action


def _leap(game: Game, who: str, action: Action, spent: int) -> Play:
    creature = game.state.creatures[who]
    path = _leap_path(game.state, creature, action.square or creature.at, onward=creature.actions > 0)
    if path:
        yield from _fly(game, who, path.squares, spent)


# --- Long Jump -------------------------------------------------------------------


def _long_jump_ways(state: State, creature: Creature, action: Action) -> tuple[Path, Path] | None:
    """The run and the jump; the last of the squares on the way is where it takes off."""
    goal = action.square
    if goal is None or not action.via or not may_end(state, creature, goal):
        return None
    take_off = action.via[-1]
    stride = Action("stride", square=take_off, via=action.via[:-1])
    run = find_path(state, creature.id, stride, speed(creature), onward=True)
    if run is None or run.feet < RUN:
        return None
    jump = _jump(state, creature, take_off, goal, speed(creature), run.diagonals)
    return (run, jump) if jump else None


def _long_jump_problem(state: State, creature: Creature, action: Action) -> str:
    if action.square is None or not action.via:
        return "long_jump needs a square and where it takes off, such as long_jump 9,5 via 5,5"
    unfit = _unfit(creature)
    if unfit or _long_jump_ways(state, creature, action):
        return unfit
    return f"there is no run of {RUN} ft or more and then a jump to {action.square[0]},{action.square[1]}"


def _no_offers(state: State, creature: Creature) -> Iterator[Action]:
    """Where to take off is a matter of the map: this is for who states it."""
    yield from ()


def _long_jump(game: Game, who: str, action: Action, spent: int) -> Play:
    state = game.state
    creature = state.creatures[who]
    ways = _long_jump_ways(state, creature, action)
    if ways is None:
        return
    run, jump = ways
    if (yield from walk(game, who, run.squares, spent, spent)) is None:
        return
    degree, rolled = yield from roll_check(game, who, "long_jump", "", _terms(state, creature, jump.feet), spent)
    yield from _land(game, who, jump, degree, spent, rolled)


@rule("pf2e.action.long_jump", neutral=nothing)
def _land(game: Game, who: str, jump: Path, degree: str, spent: int, rolled: int) -> Play:
    """All the way by a success, else as far as a Leap goes; after a critical failure prone."""
    creature = game.state.creatures[who]
    squares: Sequence[Square] = jump.squares
    if degree not in (SUCCESS, CRITICAL_SUCCESS):
        squares = _short(game.state, creature, squares)
    landed = yield from _fly(game, who, squares, spent)
    if degree == CRITICAL_FAILURE and landed and able(game.state, who):
        yield from gain(game, who, "prone", 1, who, rolled)


def _short(state: State, creature: Creature, squares: Sequence[Square]) -> Sequence[Square]:
    """As much of a jump as a Leap covers, up to a square where the move can end."""
    turned = creature.tally.get("diagonals", 0)
    for n in range(len(squares), 0, -1):
        path = _jump(state, creature, creature.at, squares[n - 1], leap_feet(creature), turned)
        if path and may_end(state, creature, squares[n - 1]):
            return squares[:n]
    return ()


def _terms(state: State, creature: Creature, feet: int) -> Terms:
    """Athletics, with the distance in feet as the DC."""
    return plain_terms(state, creature, "athletics", feet)


def _odds(state: State, creature: Creature, action: Action) -> Mapping[str, Fraction]:
    ways = _long_jump_ways(state, creature, action)
    return chances_of(_terms(state, creature, ways[1].feet)) if ways else {}


LEAP: Final = Kind("leap", 1, _leap_problem, _leaps, _leap, ("move",))
LONG_JUMP: Final = Kind("long_jump", 2, _long_jump_problem, _no_offers, _long_jump, ("move",), odds=_odds)

KINDS: Final = (LEAP, LONG_JUMP)
