"""Sustain: keep an ability going for another turn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from sim.model.actions import Action
from sim.model.protocols import Game, Play
from sim.model.state import Creature, State
from sim.rules.pf2e.actions.kind import Kind
from sim.rules.pf2e.sustaining import begin_to_sustain, sustain, sustainable


def _problem(state: State, creature: Creature, action: Action) -> str:
    if action.item in sustainable(state, creature):
        return ""
    return f"{creature.id} has no {action.item!r} that ends with this turn"


def _offers(state: State, creature: Creature) -> Iterator[Action]:
    if state.effects:
        yield from (Action("sustain", item=name) for name in sustainable(state, creature))


def _pay(game: Game, who: str, action: Action, spent: int) -> Play:
    yield from begin_to_sustain(game, who, action.item, spent)


def _sustain(game: Game, who: str, action: Action, spent: int) -> Play:
    yield from sustain(game, who, action.item, spent)


def _has_any(creature: Creature) -> bool:
    return any(ability.sustained for ability in creature.data.abilities)


SUSTAIN: Final = Kind("sustain", 1, _problem, _offers, _sustain, ("concentrate",), pay=_pay, needs=_has_any)

KINDS: Final = (SUSTAIN,)
