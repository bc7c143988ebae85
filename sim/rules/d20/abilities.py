"""Abilities: a save, a check, a contest or luck decides, and what is stated for that outcome happens."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from sim.model import events as ev
from sim.model.actions import Action
from sim.model.protocols import Game, Play
from sim.model.state import UP, Creature, State
from sim.model.values import CRITICAL_FAILURE, CRITICAL_SUCCESS, FAILURE, SUCCESS, Ends, Roll
from sim.rules.basic.act import ACTION, Act
from sim.rules.basic.harm import heal, hurt, roll_points
from sim.rules.basic.lasting import lay, lift
from sim.rules.basic.using import aimed_at, known, pay, use_problem, uses_now
from sim.rules.d20.assumptions import damage_steps, fixed_damage
from sim.rules.d20.attacks import wound
from sim.rules.d20.checks import attribute_of, chances, check, difficulty_of, half, luck_roll, side_of, value_of
from sim.rules.d20.data import Ability, Check, Outcome, Save
from sim.rules.d20.leanings import FAVORED, HAMPERED, HELPED, of_check
from sim.rules.d20.tactics import contest
from sim.rules.registry import nothing, rule

NOTHING: Final = Outcome()
_PLAIN: Final = {CRITICAL_SUCCESS: SUCCESS, CRITICAL_FAILURE: FAILURE}


def _perform(game: Game, who: str, action: Action, spent: int) -> Play:
    state = game.state
    creature = state.creatures[who]
    ability = known(creature)[action.item]
    yield from pay(game, who, action.item, spent)
    targets = aimed_at(state, creature, action)
    if ability.save:
        yield from _saved(game, who, action.item, ability, ability.save, targets, spent)
        return
    degree = yield from _decide(game, who, action.item, ability, targets, spent)
    for target in targets:
        if ability.damage and degree in (SUCCESS, CRITICAL_SUCCESS):
            critical = degree == CRITICAL_SUCCESS
            yield from wound(game, who, target, action.item, ability.damage, spent, critical=critical)
        yield from _bring(game, who, target, action.item, _outcome(ability, degree), spent)
    yield from _pay(game, who, action.item, _outcome(ability, degree), spent)


def _decide(game: Game, who: str, name: str, ability: Ability, targets: tuple[str, ...], spent: int) -> Play:
    """Roll what decides, and return the degree; what needs no roll succeeds."""
    if ability.check:
        return (yield from _check(game, who, name, ability.check, spent))
    if ability.luck:
        roll = luck_roll(game, who, name)
        yield ev.CheckRolled(spent, who, name, roll)
        return roll.degree
    if ability.contest:
        tries = {who: ability.contest.own, **dict.fromkeys(targets, ability.contest.theirs)}
        what = {who: name, **dict.fromkeys(targets, f"against {name}")}
        best = yield from contest(game, tries, what, spent)
        return SUCCESS if best == who else FAILURE if best else ""
    return SUCCESS


def _check(game: Game, who: str, name: str, stated: Check, spent: int) -> Play:
    state = game.state
    difficulty = difficulty_of(stated.difficulty, state.scenario.options)
    roll = check(game, who, name, attribute_of(stated.of), difficulty, of_check(state, state.creatures[who]))
    rolled = yield ev.CheckRolled(spent, who, name, roll)
    yield from lift(game, who, HELPED, "used", rolled)
    return roll.degree


def _saved(
    game: Game, who: str, name: str, ability: Ability, stated: Save, targets: tuple[str, ...], spent: int
) -> Play:
    """Its damage is rolled once; each target saves and takes what its save leaves."""
    options = game.state.scenario.options
    rolled = 0
    if ability.damage:
        fixed = fixed_damage(ability.damage, options)
        rolled = fixed if fixed is not None else (yield from roll_points(game, who, name, ability.damage, spent))
    for target in targets:
        creature = game.state.creatures[target]
        if creature.status != UP:
            continue
        roll = save(game, creature, stated)
        seq = yield ev.SaveRolled(spent, target, stated.against, name, roll)
        amount = _left(rolled, roll.degree, stated)
        if amount:
            steps = damage_steps(amount, creature, options, critical=False)
            yield from hurt(game, who, target, name, amount, steps, seq)
        yield from _bring(game, who, target, name, _outcome(ability, roll.degree), seq)


@rule("d20.save", neutral=lambda game, creature, stated: check(game, creature.id, "save", "str", 1))
def save(game: Game, creature: Creature, stated: Save) -> Roll:
    """An attribute check forced on a creature, against the difficulty of what threatens it."""
    difficulty = difficulty_of(stated.difficulty, game.state.scenario.options)
    return check(game, creature.id, "save", attribute_of(stated.against), difficulty, of_check(game.state, creature))


def _left(rolled: int, degree: str, stated: Save) -> int:
    if degree in (FAILURE, CRITICAL_FAILURE):
        return rolled
    return half(rolled) if stated.half else 0


def _outcome(ability: Ability, degree: str) -> Outcome:
    """What is stated for a degree; critical ones fall back on the plain ones."""
    return ability.outcomes.get(degree) or ability.outcomes.get(_PLAIN.get(degree, ""), NOTHING)


@rule("d20.success_limits", neutral=nothing)
def _bring(game: Game, who: str, target: str, name: str, outcome: Outcome, cause: int) -> Play:
    """What an outcome states for its target, and no more."""
    if outcome.damage:
        yield from wound(game, who, target, name, outcome.damage, cause)
    if outcome.healing:
        points = yield from roll_points(game, who, name, outcome.healing, cause, what="healing")
        yield from heal(game, who, target, points, cause)
    for effect, rounds in ((HAMPERED, outcome.hampered), (FAVORED, outcome.favored)):
        if rounds and game.state.creatures[target].status == UP:
            ends = Ends(who, game.state.creatures[who].turn + rounds, "end")
            yield from lay(game, target, effect, who, ends, cause)


@rule("d20.failure_consequence", neutral=nothing)
def _pay(game: Game, who: str, name: str, outcome: Outcome, cause: int) -> Play:
    """What a failed try costs whoever tried, as stated."""
    if outcome.cost:
        yield from wound(game, who, who, name, outcome.cost, cause)


def _odds(state: State, creature: Creature, action: Action) -> Mapping[str, Fraction]:
    """Of a check its own degrees, of a save those of the target."""
    ability = known(creature)[action.item]
    options = state.scenario.options
    if ability.check:
        roller, stated, of = creature, ability.check.difficulty, ability.check.of
    elif ability.save and action.target:
        roller, stated, of = state.creatures[action.target], ability.save.difficulty, ability.save.against
    else:
        return {}
    side = side_of(of_check(state, roller), options)
    value, natural_any = value_of(roller, attribute_of(of)), options["natural_dice"] == "any"
    return chances(value, difficulty_of(stated, options), side, any_natural=natural_any)


USE: Final = Act("use", ACTION, use_problem, uses_now, _perform, _odds)
