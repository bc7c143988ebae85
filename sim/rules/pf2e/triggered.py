"""Abilities with a trigger: used as a reaction, or as a free action where they cost nothing."""

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
from sim.rules.pf2e.triggers import TRIGGERS, set_off
from sim.rules.pf2e.waiting import STARTED
from sim.rules.registry import never, rule

OWN_TURN: Final[Mapping[str, str]] = {"turn starts": TURN_STARTED, "turn ends": TURN_ENDING}
"""Triggers of the own turn in words, and the window each comes in."""
MOMENTS: Final[Mapping[str, str]] = {**OWN_TURN, **{word: trigger.window for word, trigger in TRIGGERS.items()}}
"""All triggers of abilities in words, and the window each comes in."""
TRIGGERED: Final = frozenset(MOMENTS.values())


@rule("pf2e.reaction.free_actions", neutral=never)
def is_free(ability: Ability) -> bool:
    """A free action with a trigger leaves the reaction alone, and is there without one."""
    return not ability.cost


def triggered(creature: Creature, window: str) -> dict[str, Ability]:
    """The abilities of a creature whose trigger comes in a window, by key."""
    found: dict[str, Ability] | None = creature.numbers.get(window)
    if found is None:
        abilities = named(creature.data).items()
        found = {name: ability for name, ability in abilities if MOMENTS.get(ability.trigger) == window}
        creature.numbers[window] = found
    return found


def by_trigger(state: State, window: Window, creature: Creature) -> tuple[Action, ...]:
    """The abilities that a creature may use now, aimed first at whoever set them off."""
    return tuple(
        action
        for name, ability in triggered(creature, window.kind).items()
        if (is_free(ability) or has_reaction(creature)) and _comes(state, window, creature, ability.trigger)
        for action in sorted(aims(state, creature, name, ability), key=lambda action: action.target != window.actor)
        if not aim_problem(state, creature, ability, action)
        and not forbidden(state, creature, action, traits_of(ability))
    )


def _comes(state: State, window: Window, creature: Creature, trigger: str) -> bool:
    return window.actor == creature.id if trigger in OWN_TURN else set_off(state, window, creature, trigger)


def use_triggered(game: Game, who: str, window: Window, action: Action, cause: int) -> Play:
    """Use an ability whose trigger came."""
    creature = game.state.creatures[who]
    name = action.item
    ability = named(creature.data)[name]
    if is_free(ability):
        spent = yield ev.ActionSpent(cause, who, name, 0, creature.actions, traits_of(ability))
    else:
        spent = yield ev.ReactionUsed(cause, who, name, window.actor, creature.reactions - 1)
    if window.kind == TURN_STARTED:
        yield ev.CounterChanged(spent, who, STARTED, creature.counters.get(STARTED, 0), creature.turn)
    yield from carry_out(game, who, USE, action, name, traits_of(ability), spent)
