"""Stride and Step."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from sim.model.actions import Action
from sim.model.protocols import Game, Play
from sim.model.state import Creature, State
from sim.model.values import Square
from sim.rules.pf2e import movement
from sim.rules.pf2e.actions.kind import Kind
from sim.rules.pf2e.paths import STEP_FEET, find_path, speed, step_problem
from sim.rules.pf2e.spaces import barred
from sim.rules.pf2e.terrain import footing, needs_balance
from sim.rules.registry import nothing, rule

STAY: Final = Action("stay")
"""Declines a move that an action allows and does not demand."""


def around(creature: Creature) -> list[Square]:
    """Squares one step away."""
    x, y = creature.at
    return [(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]


# --- Stride ----------------------------------------------------------------------


def on_foot(creature: Creature) -> bool:
    """Whether a creature can Stride or Step: not while prone (pf2e.condition.prone)."""
    return "prone" not in creature.conditions


def _stride_problem(state: State, creature: Creature, action: Action) -> str:
    if not on_foot(creature):
        return f"{creature.id} is prone and must Stand first"
    if action.square is None:
        return "stride needs a square, such as stride 4,5"
    if needs_balance(state, creature):
        return f"{creature.id} must Balance where it is"
    if find_path(state, creature.id, action, speed(creature), onward=creature.actions > STRIDE.cost):
        return ""
    return f"{action.square[0]},{action.square[1]} cannot be reached with {speed(creature)} ft"


def _strides(state: State, creature: Creature) -> Iterator[Action]:
    if on_foot(creature) and not needs_balance(state, creature):
        for square in footing(state, creature).reachable(
            creature.at,
            creature.space,
            speed(creature),
            creature.tally.get("diagonals", 0),
            *barred(state, creature),
        ):
            yield Action("stride", square=square)


@rule("pf2e.action.stride", neutral=nothing)
def _stride(game: Game, who: str, action: Action, spent: int) -> Play:
    """Move up to one's Speed."""
    creature = game.state.creatures[who]
    path = find_path(game.state, who, action, speed(creature), onward=creature.actions > 0)
    if path:
        yield from movement.stride(game, who, path, spent, spent)


# --- Step ------------------------------------------------------------------------


def _step_problem(state: State, creature: Creature, action: Action) -> str:
    if not on_foot(creature):
        return f"{creature.id} is prone and must Stand first"
    if action.square is None:
        return "step needs a square, such as step 4,5"
    if action.via:
        return "a Step leads straight to an adjacent square; it takes no via"
    return step_problem(state, creature.id, action.square)


def _steps(state: State, creature: Creature) -> Iterator[Action]:
    if on_foot(creature):
        for square in around(creature):
            if not step_problem(state, creature.id, square):
                yield Action("step", square=square)


@rule("pf2e.action.step", neutral=nothing)
def _step(game: Game, who: str, action: Action, spent: int) -> Play:
    """Move 5 feet; this triggers no reactions."""
    path = find_path(game.state, who, action, 2 * STEP_FEET)
    if path:
        yield from movement.step(game, who, path, spent)


STRIDE: Final = Kind("stride", 1, _stride_problem, _strides, _stride, ("move",))
STEP: Final = Kind("step", 1, _step_problem, _steps, _step, ("move",))

KINDS: Final = (STRIDE, STEP)
