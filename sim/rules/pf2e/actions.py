"""Performing a chosen action: its cost, the window it opens, and its rule."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from sim.model import events as ev
from sim.model.actions import Action
from sim.model.protocols import Game, Play
from sim.model.state import Creature
from sim.model.windows import DECLARED, Window
from sim.rules.pf2e import abilities, movement, shields, waiting
from sim.rules.pf2e.legal import cost_of
from sim.rules.pf2e.numbers import melee_reach, strikes
from sim.rules.pf2e.strikes import attack, attempt_number, strike_problem

TRAITS: Final[Mapping[str, tuple[str, ...]]] = {
    "draw": ("manipulate",),
    "stride": ("move",),
    "step": ("move",),
    "stand": ("move",),
    "ready": ("concentrate",),
}
"""Traits of basic actions; a Strike's and an ability's depend on what it is done with."""


def traits_of(creature: Creature, action: Action) -> tuple[str, ...]:
    """Traits of an action."""
    if action.kind == "strike":
        ranged = strikes(creature)[action.item].range is not None
        return ("attack", "ranged") if ranged else ("attack",)
    if action.kind == "use":
        return abilities.stated(creature)[action.item].traits
    return TRAITS.get(action.kind, ())


def perform(game: Game, who: str, action: Action, cause: int) -> Play:
    """Pay for an action, let others react to its declaration, then do it (pf2e.turn.activities)."""
    creature = game.state.creatures[who]
    if action.kind == "delay":
        yield from waiting.delay(game, who, cause)
        return
    cost, traits = cost_of(creature, action), traits_of(creature, action)
    name = action.item if action.kind == "use" else action.kind
    spent = yield ev.ActionSpent(cause, who, name, cost, creature.actions - cost, traits)
    if action.kind == "use":
        yield from abilities.spend_use(game, who, action.item, spent)
    if DECLARED in game.state.watchers and ("manipulate" in traits or "ranged" in traits):
        yield Window(DECLARED, who, spent, True, action.target, traits)
        if action.kind == "strike" and strike_problem(game.state, creature, action.item, action.target):
            return
    yield from _PERFORM[action.kind](game, who, action, spent)


def _strike(game: Game, who: str, action: Action, spent: int) -> Play:
    attempt = attempt_number(game.state, who)
    yield from attack(game, who, action.item, action.target, spent, spent, attempt)


def _stride(game: Game, who: str, action: Action, spent: int) -> Play:
    path = movement.find_path(game.state, who, action, movement.speed(game.state.creatures[who]))
    if path:
        yield from movement.stride(game, who, path, spent, spent)


def _step(game: Game, who: str, action: Action, spent: int) -> Play:
    path = movement.find_path(game.state, who, action, 2 * movement.STEP_FEET)
    if path:
        yield from movement.step(game, who, path, spent)


def _stand(game: Game, who: str, action: Action, spent: int) -> Play:
    yield from movement.stand(game, who, spent, spent)


def _raise(game: Game, who: str, action: Action, spent: int) -> Play:
    yield from shields.raise_shield(game, who, spent)


def _draw(game: Game, who: str, action: Action, spent: int) -> Play:
    """Interact to draw a weapon (pf2e.action.interact)."""
    creature = game.state.creatures[who]
    items = {**creature.items, action.item: "held"}
    yield ev.ItemChanged(spent, who, action.item, "stowed", "held", melee_reach(creature.data, items))


_PERFORM: Final[dict[str, Callable[[Game, str, Action, int], Play]]] = {
    "strike": _strike,
    "use": abilities.use,
    "raise": _raise,
    "draw": _draw,
    "stride": _stride,
    "step": _step,
    "stand": _stand,
    "ready": waiting.ready,
}
