"""Abilities and civil skills: the plain pass formula decides, and the quality of the roll improves or worsens it."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from sim.model import events as ev
from sim.model.actions import Action
from sim.model.protocols import Game, Play
from sim.model.state import UP, Creature, State
from sim.model.values import CRITICAL_FAILURE, CRITICAL_SUCCESS, FAILURE, SUCCESS, Roll
from sim.rules.basic.act import ACTION, Act
from sim.rules.basic.harm import heal, roll_points
from sim.rules.basic.using import aimed_at, known, pay, use_problem, uses_now
from sim.rules.d100.checks import IMPOSSIBLE, chances, check, meets, own, threshold
from sim.rules.d100.data import GREAT_FAILURE, GREAT_SUCCESS, Ability, Outcome
from sim.rules.d100.fighting import SUCCESSES, stumble, wound
from sim.rules.registry import rule

NOTHING: Final = Outcome()
_LESS: Final = {
    CRITICAL_SUCCESS: GREAT_SUCCESS,
    GREAT_SUCCESS: SUCCESS,
    CRITICAL_FAILURE: GREAT_FAILURE,
    GREAT_FAILURE: FAILURE,
}
"""What a quality falls back on where nothing is stated for it."""


@rule("d100.pass_area", neutral=lambda game, who, name, ability: Roll(f"{who}/{name}", 0, 100, (), 0, (), 0))
def attempt(game: Game, who: str, name: str, ability: Ability) -> Roll:
    """An ability that needs no aim takes the plain formula, in combat too."""
    return check(game, who, name, ability.skill, ability.requires)


def _perform(game: Game, who: str, action: Action, spent: int) -> Play:
    state = game.state
    creature = state.creatures[who]
    ability = known(creature)[action.item]
    yield from pay(game, who, action.item, spent)
    targets = aimed_at(state, creature, action)
    rolled = attempt(game, who, action.item, ability)
    seq = yield ev.CheckRolled(spent, who, action.item, rolled)
    outcome = stated(ability, rolled.degree)
    for target in targets:
        if state.creatures[target].status == UP:
            yield from _bring(game, who, target, action.item, ability, outcome, rolled.degree, seq)
    if outcome.cost:
        yield from wound(game, who, who, action.item, outcome.cost, FAILURE, seq)
    if ability.combat and state.creatures[who].status == UP:
        yield from stumble(game, who, action.item, ability.damage, rolled.degree, seq)


def stated(ability: Ability, quality: str) -> Outcome:
    """What is stated for a quality, else for the next plainer one."""
    while quality:
        if quality in ability.outcomes:
            return ability.outcomes[quality]
        quality = _LESS.get(quality, "")
    return NOTHING


def _bring(
    game: Game, who: str, target: str, name: str, ability: Ability, outcome: Outcome, quality: str, cause: int
) -> Play:
    succeeded = quality in SUCCESSES
    healing = outcome.healing or (ability.healing if succeeded else "")
    damage = ability.damage if succeeded and not outcome.damage else outcome.damage
    if damage:
        yield from wound(game, who, target, name, damage, quality if not outcome.damage else SUCCESS, cause)
    if healing:
        points = yield from roll_points(game, who, name, healing, cause, what="healing")
        yield from heal(game, who, target, points, cause)


def _odds(state: State, creature: Creature, action: Action) -> Mapping[str, Fraction]:
    ability = known(creature)[action.item]
    level, stat = own(creature, ability.skill)
    possible = meets(level, stat, ability.requires)
    needed = threshold(level, stat, ability.requires) if possible else IMPOSSIBLE
    return chances(needed, possible=possible, options=state.scenario.options)


USE: Final = Act("use", ACTION, use_problem, uses_now, _perform, _odds)
