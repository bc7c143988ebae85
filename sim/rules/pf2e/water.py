"""Fights in and under water: what it does to those who are in it, and to attacks that pass through it.

Where a map has no water (`Grid.water`) nothing here is asked.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from sim.model.geometry import squares_of
from sim.model.grid import WATER, Grid
from sim.model.scenario import Terrain
from sim.model.state import Creature, State
from sim.model.values import Modifier, Square
from sim.rules.pf2e.data import Strike
from sim.rules.pf2e.defenses import Guard
from sim.rules.pf2e.texts import parse_damage
from sim.rules.registry import empty, never, rule

SURFACE, DEEP = WATER

SLOWED: Final = ("bludgeoning", "slashing")
"""What water slows down."""

SUFFOCATING: Final = "suffocating"
"""Counter of those who are out of air."""
SWAM: Final = "swam"
"""Counter: the turn of the latest successful Swim."""
SUNK: Final = "sunk"
"""Counter: feet below the surface of those who have sunk."""

DIRECTIONS: Final[Mapping[str, Square]] = {
    "north": (0, -1),
    "north-east": (1, -1),
    "east": (1, 0),
    "south-east": (1, 1),
    "south": (0, 1),
    "south-west": (-1, 1),
    "west": (-1, 0),
    "north-west": (-1, -1),
}
"""Where currents run: columns and rows of one square."""

_FLOUNDERS: Final = Modifier("circumstance", "in water", -2, "pf2e.aquatic.combat")
_SLOWED: Final = Modifier("circumstance", "through water", -2, "pf2e.aquatic.swing")
_SOAKED: Final = (Guard(("acid",), 5), Guard(("fire",), 5))


class Waters(NamedTuple):
    """Squares of a map under water, those that must be swum, and what the map bars in and under it."""

    deep: frozenset[Square]
    rough: Mapping[Square, Terrain]
    bars: Mapping[Square, tuple[str, ...]]


@lru_cache(maxsize=256)
def waters_of(grid: Grid) -> Waters:
    """Where water is on a map."""
    patches = [patch for patch in grid.map.terrain if patch.kind in (SURFACE, DEEP)]
    deep = frozenset(square for patch in patches if patch.kind == DEEP for square in patch.squares)
    rough = {square: patch for patch in sorted(patches, key=lambda p: p.dc) if patch.dc for square in patch.squares}
    bars = {square: patch.bars for patch in patches if patch.bars for square in patch.squares}
    return Waters(deep, rough, bars)


def wet(state: State, at: Square, space: int) -> bool:
    """Whether any part of a space is in or under water."""
    water = state.grid.water
    return bool(water) and any(square in water for square in squares_of(at, space))


def submerged(state: State, at: Square, space: int) -> bool:
    """Whether a whole space is under water, or somebody has sunk who is there."""
    waters = waters_of(state.grid)
    if waters.deep and all(square in waters.deep for square in squares_of(at, space)):
        return True
    return bool(waters.rough) and any(feet_below(state, state.creatures[who]) > 0 for who in state.occupied.get(at, ()))


def below(state: State, creature: Creature) -> bool:
    """Whether a creature, standing or not, is under water."""
    return submerged(state, creature.at, creature.space) or feet_below(state, creature) > 0


def rough_under(state: State, at: Square, space: int) -> Terrain | None:
    """The water in a space that must be swum; the hardest."""
    rough = waters_of(state.grid).rough
    found = [rough[square] for square in squares_of(at, space) if square in rough] if rough else []
    return max(found, key=lambda patch: patch.dc, default=None)


def feet_below(state: State, creature: Creature) -> int:
    """How far below the surface a creature has sunk."""
    sunk = creature.counters.get(SUNK, 0)
    return sunk if sunk and rough_under(state, creature.at, creature.space) else 0


def swim_speed(creature: Creature) -> int:
    """Swim Speed in feet."""
    return int(creature.data.speeds.get("swim", 0))


# --- those in it -----------------------------------------------------------------


@rule("pf2e.aquatic.combat", neutral=empty)
def floundering(state: State, creature: Creature) -> tuple[Modifier, ...]:
    """Off-guard in or under water without a swim Speed."""
    return (_FLOUNDERS,) if not swim_speed(creature) and wet(state, creature.at, creature.space) else ()


@rule("pf2e.aquatic.resistance", neutral=empty)
def soaked(state: State, creature: Creature) -> tuple[Guard, ...]:
    """In or under water: resistance 5 to acid and fire."""
    return _SOAKED if wet(state, creature.at, creature.space) else ()


@rule("pf2e.aquatic.suffocation", neutral=never)
def suffocates(creature: Creature) -> bool:
    """Whether a creature is out of air: nothing else wakes it."""
    return creature.counters.get(SUFFOCATING, 0) > 0


@rule("pf2e.aquatic.ground_actions", neutral=empty)
def barred_in_water(state: State, creature: Creature) -> tuple[str, ...]:
    """Kinds of actions that need the ground, as the map says, where a creature is in or on water."""
    bars = waters_of(state.grid).bars
    return tuple(kind for square in squares_of(creature.at, creature.space) for kind in bars.get(square, ()))


@rule("pf2e.aquatic.fire", neutral=never)
def quenched(state: State, creature: Creature, traits: tuple[str, ...]) -> bool:
    """Under water nothing with the fire trait can be used."""
    return "fire" in traits and below(state, creature)


# --- attacks through it ----------------------------------------------------------


def _kind(strike: Strike) -> str:
    """The type of damage of the weapon itself."""
    return parse_damage(strike.damage)[0].type


@rule("pf2e.aquatic.swing", neutral=empty)
def slowed(state: State, creature: Creature, strike: Strike, at: Square, space: int) -> tuple[Modifier, ...]:
    """-2 circumstance to slash or crush through water: out of it, or at a space in it."""
    if _kind(strike) not in SLOWED:
        return ()
    return (_SLOWED,) if wet(state, creature.at, creature.space) or wet(state, at, space) else ()


@rule("pf2e.aquatic.ranged", neutral=never)
def spent_in_water(state: State, creature: Creature, strike: Strike, at: Square, space: int) -> bool:
    """A ranged attack that slashes or crushes fails with its maker or its target under water."""
    if strike.range is None or not state.grid.water or _kind(strike) not in SLOWED:
        return False
    return submerged(state, creature.at, creature.space) or submerged(state, at, space)


@rule("pf2e.aquatic.ranged_piercing", neutral=lambda state, creature, strike, at, space: strike.range)
def increment(state: State, creature: Creature, strike: Strike, at: Square, space: int) -> int | None:
    """The range increment of a piercing attack is halved with its maker or its target under water."""
    if strike.range is None or not state.grid.water:
        return strike.range
    if not waters_of(state.grid).deep or _kind(strike) != "piercing":
        return strike.range
    halved = submerged(state, creature.at, creature.space) or submerged(state, at, space)
    return strike.range // 2 if halved else strike.range
