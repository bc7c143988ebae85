"""A check outside a fight: ``notice vs 12``, ``sen vs hard``, ``dex vs 16 with advantage``."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from sim.model.errors import InputError, did_you_mean
from sim.model.protocols import SingleCheck
from sim.model.values import Modifier
from sim.rules.d20.checks import AREAS, attribute_of, chances, difficulty_of, known_check
from sim.rules.d20.data import ATTRIBUTES, NAMED, StatBlock

_CHECK: Final = re.compile(r"^([a-z ]+?) (?:vs|against) (\d{1,3}|[a-z]+)(?: with (advantage|disadvantage))?$")
_SIDES: Final = {"advantage": 1, "disadvantage": -1, None: 0}


def single_check(data: StatBlock, text: str, options: Mapping[str, Any]) -> SingleCheck:
    """Chances of an attribute check.

    Raises:
        InputError: The text is no check.
    """
    found = _CHECK.match(text.strip().lower())
    if not found:
        raise InputError(f"{text!r} is no check; expected something like notice vs 12 or str vs hard with advantage")
    of, against, luck = found.groups()
    if not known_check(of):
        every = (*ATTRIBUTES, *AREAS)
        raise InputError(
            f"unknown attribute or task {of!r}{did_you_mean(of, every) or '; expected ' + ', '.join(every)}"
        )
    if not against.isdigit() and against not in NAMED:
        raise InputError(f"unknown difficulty {against!r}; expected a number, {', '.join(NAMED)}")
    difficulty = difficulty_of(int(against) if against.isdigit() else against, options)
    attribute = attribute_of(of)
    value = data.attributes.get(attribute, 0)
    die = "d20" if luck is None else f"d20 with {luck}"
    any_natural = options["natural_dice"] == "any"
    odds = chances(value, difficulty, _SIDES[luck], any_natural=any_natural)
    return SingleCheck(of, die, (Modifier("untyped", attribute, value, "d20.attributes"),), difficulty, odds)
