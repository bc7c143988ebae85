"""Doing an action in answer to something: what was readied, or what an ability does by itself."""

from __future__ import annotations

from attrs import evolve

from sim.model.actions import Action
from sim.model.state import Creature, State
from sim.rules.pf2e.actions.kind import price
from sim.rules.pf2e.actions.table import ACTIONS
from sim.rules.pf2e.hindrances import forbidden


def possible(state: State, creature: Creature, wanted: Action, other: str) -> Action | None:
    """An action as it can be done now, aimed at ``other`` where it names nobody and needs somebody; or None."""
    kind = ACTIONS[wanted.kind]
    bare = not wanted.target and wanted.square is None
    for action in (wanted, evolve(wanted, target=other)) if bare else (wanted,):
        if not kind.problem(state, creature, action):
            traits = price(kind, creature, action)[2]
            return None if forbidden(state, creature, action, traits) else action
    return None
