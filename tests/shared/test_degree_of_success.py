"""Judged degrees of success: a roll against a DC, and abilities that change a degree."""

from __future__ import annotations

from sim.model.values import CRITICAL_SUCCESS, DEGREES, SUCCESS
from sim.rules.pf2e.checks import degree_of
from sim.rules.pf2e.luck import shifted
from tests.shared.judged import judged

SUITE = "degree_of_success"


def own(degree):
    return degree.replace("-", "_")


@judged(SUITE, "die", "modifier", "dc")
def test_degree_of_a_roll(case):
    given = case["given"]
    assert degree_of(given["die"], given["die"] + given["modifier"], given["dc"]) == own(case["expect"]["degree"])


@judged(SUITE, "save_degree", "incapacitation")
def test_a_target_of_too_high_a_level_saves_one_step_better(case):
    assert shifted(own(case["given"]["save_degree"]), [(1, "")]) == own(case["expect"]["degree"])


@judged(SUITE, "attacker_degree", "incapacitation")
def test_a_check_against_a_target_of_too_high_a_level_is_one_step_worse(case):
    assert shifted(own(case["given"]["attacker_degree"]), [(-1, "")]) == own(case["expect"]["degree"])


@judged(SUITE, "upgrade", "degrees_in")
def test_one_degree_becomes_a_better_one(case):
    (before, after), *more = case["given"]["upgrade"].items()
    assert not more
    steps = DEGREES.index(own(after)) - DEGREES.index(own(before))
    found = [shifted(own(degree), [(steps, own(before))]) for degree in case["given"]["degrees_in"]]
    assert found == [own(degree) for degree in case["expect"]["degrees_out"]]


def test_two_changes_of_one_degree_add_up_within_the_four_degrees():
    assert shifted(SUCCESS, [(1, SUCCESS), (1, "")]) == CRITICAL_SUCCESS
