"""Effects that last: laid on a creature, ended when their moment comes."""

from __future__ import annotations

from sim.model import events as ev
from sim.model.protocols import Game, Play
from sim.model.state import State
from sim.model.values import Effect, Ends


def lasting(state: State, who: str, name: str) -> Effect | None:
    """An effect of a name on a creature."""
    if not state.effects:
        return None
    return next((e for e in state.effects.values() if e.target == who and e.name == name), None)


def lay(game: Game, target: str, name: str, source: str, ends: Ends, cause: int, detail: str = "") -> Play:
    """Lay an effect on a creature; a running one of the same name is replaced."""
    running = lasting(game.state, target, name)
    if running:
        yield ev.EffectEnded(cause, target, running.id, name, "renewed")
    yield ev.EffectStarted(cause, Effect(game.state.made + 1, name, target, source, (), ends, detail))


def lift(game: Game, who: str, name: str, reason: str, cause: int) -> Play:
    """End an effect on a creature, if it has it."""
    running = lasting(game.state, who, name)
    if running:
        yield ev.EffectEnded(cause, who, running.id, name, reason)


def expire(game: Game, owner: str, at: str, cause: int) -> Play:
    """End the effects that last until this moment of the owner's turn."""
    turn = game.state.creatures[owner].turn
    for effect in tuple(game.state.effects.values()):
        ends = effect.ends
        if ends and ends.owner == owner and (ends.turn, ends.at == "end") <= (turn, at == "end"):
            yield ev.EffectEnded(cause, effect.target, effect.id, effect.name, "expired")


def end_all_of(game: Game, who: str, cause: int) -> Play:
    """End what lies on a creature that is out, and what waits for its turns."""
    for effect in tuple(game.state.effects.values()):
        if who in (effect.target, effect.source) or (effect.ends and effect.ends.owner == who):
            yield ev.EffectEnded(cause, effect.target, effect.id, effect.name, "out of the fight")
