"""The Strike: range and reach, multiple attack penalty, roll, damage."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Final

from attrs import evolve

from sim.model import events as ev
from sim.model.actions import Action
from sim.model.geometry import distance, within_reach
from sim.model.protocols import Game, Play
from sim.model.state import DOWN, HIDDEN, UNDETECTED, UP, Creature, State
from sim.model.values import CRITICAL_SUCCESS, FAILURE, SUCCESS, Modifier, Square
from sim.model.windows import ATTACKED, ATTACKING, ROLLING, Window
from sim.rules.pf2e.abilities import inflict
from sim.rules.pf2e.aid import aided
from sim.rules.pf2e.attack_penalty import attack_penalty, attempt_number
from sim.rules.pf2e.breath import gasp
from sim.rules.pf2e.checks import certain, chances, no_roll, roll_total
from sim.rules.pf2e.data import Strike
from sim.rules.pf2e.detection import FLAT_DC, doubtful, find, hiding_at, through_doubt, unplaced
from sim.rules.pf2e.facing import armor_class_against, as_seen
from sim.rules.pf2e.fascinated import startle
from sim.rules.pf2e.feints import use_up
from sim.rules.pf2e.flat import flat_check
from sim.rules.pf2e.limbs import limbs
from sim.rules.pf2e.numbers import (
    arms,
    attack_bonus,
    luck,
    named,
    strikes,
    usable,
)
from sim.rules.pf2e.rerolls import again, once_more
from sim.rules.pf2e.riders import offer
from sim.rules.pf2e.stacking import stack
from sim.rules.pf2e.strike_damage import deal_strike
from sim.rules.pf2e.threats import reaches
from sim.rules.pf2e.unsteady import shaken
from sim.rules.pf2e.water import increment, quenched, slowed, spent_in_water
from sim.rules.registry import empty, nothing, rule
from sim.rules.texts import key

WAYS: Final = ("nonlethal", "lethal")
"""Ways of turning a Strike, before its name: ``nonlethal-sword``."""


@rule("pf2e.attack.range_increment", neutral=empty)
def range_penalty(increment: int | None, feet: int) -> tuple[Modifier, ...]:
    """-2 for each started increment beyond the first."""
    if increment is None or feet <= increment:
        return ()
    beyond = (feet - 1) // increment
    return (Modifier("untyped", "range", -2 * beyond, "pf2e.attack.range_increment"),)


@rule("pf2e.attack.nonlethal_weapon", neutral=lambda strike: "nonlethal")
def usual_way(strike: Strike) -> str:
    """A weapon with the nonlethal trait, fists included, attacks nonlethally, any other lethally."""
    return "nonlethal" if "nonlethal" in strike.traits else "lethal"


@rule("pf2e.attack.nonlethal", neutral=empty)
def turned_penalty(way: str) -> tuple[Modifier, ...]:
    """-2 circumstance to attack nonlethally with a lethal weapon or lethally with a nonlethal one."""
    return (Modifier("circumstance", f"{way} attack", -2, "pf2e.attack.nonlethal"),)


def way_and_strike(creature: Creature, name: str) -> tuple[str, Strike | None]:
    """A Strike by its key, or as in ``nonlethal-sword``, ``lethal-fist``; and that way if it is not the usual one."""
    known = strikes(creature)
    if name in known:
        return "", known[name]
    way, _, plain = name.partition("-")
    if way not in WAYS or plain not in known:
        return "", None
    strike = known[plain]
    traits = tuple(trait for trait in strike.traits if trait != "nonlethal")
    turned = evolve(strike, traits=(*traits, "nonlethal") if way == "nonlethal" else traits)
    return "" if way == usual_way(strike) else way, turned


@rule("pf2e.attack.map_own_turn", "pf2e.reaction.opportunity_map", neutral=lambda: (2, True))
def of_reaction() -> tuple[int, bool]:
    """Attack number of a reaction, and whether it counts: it neither suffers nor raises the penalty."""
    return 0, False


def strike_problem(state: State, creature: Creature, name: str, target: str) -> str:
    """Why a Strike is not possible; empty when it is."""
    strike = way_and_strike(creature, name)[1]
    if strike is None:
        return f"{creature.id} has no Strike {name!r}"
    victim = state.creatures.get(target)
    if victim is None or victim.status not in (UP, DOWN) or unplaced(state, creature, victim):
        return f"there is no {target!r} to attack"
    if victim.side == creature.side and "confused" not in creature.conditions:
        return f"{target} is on the same side"
    if "restrained" in creature.conditions:
        return f"{creature.id} is restrained"
    problem = _aim_problem(state, creature, strike, target, victim.at, victim.space)
    stretched = limbs(state).get(target, ()) if problem else ()
    return problem if all(_aim_problem(state, creature, strike, target, *limb) for limb in stretched) else ""


def _aim_problem(state: State, creature: Creature, strike: Strike, what: str, at: Square, space: int) -> str:
    name = key(strike.name)
    if not usable(creature, name, strike):
        return f"{name} is not in hand"
    if not reaches(state, creature, strike, at, space):
        return f"{what} is out of {'range' if strike.range else 'reach'} of {name}"
    if not state.grid.line_of_effect(creature.at, creature.space, at, space):
        return f"no line of effect to {what}"
    return f"{name} does nothing under water" if quenched(state, creature, strike.traits) else ""


def guess_problem(state: State, creature: Creature, name: str, square: Square) -> str:
    """Why a Strike at a square, where an undetected enemy may be, is not possible; empty when it is."""
    strike = way_and_strike(creature, name)[1]
    if strike is None:
        return f"{creature.id} has no Strike {name!r}"
    for who in state.occupied.get(square, ()):
        if not unplaced(state, creature, state.creatures[who]):
            return f"{who} is there: aim at it, not at the square"
    return _aim_problem(state, creature, strike, f"{square[0]},{square[1]}", square, 1)


def strikes_now(state: State, creature: Creature) -> tuple[Action, ...]:
    """The possible Strikes by target, in the order of the fight; at each the melee ones first.

    They are kept until the layout changes, as a creature asks several times a turn; those at
    one target until either of the two moves.
    """
    known = creature.numbers.get("strikes now")
    if known is None or known[0] != state.layout:
        at_each: dict[str, tuple[Square, Square, Sequence[Action]]] = known[2] if known else {}
        found: list[Action] = []
        at, side, table = creature.at, creature.side, state.detection
        stretched = limbs(state)
        for foe in state.creatures.values():
            if foe.side == side or foe.status not in (UP, DOWN) or (table and unplaced(state, creature, foe)):
                continue
            pair = at_each.get(foe.id)
            if pair is None or pair[0] != at or pair[1] != foe.at:
                pair = at_each[foe.id] = (at, foe.at, _strikes_at(state, creature, foe.id, foe.at, foe.space))
            found += pair[2]
            for limb in stretched.get(foe.id, ()):
                found += [each for each in _strikes_at(state, creature, foe.id, *limb) if each not in pair[2]]
        known = creature.numbers["strikes now"] = (state.layout, tuple(found), at_each)
    strikes: tuple[Action, ...] = known[1]
    return strikes


def _strikes_at(state: State, creature: Creature, victim: str, there: Square, its_space: int) -> Sequence[Action]:
    at, space = creature.at, creature.space
    feet = distance(at, space, there, its_space)
    found = [
        name
        for name, reach, _, farthest in arms(creature)
        if feet <= reach
        or feet <= farthest
        or (reach == 10 and within_reach(at, space, there, its_space, reach))  # over two diagonals
    ]
    if not found or not state.grid.line_of_effect(at, space, there, its_space):
        return ()
    if state.grid.water:
        known = strikes(creature)
        found = [name for name in found if _serves(state, creature, known[name], there, its_space)]
    return [Action("strike", victim, name) for name in found]


def _serves(state: State, creature: Creature, strike: Strike, at: Square, space: int) -> bool:
    """Whether water leaves a Strike some effect."""
    if quenched(state, creature, strike.traits) or spent_in_water(state, creature, strike, at, space):
        return False
    return reaches(state, creature, strike, at, space)


def to_hit(
    state: State,
    creature: Creature,
    victim: Creature,
    strike: Strike,
    way: str,
    attempt: int,
    helped: tuple[Modifier, ...] = (),
) -> tuple[int, tuple[Modifier, ...]]:
    """What one attack is rolled with, and its parts; ``helped`` is what others add to it."""
    bonus, modifiers = attack_bonus(state, creature, strike)
    laid = (*turned_penalty(way), *helped) if way else helped
    if state.grid.water:
        laid += slowed(state, creature, strike, victim.at, victim.space)
    if laid:
        bonus, modifiers = stack((*modifiers, *laid))
    penalties = attack_penalty(creature, strike.traits, attempt)
    if strike.range:
        feet = distance(creature.at, creature.space, victim.at, victim.space)
        penalties += range_penalty(increment(state, creature, strike, victim.at, victim.space), feet)
    for penalty in penalties:
        bonus += penalty.value
    return bonus, (*modifiers, *penalties)


@rule("pf2e.action.strike", neutral=nothing)
def attack(
    game: Game,
    who: str,
    name: str,
    target: str,
    action: int,
    cause: int,
    attempt: int,
    counts: bool = True,
    guessed: bool = False,
) -> Play:
    """Roll a Strike against AC and deal its damage (pf2e.attack.critical).

    Args:
        game: The game.
        who: The attacker.
        name: Key of its Strike.
        target: The creature attacked.
        action: Seq of the action the Strike belongs to.
        cause: Seq of the event that brings the attack about.
        attempt: Attack number that sets the penalty; 0 and 1 have none.
        counts: Whether it raises the multiple attack penalty.
        guessed: Whether it is aimed at the target's square, where nobody is known to be.

    Returns:
        The degree of success.
    """
    state = game.state
    creature, victim = state.creatures[who], state.creatures[target]
    way, strike = way_and_strike(creature, name)
    assert strike is not None  # it was possible
    if ATTACKING in state.watchers:
        yield Window(ATTACKING, who, action, True, target, ("attack",))
        if not guessed and strike_problem(state, creature, name, target):
            return "failure"  # the target is gone or out of reach: nothing is left to roll against
    if spent_in_water(state, creature, strike, victim.at, victim.space):
        roll = evolve(no_roll(game, f"{who}/attack", FAILURE), secret=guessed)
        yield ev.AttackRolled(cause, who, target, name, roll, attempt if counts else 0)
        return FAILURE
    helped = (yield from aided(game, who, "attack", target, action)) if ROLLING in state.watchers else ()
    total, modifiers = to_hit(state, creature, victim, strike, way, attempt, helped)
    if doubtful(state, creature, victim) and not (
        yield from find(game, who, target, cause, attempt if counts else 0, secret=guessed)
    ):
        return "failure"
    dc, against = armor_class_against(state, victim, creature, ranged=strike.range is not None)
    lies = luck(state, creature, "attack")
    roll = roll_total(game, f"{who}/attack", total, modifiers, dc, against, lies)
    if guessed:
        roll = evolve(roll, secret=True)
    event = ev.AttackRolled(cause, who, target, name, roll, attempt if counts else 0)
    rolled = yield event
    if once_more(creature, lies, roll.degree):
        roll, rolled = yield from again(game, event, rolled, lies)
    if state.effects:
        yield from _noticed(game, who, target, strike, rolled)
    hp = victim.hp
    yield from deal_strike(game, who, target, name, strike, roll.degree, action, rolled)
    if roll.degree in (SUCCESS, CRITICAL_SUCCESS):
        yield from _follow(game, who, target, strike, roll.degree, hp, rolled)
    if ATTACKED in state.watchers:
        yield Window(ATTACKED, who, action, False, target, ("attack", roll.degree))
    return roll.degree


def _follow(game: Game, who: str, target: str, strike: Strike, degree: str, hp: int, rolled: int) -> Play:
    """What a hit brings about beside its damage; ``hp`` were the victim's Hit Points before."""
    victim = game.state.creatures[target]
    if strike.inflicts and victim.hp < hp and victim.status in (UP, DOWN):
        yield from inflict(game, who, target, named(game.state.creatures[who].data)[key(strike.inflicts)], rolled)
    if game.state.grid.tricky:
        yield from shaken(game, target, rolled)
    if degree == CRITICAL_SUCCESS and game.state.grid.water:
        yield from gasp(game, target, rolled)
    if strike.then:
        yield from offer(game, who, target, strike.then, rolled)


