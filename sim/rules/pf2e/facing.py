"""AC as one attacker meets it: what it is for everybody, and what lies between these two."""

from __future__ import annotations

from sim.model.state import Creature, State
from sim.model.values import Modifier
from sim.rules.pf2e.cover import on_armor_class
from sim.rules.pf2e.detection import doubtful, out_of_sight
from sim.rules.pf2e.feints import feinted
from sim.rules.pf2e.flanking import flanked
from sim.rules.pf2e.numbers import armor_class
from sim.rules.pf2e.stacking import joined


def armor_class_against(
    state: State, victim: Creature, attacker: Creature, *, ranged: bool
) -> tuple[int, tuple[Modifier, ...]]:
    """AC of a creature against an attacker, and the modifiers on its stated value."""
    dc, against = armor_class(state, victim)
    between = (*flanked(state, victim, attacker), *on_armor_class(state, victim, attacker, ranged=ranged))
    if state.effects and not ranged:
        between += feinted(state, victim, attacker)
    if doubtful(state, victim, attacker):
        between += out_of_sight(state, victim, attacker)
    if not between:
        return dc, against
    change, every = joined(against, between)
    return dc + change, every
