"""Narrow surfaces and uneven ground: off-guard on it, and down from it when hit."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from sim.model import events as ev
from sim.model.geometry import distance, squares_of
from sim.model.protocols import Game, Play
from sim.model.scenario import Terrain
from sim.model.state import UP, Creature, State
from sim.model.values import CRITICAL_SUCCESS, SUCCESS, Modifier, Square
from sim.rules.faults import Found, patch_problems, readable
from sim.rules.pf2e.checks import roll_total
from sim.rules.pf2e.conditions import gain
from sim.rules.pf2e.falling import fall
from sim.rules.pf2e.hazards import harm_text
from sim.rules.pf2e.holds import break_holds
from sim.rules.pf2e.numbers import luck, statistic
from sim.rules.pf2e.spaces import nearest_place
from sim.rules.pf2e.texts import parse_damage
from sim.rules.registry import RuleTable

NARROW, UNEVEN = "narrow", "uneven"

OFF_GUARD: Final[Mapping[str, tuple[Modifier, ...]]] = RuleTable(
    "unsteady.OFF_GUARD",
    {kind: (Modifier("circumstance", f"on {kind} ground", -2, f"pf2e.terrain.{kind}"),) for kind in (NARROW, UNEVEN)},
    ids="pf2e.terrain.{}",
    neutral=(),
)
"""What such ground takes off the AC of who is on it."""

SHAKES: Final[Mapping[str, bool]] = RuleTable(
    "unsteady.SHAKES", {NARROW: True, UNEVEN: True}, ids="pf2e.terrain.{}_hit", neutral=False
)
"""Whether who is hit on it, or fails a save, may fall."""


def narrow_problems(patch: Terrain) -> Iterator[Found]:
    """What is wrong with a narrow surface."""
    yield from patch_problems(patch, "dc", "height")


def uneven_problems(patch: Terrain) -> Iterator[Found]:
    """What is wrong with uneven ground."""
    yield from patch_problems(patch, "dc", "damage")
    if patch.damage:
        yield from readable(("damage",), parse_damage, patch.damage)


def under(state: State, at: Square, space: int) -> Terrain | None:
    """The ground under a space that takes a Balance to move on; the hardest."""
    tricky = state.grid.tricky
    there = [tricky[square] for square in squares_of(at, space) if square in tricky] if tricky else ()
    found = (patch for patch in there if patch.kind in (NARROW, UNEVEN))
    return max(found, key=lambda patch: patch.dc, default=None)


def off_balance(state: State, creature: Creature) -> tuple[Modifier, ...]:
    """Off-guard on such ground, even after a success."""
    patch = under(state, creature.at, creature.space)
    return OFF_GUARD[patch.kind] if patch else ()


def shaken(game: Game, who: str, cause: int) -> Play:
    """Hit by an attack, or after a save that failed: a Reflex save against the DC of the ground, or a fall."""
    state = game.state
    creature = state.creatures[who]
    patch = under(state, creature.at, creature.space)
    if patch is None or creature.status != UP or not SHAKES[patch.kind]:
        return
    if patch.kind == UNEVEN and "prone" in creature.conditions:
        return
    bonus, modifiers = statistic(state, creature, "reflex")
    roll = roll_total(game, f"{who}/reflex", bonus, modifiers, patch.dc, (), luck(state, creature, "reflex"))
    seq = yield ev.SaveRolled(cause, who, "reflex", f"{patch.kind} ground", roll)
    if roll.degree not in (SUCCESS, CRITICAL_SUCCESS):
        yield from FALLS[patch.kind](game, who, patch, seq)


def fall_off(game: Game, who: str, patch: Terrain, cause: int) -> Play:
    """Down beside a narrow surface."""
    state = game.state
    creature = state.creatures[who]
    to = nearest_place(state, creature.at, creature.space, lambda at: under(state, at, creature.space) is None)
    feet = distance(creature.at, creature.space, to, creature.space)
    moved = yield ev.Moved(cause, who, (to,), feet, "fall", True, 0)
    yield from break_holds(game, who, moved)
    yield from fall(game, who, patch.height, moved)


def fall_down(game: Game, who: str, patch: Terrain, cause: int) -> Play:
    """Prone on uneven ground, which may hurt."""
    yield from gain(game, who, "prone", 1, who, cause)
    if patch.damage:
        yield from harm_text(game, who, patch.damage, cause)


FALLS: Final[Mapping[str, Callable[[Game, str, Terrain, int], Play]]] = {NARROW: fall_off, UNEVEN: fall_down}
"""How one falls, by kind of ground."""
