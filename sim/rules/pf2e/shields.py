"""Raise a Shield and Shield Block."""

from __future__ import annotations

from sim.model import events as ev
from sim.model.protocols import Game, Play
from sim.model.state import Creature, State
from sim.model.values import Effect, EffectModifier, Ends
from sim.rules.pf2e.data import Shield
from sim.rules.pf2e.numbers import melee_reach
from sim.rules.registry import nothing, rule

RAISED = "raised_shield"


def raised_shield(state: State, who: str) -> Effect | None:
    """The effect of a raised shield, if any."""
    return next((e for e in state.effects.values() if e.name == RAISED and e.target == who), None)


def raise_problem(state: State, creature: Creature) -> str:
    """Why a creature cannot Raise a Shield; empty when it can."""
    shield: Shield | None = creature.data.shield
    if shield is None or creature.items.get("shield") != "held":
        return "there is no shield in hand"
    if creature.counters["shield_hp"] <= shield.broken:
        return "the shield is broken"  # pf2e.condition.broken
    return "the shield is raised already" if raised_shield(state, creature.id) else ""


@rule("pf2e.action.raise_shield", neutral=nothing)
def raise_shield(game: Game, who: str, cause: int) -> Play:
    """The shield's circumstance bonus to AC until the start of the next turn."""
    creature = game.state.creatures[who]
    bonus = EffectModifier("ac", "circumstance", creature.data.shield.bonus)
    ends = Ends(who, creature.turn + 1, "start")
    yield ev.EffectStarted(cause, Effect(game.state.made + 1, RAISED, who, who, (bonus,), ends))


@rule("pf2e.reaction.shield_block", neutral=nothing)
def block(game: Game, who: str, amount: int, cause: int) -> Play:
    """Hardness off the damage, the rest to both wielder and shield."""
    creature = game.state.creatures[who]
    shield: Shield = creature.data.shield
    taken = min(shield.hardness, amount)
    yield ev.DamageReduced(cause, who, who, taken, "shield")
    before = creature.counters["shield_hp"]
    after = max(before - (amount - taken), 0)
    if after == before:
        return
    hurt = yield ev.CounterChanged(cause, who, "shield_hp", before, after)
    effect = raised_shield(game.state, who)
    if after <= shield.broken and effect:
        yield ev.EffectEnded(hurt, who, effect.id, effect.name, "broken")
    if after == 0:
        items = {**creature.items, "shield": "destroyed"}
        yield ev.ItemChanged(hurt, who, "shield", "held", "destroyed", melee_reach(creature.data, items))
