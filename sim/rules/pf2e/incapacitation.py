"""Incapacitation: what would take a strong creature out of the fight at once works less well on it.

The source texts do not tell it; this is the rulebook's.
"""

from __future__ import annotations

from typing import Final

from attrs import evolve

from sim.model.state import Creature
from sim.model.values import Modifier
from sim.rules.pf2e.data import Ability
from sim.rules.pf2e.luck import DEGREE, Luck

TRAIT: Final = "incapacitation"


def withstands(maker: Creature, target: Creature, ability: Ability) -> bool:
    """Whether a creature is too strong for an ability: above twice a spell's rank, else above its maker's level."""
    if TRAIT not in ability.traits:
        return False
    most = 2 * ability.rank if ability.rank else maker.data.level
    return bool(target.data.level > most)


def shifted_by(steps: int, lies: Luck) -> Luck:
    """Luck of a check whose degree is so many steps better or worse for it."""
    shown = Modifier(DEGREE, TRAIT, steps, "pf2e.check.degree_adjustment", False)
    return evolve(lies, shifts=(*lies.shifts, (steps, "")), shown=(*lies.shown, shown))
