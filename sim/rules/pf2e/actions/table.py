"""Every kind of action that a creature can choose in its turn, by name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from sim.model.state import Creature
from sim.rules.pf2e.actions import (
    aiding,
    balancing,
    covering,
    daunting,
    escaping,
    hiding,
    items,
    leaping,
    looking,
    lying,
    maneuvers,
    moving,
    readying,
    recovering,
    searching,
    striking,
    studying,
    sustaining,
    swimming,
    tumbling,
    using,
    waiting,
)
from sim.rules.pf2e.actions.kind import Kind
from sim.rules.registry import rule

_READIABLE: Final[Mapping[str, Kind]] = {
    kind.name: kind
    for kind in (
        *striking.KINDS,
        *using.KINDS,
        *sustaining.KINDS,
        *maneuvers.KINDS,
        *daunting.KINDS,
        *escaping.KINDS,
        *items.KINDS,
        *lying.KINDS,
        *moving.KINDS,
        *balancing.KINDS,
        *swimming.KINDS,
        *leaping.KINDS,
        *tumbling.KINDS,
        *searching.KINDS,
        *recovering.KINDS,
        *hiding.KINDS,
        *looking.KINDS,
        *studying.KINDS,
        *covering.KINDS,
    )
}

ACTIONS: Final[Mapping[str, Kind]] = {
    **_READIABLE,
    "ready": readying.ready_kind(_READIABLE),
    **{kind.name: kind for kind in (*aiding.KINDS, *waiting.KINDS)},
}
"""In the order in which they are offered."""


_NEEDY: Final = tuple(kind for kind in ACTIONS.values() if kind.needs)


def lacking(creature: Creature) -> frozenset[str]:
    """Kinds of action for which a creature lacks what they take."""
    found: frozenset[str] | None = creature.numbers.get("lacking")
    if found is None:
        found = frozenset(kind.name for kind in _NEEDY if kind.needs and not kind.needs(creature))
        creature.numbers["lacking"] = found
    return found


@rule("pf2e.action.basic", neutral=lambda creature: {name: ACTIONS[name] for name in ("strike", "use")})
def actions_of(creature: Creature) -> Mapping[str, Kind]:
    """Every creature has all of them; its stat block lists but its Strikes and abilities."""
    return ACTIONS
