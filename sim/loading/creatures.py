"""Creatures as files state them, brought into the form that their ruleset plays."""

from __future__ import annotations

from typing import Any

from sim.loading.structure import structure
from sim.loading.yaml_file import Document, KeyPath
from sim.model.errors import InputError
from sim.model.protocols import Form, Ruleset


def read_creature(document: Document, rules: Ruleset, path: KeyPath = ()) -> Any:
    """Make a creature of the part of a document at ``path``.

    Raises:
        InputError: With every fault, each at its place.
    """
    form = form_of(document, rules, path)
    data: Any = structure(document, form.type, path)
    problems = [document.problem((*path, *where), message) for where, message in form.problems(data)]
    if problems:
        raise InputError.many(problems)
    return form.whole(data)


def form_of(document: Document, rules: Ruleset, path: KeyPath = ()) -> Form:
    """The form in which a creature is written: the one whose mark it has, else stated whole."""
    value = document.value
    for key in path:
        value = value[key]
    marks = value if isinstance(value, dict) else {}
    stated = Form(rules.creature_type, rules.problems, lambda data: data)
    return next((form for mark, form in rules.forms.items() if mark in marks), stated)
