"""Every option of the catalogue exists, and every value of every option and every edition makes a difference."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
from attrs import evolve

from sim.loading.yaml_file import read_yaml
from sim.record.case_reading import read_cases
from sim.record.cases import case_files, run_case
from sim.rules.pf2e import Pf2e
from tests.conftest import ROOT

CATALOGUE = (ROOT / "sim" / "rules" / "catalogue" / "pf2e.yaml").read_text(encoding="utf-8")
NAMED = re.findall(r"\boption (\w+): ([\w |]+)", CATALOGUE)
"""Options as the catalogue names them, with their values."""
GUIDE = (ROOT / "docs" / "writing-fights.md").read_text(encoding="utf-8")
VALUES = [(option, value) for option, values in Pf2e.options.items() for value in values]


@cache
def stating():
    """Cases by what their scenario states: (option, value), and ("edition", name)."""
    found = {}
    for path in case_files([Path(ROOT / "tests" / "cases" / "pf2e")]):
        written = read_yaml(path).value
        for case, plain in zip(read_cases(path), written, strict=True):
            scenario = plain["scenario"] if isinstance(plain["scenario"], dict) else {}
            stated = [*scenario.get("options", {}).items(), ("edition", scenario.get("edition"))]
            for option, value in stated:
                found.setdefault((option, value), []).append(case)
    return found


def word(value):
    """A value as files write it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def depends(case, option, others):
    """Whether a case comes out otherwise with another value of an option."""
    options = case.scenario.options
    changed = [evolve(case, scenario=evolve(case.scenario, options=options | {option: other})) for other in others]
    return run_case(case).ok and any(not run_case(one).ok for one in changed)


@pytest.mark.parametrize(("option", "value"), VALUES, ids=[f"{option}-{word(value)}" for option, value in VALUES])
def test_a_case_that_states_the_value_comes_out_otherwise_with_another(option, value):
    cases = stating().get((option, value), [])
    others = [other for other in Pf2e.options[option] if other != value]
    assert any(depends(case, option, others) for case in cases), f"no case pins {option}: {word(value)}"


@pytest.mark.parametrize("edition", Pf2e.editions)
def test_a_case_that_states_the_edition_comes_out_otherwise_in_each_other(edition):
    usual = {option: values[0] for option, values in Pf2e.options.items()}
    for other in (name for name in Pf2e.editions if name != edition):
        options = usual | Pf2e.editions[other]
        cases = [evolve(c, scenario=evolve(c.scenario, options=options)) for c in stating()["edition", edition]]
        assert any(not run_case(case).ok for case in cases), f"nothing tells {edition} from {other}"


@pytest.mark.parametrize(("option", "written"), NAMED, ids=[option for option, _ in NAMED])
def test_an_option_of_the_catalogue_has_its_values_and_its_default(option, written):
    values = [value.split()[0] for value in written.split(" | ")]
    known = [word(value) for value in Pf2e.options[option]]
    assert values[0] == known[0]
    assert set(values) <= set(known)


def test_the_catalogue_names_options():
    assert len(NAMED) >= 17


@pytest.mark.parametrize("option", Pf2e.options)
def test_the_guide_explains_the_option_with_its_values(option):
    row = re.search(rf"^\| `{option}` \|([^|]*)\|", GUIDE, re.MULTILINE)
    assert row, option
    told = re.findall(r"`([^`]+)`", row[1])
    numbers = all(isinstance(value, int) and not isinstance(value, bool) for value in Pf2e.options[option])
    wanted = [word(value) for value in Pf2e.options[option]]
    assert set(wanted) <= set(told) or (numbers and {wanted[0], wanted[-1]} <= set(told))


@pytest.mark.parametrize("edition", Pf2e.editions)
def test_the_guide_explains_the_edition(edition):
    row = re.search(rf"^\| `{edition}` \|([^|]*)\|", GUIDE, re.MULTILINE)
    assert row, edition
    for option, value in Pf2e.editions[edition].items():
        assert f"`{option}: {word(value)}`" in GUIDE
