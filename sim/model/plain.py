"""Plain JSON data, as logs can hold it: no floats, whole numbers that every reader agrees on, texts as keys."""

from __future__ import annotations

from typing import Any, Final

MAX_INT: Final = 2**53 - 1
"""JSON readers agree on whole numbers up to here."""
MAX_DEPTH: Final = 64
"""Lists and mappings within each other."""
_ONLY_TEXTS: Final = frozenset({str})


def plain(value: Any, depth: int = MAX_DEPTH) -> Any:
    """Return a deep copy of JSON data, tuples as lists, keys in order as they come back from a log.

    Raises:
        ValueError: It holds something that a log cannot.
    """
    kind = type(value)
    if kind is int:
        if -MAX_INT <= value <= MAX_INT:
            return value
        raise ValueError(f"{value} is too large; expected a whole number below 2^53")
    if value is None or kind is bool:
        return value
    if kind is str:
        return _text(value)
    if depth == 0:
        raise ValueError(f"too deep; expected at most {MAX_DEPTH} lists and mappings within each other")
    if kind in (list, tuple):
        return [plain(part, depth - 1) for part in value]
    if kind is dict and _ONLY_TEXTS.issuperset(map(type, value)):
        return {_text(key): plain(part, depth - 1) for key, part in sorted(value.items())}
    raise ValueError(
        f"{value!r:.60} is no plain data; expected texts, whole numbers, true, false, null, lists, mappings"
    )


def _text(text: str) -> str:
    if not text.isascii():
        text.encode()  # a lone surrogate raises a ValueError
    return text
