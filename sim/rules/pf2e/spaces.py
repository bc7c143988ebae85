"""Sizes and spaces: who may pass through whom, who may share a square, and what follows where two collide."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from sim.model.creature import SIZES
from sim.model.geometry import squares_of, within_reach
from sim.model.state import DEAD, DOWN, FLED, UP, Creature, State
from sim.model.values import Square
from sim.rules.pf2e.data import StatBlock
from sim.rules.registry import RuleTable, always, never, no_problem, rule

MOVES: Final = ("stride", "step", "stand", "crawl", "tumble_through", "leap", "balance", "swim")
"""Basic actions with the move trait."""

SIZE_ORDER: Final = {size: at for at, size in enumerate(SIZES)}

NATURAL_REACH: Final[dict[tuple[str, str], int]] = RuleTable(
    "spaces.NATURAL_REACH",
    {
        ("tiny", "tall"): 0,
        ("small", "tall"): 5,
        ("medium", "tall"): 5,
        ("large", "tall"): 10,
        ("huge", "tall"): 15,
        ("gargantuan", "tall"): 20,
        ("tiny", "long"): 0,
        ("small", "long"): 5,
        ("medium", "long"): 5,
        ("large", "long"): 5,
        ("huge", "long"): 10,
        ("gargantuan", "long"): 15,
    },
    ids={
        ("tiny", "tall"): "pf2e.move.tiny_reach",
        ("medium", "tall"): "pf2e.move.reach",
        ("large", "tall"): "pf2e.move.reach",
        ("large", "long"): "pf2e.move.reach",
    },
    neutral={("tiny", "tall"): 5, ("medium", "tall"): 0, ("large", "tall"): 5, ("large", "long"): 10},
)
"""Feet by size and build."""

rule(
    "pf2e.move.reach_diagonal",
    neutral=lambda a, a_space, b, b_space, reach: distance(a, a_space, b, b_space) <= reach,  # type: ignore[name-defined] # noqa: F821 - of the function's module
)(within_reach)


@rule("pf2e.move.size_space_reach", neutral=lambda data: 1)
def space_of(data: StatBlock) -> int:
    """Squares a side."""
    return SIZES[data.size]


def size_of(creature: Creature) -> int:
    """Place among the sizes, 0 for Tiny."""
    return SIZE_ORDER[creature.data.size]


# --- passing through -------------------------------------------------------------


def passes(mover: Creature, other: Creature) -> bool:
    """Whether a mover may cross the space of a standing creature."""
    return willing(mover, other) or far_apart(mover, other) or slips_through(mover)


@rule("pf2e.move.through", neutral=always)
def willing(mover: Creature, other: Creature) -> bool:
    """Friends let each other pass."""
    return mover.side == other.side


@rule("pf2e.move.through_sizes", neutral=never)
def far_apart(mover: Creature, other: Creature) -> bool:
    """Three sizes apart, either way."""
    return abs(size_of(mover) - size_of(other)) >= 3


@rule("pf2e.move.tiny_through", neutral=never)
def slips_through(mover: Creature) -> bool:
    """Tiny creatures pass everybody."""
    return bool(mover.data.size == "tiny")


# --- sharing a space -------------------------------------------------------------


def shares(state: State, mover: Creature, other: Creature) -> bool:
    """Whether a move may end in the space of a creature, standing or not."""
    if not bars_end(other):
        return True
    if other.status != UP or "prone" in other.conditions:
        return shares_prone(mover, other) or climbs(state, other) or tiny_shares(state, mover, other)
    return tiny_shares(state, mover, other)


@rule("pf2e.move.end_occupied", neutral=never)
def bars_end(other: Creature) -> bool:
    """A move does not end where another creature stands or lies."""
    return other.status != FLED


@rule("pf2e.move.share_prone", neutral=never)
def shares_prone(mover: Creature, other: Creature) -> bool:
    """A prone creature of the mover's size or smaller that is willing, unconscious or dead shares its space."""
    agrees = other.status != UP or "unconscious" in other.conditions or mover.side == other.side
    return agrees and size_of(other) <= size_of(mover)


@rule("pf2e.move.climb_body", neutral=never)
def climbs(state: State, other: Creature) -> bool:
    """The option lets creatures stand on larger bodies too."""
    return other.status in (DOWN, DEAD) and bool(state.scenario.options["climb_large_body"])


