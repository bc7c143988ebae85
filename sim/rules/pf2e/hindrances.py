"""Conditions that keep a creature from some actions, or make it lose them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from sim.model import events as ev
from sim.model.actions import Action
from sim.model.protocols import Game, Play
from sim.model.state import Creature, State
from sim.model.values import CRITICAL_SUCCESS, SUCCESS
from sim.rules.pf2e.condition_table import in_force
from sim.rules.pf2e.conditions import laying
from sim.rules.pf2e.flat import flat_check
from sim.rules.registry import RuleTable, never

Forbids = Callable[[State, Creature, Action, Sequence[str]], bool]
FREES: Final = ("escape", "force_open")
"""Actions by which even the restrained try to get free."""


def _moves(state: State, creature: Creature, action: Action, traits: Sequence[str]) -> bool:
    return "move" in traits


def _needs_hands(state: State, creature: Creature, action: Action, traits: Sequence[str]) -> bool:
    return action.kind not in FREES and ("attack" in traits or "manipulate" in traits)


def _distracts(state: State, creature: Creature, action: Action, traits: Sequence[str]) -> bool:
    subjects = [effect.source for effect in laying(state, creature.id, "fascinated")]
    return "concentrate" in traits and action.target not in subjects


def _stays(state: State, creature: Creature, action: Action, traits: Sequence[str]) -> bool:
    return action.kind not in FREES and "move" not in traits


def _is_no_blow(state: State, creature: Creature, action: Action, traits: Sequence[str]) -> bool:
    return "attack" not in traits


FORBIDS: Final[Mapping[str, Forbids]] = RuleTable(
    "hindrances.FORBIDS",
    {
        "immobilized": _moves,
        "restrained": _needs_hands,
        "fascinated": _distracts,
        "fleeing": _stays,
        "confused": _is_no_blow,
    },
    ids="pf2e.condition.{}",
    neutral=never,
)
"""What a condition forbids."""


class Loses(NamedTuple):
    """Actions with a trait need a flat check against a DC, which rises with the condition's value, or are lost."""

    trait: str
    dc: int
    per_value: int = 0


LOSES: Final[Mapping[str, Loses]] = RuleTable(
    "hindrances.LOSES",
    {
        "grabbed": Loses("manipulate", 5),
        "deafened": Loses("auditory", 5),
        "stupefied": Loses("spell", 5, 1),
    },
    ids="pf2e.condition.{}",
    neutral=Loses("nothing", 0),
)


def hindered(creature: Creature) -> bool:
    """Whether any of a creature's conditions forbids anything."""
    return bool(creature.conditions) and any(condition in FORBIDS for condition in in_force(creature))


def forbidden(state: State, creature: Creature, action: Action, traits: Sequence[str]) -> str:
    """Why a condition forbids an action; empty when none does."""
    for condition in in_force(creature):
        if condition in FORBIDS and FORBIDS[condition](state, creature, action, traits):
            return f"{creature.id} is {condition}"
    return ""


def succeeds(game: Game, who: str, traits: Sequence[str], cause: int) -> Play:
    """Roll what a creature's conditions demand of an action with these traits.

    Returns:
        Whether it is not lost.
    """
    for condition, value in tuple(game.state.creatures[who].conditions.items()):
        loses = LOSES.get(condition)
        if loses and loses.trait in traits:
            roll = flat_check(game, who, condition, loses.dc + loses.per_value * value)
            yield ev.FlatCheckRolled(cause, who, condition, roll)
            if roll.degree not in (SUCCESS, CRITICAL_SUCCESS):
                return False
    return True
