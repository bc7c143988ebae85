"""Checks that stat blocks of every system share: each yields (path to the field, message) pairs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from sim.model.errors import InputError, did_you_mean

Path = tuple[str | int, ...]
Found = tuple[Path, str]

MAX_NAME: Final = 80


def name_problems(path: Path, name: str) -> Iterator[Found]:
    """A name that nobody can read."""
    if not name.strip() or not name.isprintable() or len(name) > MAX_NAME:
        yield path, f"name is {name[:20]!r}; expected 1 to {MAX_NAME} printable characters"


def repeated(path: Path, names: Sequence[str]) -> Iterator[Found]:
    """Names that stand twice."""
    for at, name in enumerate(names):
        if name in names[:at]:
            yield (*path, at, "name"), f"{name!r} stands here twice"


def readable(path: Path, read: Callable[[str], Any], text: str) -> Iterator[Found]:
    """A text that its reader refuses."""
    try:
        read(text)
    except InputError as error:
        yield path, error.problems[0].message


def among(path: Path, word: str, allowed: Any) -> Iterator[Found]:
    """A word that is none of those allowed."""
    if word not in allowed:
        hint = did_you_mean(word, allowed) or f"; expected one of {', '.join(allowed)}"
        yield path, f"unknown {path[-1] if isinstance(path[-1], str) else 'word'} {word!r}{hint}"