@rule("pf2e.move.tiny", neutral=never)
def tiny_shares(state: State, mover: Creature, other: Creature) -> bool:
    """Tiny creatures share a square with larger ones, and as many as the option says with each other."""
    if mover.data.size != "tiny":
        return bool(other.data.size == "tiny" and mover.side == other.side)
    if other.data.size != "tiny" or other.status != UP:
        return True
    here = [who for who in state.occupied.get(other.at, ()) if who != mover.id]
    tiny = [who for who in here if state.creatures[who].data.size == "tiny"]
    limit: int = state.scenario.options["tiny_per_square"]
    return len(tiny) < limit


def knows_of(state: State, creature: Creature, other: Creature) -> bool:
    """Whether a creature knows where another is."""
    return not state.detection or state.locates(creature.id, other.id)


# --- what bars a mover -----------------------------------------------------------


def barred(state: State, mover: Creature) -> tuple[set[Square], set[Square]]:
    """Squares a mover cannot cross, and squares where its move cannot end, as far as it knows.

    They are kept until the layout changes.
    """
    known: tuple[int, tuple[set[Square], set[Square]]] | None = mover.numbers.get("barred")
    if known is None or known[0] != state.layout:
        blocked: set[Square] = set()
        ends: set[Square] = set()
        for other in state.creatures.values():
            if other is mover or not knows_of(state, mover, other):
                continue
            if other.status == UP and not passes(mover, other):
                blocked.update(squares_of(other.at, other.space))
            if not shares(state, mover, other):
                ends.update(squares_of(other.at, other.space))
        known = mover.numbers["barred"] = (state.layout, (blocked, ends))
    return known[1]


def standing_in(state: State, at: Square, space: int) -> Iterator[str]:
    """Who stands in any square of a space."""
    for square in squares_of(at, space):
        yield from state.occupied.get(square, ())


def nearest_place(state: State, wanted: Square, space: int, fits: Callable[[Square], bool]) -> Square:
    """The nearest square where nobody stands and a creature fits; the wanted one where there is none."""
    grid = state.grid
    for ring in range(max(grid.map.width, grid.map.height) + 1):
        for x in range(wanted[0] - ring, wanted[0] + ring + 1):
            for y in range(wanted[1] - ring, wanted[1] + ring + 1):
                on_ring = max(abs(x - wanted[0]), abs(y - wanted[1])) == ring
                free = on_ring and grid.free((x, y), space) and not any(standing_in(state, (x, y), space))
                if free and fits((x, y)):
                    return x, y
    return wanted


def passable(state: State, mover: Creature, at: Square, through: str = "", *, known: bool = False) -> bool:
    """Whether a mover may be in a space on its way.

    Args:
        state: The fight.
        mover: Who moves.
        at: Where it would be.
        through: Whom it may pass besides.
        known: Whether only those bar it of whom it knows.
    """
    if mover.space == 1 and at not in state.occupied:
        return True
    there = [state.creatures[who] for who in standing_in(state, at, mover.space) if who not in (mover.id, through)]
    return all(passes(mover, other) or (known and not knows_of(state, mover, other)) for other in there)


def may_end(state: State, mover: Creature, at: Square) -> bool:
    """Whether a move may end in a space."""
    ends = barred(state, mover)[1]
    return not ends or ends.isdisjoint(squares_of(at, mover.space))


def crowded(state: State, creature: Creature) -> bool:
    """Whether it stands where it cannot stay: in the space of a creature with which it may not share."""
    if creature.space == 1 and len(state.occupied.get(creature.at, ())) < 2:
        return False
    others = (state.creatures[who] for who in standing_in(state, creature.at, creature.space) if who != creature.id)
    return any(not shares(state, creature, other) and not shares(state, other, creature) for other in others)


@rule("pf2e.move.share_prone", neutral=no_problem)
def stand_problem(state: State, creature: Creature) -> str:
    """Nobody stands up while another is in its space, Tiny ones excepted."""
    for who in standing_in(state, creature.at, creature.space):
        other = state.creatures[who]
        if who != creature.id and not tiny_shares(state, creature, other) and not tiny_shares(state, other, creature):
            return f"{who} is in the space of {creature.id}"
    return ""
