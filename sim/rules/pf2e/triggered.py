"""Abilities with a trigger of one's own turn: used as a reaction, or as a free action where they cost nothing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from sim.model import events as ev
from sim.model.actions import Action
from sim.model.protocols import Game, Play
from sim.model.state import Creature, State
from sim.model.windows import TURN_ENDING, TURN_STARTED, Window
from sim.rules.pf2e.abilities import aim_problem
from sim.rules.pf2e.actions.performing import carry_out
from sim.rules.pf2e.actions.using import USE, aims
from sim.rules.pf2e.casting import traits_of
from sim.rules.pf2e.data import Ability
from sim.rules.pf2e.hindrances import forbidden
from sim.rules.pf2e.numbers import named
from sim.rules.pf2e.threats import has_reaction
from sim.rules.pf2e.waiting import STARTED

OWN_TURN: Final[Mapping[str, str]] = {"turn starts": TURN_STARTED, "turn ends": TURN_ENDING}
"""Triggers in words, and the window each comes in."""


def triggered(creature: Creature, window: str) -> dict[str, Ability]:
    """The abilities of a creature whose trigger comes in a window, by key."""
    found: dict[str, Ability] | None = creature.numbers.get(window)
    if found is None:
        abilities = named(creature.data).items()
        found = {name: ability for name, ability in abilities if OWN_TURN.get(ability.trigger) == window}
        creature.numbers[window] = found
    return found


def in_own_turn(state: State, window: Window, creature: Creature) -> tuple[Action, ...]:
    """What a creature may use as its own turn starts or ends; without a reaction left only free actions."""
    if window.actor != creature.id:
        return ()
    return tuple(
        action
        for name, ability in triggered(creature, window.kind).items()
        if not ability.cost or has_reaction(creature)
        for action in aims(state, creature, name, ability)
        if not aim_problem(state, creature, ability, action)
        and not forbidden(state, creature, action, traits_of(ability))
    )


def use_triggered(game: Game, who: str, window: Window, action: Action, cause: int) -> Play:
    """Use an ability whose trigger came."""
    creature = game.state.creatures[who]
    name = action.item
    ability = named(creature.data)[name]
    if ability.cost:
        spent = yield ev.ReactionUsed(cause, who, name, window.actor, creature.reactions - 1)
    else:
        spent = yield ev.ActionSpent(cause, who, name, 0, creature.actions, traits_of(ability))
    if window.kind == TURN_STARTED:
        yield ev.CounterChanged(spent, who, STARTED, creature.counters.get(STARTED, 0), creature.turn)
    yield from carry_out(game, who, USE, action, name, traits_of(ability), spent)
