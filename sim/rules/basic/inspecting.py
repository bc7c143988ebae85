"""What a stat block states, line by line: the small systems derive nothing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from attrs import asdict

from sim.model.protocols import Number


def stated_numbers(data: Any) -> Iterator[Number]:
    """Every number of a stat block under the names of the fields that lead to it."""
    yield from _numbers("", asdict(data))


def _numbers(name: str, value: Any) -> Iterator[Number]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _numbers(f"{name} {key}".strip(), inner)
    elif isinstance(value, (list, tuple)):
        for inner in value:
            own = str(inner.pop("name", "")) if isinstance(inner, dict) else ""
            yield from _numbers(own or name, inner)
    elif isinstance(value, int) and not isinstance(value, bool):
        yield Number(name, str(value))
