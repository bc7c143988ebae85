"""Temporary immunity: for a while the same ability does nothing new to a creature."""

from __future__ import annotations

from typing import Final

from sim.model import events as ev
from sim.model.protocols import Game, Play
from sim.model.state import State
from sim.model.values import Effect, Ends
from sim.rules.pf2e.data import Ability
from sim.rules.pf2e.texts import parse_rounds
from sim.rules.registry import always, never, rule
from sim.rules.texts import key

NAME: Final = "temporary_immunity"


@rule("pf2e.damage.temporary_immunity", neutral=never)
def spared(state: State, who: str, maker: str, ability: Ability) -> bool:
    """Whether an ability does nothing new to a creature: its like was used on it, by whomever unless it says so."""
    if ability.temporary_immunity is None:
        return False
    only = maker if ability.temporary_immunity.source == "own" else ""
    return any(
        effect.name == NAME
        and effect.target == who
        and effect.detail == key(ability.name)
        and only in ("", effect.source)
        for effect in state.effects.values()
    )


def spare(game: Game, who: str, maker: str, ability: Ability, cause: int) -> Play:
    """Make a creature immune to an ability for a while."""
    state = game.state
    stated = ability.temporary_immunity
    assert stated is not None  # the caller saw it
    ends = Ends(maker, state.creatures[maker].turn + parse_rounds(stated.duration), "start")
    for running in tuple(state.effects.values()):
        if running.target == who and running.source == maker and ends_running(running):
            yield ev.EffectEnded(cause, who, running.id, running.name, "immune")
    yield ev.EffectStarted(cause, Effect(state.made + 1, NAME, who, maker, (), ends, key(ability.name)))


@rule("pf2e.damage.temporary_immunity_running", neutral=always)
def ends_running(effect: Effect) -> bool:
    """What the ability did already goes on: the immunity neither ends nor shortens it."""
    return False
