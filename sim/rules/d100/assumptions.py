"""What an encounter needs and the source text leaves open: each an option, its first value the default.

The text has no chapter on initiative, damage or death, and is silent on some high and low rolls.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from sim.model.values import CRITICAL_FAILURE, CRITICAL_SUCCESS, Adjustment, Modifier
from sim.rules.basic.act import MOVE
from sim.rules.basic.harm import average
from sim.rules.d100.data import GREAT_FAILURE, GREAT_SUCCESS
from sim.rules.registry import RuleTable, empty, first, never, rule

OPTIONS: Final[Mapping[str, tuple[Any, ...]]] = {
    "great_failure_fails": (True, False),
    "high_rolls_succeed": (True, False),
    "attack_tie": ("miss", "hit"),
    "initiative": ("d100_dex", "file_order"),
    "initiative_ties": ("rules", "dice"),
    "damage": ("rolled", "average"),
    "success_damage": ("raised", "plain"),
    "great_failure": ("loses_action", "nothing"),
    "critical_failure": ("loses_action_and_hurts", "loses_action", "nothing"),
    "zero_hp": ("out", "dead"),
    "turn": ("move_and_action", "action_only"),
    "attack_requirement": (True, False),
    "steering": ("none", "soften_bad_luck"),
}
"""Every option of the system with its values."""

STAT_AVERAGE: Final = 10


@rule("d100.assume.initiative", neutral=empty)
def initiative_modifier(stats: Mapping[str, int]) -> tuple[Modifier, ...]:
    """Five for each point of dexterity above 10 is added to the d100."""
    return (Modifier("untyped", "dex", 5 * (stats.get("dex", STAT_AVERAGE) - STAT_AVERAGE), "d100.assume.initiative"),)


@rule("d100.assume.damage", neutral=lambda text, options: 0)
def fixed_damage(text: str, options: Mapping[str, Any]) -> int | None:
    """None where the dice are rolled; else their mean."""
    return None if options["damage"] == "rolled" else average(text)


@rule("d100.assume.damage", neutral=first)
def through_armor(amount: int, armor: int) -> int:
    """Armor is taken off, never below 0."""
    return max(amount - armor, 0)


SUCCESS_DAMAGE: Final[Mapping[str, tuple[int, int]]] = RuleTable(
    "assumptions.SUCCESS_DAMAGE",
    {GREAT_SUCCESS: (3, 2), CRITICAL_SUCCESS: (2, 1)},
    ids="d100.assume.success_damage",
    neutral=(1, 1),
)
"""What a great and a critical success multiply rolled damage by, before armor, rounded down."""


def damage_steps(rolled: int, armor: int, quality: str, options: Mapping[str, Any]) -> list[Adjustment]:
    """Steps from rolled damage to what is dealt."""
    steps = []
    up, down = SUCCESS_DAMAGE.get(quality, (1, 1)) if options["success_damage"] == "raised" else (1, 1)
    amount = rolled * up // down
    if amount != rolled:
        steps.append(Adjustment("raised", quality.replace("_", " "), amount, "d100.assume.success_damage"))
    left = through_armor(amount, armor)
    if left != amount:
        steps.append(Adjustment("armor", "armor", left, "d100.assume.damage"))
    return steps


@rule("d100.assume.great_failure", neutral=never)
def great_failure_stuns(quality: str, options: Mapping[str, Any]) -> bool:
    """A great failure in combat loses the user's next action."""
    return quality == GREAT_FAILURE and options["great_failure"] == "loses_action"


@rule("d100.assume.critical_failure", neutral=never)
def critical_failure_stuns(quality: str, options: Mapping[str, Any]) -> bool:
    """A critical failure loses the next action too."""
    return quality == CRITICAL_FAILURE and options["critical_failure"] != "nothing"


@rule("d100.assume.critical_failure", neutral=lambda quality, rolled, options: 0)
def backlash(quality: str, rolled: int, options: Mapping[str, Any]) -> int:
    """Half of a damage roll hits the user of what failed critically, rounded down."""
    hurts = quality == CRITICAL_FAILURE and options["critical_failure"] == "loses_action_and_hurts"
    return rolled // 2 if hurts else 0


@rule("d100.assume.turn", neutral=lambda options: frozenset({"move", "action"}))
def lost_parts(options: Mapping[str, Any]) -> frozenset[str]:
    """A turn is one move and one action."""
    return frozenset() if options["turn"] == "move_and_action" else frozenset({MOVE})


@rule("d100.assume.attack_requirement", neutral=never)
def attacks_require(options: Mapping[str, Any]) -> bool:
    """Aimed attacks have the minimum requirement of the weapon's skill and stat."""
    return bool(options["attack_requirement"])


@rule("d100.assume.no_steering", neutral=lambda faces, options: (10, 5) if tuple(faces) == (10, 1) else faces)
def steered(faces: Sequence[int], options: Mapping[str, Any]) -> Sequence[int]:
    """The dice stand: the GM's right to soften bad luck is used only where the option says so."""
    soften = options["steering"] == "soften_bad_luck" and tuple(faces) == (10, 1)
    return (10, 5) if soften else faces
