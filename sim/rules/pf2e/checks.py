"""Checks: stacking modifiers, rolling, degrees of success."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from sim.model.protocols import Game
from sim.model.values import CRITICAL_FAILURE, CRITICAL_SUCCESS, DEGREES, FAILURE, SUCCESS, Modifier, Roll
from sim.rules.registry import rule

D20 = (20,)


def stack(modifiers: Sequence[Modifier]) -> tuple[int, tuple[Modifier, ...]]:
    """Total modifiers by type and mark those that do not count.

    Of several bonuses of one type only the highest counts, of penalties the worst; a bonus
    and a penalty of one type both count; untyped ones all add up (pf2e.check.bonus_stacking,
    penalty_stacking, bonus_and_penalty, untyped_penalties).
    """
    best: dict[tuple[str, bool], int] = {}
    total = 0
    spare: set[int] = set()
    for at, modifier in enumerate(modifiers):
        kind = (modifier.type, modifier.value > 0)
        rival = best.get(kind)
        if modifier.type == "untyped" or rival is None:
            best[kind] = at
            total += modifier.value
        elif abs(modifier.value) > abs(modifiers[rival].value):
            best[kind] = at
            spare.add(rival)
            total += modifier.value - modifiers[rival].value
        else:
            spare.add(at)
    if not spare:
        return total, tuple(modifiers)
    return total, tuple(Modifier(m.type, m.label, m.value, m.rule, at not in spare) for at, m in enumerate(modifiers))


def degree_of(face: int, total: int, dc: int) -> str:
    """Degree of a check."""
    return DEGREES[natural(face, compare(total, dc))]


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


def roll_total(
    game: Game,
    label: str,
    bonus: int,
    modifiers: tuple[Modifier, ...],
    dc: int,
    against: tuple[Modifier, ...] = (),
) -> Roll:
    """Roll d20 plus ``bonus``, the total of ``modifiers``, against a DC; 0 is a roll without one (pf2e.check.steps)."""
    n, faces = game.roll(label, D20)
    face = faces[0]
    total = face + bonus
    degree = degree_of(face, total, dc) if dc else ""
    return Roll(label, n, 20, faces, face, modifiers, total, dc, degree, against)


def flat_check(game: Game, label: str, dc: int) -> Roll:
    """Roll d20 with nothing added (pf2e.check.flat)."""
    return roll_total(game, label, 0, (), dc)


def by_degree(outcomes: Mapping[str, Mapping[str, int]], degree: str) -> Mapping[str, int]:
    """Pick an outcome; critical degrees fall back on the plain ones (pf2e.check.degree_defaults)."""
    if degree in outcomes:
        return outcomes[degree]
    plain = {CRITICAL_SUCCESS: SUCCESS, CRITICAL_FAILURE: FAILURE}
    return outcomes.get(plain.get(degree, ""), {})


def chances(bonus: int, dc: int) -> dict[str, Fraction]:
    """Exact chance of each degree of a check."""
    counts = dict.fromkeys(DEGREES, 0)
    for face in range(1, 21):
        counts[degree_of(face, face + bonus, dc)] += 1
    return {degree: Fraction(count, 20) for degree, count in counts.items()}
