"""Judged cases of other projects, in ``cases/*.yaml`` of the shared corpora, as parameters of tests.

Each suite has an adapter here that puts its cases to public functions or plays them. A case
where the source text is on our side is listed in `DIFFERENCES` and in docs/differences.md.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from ruamel.yaml import YAML

from tests.conftest import ROOT

SHARED = Path(os.environ.get("ENCOUNTER_SHARED") or ROOT.parent / "shared")
"""Folder of the corpora, which are no part of the project."""

DIFFERENCES: dict[str, str] = {
    "hp-07": "pf2e.condition.broken",
    "iwr-21": "pf2e.damage.resistance",
}
"""Id of a judged case to the id of the rule by which the source text says otherwise."""


def judged(suite, *given, without=()):
    """Parametrize a test with the cases of a suite whose ``given`` has these keys, and none of those of ``without``.

    Without the corpora the test is skipped.
    """
    path = SHARED / "cases" / f"{suite}.yaml"
    if not path.is_file():
        return pytest.mark.skip(f"no judged cases at {path}; set ENCOUNTER_SHARED to the folder of the corpora")
    cases = YAML(typ="safe").load(path)["cases"]
    fitting = [
        case
        for case in cases
        if all(key in case["given"] for key in given) and not any(key in case["given"] for key in without)
    ]
    assert fitting, f"{suite} has no cases with {', '.join(given)}"
    return pytest.mark.parametrize("case", [_param(case) for case in fitting])


def _param(case):
    rule = DIFFERENCES.get(case["id"])
    marks = (
        [pytest.mark.xfail(reason=f"the source text says otherwise: {rule}, docs/differences.md", strict=True)]
        if rule
        else ()
    )
    return pytest.param(case, id=case["id"], marks=marks)


def ids(suite):
    """Ids of all cases of a suite; empty without the corpora."""
    path = SHARED / "cases" / f"{suite}.yaml"
    return [case["id"] for case in YAML(typ="safe").load(path)["cases"]] if path.is_file() else []
