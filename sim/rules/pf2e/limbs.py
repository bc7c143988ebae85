"""Parts of a body stretched out of its space: who holds a creature at a distance can be attacked there too."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from sim.model.geometry import distance
from sim.model.state import State
from sim.model.values import Square
from sim.rules.pf2e.holds import BY_HAND
from sim.rules.registry import never, rule

Limb: TypeAlias = tuple[Square, int]
"""Where it is: the space of the creature that it holds."""


@rule("pf2e.move.extended_part", neutral=never)
def exposed_limbs(state: State) -> bool:
    """A part that is stretched out can be attacked where it is, unless the option says otherwise."""
    return bool(state.scenario.options["extended_parts"])


def limbs(state: State) -> Mapping[str, Sequence[Limb]]:
    """Where limbs are outside of their owner's reach of 5 feet, by owner."""
    found: dict[str, list[Limb]] = {}
    if not state.effects or not exposed_limbs(state):
        return found
    for effect in state.effects.values():
        if effect.name in BY_HAND and effect.source in state.creatures:
            holder, held = state.creatures[effect.source], state.creatures[effect.target]
            if distance(holder.at, holder.space, held.at, held.space) > 5:
                found.setdefault(holder.id, []).append((held.at, held.space))
    return found
