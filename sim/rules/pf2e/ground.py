"""Kinds of ground of these rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from sim.model.grid import SHADES
from sim.model.scenario import Terrain
from sim.rules.faults import Found, PatchCheck, among, patch_problems
from sim.rules.pf2e.actions.table import ACTIONS
from sim.rules.pf2e.hazards import hazardous_problems
from sim.rules.pf2e.unsteady import narrow_problems, uneven_problems
from sim.rules.pf2e.water import DEEP, DIRECTIONS, SURFACE


def _soft_problems(patch: Terrain) -> Iterator[Found]:
    yield from patch_problems(patch, "depth")


def _water_problems(patch: Terrain) -> Iterator[Found]:
    """Water that must be swum has a DC; what it does to who does not swim is for such water alone."""
    yield from patch_problems(patch, may=("bars", "current", "dc", "depth"))
    if patch.current:
        yield from among(("current",), patch.current, tuple(DIRECTIONS))
        if not patch.dc:
            yield ("current",), "water that is walked through carries nobody away; expected a dc with the current"
    for at, kind in enumerate(patch.bars):
        yield from among(("bars", at), kind, tuple(ACTIONS))


GROUND: Final[Mapping[str, PatchCheck]] = {
    "cover": patch_problems,
    **dict.fromkeys(SHADES, patch_problems),
    "hazardous": hazardous_problems,
    "narrow": narrow_problems,
    "uneven": uneven_problems,
    "soft": _soft_problems,
    SURFACE: _water_problems,
    DEEP: _water_problems,
}
"""Each with what is wrong with a patch of it."""
