"""What Aid brings to the attack roll or skill check that is about to be made."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from sim.model import events as ev
from sim.model.protocols import Game, Play
from sim.model.state import Creature
from sim.model.values import CRITICAL_FAILURE, CRITICAL_SUCCESS, FAILURE, SUCCESS, Modifier
from sim.model.windows import ROLLING, Window
from sim.rules.pf2e.data import StatBlock
from sim.rules.pf2e.numbers import strikes
from sim.rules.registry import RuleTable

CHECK: Final = "aid with "
"""Before the Strike or skill, the name of the helper's roll."""

BONUS: Final[Mapping[str, int]] = RuleTable(
    "aid.BONUS",
    {CRITICAL_SUCCESS: 2, SUCCESS: 1, FAILURE: 0, CRITICAL_FAILURE: -1, "master": 3, "legendary": 4},
    ids=dict.fromkeys((CRITICAL_SUCCESS, SUCCESS, CRITICAL_FAILURE, "master", "legendary"), "pf2e.action.aid"),
    neutral={CRITICAL_SUCCESS: 0, SUCCESS: 0, CRITICAL_FAILURE: 0, "master": 2, "legendary": 2},
)
"""By the degree of the helper's roll; on a critical success by its rank from master on."""


def aided(game: Game, who: str, statistic: str, target: str, action: int) -> Play:
    """Ask who prepared to aid this roll of a creature; only where somebody watches for it.

    Returns:
        The modifiers that come of it.
    """
    during = yield Window(ROLLING, who, action, False, target, (statistic,))
    rolled = [event for _, _, event in during if isinstance(event, ev.CheckRolled) and event.check.startswith(CHECK)]
    found = [(event.actor, _bonus(game.state.creatures[event.actor], event)) for event in rolled]
    return tuple(
        Modifier("circumstance", f"aid by {helper}", value, "pf2e.action.aid") for helper, value in found if value
    )


def _bonus(helper: Creature, event: ev.CheckRolled) -> int:
    degree = event.roll.degree
    if degree != CRITICAL_SUCCESS:
        return BONUS[degree]
    return BONUS.get(_rank(helper, event.check.removeprefix(CHECK)), BONUS[degree])


def _rank(helper: Creature, item: str) -> str:
    """A character's rank with a Strike or in a skill; empty for a stat block, which states none."""
    data: StatBlock = helper.data
    parts = data.parts.get(f"{item}/attack" if item in strikes(helper) else item, ())
    return next((part.label for part in parts if part.type == "proficiency"), "")
