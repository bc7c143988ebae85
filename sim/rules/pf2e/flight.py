"""Flight: who loses heart is gone from the fight when its turn comes, unless something keeps it there."""

from __future__ import annotations

from typing import Final

from sim.model import events as ev
from sim.model.protocols import Game, Play
from sim.model.state import Creature, State
from sim.rules.endings import loses_heart
from sim.rules.pf2e.condition_table import in_force
from sim.rules.pf2e.conditions import able
from sim.rules.pf2e.holds import break_holds
from sim.rules.pf2e.paths import speed
from sim.rules.registry import never, rule

KEPT: Final = "immobilized"
"""The condition of those who cannot leave; the grabbed and the restrained have it too."""


@rule("pf2e.encounter.end", neutral=never)
def flees(state: State, creature: Creature) -> bool:
    """Whether a creature flees now: its morale is broken and it can get away."""
    return (
        loses_heart(state, creature)
        and able(state, creature.id)
        and speed(creature) > 0
        and KEPT not in in_force(creature)
    )


def flee(game: Game, who: str, cause: int) -> Play:
    """It is gone, and so are the holds that it has on others."""
    gone = yield ev.CombatantFled(cause, who)
    yield from break_holds(game, who, gone)
