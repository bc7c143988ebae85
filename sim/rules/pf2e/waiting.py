"""Delay and Ready."""

from __future__ import annotations

from typing import Final

from sim.model import events as ev
from sim.model.actions import Action, parse_action
from sim.model.grid import Path
from sim.model.protocols import Game, Play
from sim.model.state import DEAD, Creature, State
from sim.model.windows import ATTACKING, ENTERED, LEAVING, TURN_ENDING, Window
from sim.rules.pf2e.afflictions import afflictions_turn
from sim.rules.pf2e.attack_penalty import attempt_number
from sim.rules.pf2e.conditions import end_helpful
from sim.rules.pf2e.happening import happen, harmful
from sim.rules.pf2e.movement import find_path, speed, step, step_problem, stride
from sim.rules.pf2e.persistent import persistent_turn
from sim.rules.pf2e.strikes import attack, strike_problem, way_and_strike
from sim.rules.registry import nothing, rule

TRIGGERS: Final = {"moves": LEAVING, "approaches": ENTERED, "attacks": ATTACKING}
"""Triggers of Ready in words, and the window each comes in."""

DELAYED_TURN: Final = "delayed_turn"
STARTED: Final = "turn_start/turn"
"""Counter: the turn at whose start something else was used that its start triggers."""
DEALT: Final = "delayed_turn/made"
"""Counters: the turn that was delayed, and how many effects there were when it was."""

READIED: Final = ("strike", "stride", "step")
"""Actions that can be readied."""


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
    yield from happen(game, harmful(game.state, who, TURN_ENDING), delayed)
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


def ready_problem(state: State, creature: Creature, action: Action) -> str:
    """Why an action cannot be readied; empty when it can."""
    inner = action.then
    if inner is None or inner.kind not in READIED:
        return f"ready takes one of {', '.join(READIED)} in [ ]"
    if action.when not in TRIGGERS:
        return f"ready takes when {' | '.join(TRIGGERS)}"
    if inner.kind == "strike" and way_and_strike(creature, inner.item)[1] is None:
        return f"{creature.id} has no Strike {inner.item!r}"
    if inner.kind == "strike" and inner.target and inner.target not in state.creatures:
        return f"there is no {inner.target!r}"
    if inner.kind != "strike" and inner.square is None:
        return f"{inner.kind} needs a square"
    if inner.kind == "step" and inner.via:
        return "a Step leads straight to an adjacent square; it takes no via"
    return ""


def ready(game: Game, who: str, action: Action, cause: int) -> Play:
    """Name a trigger and an action; a readied attack keeps the penalty of this moment (pf2e.action.ready_map)."""
    attempt = attempt_number(game.state, who)
    yield ev.Readied(cause, who, str(action.then), action.when, TRIGGERS[action.when], attempt)


def readied_option(state: State, window: Window, creature: Creature) -> tuple[Action, ...]:
    """The readied action, if its trigger came and its requirements hold (pf2e.action.ready)."""
    readied = creature.readied
    if readied is None or readied.watch != window.kind or state.creatures[window.actor].side == creature.side:
        return ()
    inner = parse_action(readied.action)
    if inner.target and inner.target != window.actor:
        return ()
    if inner.kind == "strike":
        possible = not strike_problem(state, creature, inner.item, window.actor)
        return (Action("readied", window.actor, inner.item),) if possible else ()
    return (Action("readied", square=inner.square, via=inner.via),) if _readied_path(state, creature, inner) else ()


def _readied_path(state: State, creature: Creature, inner: Action) -> Path | None:
    """The way of a readied Stride or Step, if it can still be gone."""
    if inner.square is None or "prone" in creature.conditions:  # pf2e.condition.prone
        return None
    if inner.kind == "step" and step_problem(state, creature.id, inner.square):
        return None
    return find_path(state, creature.id, inner, speed(creature))


def perform_readied(game: Game, who: str, window: Window, cause: int) -> Play:
    """Use the readied action as a reaction."""
    creature = game.state.creatures[who]
    readied = creature.readied
    assert readied is not None  # only offered while it is
    inner = parse_action(readied.action)
    seq = yield ev.ReactionUsed(cause, who, "readied", window.actor, creature.reactions - 1)
    if inner.kind == "strike":
        yield from attack(game, who, inner.item, window.actor, seq, seq, readied.attempt, counts=False)
        return
    path = _readied_path(game.state, creature, inner)
    if path is None:
        return
    if inner.kind == "step":
        yield from step(game, who, path, seq)
    else:
        yield from stride(game, who, path, seq, seq)
