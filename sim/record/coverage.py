"""Which rules the rule cases name, and which their runs use."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from attrs import Factory, define

from sim.record.case_format import Case
from sim.record.case_reading import read_cases
from sim.record.cases import case_files, run_case, shipped_cases
from sim.rules.registry import watching


@define
class Covered:
    """Cases about a rule, as ``file: name``.

    Attributes:
        naming: Those that name it.
        using: Those whose run used it.
    """

    naming: list[str] = Factory(list)
    using: list[str] = Factory(list)


def cases_by_rule(*, run: bool = False) -> Mapping[str, Covered]:
    """The shipped cases by the rules that they name, and with ``run`` by those that their runs use too."""
    found: dict[str, Covered] = {}
    for path in case_files():
        for case in read_cases(path):
            told = _place(case, path)
            for rule in dict.fromkeys(case.rules):
                found.setdefault(rule, Covered()).naming.append(told)
            if run:
                for rule in sorted(_used(case)):
                    found.setdefault(rule, Covered()).using.append(told)
    return found


def _used(case: Case) -> set[str]:
    with watching() as used:
        run_case(case)
    return used


def _place(case: Case, path: Path) -> str:
    return f"{path.relative_to(shipped_cases())}: {case.name}"
