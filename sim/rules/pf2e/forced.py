"""Forced movement: pushes, pulls and other displacement; it triggers no reactions."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from sim.model import events as ev
from sim.model.geometry import Point, center
from sim.model.protocols import Game, Play
from sim.model.state import Creature, State
from sim.model.values import CRITICAL_SUCCESS, SUCCESS, Modifier, Square
from sim.rules.pf2e.checks import roll_total
from sim.rules.pf2e.condition_table import in_force
from sim.rules.pf2e.condition_texts import parse_grade
from sim.rules.pf2e.data import WAYS
from sim.rules.pf2e.hazards import harm_at, scorch
from sim.rules.pf2e.holds import break_holds, holds_on
from sim.rules.pf2e.numbers import luck
from sim.rules.pf2e.paths import speed
from sim.rules.pf2e.skills import dc_against, skill
from sim.rules.pf2e.spaces import may_end
from sim.rules.registry import always, rule

PUSH, PULL, SHIFT = WAYS


def force(
    game: Game, by: str, who: str, way: str, feet: int, origin: Point, cause: int, toward: Square | None = None
) -> Play:
    """Move a creature by force, as far as it can go.

    Args:
        game: The game.
        by: Who moves it.
        who: The creature that is moved.
        way: ``PUSH`` away from the origin, ``PULL`` towards it, or ``SHIFT``, which is neither.
        feet: How far the effect moves it.
        origin: Where the force comes from, in half squares (`sim.model.geometry.center` of its maker's space).
        cause: Seq of the event that brings it about.
        toward: The square towards which whoever causes it moves it; without one straight away or near.

    Returns:
        Feet that it was moved.
    """
    state = game.state
    creature = state.creatures[who]
    if "immobilized" in in_force(creature) and not (yield from tears_loose(game, by, who, cause)):
        return 0
    aim = chosen_aim(toward)
    squares, steps = _line(creature, _direction(creature, way, origin, aim), forced_feet(creature, feet), aim)
    squares = until_stopped(state, creature, squares)
    if not carries_on(way):
        squares = until_harmful(state, creature, squares)
    moved = steps[len(squares)]
    if squares:
        seq = yield ev.Moved(cause, who, squares, moved, way, True, 0)
        yield from break_holds(game, who, seq)
        yield from scorch(game, who, squares, seq)
    return moved


@rule("pf2e.condition.immobilized", neutral=lambda game, by, who, cause: (yield from _torn()))
def tears_loose(game: Game, by: str, who: str, cause: int) -> Play:
    """A force moves who is held in place only on a check against the DC of what holds it: Athletics."""
    state = game.state
    creature = state.creatures[who]
    dc, against = hold_dc(state, creature)
    bonus, modifiers = skill(state, state.creatures[by], "athletics")
    lies = luck(state, state.creatures[by], "athletics")
    roll = roll_total(game, f"{by}/force", bonus, modifiers, dc, against, lies)
    yield ev.CheckRolled(cause, by, "force", roll, who)
    return roll.degree in (SUCCESS, CRITICAL_SUCCESS)


def _torn() -> Play:
    yield from ()
    return True


def hold_dc(state: State, creature: Creature) -> tuple[int, tuple[Modifier, ...]]:
    """The DC of what holds a creature in place: as stated, else the holder's Athletics or its own Fortitude."""
    held = holds_on(state, creature.id)
    stated = [parse_grade(effect.detail).dc for effect in held]
    if any(stated):
        return max(stated), ()
    holder = next((effect.source for effect in held if effect.source != creature.id), "")
    if holder:
        return dc_against(state, state.creatures[holder], "athletics")
    return dc_against(state, creature, "fortitude")


@rule("pf2e.move.forced", neutral=lambda creature, feet: min(feet, speed(creature)))
def forced_feet(creature: Creature, feet: int) -> int:
    """The effect sets the distance, whatever the creature's Speed."""
    return feet


@rule("pf2e.move.forced_path", neutral=lambda toward: None)
def chosen_aim(toward: Square | None) -> Square | None:
    """Whoever causes the movement chooses the path."""
    return toward


@rule("pf2e.move.forced_stop", neutral=lambda state, creature, squares: squares)
def until_stopped(state: State, creature: Creature, squares: Sequence[Square]) -> tuple[Square, ...]:
    """The way as far as the last space that can be occupied."""
    free: list[Square] = []
    for square in squares:
        if not state.grid.free(square, creature.space) or not may_end(state, creature, square):
            break
        free.append(square)
    return tuple(free)


@rule("pf2e.move.forced_hazard", neutral=always)
def carries_on(way: str) -> bool:
    """Pushes and pulls carry through hazardous terrain, other displacement does not."""
    return way in (PUSH, PULL)


def until_harmful(state: State, creature: Creature, squares: Sequence[Square]) -> tuple[Square, ...]:
    """The way as far as the last space before hazardous terrain."""
    return tuple(takewhile(lambda at: not harm_at(state, at, creature.space), squares))


def _direction(creature: Creature, way: str, origin: Point, aim: Square | None) -> Square:
    """Columns and rows of one step: to the aim, else the one of eight directions nearest to straight away or near."""
    if aim is not None:
        return _sign(aim[0] - creature.at[0]), _sign(aim[1] - creature.at[1])
    x, y = center(creature.at, creature.space)
    across, down = x - origin[0], y - origin[1]
    if way == PULL:
        across, down = -across, -down
    wide, narrow = max(abs(across), abs(down)), min(abs(across), abs(down))
    if (wide + narrow) ** 2 < 2 * wide**2:  # flatter than tan 22.5 degrees
        across, down = (across, 0) if abs(across) > abs(down) else (0, down)
    return _sign(across), _sign(down)


def _line(
    creature: Creature, direction: Square, feet: int, aim: Square | None
) -> tuple[tuple[Square, ...], tuple[int, ...]]:
    """Squares of a straight way, and the feet moved after none, one, two ... of them."""
    dx, dy = direction
    x, y = creature.at
    squares: list[Square] = []
    moved = [0]
    while (dx or dy) and (x, y) != aim:
        more = 10 if dx and dy and len(squares) % 2 else 5  # every second diagonal (pf2e.move.diagonals)
        if moved[-1] + more > feet:
            break
        x, y = x + dx, y + dy
        squares.append((x, y))
        moved.append(moved[-1] + more)
        if aim is not None:
            dx, dy = _sign(aim[0] - x), _sign(aim[1] - y)
    return tuple(squares), tuple(moved)


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
