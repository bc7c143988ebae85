"""Which of several modifiers count."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

from sim.model.values import Modifier
from sim.rules.registry import always, never, rule

Numbers: TypeAlias = tuple[int, tuple[Modifier, ...]]
"""A total and its parts, counted or not."""


def stack(modifiers: Sequence[Modifier]) -> Numbers:
    """Total modifiers and mark those that do not count.

    Of several bonuses of one type only the highest counts, of penalties the worst; a bonus
    and a penalty of one type both count; untyped ones all add up.
    """
    total = 0
    types = set()
    for modifier in modifiers:
        total += modifier.value
        types.add(modifier.type)
    if len(types) == len(modifiers):  # as mostly: one of each type
        return total, tuple(modifiers)
    counted = _counted(modifiers)
    total = sum(modifiers[at].value for at in counted)
    if len(counted) == len(modifiers):
        return total, tuple(modifiers)
    return total, tuple(Modifier(m.type, m.label, m.value, m.rule, at in counted) for at, m in enumerate(modifiers))


def joined(modifiers: Sequence[Modifier], more: Sequence[Modifier]) -> tuple[int, tuple[Modifier, ...]]:
    """By how much further modifiers change the total of stacked ones, and all of them."""
    before = sum([modifier.value for modifier in modifiers if modifier.counted])
    total, every = stack((*modifiers, *more))
    return total - before, every


def _counted(modifiers: Sequence[Modifier]) -> frozenset[int]:
    """Places of the modifiers that count."""
    rivals: dict[Any, list[int]] = {}
    counted = []
    for at, modifier in enumerate(modifiers):
        bonus = is_bonus(modifier.value)
        if plus_adds_up(modifier.type) if bonus else penalty_adds_up(modifier.type):
            counted.append(at)
        else:
            rivals.setdefault(slot(modifier.type, bonus), []).append(at)
    for places in rivals.values():
        values = [modifiers[at].value for at in places]
        which = highest(values) if is_bonus(values[0]) else worst(values)
        counted += [places[at] for at in which]
    return frozenset(counted)


@rule("pf2e.check.bonus_sign", neutral=always)
def is_bonus(value: int) -> bool:
    """A bonus is positive, a penalty negative."""
    return value > 0


@rule("pf2e.check.bonus_and_penalty", neutral=lambda kind, bonus: kind)
def slot(kind: str, bonus: bool) -> object:
    """What only one modifier can fill: a bonus and a penalty of one type do not compete."""
    return kind, bonus


@rule("pf2e.check.bonus_stacking", neutral=lambda values: range(len(values)))
def highest(values: Sequence[int]) -> Sequence[int]:
    """Which of several bonuses of one type count: the highest, of equals the first."""
    return (values.index(max(values)),)


@rule("pf2e.check.penalty_stacking", neutral=lambda values: range(len(values)))
def worst(values: Sequence[int]) -> Sequence[int]:
    """Which of several penalties of one type count: the worst, of equals the first."""
    return (values.index(min(values)),)


@rule("pf2e.check.untyped_penalties", neutral=never)
def penalty_adds_up(kind: str) -> bool:
    """Untyped penalties all count."""
    return kind == "untyped"


@rule("pf2e.check.bonus_typed", neutral=never)
def plus_adds_up(kind: str) -> bool:
    """An untyped plus is a modifier and simply adds."""
    return kind == "untyped"
