"""The attack: an attribute check against the target's defense, and its damage."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from sim.model import events as ev
from sim.model.actions import Action
from sim.model.protocols import Game, Play
from sim.model.state import Creature, State
from sim.model.values import CRITICAL_SUCCESS, SUCCESS
from sim.rules.basic.act import ACTION, Act
from sim.rules.basic.arms import armed_with, strike_problem, strikes_now
from sim.rules.basic.harm import hurt, roll_points
from sim.rules.basic.lasting import lift
from sim.rules.d20.assumptions import attack_attribute, damage_steps, fixed_damage
from sim.rules.d20.checks import chances, check, side_of, value_of
from sim.rules.d20.leanings import HELPED, HIDDEN, of_attack


def _perform(game: Game, who: str, action: Action, spent: int) -> Play:
    state = game.state
    creature, target = state.creatures[who], state.creatures[action.target]
    weapon = armed_with(creature)[action.item]
    options = state.scenario.options
    leanings = of_attack(state, creature, target, weapon)
    roll = check(game, who, "attack", attack_attribute(weapon, options), target.data.defense, leanings)
    rolled = yield ev.AttackRolled(spent, who, target.id, action.item, roll, 1)
    if state.effects:
        yield from lift(game, who, HELPED, "used", rolled)
    if HIDDEN in creature.conditions:
        yield ev.ConditionChanged(rolled, who, HIDDEN, 1, 0, who)
    if roll.degree in (SUCCESS, CRITICAL_SUCCESS):
        critical = roll.degree == CRITICAL_SUCCESS
        yield from wound(game, who, target.id, action.item, weapon.damage, rolled, critical=critical)


def wound(game: Game, who: str, target: str, name: str, dice: str, cause: int, *, critical: bool = False) -> Play:
    """Roll damage, take armor off it, and deal it."""
    state = game.state
    options = state.scenario.options
    rolled = fixed_damage(dice, options)
    if rolled is None:
        times = 2 if critical and options["critical_damage"] == "double_dice" else 1
        rolled = yield from roll_points(game, who, name, dice, cause, times=times)
    steps = damage_steps(rolled, state.creatures[target], options, critical=critical)
    yield from hurt(game, who, target, name, rolled, steps, cause)


def _odds(state: State, creature: Creature, action: Action) -> Mapping[str, Fraction]:
    target = state.creatures[action.target]
    weapon = armed_with(creature)[action.item]
    options = state.scenario.options
    side = side_of(of_attack(state, creature, target, weapon), options)
    value = value_of(creature, attack_attribute(weapon, options))
    return chances(value, target.data.defense, side, any_natural=options["natural_dice"] == "any")


STRIKE: Final = Act("strike", ACTION, strike_problem, strikes_now, _perform, _odds)
