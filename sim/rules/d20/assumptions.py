"""What an encounter needs and the source text leaves open: each an option, its first value the default.

The text has no chapter on initiative, armor, damage or death.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from sim.model.state import Creature
from sim.model.values import Adjustment
from sim.rules.basic.act import MOVE
from sim.rules.basic.harm import average
from sim.rules.d20.data import Weapon
from sim.rules.registry import first, rule

OPTIONS: Final[Mapping[str, tuple[Any, ...]]] = {
    "initiative": ("sen", "dex", "file_order"),
    "initiative_ties": ("rules", "dice"),
    "attack": ("by_reach", "dex"),
    "damage": ("rolled", "average"),
    "critical_damage": ("double_total", "double_dice", "plain"),
    "armor": ("subtracts", "ignored"),
    "zero_hp": ("out", "dead"),
    "turn": ("move_and_action", "action_only"),
    "difficulty_easy": (8, *range(1, 8), *range(9, 41)),
    "difficulty_medium": (12, *range(1, 12), *range(13, 41)),
    "difficulty_hard": (16, *range(1, 16), *range(17, 41)),
    "difficulty_extreme": (20, *range(1, 20), *range(21, 41)),
    "natural_dice": ("kept", "any"),
    "contest_naturals": ("count", "ignore"),
    "advantages": ("cancel", "majority"),
}
"""Every option of the system with its values."""


@rule("d20.assume.initiative", neutral=lambda options: "")
def initiative_attribute(options: Mapping[str, Any]) -> str:
    """Order by a check of the senses; empty for the order of the file."""
    return "" if options["initiative"] == "file_order" else str(options["initiative"])


@rule("d20.assume.attack", neutral=lambda weapon, options: "cha")
def attack_attribute(weapon: Weapon, options: Mapping[str, Any]) -> str:
    """Strength in melee, dexterity at range, or as the weapon says."""
    if weapon.attribute:
        return weapon.attribute
    return "str" if weapon.range is None and options["attack"] == "by_reach" else "dex"


@rule("d20.assume.damage", neutral=lambda text, options: 0)
def fixed_damage(text: str, options: Mapping[str, Any]) -> int | None:
    """None where the dice are rolled for each hit; else their mean."""
    return None if options["damage"] == "rolled" else average(text)


@rule("d20.assume.critical_damage", neutral=first)
def critical_total(rolled: int, options: Mapping[str, Any]) -> int:
    """A natural 20 doubles the rolled total before armor."""
    return 2 * rolled if options["critical_damage"] == "double_total" else rolled


@rule("d20.assume.armor", neutral=first)
def through_armor(amount: int, armor: int, options: Mapping[str, Any]) -> int:
    """Armor is taken off, never below 0."""
    return max(amount - armor, 0) if options["armor"] == "subtracts" else amount


def damage_steps(rolled: int, creature: Creature, options: Mapping[str, Any], *, critical: bool) -> list[Adjustment]:
    """Steps from rolled damage to what is dealt."""
    steps = []
    amount = critical_total(rolled, options) if critical else rolled
    if amount != rolled:
        steps.append(Adjustment("double", "doubled", amount, "d20.assume.critical_damage"))
    left = through_armor(amount, creature.data.armor, options)
    if left != amount:
        steps.append(Adjustment("armor", "armor", left, "d20.assume.armor"))
    return steps


@rule("d20.assume.turn", neutral=lambda options: frozenset({"move", "action"}))
def lost_parts(options: Mapping[str, Any]) -> frozenset[str]:
    """A turn is one move and one action."""
    return frozenset() if options["turn"] == "move_and_action" else frozenset({MOVE})


@rule("d20.assume.difficulties", neutral=lambda difficulty, options: 1)
def named_difficulty(difficulty: str, options: Mapping[str, Any]) -> int:
    """Easy, medium, hard and extreme."""
    return int(options[f"difficulty_{difficulty}"])


@rule("d20.assume.natural_kept", neutral=lambda faces, kept, options: max(faces))
def natural(faces: Sequence[int], kept: int, options: Mapping[str, Any]) -> int:
    """The face that decides on natural 1 and 20: the kept die."""
    if options["natural_dice"] == "kept":
        return kept
    return 20 if 20 in faces else 1 if 1 in faces else kept


@rule("d20.assume.contest_naturals", neutral=lambda face, options: 0)
def contest_rank(face: int, options: Mapping[str, Any]) -> int:
    """In a contest a natural 20 beats every side without one, a natural 1 loses to every side without one."""
    if options["contest_naturals"] == "ignore":
        return 0
    return 1 if face == 20 else -1 if face == 1 else 0


@rule("d20.assume.advantage_counting", neutral=lambda good, bad, options: good - bad)
def leaning(good: int, bad: int, options: Mapping[str, Any]) -> int:
    """Above 0 for advantage, below for disadvantage: they do not add up, and any number of both cancels."""
    if good and bad and options["advantages"] == "cancel":
        return 0
    return (good > bad) - (good < bad)
