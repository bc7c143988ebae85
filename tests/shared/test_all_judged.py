"""No judged case is left out unseen: each is put to a test or says what it waits for."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.shared.judged import DIFFERENCES, LATER, put, suites

MOST_DIFFERENCES = 5

SUITES = suites()
pytestmark = pytest.mark.skipif(not SUITES, reason="no judged cases; set ENCOUNTER_SHARED to the folder of the corpora")


@pytest.mark.parametrize("suite", SUITES)
def test_each_case_is_put_to_a_test_or_waits_for_something(suite):
    for path in sorted(Path(__file__).parent.glob("test_*.py")):
        import_module(f"tests.shared.{path.stem}")
    assert [case for case in SUITES[suite] if case not in put(suite) and case not in LATER] == []


def test_what_differs_or_waits_is_a_case():
    known = {case for cases in SUITES.values() for case in cases}
    assert [case for case in (*DIFFERENCES, *LATER) if case not in known] == []


def test_differences_are_few_and_stand_in_the_docs():
    told = (ROOT / "docs/differences.md").read_text(encoding="utf-8")
    assert len(DIFFERENCES) <= MOST_DIFFERENCES
    assert [rule for rule in DIFFERENCES.values() if f"`{rule}`" not in told] == []
