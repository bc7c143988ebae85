"""Degrees of success, exact chances, and how modifiers stack."""

from __future__ import annotations

from fractions import Fraction

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.model.values import CRITICAL_FAILURE, CRITICAL_SUCCESS, DEGREES, FAILURE, SUCCESS, Modifier
from sim.rules.pf2e.checks import by_degree, chances, degree_of
from sim.rules.pf2e.stacking import stack


@pytest.mark.parametrize(
    ("face", "total", "degree"),
    [
        (10, 25, CRITICAL_SUCCESS),
        (10, 24, SUCCESS),
        (10, 15, SUCCESS),
        (10, 14, FAILURE),
        (10, 6, FAILURE),
        (10, 5, CRITICAL_FAILURE),
        (20, 25, CRITICAL_SUCCESS),
        (20, 15, CRITICAL_SUCCESS),
        (20, 14, SUCCESS),
        (20, 5, FAILURE),
        (1, 25, SUCCESS),
        (1, 15, FAILURE),
        (1, 14, CRITICAL_FAILURE),
        (1, 5, CRITICAL_FAILURE),
    ],
)
def test_degree_against_dc_15(face, total, degree):
    assert degree_of(face, total, 15) == degree


@pytest.mark.parametrize("bonus", range(-10, 31, 5))
@pytest.mark.parametrize("dc", range(5, 41))
def test_chances_are_those_of_a_d20(bonus, dc):
    def degree(face):
        step = (face + bonus > dc - 10) + (face + bonus >= dc) + (face + bonus >= dc + 10)
        return max(0, min(3, step + (face == 20) - (face == 1)))

    die = icepool.d20.map(degree)
    assert chances(bonus, dc) == {name: Fraction(die.probability(step)) for step, name in enumerate(DEGREES)}


def test_critical_degrees_fall_back_on_the_plain_ones():
    outcomes = {SUCCESS: {"a": 1}, CRITICAL_FAILURE: {"b": 2}}
    assert by_degree(outcomes, CRITICAL_SUCCESS) == {"a": 1}
    assert by_degree(outcomes, CRITICAL_FAILURE) == {"b": 2}
    assert by_degree(outcomes, FAILURE) == {}


def mod(kind, value):
    return Modifier(kind, "some", value, "pf2e.test")


@pytest.mark.parametrize(
    ("modifiers", "total", "counted"),
    [
        ([], 0, []),
        ([("status", 1), ("status", 2)], 2, [False, True]),
        ([("status", 2), ("status", 1)], 2, [True, False]),
        ([("status", 2), ("status", 2)], 2, [True, False]),
        ([("status", -1), ("status", -3)], -3, [False, True]),
        ([("circumstance", 2), ("circumstance", -2)], 0, [True, True]),
        ([("status", 1), ("item", 1), ("circumstance", 1)], 3, [True, True, True]),
        ([("untyped", -5), ("untyped", -2), ("untyped", 3)], -4, [True, True, True]),
    ],
)
def test_stacking(modifiers, total, counted):
    found, marked = stack([mod(*each) for each in modifiers])
    assert found == total
    assert [each.counted for each in marked] == counted


MODIFIERS = st.lists(
    st.builds(mod, st.sampled_from(["item", "status", "circumstance", "untyped"]), st.integers(-6, 6)), max_size=12
)


@given(MODIFIERS)
def test_the_total_is_the_best_bonus_and_the_worst_penalty_of_each_type(modifiers):
    due = sum(each.value for each in modifiers if each.type == "untyped")
    for kind in ("item", "status", "circumstance"):
        values = [each.value for each in modifiers if each.type == kind]
        due += max([0, *values]) + min([0, *values])
    total, marked = stack(modifiers)
    assert total == due == sum(each.value for each in marked if each.counted)
    assert [(each.type, each.value) for each in marked] == [(each.type, each.value) for each in modifiers]


@given(MODIFIERS, st.randoms(use_true_random=False))
def test_the_order_of_modifiers_changes_nothing(modifiers, random):
    mixed = list(modifiers)
    random.shuffle(mixed)
    assert stack(mixed)[0] == stack(modifiers)[0]
