"""Fast healing and regeneration."""

from __future__ import annotations

from sim.model.protocols import Game, Play
from sim.model.state import Creature, State
from sim.rules.pf2e.data import StatBlock
from sim.rules.pf2e.healing import heal
from sim.rules.pf2e.health import regenerates, regenerations
from sim.rules.pf2e.numbers import FAST_HEALING, laid_on
from sim.rules.registry import nothing, rule


def regained(state: State, creature: Creature) -> int:
    """Hit Points that come back at the start of a turn: of several sources of each kind the highest counts."""
    laid = [change.value for _, change in laid_on(state, creature) if change.to == FAST_HEALING]
    data: StatBlock = creature.data
    fast = max((data.fast_healing, *laid))
    if not regenerates(state, creature):
        return fast
    return fast + max(each.value for each in regenerations(state, creature))


@rule("pf2e.turn.start_healing", neutral=nothing)
def healing_turn(game: Game, who: str, cause: int) -> Play:
    """Fast healing and regeneration work at the start of each turn."""
    creature = game.state.creatures[who]
    amount = regained(game.state, creature)
    if amount and creature.hp < creature.max_hp:
        yield from heal(game, who, who, amount, cause)
