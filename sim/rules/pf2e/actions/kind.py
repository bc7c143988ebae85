"""What makes a kind of action; each stands in one of this folder's modules, as one entry."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import TypeAlias

from attrs import frozen

from sim.model.actions import Action
from sim.model.protocols import Game, Play
from sim.model.state import Creature, State
from sim.rules.registry import nothing, rule

Problem: TypeAlias = Callable[[State, Creature, Action], str]
"""Why an action is not possible; empty when it is."""
Offers: TypeAlias = Callable[[State, Creature], Iterable[Action]]
"""Every possible action of a kind in a fixed order, found only as far as asked for."""
Perform: TypeAlias = Callable[[Game, str, Action, int], Play]
"""What an action does once ``spent``, the seq of its ActionSpent, is paid."""
Price: TypeAlias = tuple[str, int, tuple[str, ...]]
"""The name under which an action is paid, what it costs, and its traits."""
Odds: TypeAlias = Callable[[State, Creature, Action], Mapping[str, Fraction]]
"""Exact chance of each degree of an action's roll."""


def no_roll(state: State, creature: Creature, action: Action) -> Mapping[str, Fraction]:
    """The odds of an action without a roll of its own."""
    return {}


@frozen
class Kind:
    """A kind of action.

    Attributes:
        name: As actions are written: ``stride``.
        cost: Actions it takes, the least where they are stated.
        traits: ``attack``, ``move``, ``manipulate`` ...
        problem: Why a creature cannot do it so. What it costs is not asked here.
        offers: The possible ones; the creature can pay ``cost``.
        perform: Its rule.
        stated: Its price where that depends on what it is done with.
        pay: What it spends besides actions, lost with them if it is disrupted.
        again: Whether ``problem`` is asked again after reactions to its declaration.
        odds: Its chances.
        needs: Whether a creature's data have what it takes at all; None where it takes nothing.
        readied: The forms in which it is offered to be readied, against whoever sets it off; None for none.
    """

    name: str
    cost: int
    problem: Problem
    offers: Offers
    perform: Perform
    traits: tuple[str, ...] = ()
    stated: Callable[[Creature, Action], Price] | None = None
    pay: Perform | None = None
    again: bool = False
    odds: Odds = no_roll
    needs: Callable[[Creature], bool] | None = None
    readied: Offers | None = None


@rule("pf2e.action.subordinate", neutral=nothing)
def within(game: Game, who: str, kind: Kind, action: Action, spent: int) -> Play:
    """An action within another keeps its own rules and costs nothing more; ``spent`` is what was paid for the other."""
    yield from kind.perform(game, who, action, spent)


@rule("pf2e.action.costs", neutral=lambda kind, creature, action: (kind.name, 1, kind.traits))
def price(kind: Kind, creature: Creature, action: Action) -> Price:
    """What an action costs as it is done."""
    return kind.stated(creature, action) if kind.stated else (kind.name, kind.cost, kind.traits)