def _noticed(game: Game, who: str, target: str, strike: Strike, rolled: int) -> Play:
    """What an attack ends, whether it hits or not."""
    yield from startle(game, who, target, rolled)
    if strike.range is None:
        yield from use_up(game, who, target, rolled)


def guess(game: Game, who: str, name: str, square: Square, action: int, attempt: int) -> Play:
    """Strike at a square: at whoever is undetected there, else at nothing, and nobody tells which."""
    target = hiding_at(game.state, game.state.creatures[who], square)
    if target:
        yield from attack(game, who, name, target, action, action, attempt, guessed=True)
    else:
        roll = evolve(flat_check(game, who, HIDDEN, FLAT_DC[UNDETECTED]), secret=True)
        yield ev.FlatCheckRolled(action, who, HIDDEN, roll, "", attempt)


def odds(state: State, who: str, name: str, target: str) -> Mapping[str, Fraction]:
    """Exact chance of each degree of a Strike made now."""
    creature, victim = state.creatures[who], state.creatures[target]
    way, strike = way_and_strike(creature, name)
    assert strike is not None  # it was possible
    if spent_in_water(state, creature, strike, victim.at, victim.space):
        return certain(FAILURE)
    bonus, _ = to_hit(state, creature, victim, strike, way, attempt_number(state, who))
    dc, _ = as_seen(state, victim, creature, ranged=strike.range is not None)
    found = chances(bonus, dc, luck(state, creature, "attack"))
    return through_doubt(state, creature, victim, found) if doubtful(state, creature, victim) else found
