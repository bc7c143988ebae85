"""Who averts its gaze, and what that is good for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sim.model.state import Creature, State
from sim.model.values import Modifier
from sim.rules.pf2e.cover import makes_use
from sim.rules.registry import empty, rule

AVERTED: Final = "averted_gaze"
"""The effect on those who do so."""

_HELP: Final = Modifier("circumstance", "averted gaze", 2, "pf2e.action.avert_gaze")


@rule("pf2e.action.avert_gaze", neutral=empty)
def looks_away(state: State, creature: Creature, traits: Sequence[str]) -> tuple[Modifier, ...]:
    """+2 circumstance to saves against visual abilities."""
    return (_HELP,) if "visual" in traits and makes_use(state, creature, AVERTED) else ()
