"""What water that must be swum does at the end of a turn to who did not swim: it carries it away, or it sinks."""

from __future__ import annotations

from sim.model import events as ev
from sim.model.protocols import Game, Play
from sim.model.scenario import Terrain
from sim.model.state import DEAD, FLED, Creature, State
from sim.model.values import Square
from sim.rules.pf2e.forced import until_stopped
from sim.rules.pf2e.hazards import scorch
from sim.rules.pf2e.holds import break_holds
from sim.rules.pf2e.water import DIRECTIONS, SUNK, SURFACE, SWAM, rough_under, swim_speed, waters_of
from sim.rules.registry import nothing, rule

FEET = 10


def adrift(state: State, creature: Creature) -> bool:
    """Whether water does something to a creature if its turn ends now."""
    if not waters_of(state.grid).rough or creature.status in (DEAD, FLED):
        return False
    patch = _not_swum(state, creature)
    if patch is None:
        return _out_of_it(state, creature)
    return bool(patch.current) or _sinks_to(creature, patch) != creature.counters.get(SUNK, 0)


def _not_swum(state: State, creature: Creature) -> Terrain | None:
    """The water that has a creature in its power, as it has not swum with success in this turn."""
    if swim_speed(creature) or creature.counters.get(SWAM) == creature.turn:
        return None
    return rough_under(state, creature.at, creature.space)


def _out_of_it(state: State, creature: Creature) -> bool:
    """Whether a creature that had sunk was brought out of such water."""
    return creature.counters.get(SUNK, 0) > 0 and rough_under(state, creature.at, creature.space) is None


def _sinks_to(creature: Creature, patch: Terrain) -> int:
    """Feet below the surface after sinking, down to the ground; who is under water by the map is so already."""
    before = creature.counters.get(SUNK, 0)
    if patch.kind != SURFACE:
        return before
    return min(before + FEET, patch.depth) if patch.depth else before + FEET


@rule("pf2e.action.swim", neutral=nothing)
def drift_turn(game: Game, who: str, end: int) -> Play:
    """A turn in water without a successful Swim: 10 feet with the current, or 10 feet down."""
    state = game.state
    creature = state.creatures[who]
    if not adrift(state, creature):
        return
    patch = _not_swum(state, creature)
    before = creature.counters.get(SUNK, 0)
    if patch is None:
        yield ev.CounterChanged(end, who, SUNK, before, 0)
    elif patch.current:
        yield from _carried(game, who, DIRECTIONS[patch.current], end)
    else:
        yield ev.CounterChanged(end, who, SUNK, before, _sinks_to(creature, patch))


def _carried(game: Game, who: str, direction: Square, cause: int) -> Play:
    """Away with the current, as far as there is room."""
    state = game.state
    creature = state.creatures[who]
    (x, y), (dx, dy) = creature.at, direction
    squares = until_stopped(state, creature, [(x + n * dx, y + n * dy) for n in (1, 2)][: 1 if dx and dy else 2])
    if squares:
        moved = yield ev.Moved(cause, who, squares, 5 * len(squares), "drift", True, 0)
        yield from break_holds(game, who, moved)
        yield from scorch(game, who, squares, moved)
