"""Checks that stat blocks of every system share: each yields (path to the field, message) pairs."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import Any, Final, TypeAlias

from sim.model.errors import InputError, did_you_mean
from sim.model.scenario import Terrain
from sim.rules.texts import key

Path = tuple[str | int, ...]
Found = tuple[Path, str]
PatchCheck: TypeAlias = Callable[[Terrain], Iterable[Found]]
"""What is wrong with a patch of ground of a kind."""

MAX_NAME: Final = 80
_WORDS: Final = re.compile(r"[\w.' -]+")


def name_problems(path: Path, name: str) -> Iterator[Found]:
    """A name that nobody can read."""
    if not name.strip() or not name.isprintable() or len(name) > MAX_NAME:
        yield path, f"name is {name[:20]!r}; expected 1 to {MAX_NAME} printable characters"


def repeated(path: Path, names: Sequence[str]) -> Iterator[Found]:
    """Names that stand twice."""
    for at, name in enumerate(names):
        if name in names[:at]:
            yield (*path, at, "name"), f"{name!r} stands here twice"


FURTHER: Final = {
    "damage": "2d6 fire",
    "dc": "15",
    "height": "20 ft",
    "depth": "10 ft",
    "current": "east",
    "bars": "[step, leap]",
}
"""What only some kinds of ground state, each with an example."""


def patch_problems(patch: Terrain, needs: str = "", may: Collection[str] = ()) -> Iterator[Found]:
    """What a kind of ground states beyond what it ``needs`` and ``may`` state, and what it lacks."""
    for name, example in FURTHER.items():
        value = getattr(patch, name)
        if value and name != needs and name not in may:
            yield (name,), f"{patch.kind} ground has no {name}"
        if name == needs and not value:
            yield (), f"the key {name!r} is missing; expected such as {example}"


def within(path: Path, value: int, least: int, most: int) -> Iterator[Found]:
    """A number that is out of range."""
    if not least <= value <= most:
        yield path, f"{path[-1]} is {value}; expected {least} to {most}"


def keyed(path: Path, names: Sequence[str]) -> Iterator[Found]:
    """Names that cannot stand in the text of an action, or that stand twice there."""
    for at, name in enumerate(names):
        yield from name_problems((*path, at, "name"), name)
        if name.strip() and not _WORDS.fullmatch(name):
            yield (*path, at, "name"), f"{name!r} cannot be written in an action; expected letters, digits, hyphens"
    yield from repeated(path, [key(name) for name in names])


def readable(path: Path, read: Callable[[Any], Any], text: Any) -> Iterator[Found]:
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
