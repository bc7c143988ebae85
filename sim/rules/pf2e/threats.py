"""Who has whom in reach, and where a move would set off reactions."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from sim.model.geometry import distance, within_reach
from sim.model.state import Creature, State
from sim.model.values import Square
from sim.model.windows import LEAVING
from sim.rules.pf2e.conditions import able
from sim.rules.pf2e.data import Strike
from sim.rules.pf2e.numbers import farthest, strike_reach
from sim.rules.pf2e.spaces import knows_of
from sim.rules.pf2e.water import increment
from sim.rules.registry import always, rule


@rule("pf2e.reaction.one_per_round", neutral=always)
def has_reaction(creature: Creature) -> bool:
    """A creature regains one reaction as its turn starts, and uses no more until the next."""
    return creature.reactions > 0


def threatens(state: State, one: Creature, other: Creature) -> bool:
    """Whether a creature that can act has another in melee reach."""
    return one.reach > 0 and within_reach(one.at, one.space, other.at, other.space, one.reach) and able(state, one.id)


@rule("pf2e.action.strike", neutral=always)
def reaches(state: State, creature: Creature, strike: Strike, at: Square, space: int) -> bool:
    """Whether a space is within a Strike's reach, or its six range increments."""
    feet = increment(state, creature, strike, at, space)
    if feet is None:
        return within_reach(creature.at, creature.space, at, space, strike_reach(creature.data, strike))
    return distance(creature.at, creature.space, at, space) <= farthest(feet)


@lru_cache(maxsize=4096)
def threatened_squares(at: Square, space: int, reach: int, mover_space: int) -> frozenset[Square]:
    """Placements of a mover that a creature has in reach (pf2e.move.reach)."""
    x, y = at
    far = reach // 5
    return frozenset(
        (i, j)
        for i in range(x - far - mover_space + 1, x + space + far)
        for j in range(y - far - mover_space + 1, y + space + far)
        if within_reach(at, space, (i, j), mover_space, reach)
    )


def reactors(state: State, mover: Creature) -> Iterator[Creature]:
    """Enemies with a reaction left to a creature that leaves a square in their reach, as far as it knows of them."""
    for who in state.watchers.get(LEAVING, ()):
        other = state.creatures[who]
        if (
            other.side != mover.side
            and has_reaction(other)
            and not other.delayed
            and LEAVING in other.watches
            and able(state, who)
            and knows_of(state, mover, other)
        ):
            yield other


def watched(state: State, mover: Creature) -> bool:
    """Whether a move from here sets off a reaction, whatever way it takes."""
    return any(threatens(state, other, mover) for other in reactors(state, mover))


def shunned(state: State, mover: Creature) -> frozenset[Square]:
    """Placements that a mover had better not leave; those who react to its first step react once only."""
    if LEAVING not in state.watchers:
        return frozenset()
    squares: frozenset[Square] = frozenset()
    for other in reactors(state, mover):
        reach = threatened_squares(other.at, other.space, other.reach, mover.space)
        if mover.at not in reach:
            squares |= reach
    return squares
