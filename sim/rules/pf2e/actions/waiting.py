"""Delay."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from sim.model.actions import Action
from sim.model.protocols import Game, Play
from sim.model.state import Creature, State
from sim.rules.pf2e.actions.kind import Kind
from sim.rules.pf2e.waiting import delay, delay_problem


def _delay_problem(state: State, creature: Creature, action: Action) -> str:
    return delay_problem(creature)


def _delays(state: State, creature: Creature) -> Iterator[Action]:
    if not delay_problem(creature):
        yield Action("delay")


def _delay(game: Game, who: str, action: Action, spent: int) -> Play:
    yield from delay(game, who, spent)


DELAY: Final = Kind("delay", 0, _delay_problem, _delays, _delay)

KINDS: Final = (DELAY,)
