"""What lasts only while its maker sustains it."""

from __future__ import annotations

from attrs import evolve

from sim.model import events as ev
from sim.model.protocols import Game, Play
from sim.model.state import Creature, State
from sim.model.values import Effect, Ends
from sim.model.windows import Window
from sim.rules.pf2e.conditions import end_effect
from sim.rules.registry import nothing, rule


@rule("pf2e.turn.end_sustained", neutral=lambda maker: None)
def while_sustained(maker: Creature) -> Ends | None:
    """It ends with its maker's next turn unless it is sustained during it; the turn it is made in needs none."""
    return Ends(maker.id, maker.turn + 1, "end")


def sustainable(state: State, creature: Creature) -> dict[str, list[Effect]]:
    """The effects that end with this turn unless they are sustained, by the ability that made them."""
    found: dict[str, list[Effect]] = {}
    for effect in state.effects.values():
        if effect.of and effect.ends == Ends(creature.id, creature.turn, "end") and effect.source == creature.id:
            found.setdefault(effect.of, []).append(effect)
    return found


@rule("pf2e.action.sustain", neutral=nothing)
def sustain(game: Game, who: str, name: str, cause: int) -> Play:
    """A sustained ability lasts to the end of the next own turn."""
    creature = game.state.creatures[who]
    for effect in sustainable(game.state, creature).get(name, ()):
        yield ev.EffectEnded(cause, effect.target, effect.id, effect.name, "renewed")
        yield ev.EffectStarted(cause, evolve(effect, id=game.state.made + 1, ends=while_sustained(creature)))


def begin_to_sustain(game: Game, who: str, name: str, spent: int) -> Play:
    """Note which action sustains an ability: disrupted, it ends."""
    before = game.state.creatures[who].counters.get(_noted(name), 0)
    yield ev.CounterChanged(spent, who, _noted(name), before, spent)


def let_go(game: Game, window: Window, cause: int) -> Play:
    """End what a disrupted action was to sustain (pf2e.action.sustain)."""
    creature = game.state.creatures[window.actor]
    for name, effects in sustainable(game.state, creature).items():
        if creature.counters.get(_noted(name)) == window.action:
            for effect in effects:
                yield from end_effect(game, effect, "disrupted", cause)


def _noted(name: str) -> str:
    return f"{name}/sustaining"
