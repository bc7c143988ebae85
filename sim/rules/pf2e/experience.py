"""What an encounter is worth. The source texts give no amounts; these are the rulebook's for game masters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from sim.model.state import State
from sim.rules.pf2e.numbers import side_kind
from sim.rules.registry import rule

XP: Final[Mapping[int, int]] = {-4: 10, -3: 15, -2: 20, -1: 30, 0: 40, 1: 60, 2: 80, 3: 120, 4: 160}
"""Experience for a creature by its level less the party's; below the table none, above it the last."""
BUDGETS: Final[Mapping[str, tuple[int, int]]] = {
    "trivial": (40, 10),
    "low": (60, 20),
    "moderate": (80, 20),
    "severe": (120, 30),
    "extreme": (160, 40),
}
"""Experience that makes a threat for four characters, and the change for each one more or less."""
PARTY: Final = 4


def worth(level: int, party_level: int) -> int:
    """Experience for one creature."""
    difference = level - party_level
    return XP[min(difference, max(XP))] if difference >= min(XP) else 0


def budgets(party: int) -> dict[str, int]:
    """Experience of each threat for a party of so many characters."""
    return {threat: four + each * (party - PARTY) for threat, (four, each) in BUDGETS.items()}


def threat_of(xp: int, party: int) -> str:
    """The highest threat whose budget is used up; trivial below them all."""
    reached = [threat for threat, budget in budgets(party).items() if xp >= budget]
    return reached[-1] if reached else "trivial"


def party_level(levels: Sequence[int]) -> int:
    """The mean of the characters' levels, halves up."""
    return (2 * sum(levels) + len(levels)) // (2 * len(levels))


@rule("pf2e.encounter.xp", neutral=lambda state: {})
def summary(state: State) -> dict[str, Any]:
    """Experience of all adversaries for the party, and what threat they are; nothing without both, or if unwanted."""
    levels: dict[str, list[int]] = {"pc": [], "adversary": []}
    for one in state.scenario.combatants:
        levels[side_kind(state.scenario, one.side)].append(one.data.level)
    party = levels["pc"]
    if not (state.scenario.options["xp"] and party and levels["adversary"]):
        return {}
    xp = sum(worth(level, party_level(party)) for level in levels["adversary"])
    return {"xp": xp, "threat": threat_of(xp, len(party))}
