"""Holding one's breath under water, and suffocating.

Three counters hold it: rounds of air spent, the turn of the latest effort, and the number of the next
check against suffocation, 0 while there is air.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sim.model import events as ev
from sim.model.protocols import Game, Play
from sim.model.state import DEAD, UP, Creature, State
from sim.model.values import CRITICAL_FAILURE, FAILURE
from sim.rules.pf2e.condition_table import is_statue
from sim.rules.pf2e.damage import deal, roll_damage
from sim.rules.pf2e.data import StatBlock
from sim.rules.pf2e.health import die, knock_out, wake
from sim.rules.pf2e.hits import Hit
from sim.rules.pf2e.numbers import own_turn
from sim.rules.pf2e.saving import roll_save
from sim.rules.pf2e.texts import DamageText
from sim.rules.pf2e.water import SUFFOCATING, below, suffocates
from sim.rules.registry import nothing, rule

SPENT: Final = "air_spent"
EFFORT: Final = "effort"
NAME: Final = "suffocation"
AIRLESS: Final = ("amphibious", "aquatic", "construct", "elemental", "undead")
"""Traits of those who breathe water, or nothing at all."""
SPEECH: Final = ("auditory", "command", "linguistic", "verbal")
"""Traits of what is spoken."""


def holds_breath(state: State, creature: Creature) -> bool:
    """Whether a creature is where it cannot breathe."""
    if not below(state, creature) or creature.status == DEAD:
        return False
    return not is_statue(creature) and not any(trait in AIRLESS for trait in creature.data.traits)


def winded(state: State, creature: Creature) -> bool:
    """Whether the end of a turn changes anything about a creature's air."""
    return bool(state.grid.water) and (holds_breath(state, creature) or creature.counters.get(SPENT, 0) > 0)


def gets_air(state: State, creature: Creature) -> bool:
    """Whether a creature that has spent air is where it can breathe."""
    return winded(state, creature) and not holds_breath(state, creature)


def air_of(creature: Creature) -> int:
    """Rounds for which a creature can hold its breath."""
    data: StatBlock = creature.data
    return max(5 + data.attributes.get("con", 0), 0)


# --- losing it -------------------------------------------------------------------


@rule("pf2e.aquatic.breath", neutral=nothing)
def breath_turn(game: Game, who: str, end: int) -> Play:
    """The end of a turn costs a round of air; who has none left suffocates."""
    state = game.state
    creature = state.creatures[who]
    if not winded(state, creature):
        return
    if not holds_breath(state, creature):
        yield from breathe(game, who, end)
    elif suffocates(creature):
        yield from suffocate(game, who, end)
    else:
        yield from lose_air(game, who, rounds_lost(creature), end)


@rule("pf2e.aquatic.breath_effort", neutral=lambda creature: 1)
def rounds_lost(creature: Creature) -> int:
    """2 rounds of air for a turn of effort."""
    return 2 if creature.counters.get(EFFORT) == creature.turn else 1


def lose_air(game: Game, who: str, rounds: int, cause: int) -> Play:
    """So many rounds of air fewer, as far as there are any; without air a creature is out at once."""
    creature = game.state.creatures[who]
    if suffocates(creature):
        return
    spent, most = creature.counters.get(SPENT, 0), air_of(creature)
    after = min(spent + rounds, most)
    seq = yield ev.CounterChanged(cause, who, SPENT, spent, after)
    if after == most:
        yield from black_out(game, who, seq)


def strain(game: Game, who: str, traits: Sequence[str], cause: int) -> Play:
    """What an action with these traits, once it is done, means for held breath."""
    state = game.state
    creature = state.creatures[who]
    if not holds_breath(state, creature):
        return
    tires = "spell" in traits or ("attack" in traits and state.scenario.options["breath_attack_costs"])
    before = creature.counters.get(EFFORT, 0)
    if tires and own_turn(state, who) and before != creature.turn:
        yield ev.CounterChanged(cause, who, EFFORT, before, creature.turn)
    if any(trait in SPEECH for trait in traits):
        yield from speak(game, who, cause)


@rule("pf2e.aquatic.breath_speech", neutral=nothing)
def speak(game: Game, who: str, cause: int) -> Play:
    """Speaking loses all remaining air."""
    yield from lose_air(game, who, air_of(game.state.creatures[who]), cause)


@rule("pf2e.aquatic.breath_hurt", neutral=nothing)
def gasp(game: Game, who: str, cause: int) -> Play:
    """A critical hit, or a save against damage that critically failed, costs a round of air."""
    if holds_breath(game.state, game.state.creatures[who]):
        yield from lose_air(game, who, 1, cause)


# --- without it ------------------------------------------------------------------


@rule("pf2e.aquatic.suffocation", neutral=nothing)
def black_out(game: Game, who: str, cause: int) -> Play:
    """Out of air: unconscious, and checks from the end of the next turn on."""
    seq = yield ev.CounterChanged(cause, who, SUFFOCATING, 0, 1)
    if game.state.creatures[who].status == UP:
        yield from knock_out(game, who, who, seq)


@rule("pf2e.aquatic.suffocation", neutral=nothing)
def suffocate(game: Game, who: str, cause: int) -> Play:
    """Fortitude against DC 20: 1d10 on a failure, death on a critical one; both get worse by each check."""
    number = game.state.creatures[who].counters[SUFFOCATING]
    degree, seq = yield from roll_save(game, who, "fortitude", NAME, 20 + 5 * (number - 1), cause)
    yield ev.CounterChanged(seq, who, SUFFOCATING, number, number + 1)
    if degree == CRITICAL_FAILURE:
        yield from die(game, who, who, seq)
    elif degree == FAILURE:
        dice = DamageText(number, 10, 0, "untyped")
        parts = yield from roll_damage(game, who, NAME, (dice,), seq, what=NAME)
        yield from deal(game, Hit(who, who, NAME, 0, ()), parts, seq)


def air_turn(game: Game, who: str, start: int) -> Play:
    """Who was brought to the air since its last turn breathes as its turn starts."""
    if gets_air(game.state, game.state.creatures[who]):
        yield from breathe(game, who, start)


@rule("pf2e.aquatic.breath", neutral=nothing)
def breathe(game: Game, who: str, cause: int) -> Play:
    """With air again nothing of it is spent."""
    yield ev.CounterChanged(cause, who, SPENT, game.state.creatures[who].counters[SPENT], 0)
    yield from come_round(game, who, cause)


@rule("pf2e.aquatic.suffocation", neutral=nothing)
def come_round(game: Game, who: str, cause: int) -> Play:
    """Suffocation stops, and the creature wakes unless it is at 0 Hit Points."""
    number = game.state.creatures[who].counters.get(SUFFOCATING, 0)
    if number:
        seq = yield ev.CounterChanged(cause, who, SUFFOCATING, number, 0)
        yield from wake(game, who, seq)
