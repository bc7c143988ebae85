"""What hands do: Interact, and Raise a Shield."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from sim.model import events as ev
from sim.model.actions import Action
from sim.model.protocols import Game, Play
from sim.model.state import Creature, State
from sim.rules.pf2e import shields
from sim.rules.pf2e.actions.kind import Kind
from sim.rules.pf2e.numbers import hands_used, melee_reach, strikes
from sim.rules.pf2e.shields import raise_problem

HANDS: Final = 2

# --- Raise a Shield --------------------------------------------------------------


def _raise_problem(state: State, creature: Creature, action: Action) -> str:
    return raise_problem(state, creature) if action.item == "shield" else "only a shield can be raised"


def _raises(state: State, creature: Creature) -> Iterator[Action]:
    if not raise_problem(state, creature):
        yield Action("raise", item="shield")


def _raise(game: Game, who: str, action: Action, spent: int) -> Play:
    yield from shields.raise_shield(game, who, spent)


# --- Interact: draw --------------------------------------------------------------


def _draw_problem(state: State, creature: Creature, action: Action) -> str:
    strike = strikes(creature).get(action.item)
    if strike is None or creature.items.get(action.item) != "stowed":
        return f"{action.item!r} is not stowed"
    free = HANDS - hands_used(creature)
    return "" if free >= strike.hands else f"{action.item} takes {strike.hands} hands, {free} are free"


def _draws(state: State, creature: Creature) -> Iterator[Action]:
    for name in strikes(creature):
        action = Action("draw", item=name)
        if not _draw_problem(state, creature, action):
            yield action


def _draw(game: Game, who: str, action: Action, spent: int) -> Play:
    """Interact to draw a weapon (pf2e.action.interact)."""
    creature = game.state.creatures[who]
    items = {**creature.items, action.item: "held"}
    yield ev.ItemChanged(spent, who, action.item, "stowed", "held", melee_reach(creature.data, items))


RAISE: Final = Kind("raise", 1, _raise_problem, _raises, _raise)
DRAW: Final = Kind("draw", 1, _draw_problem, _draws, _draw, ("manipulate",))

KINDS: Final = (RAISE, DRAW)
