"""``encounter validate``."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from sim.cli import FINE
from sim.loading.creatures import read_creature
from sim.loading.policies import Policies
from sim.loading.rulesets import ruleset, ruleset_names
from sim.loading.scenario import load_scenario
from sim.loading.yaml_file import Document, read_yaml
from sim.model.errors import InputError, Problem
from sim.record.case_reading import read_cases
from sim.report.console import stdout

KINDS: Final = {"combatants": "scenario", "policy": "policy"}
"""What a file is by a key that it must have."""


def validate(*paths: Path, ruleset: str | None = None) -> int:
    """Check files and tell everything that is wrong in them.

    Args:
        paths: Scenario, creature, policy or case files, or folders of them.
        ruleset: The rules that creature files are for; unless stated, any that are installed.
    """
    if not paths:
        raise InputError("nothing to check; expected files or folders")
    problems: dict[Problem, None] = {}
    console = stdout()
    for path in (file for given in paths for file in _files(given)):
        try:
            kind = _check(path, ruleset)
        except InputError as error:
            problems.update(dict.fromkeys(error.problems))
        else:
            console.print(f"{path}: {kind}, fine", soft_wrap=True)
    if problems:
        raise InputError.many(problems)
    return FINE


def _files(path: Path) -> Iterator[Path]:
    if not path.is_dir():
        yield path
        return
    found = sorted(file for ending in ("*.yaml", "*.yml") for file in path.rglob(ending))
    if not found:
        raise InputError(Problem("there are no YAML files here", str(path)))
    yield from found


def _check(path: Path, rules: str | None) -> str:
    """Check one file and return what it is."""
    document = read_yaml(path)
    if isinstance(document.value, list):
        read_cases(path)
        return "rule cases"
    kind = next((KINDS[key] for key in KINDS if isinstance(document.value, dict) and key in document.value), "creature")
    if kind == "scenario":
        load_scenario(path)
    elif kind == "policy":
        Policies(path.parent).agent(path.stem)
    else:
        _check_creature(document, rules)
    return kind


def _check_creature(document: Document, rules: str | None) -> None:
    """Check a creature by the named rules, else by those that find least wrong with it."""
    found = [_creature_problems(document, name) for name in ([rules] if rules else ruleset_names())]
    least = min(found, key=len)
    if least:
        raise InputError.many(least)


def _creature_problems(document: Document, rules: str) -> list[Problem]:
    try:
        read_creature(document, ruleset(rules))
    except InputError as error:
        return list(error.problems)
    return []
