"""What stat blocks of the small systems may say wrongly although their form is right."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from sim.model.errors import InputError

Path = tuple[str | int, ...]
Found = tuple[Path, str]


def count(path: Path, value: int, least: int, most: int) -> Iterator[Found]:
    """A number that is out of range."""
    if not least <= value <= most:
        yield path, f"expected {least} to {most}, not {value}"


def text_fault(read: Callable[[str], Any], text: str, path: Path) -> Iterator[Found]:
    """A text that cannot be read."""
    try:
        read(text)
    except InputError as wrong:
        yield path, str(wrong)


def twice(what: str, names: Sequence[str]) -> Iterator[Found]:
    """Names that are given twice."""
    for at, name in enumerate(names):
        if name.lower() in (other.lower() for other in names[:at]):
            yield (what, at, "name"), f"{name!r} is there twice"
