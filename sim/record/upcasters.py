"""Old versions of events, brought up to date as raw mappings; files are never rewritten."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from sim.model.events import EVENTS

Upcaster = Callable[[dict[str, Any]], dict[str, Any]]
"""From the fields of one version of an event to those of the next."""

UPCASTERS: Final[dict[tuple[str, int], Upcaster]] = {
    ("EncounterEnded", 1): lambda fields: {**fields, "summary": {}},
}
"""By type and the version an upcaster starts from."""


class MissingUpcasterError(ValueError):
    """No way leads from a version to the present one."""


def upcast(
    name: str,
    version: int,
    present: int,
    fields: dict[str, Any],
    upcasters: Mapping[tuple[str, int], Upcaster] = UPCASTERS,
) -> dict[str, Any]:
    """Bring the fields of an event from ``version`` to the ``present`` one.

    Raises:
        MissingUpcasterError: A version between has no upcaster.
    """
    for step in range(version, present):
        if (name, step) not in upcasters:
            raise MissingUpcasterError(f"version {step} of {name} is not known")
        fields = upcasters[name, step](fields)
    return fields


def gaps(versions: Mapping[str, int], upcasters: Mapping[tuple[str, int], Upcaster]) -> list[str]:
    """Return what lacks an upcaster, given the present version of each type."""
    return [
        f"{name} {step}"
        for name, present in versions.items()
        for step in range(1, present)
        if (name, step) not in upcasters
    ]


_missing = gaps({name: kind.version for name, kind in EVENTS.items()}, UPCASTERS)
assert not _missing, f"upcasters are missing: {_missing}"
