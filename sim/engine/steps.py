"""What comes next, decided from the state alone."""

from __future__ import annotations

from typing import NamedTuple

from sim.model.protocols import Ruleset
from sim.model.state import DOWN, UP, Outcome, State


class Step(NamedTuple):
    """What is performed from an empty stack.

    Attributes:
        kind: ``open``, ``round``, ``timer``, ``turn``, ``pass``, ``act``, ``end_turn``, ``end_round`` or ``close``.
        at: Second at which it happens.
        who: Whose step it is, or the timer's name.
        slot: Index of the slot after it, for ``turn`` and ``pass``.
    """

    kind: str
    at: int
    who: str = ""
    slot: int = 0


def next_step(state: State, ruleset: Ruleset) -> Step | None:
    """Return the next step, or None when the fight is over."""
    if state.outcome or state.faulted:
        return None
    if state.phase == "setup":
        return Step("open", state.t)
    if decided(state, ruleset):
        return Step("close", state.t)
    if state.phase == "turn":
        who = state.turn
        goes_on = not state.ending and state.creatures[who].actions > 0 and ruleset.able(state, who)
        return Step("act" if goes_on else "end_turn", state.t, who)
    if state.phase == "round":
        return _next_slot(state, ruleset)
    return _between_rounds(state)


def decided(state: State, ruleset: Ruleset) -> Outcome | None:
    """How the fight ends now, by the rules or by its round limit; None while it goes on."""
    outcome = ruleset.outcome(state)
    if outcome is None and state.phase == "between" and state.round >= state.scenario.round_limit:
        return Outcome((), "round limit")
    return outcome


def _next_slot(state: State, ruleset: Ruleset) -> Step:
    for slot in range(state.slot, len(state.order)):
        who = state.order[slot]
        status = state.creatures[who].status
        if status in (UP, DOWN):
            return Step("turn", state.t, who, slot + 1)
        if ruleset.slot_needed(state, who):
            return Step("pass", state.t, who, slot + 1)
    return Step("end_round", state.t)


def _between_rounds(state: State) -> Step:
    """A timer comes before the round that is due at the same second."""
    if state.timers and state.timers[0].due <= state.round_due:
        timer = state.timers[0]
        return Step("timer", max(timer.due, state.t), timer.timer)
    return Step("round", state.round_due)
