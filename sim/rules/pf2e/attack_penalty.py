"""The multiple attack penalty."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from sim.model.state import Creature, State
from sim.model.values import Modifier
from sim.rules.pf2e.numbers import own_turn
from sim.rules.registry import RuleTable, rule, zero

PENALTIES: Final[Mapping[str, tuple[int, ...]]] = RuleTable(
    "attack_penalty.PENALTIES",
    {"": (0, -5, -10), "agile": (0, -4, -8)},
    ids={"": "pf2e.attack.map", "agile": "pf2e.attack.map_agile"},
    neutral={"": (0, 0, 0), "agile": (0, -5, -10)},
)
"""Multiple attack penalty of the first, second and every later attack of a turn."""


def attack_penalty(creature: Creature, traits: Sequence[str], attempt: int) -> tuple[Modifier, ...]:
    """Multiple attack penalty of attack number ``attempt``, made with something of these traits."""
    if attempt < 2:
        return ()
    agile = set_by(traits)
    value = lowered(creature, agile)[min(attempt, 3) - 1]
    name = "pf2e.attack.map_agile" if agile else "pf2e.attack.map"
    return (Modifier("untyped", "multiple attack penalty", value, name),) if value else ()


@rule("pf2e.attack.map_current_weapon", neutral=lambda traits: "")
def set_by(traits: Sequence[str]) -> str:
    """The row of ``PENALTIES`` is that of the weapon in use, whatever the attacks before were made with."""
    return "agile" if "agile" in traits else ""


@rule("pf2e.attack.map_reduced", neutral=lambda creature, agile: PENALTIES[agile])
def lowered(creature: Creature, agile: str) -> Sequence[int]:
    """An ability may lower the penalty; it states its own values."""
    known: Mapping[str, Sequence[int]] | None = creature.numbers.get("attack penalties")
    if known is None:
        found = dict(PENALTIES)
        for ability in creature.data.abilities:
            for name, values in (ability.passive.attack_penalty if ability.passive else {}).items():
                found["agile" if name == "agile" else ""] = (0, *values)
        known = creature.numbers["attack penalties"] = found
    return known[agile]


def attempt_number(state: State, who: str) -> int:
    """Number of the next attack in the creature's own turn; outside it 0, or as it was readied."""
    tally = state.creatures[who].tally
    return tally.get("attacks", 0) + 1 if own_turn(state, who) else as_readied(tally)


def counted(state: State, who: str, attempt: int) -> int:
    """The number under which an attack counts: 0 outside the own turn, where none raises the penalty."""
    return attempt if own_turn(state, who) else 0


@rule("pf2e.action.ready_map", neutral=zero)
def as_readied(tally: Mapping[str, int]) -> int:
    """A readied attack takes the multiple attack penalty of the moment of readying."""
    return tally.get("readied", 0)
