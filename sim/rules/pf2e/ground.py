"""Kinds of ground of these rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from sim.model.scenario import Terrain
from sim.rules.faults import Found, PatchCheck, patch_problems
from sim.rules.pf2e.hazards import hazardous_problems
from sim.rules.pf2e.unsteady import narrow_problems, uneven_problems


def _soft_problems(patch: Terrain) -> Iterator[Found]:
    yield from patch_problems(patch, "depth")


GROUND: Final[Mapping[str, PatchCheck]] = {
    "cover": patch_problems,
    "hazardous": hazardous_problems,
    "narrow": narrow_problems,
    "uneven": uneven_problems,
    "soft": _soft_problems,
}
"""Each with what is wrong with a patch of it."""
