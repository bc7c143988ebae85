"""Fascinated: a spell that hostility breaks."""

from __future__ import annotations

from collections.abc import Sequence

from sim.model.protocols import Game, Play
from sim.model.state import State
from sim.model.values import Effect
from sim.rules.pf2e.conditions import end_effect
from sim.rules.registry import empty, rule


@rule("pf2e.condition.fascinated", neutral=empty)
def startled(state: State, by: str, target: str) -> Sequence[Effect]:
    """What ends as an enemy acts against a fascinated creature or one of its allies."""
    side = state.creatures[target].side
    if state.creatures[by].side == side:
        return ()
    return [e for e in state.effects.values() if e.name == "fascinated" and state.creatures[e.target].side == side]


def startle(game: Game, by: str, target: str, cause: int) -> Play:
    """End the fascination that a hostile act breaks."""
    for effect in startled(game.state, by, target):
        yield from end_effect(game, effect, "hostility", cause)
