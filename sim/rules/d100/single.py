"""A check outside a fight: ``drawing requires 2, dex 10``, ``drawing with art requires 2, dex 10``."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from sim.model.errors import InputError, did_you_mean
from sim.model.protocols import SingleCheck
from sim.model.values import Modifier
from sim.rules.d100.checks import IMPOSSIBLE, chances, meets, threshold
from sim.rules.d100.data import Requirement, StatBlock

_CHECK: Final = re.compile(r"^([\w' -]+?) requires (\d{1,2}), ([a-z]+) (\d{1,3})$")


def single_check(data: StatBlock, text: str, options: Mapping[str, Any]) -> SingleCheck:
    """Chances of a skill against what a task requires.

    Raises:
        InputError: The text is no check, or the creature has no such stat.
    """
    found = _CHECK.match(text.strip().lower())
    if not found:
        raise InputError(f"{text!r} is no check; expected something like drawing requires 2, dex 10")
    skill, level, stat, value = found[1], int(found[2]), found[3], int(found[4])
    if stat not in data.stats:
        raise InputError(
            f"{data.name} has no {stat!r}{did_you_mean(stat, data.stats) or '; it has ' + ', '.join(data.stats)}"
        )
    known = data.skills.get(skill)
    if known and known.stat != stat:
        raise InputError(f"{skill} goes with {known.stat}, not with {stat}")
    requires = Requirement(level, value)
    own = (known.level if known else 0, data.stats[stat])
    possible = meets(*own, requires)
    needed = threshold(*own, requires) if possible else IMPOSSIBLE
    shown = (
        Modifier("threshold", f"{skill} level", own[0], "d100.skill", False),
        Modifier("threshold", stat, own[1], "d100.skill", False),
    )
    return SingleCheck(skill, "d100", shown, needed, chances(needed, possible=possible, options=options))
