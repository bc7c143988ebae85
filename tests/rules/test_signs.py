"""What is written as a bonus is positive, and what is written as a penalty negative."""

from __future__ import annotations

import pytest

from sim.rules.pf2e.data import Ability, Bonus, Changes, CheckChange
from sim.rules.pf2e.problems import problems
from tests.engine.table import block


def told(**changes):
    """What is wrong with a passive ability."""
    return [text for _, text in problems(block(abilities=(Ability(name="Gift", passive=Changes(**changes)),)))]


@pytest.mark.parametrize(("kind", "value"), [("status", 1), ("untyped", 1), ("untyped", -1)])
def test_a_bonus_is_positive_and_a_modifier_either(kind, value):
    assert told(bonuses=(Bonus("attack", kind, value),)) == []


@pytest.mark.parametrize(("kind", "value"), [("status", -1), ("item", 0), ("untyped", 0)])
def test_no_other_bonus_is_taken(kind, value):
    assert told(bonuses=(Bonus("attack", kind, value),)) == [
        f"a bonus is positive, not {value}; write it under penalties"
    ]


def test_a_penalty_is_negative():
    assert told(penalties=(Bonus("attack", "untyped", -1),)) == []
    assert told(penalties=(Bonus("attack", "status", 1),)) == ["a penalty is negative, not 1; write it under bonuses"]


@pytest.mark.parametrize(
    ("change", "text"),
    [
        (CheckChange("will"), "nothing changes; expected roll, degree or dc"),
        (CheckChange("will", dc=2), "only flat checks have a dc to change"),
        (CheckChange("will", roll="fortunes"), "unknown roll 'fortunes'"),
        (CheckChange("will", degree=1, only="succes"), "unknown only 'succes'"),
        (CheckChange("wil", degree=1), "unknown to 'wil'"),
    ],
)
def test_a_change_of_checks_that_is_none_is_refused(change, text):
    assert [each.startswith(text) for each in told(checks=(change,))] == [True]
