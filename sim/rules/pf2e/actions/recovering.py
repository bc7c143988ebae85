"""Retch: an action to shake off sickness."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Final

from sim.model import events as ev
from sim.model.actions import Action
from sim.model.protocols import Game, Play
from sim.model.state import Creature, State
from sim.model.values import CRITICAL_SUCCESS, SUCCESS
from sim.rules.pf2e.actions.kind import Kind
from sim.rules.pf2e.checks import chances, roll_total
from sim.rules.pf2e.condition_texts import parse_grade
from sim.rules.pf2e.conditions import laying, lose, set_condition
from sim.rules.pf2e.numbers import luck, statistic
from sim.rules.registry import RuleTable

EASES: Final[Mapping[str, int]] = RuleTable(
    "recovering.EASES",
    {SUCCESS: 1, CRITICAL_SUCCESS: 2},
    ids=dict.fromkeys((SUCCESS, CRITICAL_SUCCESS), "pf2e.condition.sickened"),
    neutral=0,
)
"""How much of sickened a save takes off."""


def _dc(state: State, creature: Creature) -> int:
    """The highest DC of what sickens a creature; 0 where nothing has one."""
    if "sickened" not in creature.conditions:
        return 0
    return max((parse_grade(effect.detail).dc for effect in laying(state, creature.id, "sickened")), default=0)


def _problem(state: State, creature: Creature, action: Action) -> str:
    if "sickened" not in creature.conditions:
        return f"{creature.id} is not sickened"
    return "" if _dc(state, creature) else "what sickens it has no DC"


def _offers(state: State, creature: Creature) -> Iterator[Action]:
    if _dc(state, creature):
        yield Action("retch")


def _retch(game: Game, who: str, action: Action, spent: int) -> Play:
    state = game.state
    creature = state.creatures[who]
    bonus, modifiers = statistic(state, creature, "fortitude")
    lies = luck(state, creature, "fortitude")
    roll = roll_total(game, f"{who}/fortitude", bonus, modifiers, _dc(state, creature), luck=lies)
    seq = yield ev.SaveRolled(spent, who, "fortitude", "retch", roll)
    left = creature.conditions["sickened"] - EASES.get(roll.degree, 0)
    if left > 0:
        yield from set_condition(game, who, "sickened", left, who, seq)
    else:
        yield from lose(game, who, "sickened", seq)


def _odds(state: State, creature: Creature, action: Action) -> Mapping[str, Fraction]:
    return chances(statistic(state, creature, "fortitude")[0], _dc(state, creature), luck(state, creature, "fortitude"))


RETCH: Final = Kind("retch", 1, _problem, _offers, _retch, odds=_odds)

KINDS: Final = (RETCH,)
