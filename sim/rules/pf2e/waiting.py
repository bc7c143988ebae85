"""Delay."""

from __future__ import annotations

from typing import Final

from sim.model import events as ev
from sim.model.protocols import Game, Play
from sim.model.state import DEAD, Creature
from sim.model.windows import TURN_ENDING, Window
from sim.rules.pf2e.afflictions import afflictions_turn
from sim.rules.pf2e.conditions import end_helpful
from sim.rules.pf2e.happening import happen, happening, harms
from sim.rules.pf2e.persistent import persistent_turn
from sim.rules.registry import nothing, rule

DELAYED_TURN: Final = "delayed_turn"
STARTED: Final = "turn_start/turn"
"""Counter: the turn at whose start something else was used that its start triggers."""
DEALT: Final = "delayed_turn/made"
"""Counters: the turn that was delayed, and how many effects there were when it was."""


def delay_problem(creature: Creature) -> str:
    """Why a creature cannot Delay: only as its turn begins (pf2e.action.delay)."""
    if creature.acted or creature.turn in (creature.counters.get(DELAYED_TURN), creature.counters.get(STARTED)):
        return "Delay is used when the turn begins"
    return ""


@rule("pf2e.action.delay", neutral=nothing)
def delay(game: Game, who: str, cause: int) -> Play:
    """Leave the order, without reactions until one returns."""
    seq = yield ev.Delayed(cause, who)
    yield from suffer_at_once(game, who, seq)


@rule("pf2e.action.delay_effects", neutral=nothing)
def suffer_at_once(game: Game, who: str, delayed: int) -> Play:
    """What would harm during the turn does so now, and what would help to its end is over."""
    creature, made = game.state.creatures[who], game.state.made
    for counter, value in ((DELAYED_TURN, creature.turn), (DEALT, made)):
        yield ev.CounterChanged(delayed, who, counter, creature.counters.get(counter, 0), value)
    yield from persistent_turn(game, who, delayed)
    if creature.status != DEAD:
        yield from afflictions_turn(game, who, delayed)
    found = happening(game.state, who, TURN_ENDING)
    yield from happen(game, [each for each in found if harms(game.state, who, each)], delayed)
    yield from end_helpful(game, who, delayed)


def delayed_effects(creature: Creature) -> int:
    """Number of the last effect that was there when the creature delayed its present turn; 0 if it did not."""
    return creature.counters.get(DEALT, 0) if delayed_now(creature) else 0


def delayed_now(creature: Creature) -> bool:
    """Whether a creature has delayed its present turn."""
    return creature.counters.get(DELAYED_TURN) == creature.turn


def come_back(game: Game, who: str, window: Window, cause: int) -> Play:
    """Take the place behind the creature whose turn just ended, for good (pf2e.action.delay)."""
    order = [other for other in game.state.order if other != who]
    place = order.index(window.actor) + 1
    yield ev.Returned(cause, who, (*order[:place], who, *order[place:]), place)
