"""Aimed attacks, and what great and critical rolls do in combat."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final

from sim.model import events as ev
from sim.model.actions import Action
from sim.model.protocols import Game, Play
from sim.model.state import Creature, State
from sim.model.values import CRITICAL_SUCCESS, SUCCESS, Adjustment, Ends, Roll
from sim.rules.basic.act import ACTION, Act
from sim.rules.basic.arms import armed_with, strike_problem, strikes_now
from sim.rules.basic.harm import hurt, roll_points
from sim.rules.basic.lasting import lasting, lay
from sim.rules.d100.assumptions import (
    attacks_require,
    backlash,
    critical_failure_stuns,
    damage_steps,
    fixed_damage,
    great_failure_stuns,
    through_armor,
)
from sim.rules.d100.checks import BASE, IMPOSSIBLE, chances, meets, own, quality_of, roll, shown
from sim.rules.d100.data import GREAT_SUCCESS, Weapon
from sim.rules.registry import rule

SUCCESSES: Final = (SUCCESS, GREAT_SUCCESS, CRITICAL_SUCCESS)
STUMBLING: Final = "stumbling"
"""The effect that takes the next action."""


@rule("d100.pass_attack", neutral=lambda creature, target, weapon: 51)
def attack_threshold(creature: Creature, target: Creature, weapon: Weapon) -> int:
    """What an aimed attack must beat."""
    level, stat = own(creature, weapon.skill)
    accuracy: int = creature.data.accuracy
    return (
        BASE
        + weapon.penalty
        + evaded(target)
        - 10 * accuracy
        - 25 * (level - weapon.requires.level)
        - 5 * (stat - weapon.requires.stat)
    )


@rule("d100.no_defence_roll", neutral=lambda target: 0)
def evaded(target: Creature) -> int:
    """Evasion stands in the threshold: the target does not roll."""
    return 10 * int(target.data.evasion)


@rule("d100.pass_attack", neutral=lambda result, needed, options: True)
def hits(result: int, needed: int, options: Mapping[str, Any]) -> bool:
    """An aimed attack must be above its threshold; an option lets it reach it."""
    return result > needed or (result == needed and options["attack_tie"] == "hit")


def _may(creature: Creature, weapon: Weapon, options: Mapping[str, Any]) -> bool:
    return not attacks_require(options) or meets(*own(creature, weapon.skill), weapon.requires)


def attack_roll(game: Game, who: str, target: str, weapon: Weapon) -> Roll:
    """Roll an aimed attack."""
    state = game.state
    creature, options = state.creatures[who], state.scenario.options
    label = f"{who}/attack"
    n, faces, result = roll(game, label)
    possible = _may(creature, weapon, options)
    needed = attack_threshold(creature, state.creatures[target], weapon)
    quality = quality_of(result, passed=hits(result, needed, options), possible=possible, options=options)
    dc = needed + (options["attack_tie"] == "miss") if possible else IMPOSSIBLE
    return Roll(label, n, 100, faces, result, shown(creature, weapon.skill, weapon.requires), result, dc, quality)


def wound(game: Game, who: str, target: str, name: str, dice: str, quality: str, cause: int) -> Play:
    """Roll damage, raise it by the quality of the roll, take armor off, and deal it."""
    state = game.state
    options = state.scenario.options
    rolled = fixed_damage(dice, options)
    if rolled is None:
        rolled = yield from roll_points(game, who, name, dice, cause)
    steps = damage_steps(rolled, state.creatures[target].data.armor, quality, options)
    yield from hurt(game, who, target, name, rolled, steps, cause)


def stumble(game: Game, who: str, name: str, dice: str, quality: str, cause: int) -> Play:
    """What great and critical failures cost in combat."""
    state = game.state
    creature, options = state.creatures[who], state.scenario.options
    if great_failure_stuns(quality, options) or critical_failure_stuns(quality, options):
        yield from lay(game, who, STUMBLING, who, Ends(who, creature.turn + 1, "end"), cause)
    if dice and backlash(quality, 2, options):
        rolled = fixed_damage(dice, options)
        if rolled is None:
            rolled = yield from roll_points(game, who, name, dice, cause)
        amount = backlash(quality, rolled, options)
        left = through_armor(amount, creature.data.armor)
        steps = [Adjustment("halve", "halved", amount, "d100.assume.critical_failure")]
        if left != amount:
            steps.append(Adjustment("armor", "armor", left, "d100.assume.damage"))
        yield from hurt(game, who, who, name, rolled, steps, cause)


def stumbles(state: State, creature: Creature) -> bool:
    """Whether a creature has lost the action of this turn."""
    effect = lasting(state, creature.id, STUMBLING)
    return effect is not None and effect.ends is not None and effect.ends.turn == creature.turn


# --- strike ----------------------------------------------------------------------------


def _perform(game: Game, who: str, action: Action, spent: int) -> Play:
    weapon = armed_with(game.state.creatures[who])[action.item]
    rolled = attack_roll(game, who, action.target, weapon)
    seq = yield ev.AttackRolled(spent, who, action.target, action.item, rolled, 1)
    if rolled.degree in SUCCESSES:
        yield from wound(game, who, action.target, action.item, weapon.damage, rolled.degree, seq)
    else:
        yield from stumble(game, who, action.item, weapon.damage, rolled.degree, seq)


def _odds(state: State, creature: Creature, action: Action) -> Mapping[str, Fraction]:
    weapon = armed_with(creature)[action.item]
    options = state.scenario.options
    needed = attack_threshold(creature, state.creatures[action.target], weapon) + (options["attack_tie"] == "miss")
    return chances(needed, possible=_may(creature, weapon, options), options=options)


STRIKE: Final = Act("strike", ACTION, strike_problem, strikes_now, _perform, _odds)
