"""Swim: a move through water, which takes a check where the map says so, and what water does to who does not swim."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Final

from sim.model import events as ev
from sim.model.actions import Action
from sim.model.grid import Path
from sim.model.protocols import Game, Play
from sim.model.state import Creature, State
from sim.model.values import CRITICAL_FAILURE, CRITICAL_SUCCESS, SUCCESS, Square
from sim.rules.pf2e.actions.kind import Kind
from sim.rules.pf2e.actions.moving import on_foot
from sim.rules.pf2e.breath import holds_breath, lose_air
from sim.rules.pf2e.movement import Gait, walk
from sim.rules.pf2e.paths import as_far, speed, way_over
from sim.rules.pf2e.skills import Terms, chances_of, plain_terms, roll_check
from sim.rules.pf2e.spaces import barred, may_end
from sim.rules.pf2e.terrain import dry_places, swimming
from sim.rules.pf2e.water import SUNK, SWAM, feet_below, rough_under, swim_speed, waters_of, wet
from sim.rules.registry import nothing, rule

# --- the way ---------------------------------------------------------------------


def stroke(creature: Creature, degree: str) -> int:
    """Feet of a Swim by its degree."""
    if degree not in (SUCCESS, CRITICAL_SUCCESS):
        return 0
    return 5 + 5 * (speed(creature) // 20) + (5 if degree == CRITICAL_SUCCESS else 0)


def swim_feet(creature: Creature) -> int:
    """How far a creature can get by one Swim, at best."""
    return swim_speed(creature) or stroke(creature, CRITICAL_SUCCESS)


def may_swim(state: State, creature: Creature) -> bool:
    """Whether the map has water that a creature can swim in: any for those with a swim Speed, else that with a DC."""
    if not state.grid.water:
        return False
    return swim_speed(creature) > 0 or bool(waters_of(state.grid).rough)


def _way(state: State, creature: Creature, action: Action, *, onward: bool) -> Path | None:
    """The way of a Swim, as stated or the cheapest: through water, though it may begin and end on the bank."""
    goal = action.square
    if goal is None or goal == creature.at or not (onward or may_end(state, creature, goal)):
        return None
    banks = dry_places(state.grid, creature.space)
    path = way_over(state, creature, action, goal, swimming(state, creature), swim_feet(creature), banks)
    return path if path and _leads_through_water(state, creature, path.squares) else None


def _leads_through_water(state: State, creature: Creature, squares: Sequence[Square]) -> bool:
    if not all(wet(state, at, creature.space) for at in squares[:-1]):
        return False
    touched = (creature.at, *squares)
    if swim_speed(creature):
        return any(wet(state, at, creature.space) for at in touched)
    return any(rough_under(state, at, creature.space) for at in touched)


def _dc(state: State, creature: Creature, squares: Sequence[Square]) -> int:
    """The highest DC of the water on a way, where it begins included."""
    found = (rough_under(state, at, creature.space) for at in (creature.at, *squares))
    return max((patch.dc for patch in found if patch), default=0)


# --- the action ------------------------------------------------------------------


def _problem(state: State, creature: Creature, action: Action) -> str:
    if not on_foot(creature):
        return f"{creature.id} is prone and must Stand first"
    if action.square is None:
        return "" if _can_tread(state, creature) else f"{creature.id} is not in water that takes swimming"
    if _way(state, creature, action, onward=creature.actions > SWIM.cost):
        return ""
    return f"no way of {swim_feet(creature)} ft through water leads to {action.square[0]},{action.square[1]}"


def _can_tread(state: State, creature: Creature) -> bool:
    """Whether to swim on the spot is of any use."""
    return not swim_speed(creature) and rough_under(state, creature.at, creature.space) is not None


def _offers(state: State, creature: Creature) -> Iterator[Action]:
    """On the spot first, then everywhere."""
    if not may_swim(state, creature) or not on_foot(creature):
        return
    if _can_tread(state, creature):
        yield Action("swim")
    where = (creature.at, creature.space, swim_feet(creature), creature.tally.get("diagonals", 0))
    banks = dry_places(state.grid, creature.space)
    for square in swimming(state, creature).reachable(*where, *barred(state, creature), banks):
        action = Action("swim", square=square)
        if _way(state, creature, action, onward=False):
            yield action


def _perform(game: Game, who: str, action: Action, spent: int) -> Play:
    state = game.state
    creature = state.creatures[who]
    path = _way(state, creature, action, onward=creature.actions > 0)
    squares = path.squares if path else ()
    if swim_speed(creature):
        yield from _go(game, who, squares, spent)
        return
    terms = _terms(state, creature, _dc(state, creature, squares))
    degree, rolled = yield from roll_check(game, who, "swim", "", terms, spent)
    yield from _swim(game, who, path, degree, spent, rolled)


@rule("pf2e.action.swim", neutral=nothing)
def _swim(game: Game, who: str, path: Path | None, degree: str, spent: int, rolled: int) -> Play:
    """5 feet, 5 more for each 20 of Speed, critically 5 more, first to the surface; a critical failure costs air."""
    state = game.state
    creature = state.creatures[who]
    if degree == CRITICAL_FAILURE and holds_breath(state, creature):
        yield from lose_air(game, who, 1, rolled)
    feet = stroke(creature, degree)
    if not feet:
        return
    yield ev.CounterChanged(rolled, who, SWAM, creature.counters.get(SWAM, 0), creature.turn)
    below = feet_below(state, creature)
    if below:
        rise = min(below, feet)
        yield ev.CounterChanged(rolled, who, SUNK, below, below - rise)
        feet -= rise
    if path:
        yield from _go(game, who, as_far(state, creature, path, swimming(state, creature), feet), spent)


def _go(game: Game, who: str, squares: Sequence[Square], spent: int) -> Play:
    gait = Gait(swimming(game.state, game.state.creatures[who]), "swim")
    yield from walk(game, who, squares, spent, spent, gait=gait)


def _terms(state: State, creature: Creature, dc: int) -> Terms:
    return plain_terms(state, creature, "athletics", dc)


def _odds(state: State, creature: Creature, action: Action) -> Mapping[str, Fraction]:
    path = _way(state, creature, action, onward=True)
    dc = _dc(state, creature, path.squares if path else ())
    return chances_of(_terms(state, creature, dc)) if dc and not swim_speed(creature) else {}


SWIM: Final = Kind("swim", 1, _problem, _offers, _perform, ("move",), odds=_odds)

KINDS: Final = (SWIM,)
