"""Strike."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Final

from sim.model.actions import Action
from sim.model.protocols import Game, Play
from sim.model.state import Creature, State
from sim.rules.pf2e.actions.kind import Kind, Price
from sim.rules.pf2e.attack_penalty import attempt_number
from sim.rules.pf2e.hits import traits_of_damage
from sim.rules.pf2e.numbers import own_turn, strikes, usable
from sim.rules.pf2e.strikes import (
    attack,
    guess,
    guess_problem,
    odds,
    strike_problem,
    strikes_now,
    way_and_strike,
)


def _problem(state: State, creature: Creature, action: Action) -> str:
    if action.square and not action.target:
        return guess_problem(state, creature, action.item, action.square)
    return strike_problem(state, creature, action.item, action.target)


def _price(creature: Creature, action: Action) -> Price:
    strike = way_and_strike(creature, action.item)[1]
    assert strike is not None  # it is possible
    ranged = ("ranged",) if strike.range is not None else ()
    return "strike", 1, ("attack", *ranged, *traits_of_damage(strike.damage))


def _strike(game: Game, who: str, action: Action, spent: int) -> Play:
    attempt = attempt_number(game.state, who)
    if action.target:
        yield from attack(
            game, who, action.item, action.target, spent, spent, attempt, counts=own_turn(game.state, who)
        )
    elif action.square:
        yield from guess(game, who, action.item, action.square, spent, attempt)


def _odds(state: State, creature: Creature, action: Action) -> Mapping[str, Fraction]:
    return odds(state, creature.id, action.item, action.target) if action.target else {}


def _readied(state: State, creature: Creature) -> Iterator[Action]:
    for name, strike in strikes(creature).items():
        if usable(creature, name, strike):
            yield Action("strike", item=name)


STRIKE: Final = Kind(
    "strike",
    1,
    _problem,
    strikes_now,
    _strike,
    ("attack",),
    stated=_price,
    again=True,
    odds=_odds,
    readied=_readied,
)

KINDS: Final = (STRIKE,)
