"""Balance: a move on narrow or uneven ground."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Final

from sim.model import events as ev
from sim.model.actions import Action
from sim.model.grid import Grid, Path, hindered
from sim.model.protocols import Game, Play
from sim.model.scenario import Terrain
from sim.model.state import Creature, State
from sim.model.values import CRITICAL_FAILURE, CRITICAL_SUCCESS, SUCCESS, Square
from sim.rules.pf2e.actions.kind import Kind
from sim.rules.pf2e.actions.moving import on_foot
from sim.rules.pf2e.movement import Gait, walk
from sim.rules.pf2e.paths import as_far, speed, way_over
from sim.rules.pf2e.skills import Terms, chances_of, plain_terms, roll_check
from sim.rules.pf2e.spaces import barred, may_end
from sim.rules.pf2e.terrain import DIFFICULT, EXTRA_FEET, as_met, balancing
from sim.rules.pf2e.unsteady import FALLS, under
from sim.rules.registry import nothing, rule

# --- the way ---------------------------------------------------------------------


def _way(state: State, creature: Creature, action: Action, *, onward: bool) -> Path | None:
    """The way of a Balance, as stated or the cheapest, where some of it takes one."""
    goal = action.square
    if goal is None or not (onward or may_end(state, creature, goal)):
        return None
    path = way_over(state, creature, action, goal, balancing(state, creature), speed(creature))
    return path if path and _ground(state, creature, path.squares) else None


def _ground(state: State, creature: Creature, squares: Sequence[Square]) -> Terrain | None:
    """The hardest ground on a way, where it begins included."""
    found = [patch for at in (creature.at, *squares) if (patch := under(state, at, creature.space))]
    return max(found, key=lambda patch: patch.dc, default=None)


def _slowly(state: State, creature: Creature) -> Grid:
    """The map where such ground is difficult terrain."""
    feet = EXTRA_FEET.get(as_met(creature.data, DIFFICULT), 0)
    return hindered(balancing(state, creature), frozenset(state.grid.tricky), feet)


# --- the action ------------------------------------------------------------------


def _problem(state: State, creature: Creature, action: Action) -> str:
    if not on_foot(creature):
        return f"{creature.id} is prone and must Stand first"
    if action.square is None:
        return "balance needs a square, such as balance 4,5"
    if _way(state, creature, action, onward=creature.actions > BALANCE.cost):
        return ""
    return f"no way over narrow or uneven ground leads to {action.square[0]},{action.square[1]}"


def _offers(state: State, creature: Creature) -> Iterator[Action]:
    if not state.grid.tricky or not on_foot(creature):
        return
    where = (creature.at, creature.space, speed(creature), creature.tally.get("diagonals", 0))
    for square in balancing(state, creature).reachable(*where, *barred(state, creature)):
        action = Action("balance", square=square)
        if not _problem(state, creature, action):
            yield action


def _perform(game: Game, who: str, action: Action, spent: int) -> Play:
    state = game.state
    creature = state.creatures[who]
    path = _way(state, creature, action, onward=creature.actions > 0)
    patch = _ground(state, creature, path.squares) if path else None
    if path is None or patch is None:
        return
    degree, rolled = yield from roll_check(game, who, "balance", "", _terms(state, creature, patch.dc), spent)
    yield from _balance(game, who, path, degree, spent, rolled)


@rule("pf2e.action.balance", neutral=nothing)
def _balance(game: Game, who: str, path: Path, degree: str, spent: int, rolled: int) -> Play:
    """All the way; as over difficult terrain; not at all; or a fall that ends the turn."""
    state = game.state
    creature = state.creatures[who]
    if degree == CRITICAL_SUCCESS:
        yield from walk(game, who, path.squares, spent, spent, gait=Gait(balancing(state, creature)))
    elif degree == SUCCESS:
        grid = _slowly(state, creature)
        squares = as_far(state, creature, path, grid, speed(creature))
        yield from walk(game, who, squares, spent, spent, gait=Gait(grid))
    elif degree == CRITICAL_FAILURE:
        yield from _fall(game, who, path, spent, rolled)


def _fall(game: Game, who: str, path: Path, spent: int, rolled: int) -> Play:
    """Down where the ground first takes a Balance, and the end of the turn."""
    state = game.state
    creature = state.creatures[who]
    first = next(n for n, at in enumerate((creature.at, *path.squares)) if under(state, at, creature.space))
    grid = balancing(state, creature)
    if (yield from walk(game, who, path.squares[:first], spent, spent, gait=Gait(grid))) is None:
        return
    patch = under(state, creature.at, creature.space)
    if patch:
        yield from FALLS[patch.kind](game, who, patch, rolled)
    yield ev.ActionsRegained(rolled, who, 0, creature.reactions)


def _terms(state: State, creature: Creature, dc: int) -> Terms:
    return plain_terms(state, creature, "acrobatics", dc)


def _odds(state: State, creature: Creature, action: Action) -> Mapping[str, Fraction]:
    path = _way(state, creature, action, onward=True)
    patch = _ground(state, creature, path.squares) if path else None
    return chances_of(_terms(state, creature, patch.dc)) if patch else {}


BALANCE: Final = Kind("balance", 1, _problem, _offers, _perform, ("move",), odds=_odds)

KINDS: Final = (BALANCE,)
