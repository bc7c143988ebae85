"""Creatures as files state them, brought into the form that their ruleset plays."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from attrs import evolve

from sim.loading.library import find_file, shipped
from sim.loading.structure import describe, structure
from sim.loading.yaml_file import Document, KeyPath, read_yaml
from sim.model.errors import InputError, Problem
from sim.model.protocols import Form, Ruleset

ABILITIES: Final = "abilities"
"""The list of a creature that may name files of the library: ``{use: spells/fireball, slot: rank-3}``."""


def read_creature(document: Document, rules: Ruleset, path: KeyPath = ()) -> Any:
    """Make a creature of the part of a document at ``path``.

    Raises:
        InputError: With every fault, each at its place.
    """
    document = _with_library(document, rules, path)
    form = form_of(document, rules, path)
    data: Any = structure(document, form.type, path)
    problems = [document.problem((*path, *where), message) for where, message in form.problems(data)]
    if problems:
        raise InputError.many(problems)
    return form.whole(data)


def form_of(document: Document, rules: Ruleset, path: KeyPath = ()) -> Form:
    """The form in which a creature is written: the one whose mark it has, else stated whole."""
    marks = _at(document, path)
    stated = Form(rules.creature_type, rules.problems, lambda data: data)
    return next((form for mark, form in rules.forms.items() if mark in marks), rules.forms.get("", stated))


def _at(document: Document, path: KeyPath) -> dict[str, Any]:
    """What a document states at a place; empty where it is no mapping."""
    value = document.value
    for key in path:
        value = value[key]
    return value if isinstance(value, dict) else {}


# --- the library -----------------------------------------------------------------


def _with_library(document: Document, rules: Ruleset, path: KeyPath) -> Document:
    """A document in which a creature's abilities of the library stand whole."""
    creature = _at(document, path)
    written = creature.get(ABILITIES)
    if not isinstance(written, list) or not any(_named(entry) for entry in written):
        return document
    entries, problems = [], []
    for number, entry in enumerate(written):
        try:
            entries.append(_whole(entry, Path(document.file).parent, rules) if _named(entry) else entry)
        except InputError as error:
            at = (*path, ABILITIES, number, "use")
            problems += [p if p.file else document.problem(at, p.message) for p in error.problems]
    if problems:
        raise InputError.many(problems)
    return evolve(document, value=_replaced(document.value, path, creature | {ABILITIES: entries}))


def _named(entry: Any) -> bool:
    """Whether an entry names a file: its name has a folder."""
    return isinstance(entry, dict) and isinstance(entry.get("use"), str) and "/" in entry["use"]


def _whole(entry: dict[str, Any], folder: Path, rules: Ruleset) -> dict[str, Any]:
    """What a file of the library states, with what the entry states otherwise."""
    path = find_file(entry["use"], [folder, shipped() / "library" / rules.name], "ability")
    stated = read_yaml(path).value
    if not isinstance(stated, dict):
        raise InputError(Problem(f"expected one ability, not {describe(stated)}", str(path)))
    return _merged(stated, {key: value for key, value in entry.items() if key != "use"})


def _merged(one: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    """One mapping with what another states otherwise, mappings within them likewise."""
    both = {key: _merged(one[key], value) for key, value in other.items() if _both_mappings(one.get(key), value)}
    return one | other | both


def _both_mappings(one: Any, other: Any) -> bool:
    return isinstance(one, dict) and isinstance(other, dict)


def _replaced(value: Any, path: KeyPath, new: Any) -> Any:
    """A copy of nested data with something else at a place."""
    if not path:
        return new
    copy: Any = list(value) if isinstance(value, list) else dict(value)
    copy[path[0]] = _replaced(value[path[0]], path[1:], new)
    return copy
