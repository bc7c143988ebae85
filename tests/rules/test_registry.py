"""Every registered rule matters: with its neutral form in its place a case that names it fails."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path

import pytest

from sim.record.case_format import Case
from sim.record.case_reading import read_cases
from sim.record.cases import case_files, run_case
from sim.rules import d20, d100, pf2e  # noqa: F401 - register their rules
from sim.rules.registry import Rule, rules
from tests.conftest import ROOT
from tests.support.neutral import neutralized

CATALOGUE = [
    name
    for path in sorted((ROOT / "sim/rules/catalogue").glob("*.yaml"))
    for name in re.findall(r"\bid: (\S+),", path.read_text(encoding="utf-8"))
]


def _cases_by_rule() -> dict[str, list[Case]]:
    found = defaultdict(list)
    for path in case_files([Path(ROOT / "tests/cases")]):
        for case in read_cases(path):
            for rule in case.rules:
                found[rule].append(case)
    return found


CASES = _cases_by_rule()


@pytest.mark.parametrize("rule", [pytest.param(r, id=f"{r.id}-{r.place}") for found in rules().values() for r in found])
def test_a_case_fails_without_the_rule(rule: Rule) -> None:
    assert CASES[rule.id], f"no rule case names {rule.id}"
    with neutralized(rule):
        kept = all(run_case(case).ok for case in CASES[rule.id])
        assert not (kept and all(run_case(case).ok for case in _read_again(CASES[rule.id])))


def _read_again(cases: list[Case]) -> list[Case]:
    """The cases as they are read now, for rules that make numbers as creatures are loaded."""
    wanted = {(case.file, case.line) for case in cases}
    files = sorted({case.file for case in cases})
    return [case for file in files for case in read_cases(Path(file)) if (case.file, case.line) in wanted]


def test_registered_rules_are_in_the_catalogue() -> None:
    assert sorted(set(rules()) - set(CATALOGUE)) == []


def test_cases_name_rules_of_the_catalogue() -> None:
    assert sorted(set(CASES) - set(CATALOGUE)) == []


@pytest.mark.parametrize("system", ["d20", "d100"])
def test_every_rule_of_a_small_system_is_played(system: str) -> None:
    assert [name for name in CATALOGUE if name.startswith(f"{system}.") and name not in rules()] == []
