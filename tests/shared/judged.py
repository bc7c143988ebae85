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
    "cover-3": "pf2e.position.cover_creature",
    "hp-07": "pf2e.condition.broken",
    "iwr-21": "pf2e.damage.resistance",
}
"""Id of a judged case to the id of the rule by which the source text says otherwise."""

LATER: dict[str, str] = {
    **{f"dc-{number:02}": "DCs by level come with checks of monsters" for number in (1, 2, 4, 5, 6, 8, 9, 10, 12)},
    **{f"pred-{number:02}": "predicates come with imports" for number in (1, 2, 3, 5, 6, 7, 9, 10, 11, 13, 14, 15)},
}
"""Id of a judged case to what it waits for."""

_put: dict[str, set[str]] = {}


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
    _put.setdefault(suite, set()).update(case["id"] for case in fitting)
    return pytest.mark.parametrize("case", [_param(case) for case in fitting])


def _param(case):
    rule, later = DIFFERENCES.get(case["id"]), LATER.get(case["id"])
    marks = []
    if rule:
        why = f"the source text says otherwise: {rule}, docs/differences.md"
        marks.append(pytest.mark.xfail(reason=why, strict=True))
    if later:
        marks.append(pytest.mark.skip(reason=later))
    return pytest.param(case, id=case["id"], marks=marks)


def suites():
    """Every suite with the ids of its cases; none without the corpora."""
    files = sorted((SHARED / "cases").glob("*.yaml"))
    return {path.stem: [case["id"] for case in YAML(typ="safe").load(path)["cases"]] for path in files}


def put(suite):
    """Ids of the cases that tests have asked `judged` for."""
    return _put.get(suite, set())
