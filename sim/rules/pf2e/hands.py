"""What hands hold, and where things lie."""

from __future__ import annotations

from typing import Final

from sim.model import events as ev
from sim.model.protocols import Game, Play
from sim.model.state import Creature, State
from sim.rules.pf2e.holds import held_by
from sim.rules.pf2e.numbers import hands_used, melee_reach, strikes
from sim.rules.pf2e.shields import raised_shield

HANDS: Final = 2
"""Hands of every creature; those without may use what they have instead."""


def free_hands(state: State, creature: Creature) -> int:
    """Hands that hold neither things nor creatures."""
    return HANDS - hands_used(creature) - (len(held_by(state, creature.id)) if state.effects else 0)


def hands_of(creature: Creature, item: str) -> int:
    """Hands that an item takes; a shield takes one."""
    return 1 if item == "shield" else strikes(creature)[item].hands


def in_hand(creature: Creature) -> list[str]:
    """What a creature holds: its weapons in the order of its data, then its shield."""
    return [name for name in (*strikes(creature), "shield") if creature.items.get(name) == "held"]


def put(game: Game, who: str, item: str, place: str, cause: int) -> Play:
    """Change the place of an item: ``held``, ``stowed``, or ``dropped`` where its owner stands."""
    creature = game.state.creatures[who]
    reach = melee_reach(creature.data, {**creature.items, item: place})
    at = creature.at if place == "dropped" else None
    changed = yield ev.ItemChanged(cause, who, item, creature.items[item], place, reach, at)
    raised = raised_shield(game.state, who) if item == "shield" else None
    if raised:
        yield ev.EffectEnded(changed, who, raised.id, raised.name, place)
