"""What makes a kind of action of a small system; each stands in a table by its name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Final, TypeAlias

from attrs import frozen

from sim.model.actions import Action
from sim.model.protocols import Game, Play
from sim.model.state import Creature, State

Problem: TypeAlias = Callable[[State, Creature, Action], str]
Offers: TypeAlias = Callable[[State, Creature], Iterable[Action]]
Perform: TypeAlias = Callable[[Game, str, Action, int], Play]
Odds: TypeAlias = Callable[[State, Creature, Action], Mapping[str, Fraction]]

MOVE: Final = "move"
ACTION: Final = "action"


def no_roll(state: State, creature: Creature, action: Action) -> Mapping[str, Fraction]:
    """The odds of what is not rolled for."""
    return {}


@frozen
class Act:
    """A kind of action.

    Attributes:
        name: As actions are written: ``stride``.
        part: The part of a turn that it takes: ``move`` or ``action``.
        problem: Why a creature cannot do it so; empty when it can.
        offers: The possible ones in a fixed order.
        perform: What it does, once it is paid for by the event ``spent``.
        odds: Exact chance of each degree of its roll.
    """

    name: str
    part: str
    problem: Problem
    offers: Offers
    perform: Perform
    odds: Odds = no_roll
