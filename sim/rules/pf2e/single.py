"""A check outside a fight: ``athletics vs 18``, ``will vs 20``, ``longsword vs 17``."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from sim.model.errors import InputError, did_you_mean
from sim.model.protocols import SingleCheck
from sim.model.values import Modifier
from sim.rules.pf2e.checks import chances
from sim.rules.pf2e.data import SAVES, SKILLS, StatBlock
from sim.rules.pf2e.luck import FORTUNE, MISFORTUNE, PLAIN, Luck
from sim.rules.pf2e.numbers import perception, save_modifier
from sim.rules.pf2e.skills import skill_modifier
from sim.rules.texts import key

_CHECK: Final = re.compile(r"^([\w' -]+?) (?:vs|against)(?: dc| ac)? (\d{1,3})(?: with (fortune|misfortune))?$")
_LUCK: Final = {None: PLAIN, "fortune": Luck(FORTUNE), "misfortune": Luck(MISFORTUNE)}
STATED: Final = "pf2e.attack.stat_block"


def single_check(data: StatBlock, text: str, options: Mapping[str, Any]) -> SingleCheck:
    """Chances of a skill, save, Perception or Strike against a DC.

    Raises:
        InputError: The text is no check, or names nothing that the creature could roll.
    """
    found = _CHECK.match(text.strip().lower())
    if not found:
        raise InputError(f"{text!r} is no check; expected something like athletics vs 18 or will vs 20 with fortune")
    name, dc, luck = found[1], int(found[2]), found[3]
    value = _modifier(data, name)
    return SingleCheck(
        name,
        "d20" if luck is None else f"d20 with {luck}",
        data.parts.get(name) or data.parts.get(f"{key(name)}/attack") or (Modifier("untyped", name, value, STATED),),
        dc,
        chances(value, dc, _LUCK[luck]),
    )


def _modifier(data: StatBlock, name: str) -> int:
    strikes = {key(strike.name): strike.attack for strike in data.strikes}
    if key(name) in strikes:
        return strikes[key(name)]
    if name == "perception":
        return perception(data)
    if name in SAVES:
        return save_modifier(data, name)
    if name in SKILLS or name in data.skills:
        return skill_modifier(data, name)
    known = (*strikes, "perception", *SAVES, *SKILLS, *data.skills)
    raise InputError(f"{data.name} cannot roll {name!r}{did_you_mean(name, known) or '; expected ' + ', '.join(known)}")
