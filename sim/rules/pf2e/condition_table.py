"""What conditions do to numbers, and which conditions bring others along."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from sim.model.state import Creature
from sim.rules.registry import RuleTable, never, rule

Row = tuple[tuple[str, str, int], ...]

MODIFIERS: Final[Mapping[str, Row]] = RuleTable(
    "condition_table.MODIFIERS",
    {
        "blinded": (("perception", "status", -4),),
        "clumsy": (("dex", "status", -1),),
        "deafened": (("initiative", "status", -2),),
        "drained": (("con", "status", -1),),
        "enfeebled": (("str", "status", -1),),
        "fascinated": (("perception", "status", -2), ("skill", "status", -2)),
        "fatigued": (("ac", "status", -1), ("saves", "status", -1)),
        "frightened": (("checks", "status", -1), ("dcs", "status", -1)),
        "off_guard": (("ac", "circumstance", -2),),
        "prone": (("attack", "circumstance", -2),),
        "sickened": (("checks", "status", -1), ("dcs", "status", -1)),
        "stupefied": (("mental", "status", -1), ("spells", "status", -1)),
        "unconscious": (("ac", "status", -4), ("perception", "status", -4), ("reflex", "status", -4)),
    },
    ids="pf2e.condition.{}",
    neutral=(),
)
"""What a condition does to which statistics or groups of them; those with a value multiply it."""

VALUED: Final = frozenset(
    {"clumsy", "doomed", "drained", "dying", "enfeebled", "frightened", "sickened", "slowed", "stunned", "stupefied"}
    | {"wounded"}
)
"""Conditions that have a value."""

IMPLIES: Final[Mapping[str, Mapping[str, int]]] = RuleTable(
    "condition_table.IMPLIES",
    {
        "confused": {"off_guard": 1},
        "encumbered": {"clumsy": 1},
        "grabbed": {"off_guard": 1, "immobilized": 1},
        "paralyzed": {"off_guard": 1},
        "prone": {"off_guard": 1},
        "restrained": {"off_guard": 1, "immobilized": 1},
        "unconscious": {"off_guard": 1, "blinded": 1},
    },
    ids="pf2e.condition.implied",
    neutral={},
)
"""Conditions that a condition gives while it lasts; what another source gave stays after it."""


@rule("pf2e.condition.petrified", neutral=never)
def is_statue(creature: Creature) -> bool:
    """The petrified are things: AC 9, Hardness 8, immune as objects are, and dead when destroyed."""
    return "petrified" in creature.conditions


def in_force(creature: Creature) -> Mapping[str, int]:
    """A creature's conditions with those that they bring along, at the higher value."""
    if not creature.conditions:
        return creature.conditions
    known: Mapping[str, int] | None = creature.numbers.get("conditions")
    if known is None:
        found = dict(creature.conditions)
        for condition in creature.conditions:
            for brought, value in IMPLIES.get(condition, {}).items():
                found[brought] = max(value, found.get(brought, 0))
        known = creature.numbers["conditions"] = found
    return known
