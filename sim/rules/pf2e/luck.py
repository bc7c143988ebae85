"""What lies on a check beyond modifiers: fortune, misfortune, and changes of its degree."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from sim.model.fixed import fixed
from sim.model.values import CRITICAL_FAILURE, CRITICAL_SUCCESS, DEGREES, FAILURE, SUCCESS, EffectModifier, Modifier
from sim.rules.registry import first, never, rule

FORTUNE, MISFORTUNE = "fortune", "misfortune"
"""Roll twice and keep the higher, or the lower."""
REROLL_FAILURE, REROLL_SUCCESS = "reroll_failure", "reroll_success"
"""Fortune that may come after a failure; misfortune that comes after a success."""
ROLLS: Final = (FORTUNE, MISFORTUNE, REROLL_FAILURE, REROLL_SUCCESS)
DEGREE, DC = "degree", "dc"
TWISTS: Final = frozenset({*ROLLS, DEGREE, DC})
"""Types of effect modifiers that add nothing to a roll: they change dice, degree, or the DC of a flat check."""

Laid = tuple[str, EffectModifier]
"""A modifier that lies on a creature, and the name of what laid it there."""


@fixed
class Luck:
    """What lies on one check.

    Attributes:
        twice: ``fortune`` or ``misfortune`` for two dice, else empty.
        retries: Names of what lets a failure be rolled again.
        spoiled: Name of what makes a success be rolled again, or empty.
        shifts: Changes of degree: (steps, degree they apply to; empty for any).
        shown: The same in words, for the roll's breakdown.
    """

    twice: str = ""
    retries: tuple[str, ...] = ()
    spoiled: str = ""
    shifts: tuple[tuple[int, str], ...] = ()
    shown: tuple[Modifier, ...] = ()


PLAIN: Final = Luck()
"""Nothing lies on it."""


def luck_of(laid: Iterable[Laid]) -> Luck:
    """Sort out what lies on a check: of each kind of luck at most one, and none where both are."""
    found: dict[str, list[Laid]] = {}
    for name, change in laid:
        found.setdefault(change.type, []).append((name, change))
    good = FORTUNE in found or REROLL_FAILURE in found
    bad = MISFORTUNE in found or REROLL_SUCCESS in found
    if cancel(good, bad):
        found = {DEGREE: found.get(DEGREE, [])}
    twice = FORTUNE if FORTUNE in found else MISFORTUNE if MISFORTUNE in found else ""
    shifts = found.get(DEGREE, [])
    return Luck(
        twice,
        () if twice else tuple(name for name, _ in found.get(REROLL_FAILURE, ())),
        "" if twice else next((name for name, _ in found.get(REROLL_SUCCESS, ())), ""),
        tuple((change.value, change.only) for _, change in shifts),
        (
            *(luck_shown(name, twice) for name, _ in found.get(twice, ())[:1]),
            *(Modifier(DEGREE, name, change.value, "pf2e.check.degree_adjustment", False) for name, change in shifts),
        ),
    )


def luck_shown(name: str, kind: str) -> Modifier:
    """What changed the dice of a roll, in its breakdown."""
    return Modifier(kind, name, 0, f"pf2e.check.{kind}", False)


@rule("pf2e.check.fortune_cancels", neutral=never)
def cancel(good: bool, bad: bool) -> bool:
    """Fortune and misfortune on one check: an ordinary die."""
    return good and bad


def kept(faces: Sequence[int], luck: Luck) -> int:
    """The face that counts."""
    if luck.twice == FORTUNE:
        return higher(faces)
    return lower(faces) if luck.twice else faces[0]


@rule("pf2e.check.fortune", neutral=lambda faces: faces[0])
def higher(faces: Sequence[int]) -> int:
    """Roll twice, keep the higher."""
    return max(faces)


@rule("pf2e.check.misfortune", neutral=lambda faces: faces[0])
def lower(faces: Sequence[int]) -> int:
    """Roll twice, keep the lower."""
    return min(faces)


@rule("pf2e.check.degree_adjustment", neutral=first)
def shifted(degree: str, shifts: Sequence[tuple[int, str]]) -> str:
    """Raise or lower a degree that natural 20 and 1 have moved already; each shift looks at that degree."""
    steps = sum(by for by, only in shifts if not only or only == degree)
    return DEGREES[max(0, min(DEGREES.index(degree) + steps, 3))]


def may_retry(luck: Luck, degree: str) -> bool:
    """Whether something that lies on a check lets its failure be rolled again."""
    return bool(luck.retries) and degree in (FAILURE, CRITICAL_FAILURE)


def must_retry(luck: Luck, degree: str) -> bool:
    """Whether something makes its success be rolled again."""
    return bool(luck.spoiled) and degree in (SUCCESS, CRITICAL_SUCCESS)
