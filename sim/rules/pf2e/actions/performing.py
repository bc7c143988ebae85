"""Performing a chosen action: its cost, the window it opens, and its rule."""

from __future__ import annotations

from sim.model import events as ev
from sim.model.actions import Action
from sim.model.protocols import Game, Play
from sim.model.windows import DECLARED, USING, Window
from sim.rules.pf2e.actions.covering import emerge
from sim.rules.pf2e.actions.items import unnoticed
from sim.rules.pf2e.actions.kind import Kind, price
from sim.rules.pf2e.actions.table import ACTIONS
from sim.rules.pf2e.actions.using import USE
from sim.rules.pf2e.breath import strain
from sim.rules.pf2e.detection import give_away
from sim.rules.pf2e.hindrances import succeeds
from sim.rules.registry import nothing, rule


def perform(game: Game, who: str, action: Action, cause: int) -> Play:
    """Pay for an action, let others react to its declaration, then do it."""
    kind = ACTIONS[action.kind]
    creature = game.state.creatures[who]
    name, cost, traits = price(kind, creature, action)
    spent = yield ev.ActionSpent(cause, who, name, cost, creature.actions - paid(cost), traits)
    yield from carry_out(game, who, kind, action, name, traits, spent)


def carry_out(game: Game, who: str, kind: Kind, action: Action, name: str, traits: tuple[str, ...], spent: int) -> Play:
    """Do what is paid for, by actions or by a reaction, with the reactions to its declaration."""
    creature = game.state.creatures[who]
    if kind.pay:
        yield from kind.pay(game, who, action, spent)
    if game.state.effects:
        yield from emerge(game, who, traits, spent)
    if DECLARED in game.state.watchers and ("manipulate" in traits or "ranged" in traits) and not unnoticed(name):
        yield Window(DECLARED, who, spent, True, action.target, traits)
        if kind.again and kind.problem(game.state, creature, action):
            return
    if kind is USE and USING in game.state.watchers:
        yield Window(USING, who, spent, True, action.target, traits)
    if creature.conditions and not (yield from succeeds(game, who, traits, spent)):
        return
    yield from finish(game, who, kind, action, spent)
    if game.state.grid.water:
        yield from strain(game, who, traits, spent)
    if game.state.detection:
        yield from give_away(game, who, traits, spent)


@rule("pf2e.turn.activity_disrupted", neutral=lambda cost: 1)
def paid(cost: int) -> int:
    """The whole cost is paid as an activity begins, so a disrupted one loses it whole."""
    return cost


@rule("pf2e.turn.not_interleaved", neutral=nothing)
def finish(game: Game, who: str, kind: Kind, action: Action, spent: int) -> Play:
    """What was begun is done to its end before its doer is asked for the next action."""
    return kind.perform(game, who, action, spent)
