"""Folding logs, which anybody may have written: what does not fit is bad input, not a fault of this program."""

from __future__ import annotations

from sim.model.errors import InputError, Problem
from sim.model.events import Entry, Unknown
from sim.model.reduce import reduce
from sim.model.state import State


def take_in(state: State, entry: Entry, file: str = "") -> None:
    """Apply an entry of a log to ``state`` in place; ``file`` is named where it cannot be.

    Raises:
        InputError: Its type is unknown, or it does not fit the state before it.
    """
    if isinstance(entry.event, Unknown):
        kind = entry.event.raw.get("type")
        raise InputError(
            Problem(f"event {entry.seq} is of the unknown type {kind!r}; nothing after it can be told", file)
        )
    try:
        reduce(state, entry)
    except (LookupError, StopIteration, AttributeError, TypeError, ValueError) as error:
        message = f"event {entry.seq} does not fit the state before it: {type(error).__name__} {error}"
        raise InputError(Problem(message, file)) from error
