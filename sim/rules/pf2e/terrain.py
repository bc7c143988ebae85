"""What the ground does to those who walk it: what it costs, and whom it does not hinder."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from sim.model.geometry import squares_of
from sim.model.grid import OPEN, Grid, hindered, way_in
from sim.model.state import Creature, State
from sim.model.values import Square
from sim.rules.pf2e.data import StatBlock
from sim.rules.pf2e.senses import gropes
from sim.rules.pf2e.water import rough_under, swim_speed, waters_of, wet
from sim.rules.registry import RuleTable, rule

DIFFICULT, GREATER = "difficult", "greater_difficult"

EXTRA_FEET: Final[Mapping[str, int]] = RuleTable(
    "terrain.EXTRA_FEET",
    {DIFFICULT: 5, GREATER: 10},
    ids="pf2e.terrain.{}",
    neutral=0,
)
"""Feet that entering a square costs beyond 5, straight or diagonally."""

rule("pf2e.move.objects", neutral=lambda patch: patch.enter or patch.kind)(way_in)


def footing(state: State, creature: Creature) -> Grid:
    """The map as a creature walks it."""
    if state.grid.gloomy and gropes(state, creature):
        return state.grid.costing(_feet(state, creature), frozenset(state.grid.tricky))
    found: Grid | None = creature.numbers.get("footing")
    if found is None:
        found = creature.numbers["footing"] = state.grid.costing(_feet(state, creature), frozenset(state.grid.tricky))
    return found


def needs_balance(state: State, creature: Creature) -> bool:
    """Whether a creature is where moving takes a check."""
    tricky = state.grid.tricky
    return bool(tricky) and any(square in tricky for square in squares_of(creature.at, creature.space))


def way_to_move(state: State, creature: Creature) -> str:
    """The kind of move that leads on from where a creature is: ``stride``, ``balance`` or ``swim``."""
    if rough_under(state, creature.at, creature.space):
        return "swim"
    if needs_balance(state, creature):
        return "balance"
    afloat = swim_speed(creature) > creature.data.speeds.get("land", 0) and wet(state, creature.at, creature.space)
    return "swim" if afloat else "stride"


def balancing(state: State, creature: Creature) -> Grid:
    """The map for who also moves where that takes a Balance."""
    grid = state.grid
    if not grid.tricky:
        return footing(state, creature)
    return grid.costing(_feet(state, creature), frozenset(waters_of(grid).rough))


def swimming(state: State, creature: Creature) -> Grid:
    """The map for who swims."""
    grid = state.grid
    return grid.costing(_feet(state, creature), _on_land(grid)) if grid.tricky else footing(state, creature)


@lru_cache(maxsize=256)
def _on_land(grid: Grid) -> frozenset[Square]:
    """Squares of dry land where moving takes a check."""
    return frozenset(grid.tricky).difference(waters_of(grid).rough)


@lru_cache(maxsize=256)
def dry_places(grid: Grid, space: int) -> frozenset[Square]:
    """Placements of a space where none of it is in water."""
    water = grid.water
    return frozenset(at for at in grid.ground(space).extras if water.isdisjoint(squares_of(at, space)))


def _feet(state: State, creature: Creature) -> dict[str, int]:
    feet = {kind: EXTRA_FEET.get(as_met(creature.data, kind), 0) for kind in EXTRA_FEET}
    return feet | {OPEN: feet[DIFFICULT]} if gropes(state, creature) else feet


def crossing(state: State, creature: Creature, other: Creature) -> Grid:
    """The map as a creature walks it where it crosses another's space, which is difficult terrain then."""
    feet = EXTRA_FEET.get(as_met(creature.data, DIFFICULT), 0)
    return hindered(footing(state, creature), frozenset(squares_of(other.at, other.space)), feet)


@rule("pf2e.terrain.difficult_passed", neutral=lambda state, creature: footing(state, creature))  # noqa: PLW0108 # `footing` has other globals
def aloft(state: State, creature: Creature) -> Grid:
    """The map for who leaps: the terrain that it crosses is ignored."""
    return state.grid.costing({})


def as_met(data: StatBlock, kind: str) -> str:
    """What terrain counts as for a creature; empty for none that hinders."""
    return hindering(data, on_foot(data, kind))


@rule("pf2e.terrain.difficult_ignored", neutral=lambda data, kind: kind)
def on_foot(data: StatBlock, kind: str) -> str:
    """Who ignores difficult terrain meets greater difficult terrain as difficult, unless it ignores that too."""
    if kind in data.ignores:
        return ""
    return DIFFICULT if kind == GREATER and DIFFICULT in data.ignores else kind


@rule("pf2e.terrain.difficult_passed", neutral=lambda data, kind: kind)
def hindering(data: StatBlock, kind: str) -> str:
    """The incorporeal pass any difficult terrain."""
    return "" if "incorporeal" in data.traits else kind
