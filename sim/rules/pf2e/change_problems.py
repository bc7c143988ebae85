"""What conditions, bonuses and other changes of a creature may say wrongly although their form is right."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from sim.model.values import DEGREES
from sim.rules.faults import Found, Path, among, readable
from sim.rules.pf2e import detection
from sim.rules.pf2e.condition_table import IMPLIES, MODIFIERS
from sim.rules.pf2e.condition_texts import parse_condition, parse_until
from sim.rules.pf2e.conditions import CANNOT_ACT, SOURCED
from sim.rules.pf2e.data import Bonus, Changes, CheckChange, Lasting, Regeneration
from sim.rules.pf2e.flat import KINDS
from sim.rules.pf2e.holds import HOLDS
from sim.rules.pf2e.luck import ROLLS
from sim.rules.pf2e.texts import parse_guard

BONUS_TYPES: Final = ("item", "circumstance", "status", "untyped")
BONUS_TO: Final = (
    *("ac", "attack", "damage", "perception", "fortitude", "reflex", "will", "saves", "checks", "dcs", "healing"),
)
MOST_HEALING: Final = 1000
CONDITIONS: Final = tuple(
    sorted(
        {*MODIFIERS, *IMPLIES, *detection.CONDITIONS, *CANNOT_ACT, *SOURCED, *HOLDS}
        | {"doomed", "quickened", "slowed", "wounded"} - {"unconscious"}
    )
)
"""What an ability can lay on a creature, and a combatant start with."""


def regeneration_problems(path: Path, regeneration: Regeneration) -> Iterator[Found]:
    """How much comes back, and what stops it."""
    if not 1 <= regeneration.value <= MOST_HEALING:
        yield (*path, "value"), f"expected 1 to {MOST_HEALING} Hit Points"
    for at, stop in enumerate(regeneration.stopped_by):
        yield from readable((*path, "stopped_by", at), parse_guard, stop)


def condition_problems(path: Path, conditions: Mapping[str, int | str]) -> Iterator[Found]:
    """Conditions with their values."""
    for condition, value in conditions.items():
        yield from among((*path, condition), condition, CONDITIONS)
        yield from readable((*path, condition), parse_condition, value)


def outcome_conditions(path: Path, outcomes: Mapping[str, Mapping[str, int | str]]) -> Iterator[Found]:
    """Conditions by degree."""
    for degree, conditions in outcomes.items():
        yield from among((*path, degree), degree, DEGREES)
        yield from condition_problems((*path, degree), conditions)


def effect_problems(path: Path, effect: Lasting) -> Iterator[Found]:
    """What lasts for a while."""
    yield from readable((*path, "until"), parse_until, effect.until)
    if effect.regeneration:
        yield from regeneration_problems((*path, "regeneration"), effect.regeneration)
    if not 0 <= effect.fast_healing <= MOST_HEALING:
        yield (*path, "fast_healing"), f"expected 0 to {MOST_HEALING} Hit Points"
    yield from change_problems(path, effect)


def change_problems(path: Path, changes: Changes | Lasting) -> Iterator[Found]:
    """Bonuses, penalties and other changes of checks."""
    for name in ("bonuses", "penalties"):
        for at, bonus in enumerate(getattr(changes, name)):
            here = (*path, name, at)
            yield from among((*here, "to"), bonus.to, (*BONUS_TO, *KINDS))
            yield from among((*here, "type"), bonus.type, BONUS_TYPES)
            wrong = sign_problem(name, bonus)
            if wrong:
                yield (*here, "value"), wrong
    if isinstance(changes, Changes):
        yield from _attack_penalty_problems((*path, "attack_penalty"), changes.attack_penalty)
    for at, change in enumerate(changes.checks):
        yield from _check_change_problems((*path, "checks", at), change)


def _attack_penalty_problems(path: Path, penalties: dict[str, tuple[int, ...]]) -> Iterator[Found]:
    for name, values in penalties.items():
        yield from among((*path, name), name, ("normal", "agile"))
        if len(values) != 2 or not -10 <= values[1] <= values[0] <= 0:
            yield (*path, name), "expected the penalties of the second and of later attacks, such as [-4, -8]"


def sign_problem(name: str, bonus: Bonus) -> str:
    """Why a value has the wrong sign; what is untyped among the bonuses is a modifier, either (bonus_sign)."""
    if name == "penalties":
        return "" if bonus.value < 0 else f"a penalty is negative, not {bonus.value}; write it under bonuses"
    if bonus.value > 0 or (bonus.type == "untyped" and bonus.value):
        return ""
    return f"a bonus is positive, not {bonus.value}; write it under penalties"


def _check_change_problems(path: Path, change: CheckChange) -> Iterator[Found]:
    yield from among((*path, "to"), change.to, (*BONUS_TO, *KINDS))
    if change.roll:
        yield from among((*path, "roll"), change.roll, ROLLS)
    if change.only:
        yield from among((*path, "only"), change.only, DEGREES)
    if not (change.roll or change.degree or change.dc):
        yield path, "nothing changes; expected roll, degree or dc"
    if change.dc and change.to not in KINDS:
        yield (*path, "dc"), f"only flat checks have a dc to change; expected to: {' | '.join(KINDS)}"
