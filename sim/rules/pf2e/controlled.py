"""Controlled: a creature fights for whoever controls it, and that one decides for it."""

from __future__ import annotations

from sim.model import events as ev
from sim.model.protocols import Game, Play
from sim.model.state import State
from sim.rules.pf2e.conditions import laying
from sim.rules.registry import rule


@rule("pf2e.condition.controlled", neutral=lambda state, who: who)
def decider(state: State, who: str) -> str:
    """Whoever controls a creature chooses its actions and reactions; else it does so itself."""
    return next((effect.source for effect in laying(state, who, "controlled")), who)


def change_sides(game: Game, who: str, before: int, after: int, source: str, cause: int) -> Play:
    """A controlled creature is on its controller's side while it is controlled."""
    state = game.state
    own = next(one.side for one in state.scenario.combatants if one.id == who)
    side = state.creatures[source].side if after else own
    if side != state.creatures[who].side:
        yield ev.SideChanged(cause, who, state.creatures[who].side, side)
