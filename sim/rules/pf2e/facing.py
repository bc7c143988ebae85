"""AC as one attacker meets it: what it is for everybody, and what lies between these two."""

from __future__ import annotations

from sim.model.state import Creature, State
from sim.rules.pf2e.cover import on_armor_class
from sim.rules.pf2e.detection import doubtful, out_of_sight
from sim.rules.pf2e.feints import feinted
from sim.rules.pf2e.flanking import flanked
from sim.rules.pf2e.numbers import armor_class
from sim.rules.pf2e.stacking import Numbers, joined
from sim.rules.pf2e.unsteady import off_balance
from sim.rules.pf2e.water import floundering


def armor_class_against(state: State, victim: Creature, attacker: Creature, *, ranged: bool) -> Numbers:
    """AC of a creature against an attacker, and the modifiers on its stated value.

    It is kept until the layout changes or anything about the victim's own AC or the attacker does.
    """
    own = armor_class(state, victim)
    known: tuple[int, dict[tuple[str, bool], tuple[Numbers, Numbers]]] | None = attacker.numbers.get("facing")
    if known is None or known[0] != state.layout:
        known = attacker.numbers["facing"] = (state.layout, {})
    found = known[1].get((victim.id, ranged))
    if found is None or found[0] is not own:
        found = known[1][victim.id, ranged] = (own, _between(state, victim, attacker, own, ranged=ranged))
    return found[1]


def as_seen(state: State, victim: Creature, attacker: Creature, *, ranged: bool) -> Numbers:
    """AC as the attacker can judge it: that a creature it does not know of gives cover it cannot tell."""
    if not state.detection:
        return armor_class_against(state, victim, attacker, ranged=ranged)
    return _between(state, victim, attacker, armor_class(state, victim), ranged=ranged, seen=True)


def _between(
    state: State, victim: Creature, attacker: Creature, own: Numbers, *, ranged: bool, seen: bool = False
) -> Numbers:
    """AC with what lies between the two."""
    dc, against = own
    between = (*flanked(state, victim, attacker), *on_armor_class(state, victim, attacker, ranged=ranged, seen=seen))
    if state.grid.tricky:
        between += off_balance(state, victim)
    if state.effects and not ranged:
        between += feinted(state, victim, attacker)
    if state.grid.water:
        between += floundering(state, victim)
    if doubtful(state, victim, attacker):
        between += out_of_sight(state, victim, attacker)
    if not between:
        return own
    change, every = joined(against, between)
    return dc + change, every
