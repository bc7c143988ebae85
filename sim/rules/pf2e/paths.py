"""Paths of moves and what they cost: Speed, squares, diagonals."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from sim.model.actions import Action
from sim.model.grid import Grid, Path
from sim.model.state import Creature, State
from sim.model.values import Square
from sim.rules.pf2e.hazards import around
from sim.rules.pf2e.spaces import barred, may_end, passable
from sim.rules.pf2e.terrain import footing, needs_balance
from sim.rules.registry import rule, zero

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
    spent, count = cost(grid, creature.at, creature.space, squares, creature.tally.get("diagonals", 0))
    return Path(squares, spent, count) if spent <= feet else None


def way_over(
    state: State,
    creature: Creature,
    action: Action,
    goal: Square,
    grid: Grid,
    feet: int,
    shunned: Collection[Square] = (),
) -> Path | None:
    """The way of a move over a map: as stated, or the cheapest, which may end in ``shunned`` placements only."""
    if action.via:
        return stated_path(state, creature, action, feet, grid)
    turned, blocked = creature.tally.get("diagonals", 0), barred(state, creature)[0]
    return grid.path(creature.at, creature.space, goal, feet, turned, blocked, (), shunned)


def _walkable(state: State, creature: Creature, squares: Sequence[Square], grid: Grid, through: str) -> bool:
    free = grid.ground(creature.space).extras
    x, y = creature.at
    for square in squares:
        if not (-1 <= square[0] - x <= 1 and -1 <= square[1] - y <= 1) or square == (x, y):
            return False
        if square not in free or not passable(state, creature, square, through, known=True):
            return False
        x, y = square
    return True


def feet_of(grid: Grid, creature: Creature, squares: Sequence[Square]) -> int:
    """Feet of a way from where a creature is."""
    return cost(grid, creature.at, creature.space, squares, creature.tally.get("diagonals", 0))[0]


def as_far(state: State, creature: Creature, path: Path, grid: Grid, feet: int) -> Sequence[Square]:
    """As much of a way as so many feet cover, up to where the move may end."""
    for n in range(len(path.squares), 0, -1):
        way = path.squares[:n]
        if feet_of(grid, creature, way) <= feet and may_end(state, creature, way[-1]):
            return way
    return ()


def cost(grid: Grid, start: Square, space: int, squares: Sequence[Square], diagonals: int) -> tuple[int, int]:
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


def step_problem(state: State, who: str, square: Square, kind: str = "Step") -> str:
    """Why a move of 5 feet to a square is not possible; empty when it is."""
    creature = state.creatures[who]
    if speed(creature) < STEP_SPEED:
        return f"a {kind} needs a Speed of {STEP_SPEED} ft"
    x, y = creature.at
    if max(abs(square[0] - x), abs(square[1] - y)) != 1:
        return f"a {kind} leads to an adjacent square"
    ground = footing(state, creature).ground(creature.space)
    if square not in ground.extras:
        return f"{square[0]},{square[1]} is not free to walk on"
    if ground.extras[square]:
        return f"a {kind} cannot enter difficult terrain"
    return "" if find_path(state, who, Action("step", square=square), 2 * STEP_FEET) else "that square is not free"
