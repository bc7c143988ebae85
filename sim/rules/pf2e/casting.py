"""Spells and magic items: their limited uses, their command words, and the attack rolls of some."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from sim.model import events as ev
from sim.model.protocols import Game, Play
from sim.model.state import Creature, State
from sim.model.values import CRITICAL_SUCCESS, Modifier
from sim.rules.pf2e.attack_penalty import attack_penalty, attempt_number
from sim.rules.pf2e.checks import chances, roll_total
from sim.rules.pf2e.data import Ability, StatBlock
from sim.rules.pf2e.detection import doubtful, through_doubt
from sim.rules.pf2e.facing import armor_class_against, as_seen
from sim.rules.pf2e.fascinated import startle
from sim.rules.pf2e.incapacitation import shifted_by, withstands
from sim.rules.pf2e.luck import Luck
from sim.rules.pf2e.numbers import luck, situation
from sim.rules.pf2e.rerolls import again, once_more
from sim.rules.pf2e.stacking import Numbers, stack
from sim.rules.registry import always, empty, nothing, rule
from sim.rules.texts import key

TOUCH: Final = 5
"""Feet up to which an attack is a touch; farther it is a ranged attack."""

# --- uses ------------------------------------------------------------------------


def pool_of(ability: Ability) -> str:
    """The counter that a use comes off: slots that several abilities share, or its own; empty where none does."""
    if ability.slot:
        return slots_named(ability.slot)
    return f"{key(ability.name)}/uses" if ability.uses else ""


def slots_named(name: str) -> str:
    """The counter of slots."""
    return f"{key(name)}/slots"


def supplies(data: StatBlock) -> dict[str, int]:
    """What a creature has of each at the beginning."""
    shared = {slots_named(name): number for name, number in data.slots.items()}
    return shared | {pool_of(ability): ability.uses for ability in data.abilities if ability.uses}


@rule("pf2e.action.cast_spell", "pf2e.action.activate_item", neutral=always)
def supplied(creature: Creature, ability: Ability) -> bool:
    """Whether a slot or use is left, where an ability needs one."""
    return not (ability.slot or ability.uses) or creature.counters.get(pool_of(ability), 0) > 0


@rule("pf2e.action.cast_spell", "pf2e.action.activate_item", neutral=nothing)
def expend(game: Game, who: str, ability: Ability, cause: int) -> Play:
    """The slot or use is spent as one begins, so what is disrupted loses it."""
    pool = pool_of(ability)
    if pool:
        left = game.state.creatures[who].counters[pool]
        yield ev.ResourceSpent(cause, who, pool, left, left - 1)


# --- traits ----------------------------------------------------------------------


def traits_of(ability: Ability) -> tuple[str, ...]:
    """The traits of using an ability: those stated, of a command word, and of an attack."""
    attack = ("attack", "ranged") if is_ranged(ability) else ("attack",)
    more = (*spoken(ability), *(attack if ability.attack is not None else ()))
    return tuple(dict.fromkeys((*ability.traits, *more))) if more else ability.traits


@rule("pf2e.action.activate_item", neutral=empty)
def spoken(ability: Ability) -> tuple[str, ...]:
    """A command word is speech."""
    return ("auditory", "concentrate") if "command" in ability.traits else ()


def is_ranged(ability: Ability) -> bool:
    """Whether an ability that attacks does so from afar."""
    return ability.range > TOUCH


# --- attack rolls ----------------------------------------------------------------


@rule("pf2e.action.cast_spell", neutral=lambda state, creature, ability, attempt: (0, ()))
def to_hit(state: State, creature: Creature, ability: Ability, attempt: int) -> Numbers:
    """The stated modifier, with what lies on attacks, on a mental attribute if it is a spell, and the penalty."""
    own = Modifier("untyped", ability.name, ability.attack or 0, "pf2e.action.cast_spell")
    lies = situation(state, creature, "attack/int" if "spell" in ability.traits else "attack")
    return stack((own, *lies, *attack_penalty(creature, ability.traits, attempt)))


def attack_luck(state: State, creature: Creature, target: Creature, ability: Ability) -> Luck:
    """What lies on the attack roll of an ability beyond modifiers."""
    lies = luck(state, creature, "attack")
    return shifted_by(-1, lies) if withstands(creature, target, ability) else lies


def roll_attack(game: Game, who: str, target: str, name: str, ability: Ability, attempt: int, cause: int) -> Play:
    """The attack roll of an ability against AC.

    Returns:
        The degree of success and the seq of the roll.
    """
    state = game.state
    creature = state.creatures[who]
    bonus, modifiers = to_hit(state, creature, ability, attempt)
    dc, against = armor_class_against(state, state.creatures[target], creature, ranged=is_ranged(ability))
    lies = attack_luck(state, creature, state.creatures[target], ability)
    roll = roll_total(game, f"{who}/attack", bonus, modifiers, dc, against, lies)
    event = ev.AttackRolled(cause, who, target, name, roll, attempt)
    seq = yield event
    if once_more(creature, lies, roll.degree):
        roll, seq = yield from again(game, event, seq, lies)
    if state.effects:
        yield from startle(game, who, target, seq)
    return roll.degree, seq


@rule("pf2e.action.cast_spell", neutral=lambda degree: "")
def attack_scale(degree: str) -> str:
    """What a hit makes of the damage: a critical one doubles it."""
    return "double" if degree == CRITICAL_SUCCESS else ""


def attack_odds(state: State, creature: Creature, target: Creature, ability: Ability) -> Mapping[str, Fraction]:
    """Exact chance of each degree of an ability's attack roll made now."""
    bonus, _ = to_hit(state, creature, ability, attempt_number(state, creature.id))
    dc, _ = as_seen(state, target, creature, ranged=is_ranged(ability))
    found = chances(bonus, dc, attack_luck(state, creature, target, ability))
    return through_doubt(state, creature, target, found) if doubtful(state, creature, target) else found
