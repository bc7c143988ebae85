"""What a creature can tell about itself or another, at a glance or by what it learned, by the names that scripts use.

A fact takes the state, the creature that looks and the one looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from sim.model.state import Creature, State
from sim.rules.pf2e import lore
from sim.rules.pf2e.abilities import reach_of, ready, stated
from sim.rules.pf2e.cover import BONUS, between
from sim.rules.pf2e.drifting import adrift
from sim.rules.pf2e.flanking import flanks
from sim.rules.pf2e.numbers import arms, strikes

Fact: TypeAlias = Callable[[State, Creature, Creature], Any]
NO_ARM: Final = ("", 0, 0, 0)


def _blade(state: State, me: Creature, other: Creature) -> bool:
    """A melee weapon is in hand."""
    known: bool | None = other.numbers.get("blade")
    if known is None:
        items = other.items
        known = any(items.get(name) == "held" for name, s in strikes(other).items() if s.hands and s.range is None)
        other.numbers["blade"] = known
    return known


def _bow(state: State, me: Creature, other: Creature) -> bool:
    """A ranged attack is ready."""
    ready = arms(other)
    return bool(ready) and ready[-1][1] < 0  # melee stands before ranged


def _attacks(*, ranged: bool) -> Fact:
    """Keys of the melee or of the ranged attacks, ready or not."""

    def keys(state: State, me: Creature, other: Creature) -> frozenset[str]:
        known: frozenset[str] | None = other.numbers.get(name)
        if known is None:
            found = [key for key, strike in strikes(other).items() if (strike.range is not None) is ranged]
            known = other.numbers[name] = frozenset(found)
        return known

    name = "ranged attacks" if ranged else "melee attacks"
    return keys


def _range(state: State, me: Creature, other: Creature) -> int:
    """Feet at which it attacks without a penalty: the first range increment, or its reach."""
    known: int | None = other.numbers.get("range")
    if known is None:
        known = other.numbers["range"] = max(max(reach, increment) for _, reach, increment, _ in (*arms(other), NO_ARM))
    return known


def _cover(state: State, me: Creature, other: Creature) -> int:
    """The bonus to AC that cover gives it against me."""
    return BONUS[between(state, me, other, seen=True)]


def _mends(state: State, me: Creature, other: Creature) -> int:
    """Feet to which it can heal others with an ability that is ready; 0 if it cannot."""
    ways = [(key, ability) for key, ability in stated(other).items() if ability.healing and ability.affects == "allies"]
    return max((reach_of(ability) for key, ability in ways if ready(other, key, ability)), default=0)


FACTS: Final[Mapping[str, Fact]] = {
    "blade": _blade,
    "bow": _bow,
    "melee": _attacks(ranged=False),
    "ranged": _attacks(ranged=True),
    "range": _range,
    "flanked": flanks,
    "cover": _cover,
    "mends": _mends,
    "adrift": lambda state, me, other: adrift(state, other),
    "known": lore.known,
    "weaknesses": lore.weaknesses,
    "resistances": lore.resistances,
    "immunities": lore.immunities,
    "lowest_save": lore.lowest_save,
    "motive": lore.motive,
}
"""By name; those about weapons in hand are kept until hands change."""
