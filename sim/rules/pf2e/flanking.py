"""Flanking: two allies on opposite sides of an enemy, both ready to strike it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from sim.model.geometry import center
from sim.model.state import Creature, State
from sim.model.values import Modifier, Square
from sim.rules.pf2e.defenses import defenses
from sim.rules.pf2e.threats import threatened_squares, threatens
from sim.rules.registry import always, empty, never, rule

IMMUNITY = "flanking"
"""Immunity of those that cannot be flanked, such as creatures that look all around."""

_FLANKED = Modifier("circumstance", "flanked", -2, "pf2e.position.flanking_effect")


@lru_cache(maxsize=65536)
def opposite(a: Square, a_space: int, b: Square, b_space: int, target: Square, space: int) -> bool:
    """Whether the line between the middles of two spaces passes through opposite sides or corners of a third."""
    (ax, ay), (bx, by) = center(a, a_space), center(b, b_space)
    left, top = 2 * target[0], 2 * target[1]
    right, bottom = left + 2 * space, top + 2 * space
    return _crosses((ax, ay), (bx, by), (left, right), (top, bottom)) or _crosses(
        (ay, ax), (by, bx), (top, bottom), (left, right)
    )


def _crosses(a: Square, b: Square, sides: Square, ends: Square) -> bool:
    """Whether a line runs from one of two parallel sides to the other, between their ends or through these."""
    (ax, ay), (bx, by) = (a, b) if a[0] <= b[0] else (b, a)
    wide = bx - ax
    if not (wide and ax <= sides[0] and sides[1] <= bx):
        return False
    low, high = ends[0] * wide, ends[1] * wide  # heights are multiplied by ``wide`` to stay whole
    return all(low <= ay * wide + (by - ay) * (side - ax) <= high for side in sides)


@rule("pf2e.position.flanking", neutral=never)
def facing(at: Square, creature: Creature, ally: Creature, target: Creature) -> bool:
    """Whether a creature in a square and an ally are on opposite sides or corners of a target."""
    return opposite(at, creature.space, ally.at, ally.space, target.at, target.space)


@rule("pf2e.position.flanking_able", neutral=always)
def can_flank(state: State, creature: Creature, target: Creature) -> bool:
    """Whether a creature can act and has the target in reach of a melee weapon in hand or an unarmed attack."""
    return threatens(state, creature, target)


@lru_cache(maxsize=16384)
def places_opposite(
    ally: Square, ally_space: int, target: Square, space: int, reach: int, own: int
) -> frozenset[Square]:
    """Where a creature of a reach and a space of its own has a target in reach, and an ally on the opposite side."""
    return frozenset(
        at for at in threatened_squares(target, space, reach, own) if opposite(at, own, ally, ally_space, target, space)
    )


def flanking_places(state: State, creature: Creature, others: Sequence[Creature]) -> frozenset[Square]:
    """Where a creature would flank one of others, as things stand."""
    side, own = creature.side, (creature.reach, creature.space)
    allies = [ally for ally in state.creatures.values() if ally.side == side and ally is not creature and ally.reach]
    found: frozenset[Square] = frozenset()
    for other in others:
        for ally in allies:
            if can_flank(state, ally, other) and IMMUNITY not in defenses(other).words:
                found |= places_opposite(ally.at, ally.space, other.at, other.space, *own)
    return found


def flanks(state: State, creature: Creature, target: Creature) -> bool:
    """Whether a creature flanks another now; kept until the layout changes."""
    known: tuple[int, dict[str, bool]] | None = creature.numbers.get("flanks")
    if known is None or known[0] != state.layout:
        known = creature.numbers["flanks"] = (state.layout, {})
    found = known[1].get(target.id)
    if found is None:
        found = known[1][target.id] = can_flank(state, creature, target) and _has_partner(state, creature, target)
    return found


def _has_partner(state: State, creature: Creature, target: Creature) -> bool:
    """Whether an ally flanks with it; where allies stand is looked at first, as few stand right."""
    side, at = creature.side, creature.at
    return IMMUNITY not in defenses(target).words and any(
        ally.side == side
        and ally is not creature
        and facing(at, creature, ally, target)
        and can_flank(state, ally, target)
        for ally in state.creatures.values()
    )


@rule("pf2e.position.flanking_effect", neutral=empty)
def flanked(state: State, victim: Creature, attacker: Creature) -> tuple[Modifier, ...]:
    """A creature is off-guard to those who flank it, and to nobody else."""
    return (_FLANKED,) if flanks(state, attacker, victim) else ()
