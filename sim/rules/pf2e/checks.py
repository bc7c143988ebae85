"""Checks: rolling, degrees of success."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Final, TypeVar

from sim.model.protocols import Game
from sim.model.values import CRITICAL_FAILURE, CRITICAL_SUCCESS, DEGREES, FAILURE, SUCCESS, Modifier, Roll
from sim.rules.pf2e.luck import FORTUNE, PLAIN, Luck, kept, must_retry, shifted
from sim.rules.registry import first, rule

T = TypeVar("T")

D20: Final = (20,)
TWO_D20: Final = (20, 20)


def degree_of(face: int, total: int, dc: int, luck: Luck = PLAIN) -> str:
    """Degree of a check."""
    degree = DEGREES[natural(face, compare(total, dc))]
    return shifted(degree, luck.shifts) if luck.shifts else degree


@rule("pf2e.check.degrees", neutral=lambda total, dc: 2 if total >= dc else 1)
def compare(total: int, dc: int) -> int:
    """Place in ``DEGREES``: ten above the DC or ten below are critical."""
    if total >= dc:
        return 3 if total >= dc + 10 else 2
    return 0 if total <= dc - 10 else 1


@rule("pf2e.check.natural_20_and_1", neutral=lambda face, step: step)
def natural(face: int, step: int) -> int:
    """A natural 20 is one step better, a natural 1 one step worse."""
    if face == 20:
        return min(step + 1, 3)
    return max(step - 1, 0) if face == 1 else step


@rule("pf2e.check.steps", neutral=first)
def result(face: int, bonus: int) -> int:
    """The die and every modifier, bonus and penalty that counts."""
    return face + bonus


@rule("pf2e.check.dc_from_modifier", neutral=first)
def dc_of(modifier: int) -> int:
    """DC that a statistic makes: the defender does not roll."""
    return 10 + modifier


def roll_total(
    game: Game,
    label: str,
    bonus: int,
    modifiers: tuple[Modifier, ...],
    dc: int,
    against: tuple[Modifier, ...] = (),
    luck: Luck = PLAIN,
) -> Roll:
    """Roll a check.

    Args:
        game: The game.
        label: Dice label, "who/what".
        bonus: Total of what is added.
        modifiers: Its parts, counted or not.
        dc: The number to reach; 0 is a roll without one.
        against: Modifiers on the DC.
        luck: What lies on the check beyond modifiers.
    """
    if luck is PLAIN:
        n, faces = game.roll(label, D20)
        face = faces[0]
    else:
        n, faces = game.roll(label, TWO_D20 if luck.twice else D20)
        face = kept(faces, luck)
        modifiers += luck.shown
    total = result(face, bonus)
    degree = degree_of(face, total, dc, luck) if dc else ""
    return Roll(label, n, 20, faces, face, modifiers, total, dc, degree, against)


def no_roll(game: Game, label: str, degree: str) -> Roll:
    """What stands for a check that comes out one way whatever would be rolled."""
    return Roll(label, game.state.rolls.get(label, 0), 20, (), 0, (), 0, degree=degree)


@rule("pf2e.check.degree_defaults", neutral=lambda outcomes, degree: outcomes.get(degree, {}))
def by_degree(outcomes: Mapping[str, Mapping[str, T]], degree: str) -> Mapping[str, T]:
    """Pick an outcome; critical degrees fall back on the plain ones."""
    if degree in outcomes:
        return outcomes[degree]
    plain = {CRITICAL_SUCCESS: SUCCESS, CRITICAL_FAILURE: FAILURE}
    return outcomes.get(plain.get(degree, ""), {})


def certain(degree: str) -> dict[str, Fraction]:
    """The chances of what is not rolled."""
    return {each: Fraction(each == degree) for each in DEGREES}


def chances(bonus: int, dc: int, luck: Luck = PLAIN) -> dict[str, Fraction]:
    """Exact chance of each degree of a check; what may be rolled again by choice is not."""
    counts = dict.fromkeys(DEGREES, 0)
    whole = 400 if luck.twice else 20
    for face in range(1, 21):
        ways = 1 if not luck.twice else 2 * face - 1 if luck.twice == FORTUNE else 41 - 2 * face
        counts[degree_of(face, face + bonus, dc, luck)] += ways
    once = {degree: Fraction(count, whole) for degree, count in counts.items()}
    again = sum((once[degree] for degree in DEGREES if must_retry(luck, degree)), Fraction())
    return {d: once[d] * again + (0 if must_retry(luck, d) else once[d]) for d in DEGREES} if again else once
