"""The d100, its qualities, requirements and pass formulas."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

from sim.model.protocols import Game
from sim.model.state import Creature, State
from sim.model.values import CRITICAL_FAILURE, CRITICAL_SUCCESS, FAILURE, SUCCESS, Modifier, Roll
from sim.rules.d100.assumptions import steered
from sim.rules.d100.data import GREAT_FAILURE, GREAT_SUCCESS, Requirement
from sim.rules.registry import always, never, rule

DICE: Final = (10, 10)
"""Tens and ones; a face of 10 is read as 0."""
BASE: Final = 51
QUALITIES: Final = (CRITICAL_FAILURE, GREAT_FAILURE, FAILURE, SUCCESS, GREAT_SUCCESS, CRITICAL_SUCCESS)
IMPOSSIBLE: Final = 101
"""The threshold of what cannot succeed."""


@rule("d100.die", neutral=lambda tens, ones: tens * 10 + ones)
def read_dice(tens: int, ones: int) -> int:
    """Two d10 as tens and ones; 00 and 0 is 100."""
    return (tens % 10 * 10 + ones % 10) or 100


@rule("d100.great_success", neutral=never)
def is_great_success(roll: int) -> bool:
    """96 to 99."""
    return 96 <= roll <= 99


@rule("d100.critical_success", neutral=never)
def is_critical_success(roll: int) -> bool:
    """100."""
    return roll == 100


@rule("d100.great_failure", neutral=never)
def is_great_failure(roll: int) -> bool:
    """2 to 5."""
    return 2 <= roll <= 5


@rule("d100.critical_failure", neutral=never)
def is_critical_failure(roll: int) -> bool:
    """1."""
    return roll == 1


@rule("d100.failures_always_fail", neutral=never)
def always_fails(roll: int) -> bool:
    """A roll of 1 fails even where the formula is met."""
    return roll == 1


@rule("d100.great_failure_fails", neutral=never)
def low_fails(roll: int, options: Mapping[str, Any]) -> bool:
    """A roll of 2 to 5 fails even where the formula is met; an option."""
    return 2 <= roll <= 5 and bool(options["great_failure_fails"])


@rule("d100.high_rolls", neutral=never)
def high_succeeds(roll: int, options: Mapping[str, Any]) -> bool:
    """A roll of 96 or more succeeds even where the formula is not met; an option."""
    return roll >= 96 and bool(options["high_rolls_succeed"])


def quality_of(roll: int, *, passed: bool, possible: bool, options: Mapping[str, Any]) -> str:
    """How a roll ends.

    Args:
        roll: 1 to 100.
        passed: Whether the formula is met.
        possible: Whether the minimum requirement is.
        options: Of the fight.
    """
    if possible and not always_fails(roll) and not low_fails(roll, options):
        passed = passed or high_succeeds(roll, options)
    else:
        passed = False
    if passed:
        return CRITICAL_SUCCESS if is_critical_success(roll) else GREAT_SUCCESS if is_great_success(roll) else SUCCESS
    return CRITICAL_FAILURE if is_critical_failure(roll) else GREAT_FAILURE if is_great_failure(roll) else FAILURE


@rule("d100.requirement", neutral=always)
def meets(level: int, stat: int, requires: Requirement) -> bool:
    """Below the required level or stat an attempt fails outright."""
    return level >= requires.level and stat >= requires.stat


@rule("d100.pass", neutral=lambda level, stat, requires: 51)
def threshold(level: int, stat: int, requires: Requirement) -> int:
    """What a roll must reach: 51, less 25 for each level and 5 for each point of the stat beyond what is needed."""
    return BASE - 25 * (level - requires.level) - 5 * (stat - requires.stat)


@rule("d100.skill", neutral=lambda creature, skill: (0, 0))
def own(creature: Creature, skill: str) -> tuple[int, int]:
    """Level of a skill and the value of its reference stat; an unknown skill is at 0."""
    data = creature.data
    known = data.skills.get(skill)
    return (known.level, data.stats.get(known.stat, 0)) if known else (0, 0)


def shown(creature: Creature, skill: str, requires: Requirement) -> tuple[Modifier, ...]:
    """Level, stat and what is needed of them, as a roll records them; they add nothing to it."""
    key = (skill, requires.level, requires.stat)
    known: tuple[Modifier, ...] | None = creature.numbers.get(key)
    if known is None:
        level, stat = own(creature, skill)
        found = (("level", level), ("stat", stat), ("required level", requires.level), ("required stat", requires.stat))
        made = [Modifier("threshold", f"{skill} {name}", value, "d100.skill", False) for name, value in found]
        known = creature.numbers[key] = tuple(made)
    return known


def roll(game: Game, label: str) -> tuple[int, tuple[int, ...], int]:
    """Roll the d100; return n, the two faces and the result."""
    n, faces = game.roll(label, DICE)
    read: Sequence[int] = steered(faces, game.state.scenario.options)
    return n, faces, read_dice(read[0], read[1])


def check(game: Game, who: str, what: str, skill: str, requires: Requirement) -> Roll:
    """Roll a skill against what a task needs."""
    creature = game.state.creatures[who]
    label = f"{who}/{what}"
    n, faces, result = roll(game, label)
    level, stat = own(creature, skill)
    possible = meets(level, stat, requires)
    needed = threshold(level, stat, requires) if possible else IMPOSSIBLE
    quality = quality_of(result, passed=result >= needed, possible=possible, options=game.state.scenario.options)
    return Roll(label, n, 100, faces, result, shown(creature, skill, requires), result, needed, quality)


def chances(needed: int, *, possible: bool, options: Mapping[str, Any]) -> dict[str, Fraction]:
    """Exact chance of each quality of a roll that must reach a threshold."""
    counts = dict.fromkeys(QUALITIES, 0)
    for result in range(1, 101):
        counts[quality_of(result, passed=result >= needed, possible=possible, options=options)] += 1
    return {quality: Fraction(count, 100) for quality, count in counts.items()}


# --- what the roller knows -------------------------------------------------------------


@rule("d100.hidden", neutral=always)
def knows_threshold(state: State) -> bool:
    """The requirement is the game master's: who rolls learns result and quality only."""
    return state.scenario.knowledge == "open" or among_characters(state)


@rule("d100.open_duel", neutral=never)
def among_characters(state: State) -> bool:
    """Characters who fight each other know each other's values."""
    return all(side.kind == "pc" for side in state.scenario.sides)
