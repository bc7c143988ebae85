"""Every shipped rule case is a test."""

from __future__ import annotations

from pathlib import Path

import pytest

from sim.record.case_format import Case
from sim.record.case_reading import read_cases
from sim.record.cases import case_files, run_case

FOLDER = Path(__file__).parent / "cases"


def _cases():
    for path in case_files([FOLDER]):
        for case in read_cases(path):
            yield pytest.param(case, id=f"{path.relative_to(FOLDER)}:{case.line}")


@pytest.mark.parametrize("case", list(_cases()))
def test_case(case: Case) -> None:
    result = run_case(case)
    assert result.ok, f"{result.file}:{result.line}: {result.name}\n{result.message}"
