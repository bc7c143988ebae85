"""The readied action, once its trigger comes."""

from __future__ import annotations

from attrs import evolve

from sim.model import events as ev
from sim.model.actions import Action, parse_action
from sim.model.protocols import Game, Play
from sim.model.state import Creature, State
from sim.model.windows import Window
from sim.rules.pf2e.actions.kind import price
from sim.rules.pf2e.actions.performing import carry_out
from sim.rules.pf2e.actions.table import ACTIONS
from sim.rules.pf2e.hindrances import forbidden
from sim.rules.pf2e.triggers import read_trigger, set_off
from sim.rules.registry import empty, rule


@rule("pf2e.action.ready", neutral=empty)
def readied_option(state: State, window: Window, creature: Creature) -> tuple[Action, ...]:
    """The readied action may be used as a reaction, if its trigger came and its requirements hold."""
    action = _due(state, window, creature)
    return (Action("readied", action.target, action.item, action.square, action.via),) if action else ()


def _due(state: State, window: Window, creature: Creature) -> Action | None:
    readied = creature.readied
    if readied is None or readied.watch != window.kind or not set_off(state, window, creature, readied.trigger):
        return None
    action = parse_action(readied.action)
    foe = action.target and state.creatures[action.target].side != creature.side
    if foe and action.target != window.actor and not read_trigger(readied.trigger)[0]:
        return None  # who is to be struck must set it off, unless the trigger names another
    return _possible(state, creature, action, window.actor)


def _possible(state: State, creature: Creature, wanted: Action, other: str) -> Action | None:
    """An action as it can be done now, aimed at ``other`` where it names nobody and needs somebody; or None."""
    kind = ACTIONS[wanted.kind]
    bare = not wanted.target and wanted.square is None
    for action in (wanted, evolve(wanted, target=other)) if bare else (wanted,):
        if not kind.problem(state, creature, action):
            traits = price(kind, creature, action)[2]
            return None if forbidden(state, creature, action, traits) else action
    return None


def perform_readied(game: Game, who: str, window: Window, cause: int) -> Play:
    """Use the readied action as a reaction."""
    creature = game.state.creatures[who]
    action = _due(game.state, window, creature)
    assert action is not None  # only offered while it is
    kind = ACTIONS[action.kind]
    name, _, traits = price(kind, creature, action)
    used = yield ev.ReactionUsed(cause, who, "readied", window.actor, creature.reactions - 1)
    yield from carry_out(game, who, kind, action, name, traits, used)
