"""Tumble Through: a Stride through the space of an enemy that bars the way."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Final

from sim.model.actions import Action
from sim.model.geometry import distance, squares_of
from sim.model.grid import Path
from sim.model.protocols import Game, Play
from sim.model.state import UP, Creature, State
from sim.model.values import CRITICAL_SUCCESS, SUCCESS, Square
from sim.rules.pf2e.actions.contesting import foe_problem, foes
from sim.rules.pf2e.actions.kind import Kind
from sim.rules.pf2e.actions.moving import on_foot
from sim.rules.pf2e.movement import Gait, provoke, walk
from sim.rules.pf2e.paths import speed, stated_path
from sim.rules.pf2e.skills import Contest, Terms, chances_of, roll_check, terms
from sim.rules.pf2e.spaces import barred, may_end, passes
from sim.rules.pf2e.terrain import crossing
from sim.rules.registry import nothing, rule

CONTEST: Final = Contest("tumble_through", "acrobatics", "reflex")

# --- the way ---------------------------------------------------------------------


def _meeting(target: Creature, space: int) -> tuple[Square, ...]:
    """Placements of a mover that cover a part of a creature's space."""
    (x, y), far = target.at, target.space
    return tuple((i, j) for i in range(x - space + 1, x + far) for j in range(y - space + 1, y + far))


def _way(state: State, creature: Creature, action: Action, *, onward: bool) -> Path | None:
    """The way through the target's space: as stated, else the cheapest."""
    target, goal = state.creatures[action.target], action.square
    if goal is None or not (onward or may_end(state, creature, goal)):
        return None
    met = _meeting(target, creature.space)
    if goal in met:
        return None
    if action.via:
        path = stated_path(state, creature, action, speed(creature), crossing(state, creature, target), target.id)
        return path if path and any(at in met for at in path.squares) else None
    ways = [way for spot in met if (way := _by(state, creature, target, spot, goal))]
    return min(ways, key=lambda way: (way.feet, way.squares), default=None)


def _by(state: State, creature: Creature, target: Creature, spot: Square, goal: Square) -> Path | None:
    """The cheapest way by one placement in the target's space."""
    grid, space = crossing(state, creature, target), creature.space
    blocked = barred(state, creature)[0].difference(_opened(state, creature, target))
    feet, diagonals = speed(creature), creature.tally.get("diagonals", 0)
    there = grid.path(creature.at, space, spot, feet, diagonals, blocked)
    on = grid.path(spot, space, goal, feet - there.feet, there.diagonals, blocked) if there else None
    return Path(there.squares + on.squares, there.feet + on.feet, on.diagonals) if there and on else None


def _opened(state: State, creature: Creature, target: Creature) -> list[Square]:
    """Squares of a creature's space in which it alone bars the way."""
    one = (creature.id, target.id)
    return [
        square
        for square in squares_of(target.at, target.space)
        if all(who in one or passes(creature, state.creatures[who]) for who in state.occupied.get(square, ()))
    ]


# --- the action ------------------------------------------------------------------


def _problem(state: State, creature: Creature, action: Action) -> str:
    if not on_foot(creature):
        return f"{creature.id} is prone and must Stand first"
    problem = foe_problem(state, creature, action.target)
    if problem:
        return problem
    if action.square is None:
        return "tumble_through needs a creature and a square, such as tumble_through goblin-1 at 4,5"
    if _way(state, creature, action, onward=creature.actions > TUMBLE.cost):
        return ""
    return f"no way of {speed(creature)} ft leads through the space of {action.target} to that square"


def _offers(state: State, creature: Creature) -> Iterator[Action]:
    """To the squares beside each enemy in the way, those behind it first."""
    if not on_foot(creature):
        return
    for target in foes(state, creature):
        if distance(creature.at, creature.space, target.at, target.space) >= speed(creature):
            continue
        for square in _beside(creature, target):
            action = Action("tumble_through", target.id, square=square)
            if square in state.grid.ground(creature.space).extras and not _problem(state, creature, action):
                yield action


def _beside(creature: Creature, target: Creature) -> Sequence[Square]:
    """Placements next to a creature, the farthest from here first."""
    (x, y), space = target.at, creature.space
    near = range(-space, target.space + 1)
    ring = [
        (x + i, y + j)
        for i in near
        for j in near
        if distance((x + i, y + j), space, target.at, target.space) == 5 and (x + i, y + j) != creature.at
    ]
    return sorted(ring, key=lambda at: (-distance(at, space, creature.at, space), at))


def _perform(game: Game, who: str, action: Action, spent: int) -> Play:
    state = game.state
    creature, target = state.creatures[who], state.creatures[action.target]
    path = _way(state, creature, action, onward=creature.actions > 0)
    if path is None:
        return
    met = _meeting(target, creature.space)
    before = next(n for n, at in enumerate(path.squares) if at in met)
    asked = yield from walk(game, who, path.squares[:before], spent, spent)
    if asked is None:
        return
    degree, rest = SUCCESS, path.squares[before:]
    if target.status == UP:
        degree, _ = yield from roll_check(
            game, who, "tumble_through", target.id, _terms(state, creature, action), spent
        )
    yield from _tumble(game, who, target.id, degree, rest, asked, spent)


@rule("pf2e.action.tumble_through", neutral=nothing)
def _tumble(
    game: Game, who: str, target: str, degree: str, rest: Sequence[Square], asked: set[str], spent: int
) -> Play:
    """On through the enemy's space, as difficult terrain; failure ends the move before it, and triggers reactions."""
    if degree in (SUCCESS, CRITICAL_SUCCESS):
        state = game.state
        grid = crossing(state, state.creatures[who], state.creatures[target])
        yield from walk(game, who, rest, spent, spent, asked, Gait(grid, through=target))
    else:
        yield from provoke(game, who, spent, asked)


def _terms(state: State, creature: Creature, action: Action) -> Terms:
    return terms(state, creature, state.creatures[action.target], CONTEST)


def _odds(state: State, creature: Creature, action: Action) -> Mapping[str, Fraction]:
    return chances_of(_terms(state, creature, action))


TUMBLE: Final = Kind("tumble_through", 1, _problem, _offers, _perform, ("move",), odds=_odds)

KINDS: Final = (TUMBLE,)
