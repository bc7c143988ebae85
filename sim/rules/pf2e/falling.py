"""Falling: what it does, and what it is softened by."""

from __future__ import annotations

from typing import Final

from sim.model.geometry import squares_of
from sim.model.protocols import Game, Play
from sim.model.state import Creature, State
from sim.rules.pf2e.conditions import gain
from sim.rules.pf2e.damage import deal, roll_damage
from sim.rules.pf2e.hits import Hit
from sim.rules.pf2e.texts import DamageText
from sim.rules.registry import first, nothing, rule

SAFE: Final = 5
"""Feet that one falls unharmed."""
SOFTENED: Final = 20


@rule("pf2e.aerial.falling", neutral=nothing)
def fall(game: Game, who: str, feet: int, cause: int) -> Play:
    """More than 5 feet hurt: half of them in bludgeoning damage, and prone if any is taken."""
    creature = game.state.creatures[who]
    feet = softened(feet, soft_under(game.state, creature))
    if feet <= SAFE:
        return
    text = DamageText(0, 0, feet // 2, "bludgeoning")
    parts = yield from roll_damage(game, who, "fall", (text,), cause, what="fall")
    before = creature.hp + creature.temp_hp
    seq = yield from deal(game, Hit(who, who, "fall", 0, ()), parts, cause)
    if creature.hp + creature.temp_hp < before:
        yield from gain(game, who, "prone", 1, who, seq)


@rule("pf2e.aerial.falling_soft", neutral=first)
def softened(feet: int, depth: int) -> int:
    """Into water, snow or the like a fall counts 20 feet less, at most as much as that is deep."""
    return max(feet - min(SOFTENED, depth), 0)


def soft_under(state: State, creature: Creature) -> int:
    """Depth of what a creature falls into, the least under its space."""
    soft = state.grid.soft
    return min(soft.get(square, 0) for square in squares_of(creature.at, creature.space)) if soft else 0
