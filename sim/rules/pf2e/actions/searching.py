"""Seek: looking for those who hide."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from sim.model.actions import Action
from sim.model.geometry import burst, center, cone, corner, squares_of
from sim.model.protocols import Game, Play
from sim.model.state import HIDDEN, OBSERVED, UNDETECTED, UNNOTICED, UP, Creature, State
from sim.model.values import CRITICAL_SUCCESS, SUCCESS, Square
from sim.rules.pf2e.actions.kind import Kind
from sim.rules.pf2e.actions.moving import around
from sim.rules.pf2e.detection import at_best, notice
from sim.rules.pf2e.opposed import roll_against
from sim.rules.registry import nothing, rule

CONE, BURST = "cone", "burst"
CONE_FEET, BURST_FEET = 30, 15
FOUND: Final[Mapping[str, Mapping[str, str]]] = {
    CRITICAL_SUCCESS: {HIDDEN: OBSERVED, UNDETECTED: OBSERVED, UNNOTICED: OBSERVED},
    SUCCESS: {HIDDEN: OBSERVED, UNDETECTED: HIDDEN, UNNOTICED: HIDDEN},
}
"""What Seek makes of how a creature was perceived before."""


def _problem(state: State, creature: Creature, action: Action) -> str:
    if action.item not in (CONE, BURST) or action.square is None:
        return "seek takes a cone or a burst and a square, such as seek cone at 4,5"
    if not state.grid.inside(action.square, 1):
        return f"{action.square[0]},{action.square[1]} is outside the map"
    if action.item == CONE:
        inside = action.square in squares_of(creature.at, creature.space)
        return "the square to look at lies in one's own space" if inside else ""
    seen = state.grid.sees(corner(action.square), creature.at, creature.space)
    return "" if seen else f"{action.square[0]},{action.square[1]} is out of sight"


def _area(creature: Creature, action: Action) -> tuple[Square, ...]:
    square = action.square or creature.at
    return burst(square, BURST_FEET) if action.item == BURST else cone(creature.at, creature.space, square, CONE_FEET)


def _offers(state: State, creature: Creature) -> Iterator[Action]:
    """Where there is somebody to look for: at those whose place is known, then wherever there is most to see."""
    found = {who: seers[creature.id] for who, seers in state.detection.items() if creature.id in seers}
    wanted = [state.creatures[who] for who, how in found.items() if how != UNNOTICED]
    if not any(other.status == UP and other.side != creature.side for other in wanted):
        return
    known = [other.at for other in wanted if found[other.id] == HIDDEN]
    ways = [Action("seek", item=CONE, square=square) for square in (*known, *_by_room(state, creature))]
    yield from (action for action in dict.fromkeys(ways) if not _problem(state, creature, action))


def _by_room(state: State, creature: Creature) -> list[Square]:
    """Squares around, those first in whose direction most of the map lies."""

    def room(square: Square) -> int:
        looked = cone(creature.at, creature.space, square, CONE_FEET)
        return sum(state.grid.inside(each, 1) for each in looked)

    return sorted(around(creature), key=lambda square: -room(square))


def sought(state: State, creature: Creature, action: Action) -> list[str]:
    """Those in the area and in sight whom a creature does not observe, in the order of the fight."""
    squares = frozenset(_area(creature, action))
    eye = center(creature.at, creature.space)
    return [
        other.id
        for other in state.creatures.values()
        if creature.id in state.detection.get(other.id, ())
        and other.status == UP
        and not squares.isdisjoint(squares_of(other.at, other.space))
        and state.grid.sees(eye, other.at, other.space)
    ]


@rule("pf2e.action.seek", neutral=nothing)
def _seek(game: Game, who: str, action: Action, spent: int) -> Play:
    """One Perception roll against the Stealth DC of each: a success shows one a step better, a critical one wholly."""
    state = game.state
    found = sought(state, state.creatures[who], action)
    for target, degree, seq in (yield from roll_against(game, who, "seek", "perception", found, "stealth", spent)):
        before = state.detection[target][who]
        after = FOUND.get(degree, {}).get(before, before)
        if after == OBSERVED:
            after = at_best(state, who, target)
        yield from notice(game, who, target, after, seq)


SEEK: Final = Kind("seek", 1, _problem, _offers, _seek, ("concentrate", "secret"))

KINDS: Final = (SEEK,)
