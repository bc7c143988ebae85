"""Conditions and effects: gaining, losing, running out."""

from __future__ import annotations

from typing import Final

from sim.model import events as ev
from sim.model.protocols import Game, Play
from sim.model.state import DEAD, UP, State
from sim.model.values import Effect, Ends
from sim.rules.pf2e.defenses import immune_to_condition
from sim.rules.pf2e.detection import INVISIBLE, appear

CANNOT_ACT: Final = frozenset({"unconscious", "paralyzed", "petrified", "stunned"})


def able(state: State, who: str) -> bool:
    """Whether a creature can act, reactions included (pf2e.turn.cannot_act)."""
    creature = state.creatures[who]
    return creature.status == UP and CANNOT_ACT.isdisjoint(creature.conditions)


def set_condition(game: Game, who: str, condition: str, value: int, source: str, cause: int) -> Play:
    """Give a condition this value; return the seq of the change, or ``cause`` where nothing changed."""
    before = game.state.creatures[who].conditions.get(condition, 0)
    if before == value:
        return cause
    seq: int = yield ev.ConditionChanged(cause, who, condition, before, value, source)
    if not value and condition == INVISIBLE:
        yield from appear(game, who, seq)
    return seq


def gain(game: Game, who: str, condition: str, value: int, source: str, cause: int, ends: Ends | None = None) -> Play:
    """Gain a condition; twice the same counts once at the higher value (pf2e.condition.values).

    One that ends is kept as an effect of its name.
    """
    creature = game.state.creatures[who]
    if creature.status == DEAD or immune_to_condition(creature, condition):
        return
    if ends:
        yield from start_effect(game, Effect(game.state.made + 1, condition, who, source, ends=ends), cause)
    if value > creature.conditions.get(condition, 0):
        yield from set_condition(game, who, condition, value, source, cause)


def lose(game: Game, who: str, condition: str, cause: int) -> Play:
    """Lose a condition, if the creature has it."""
    yield from set_condition(game, who, condition, 0, who, cause)


def frightened_falls(game: Game, who: str, cause: int) -> Play:
    """Frightened falls by 1 at the end of each own turn (pf2e.condition.frightened)."""
    value = game.state.creatures[who].conditions.get("frightened", 0)
    if value:
        yield from set_condition(game, who, "frightened", value - 1, who, cause)


def end_effect(game: Game, effect: Effect, reason: str, cause: int) -> Play:
    """End an effect, and with it the condition that it gave, unless another gives it too."""
    ended = yield ev.EffectEnded(cause, effect.target, effect.id, effect.name, reason)
    others = (e for e in game.state.effects.values() if (e.name, e.target) == (effect.name, effect.target))
    if effect.name in game.state.creatures[effect.target].conditions and not any(others):
        yield from lose(game, effect.target, effect.name, ended)


def expire(game: Game, owner: str, at: str, cause: int) -> Play:
    """End the effects that last until this moment of the owner's turn (pf2e.turn.start_durations, end_durations)."""
    turn = game.state.creatures[owner].turn
    for effect in tuple(game.state.effects.values()):
        ends = effect.ends
        if ends and ends.owner == owner and (ends.turn < turn or (ends.turn == turn and ends.at == at)):
            yield from end_effect(game, effect, "expired", cause)


def end_helpful(game: Game, who: str, cause: int) -> Play:
    """Helpful effects that would end during the delayed turn end at once (pf2e.action.delay_effects)."""
    turn = game.state.creatures[who].turn
    for effect in tuple(game.state.effects.values()):
        helps = any(modifier.value > 0 for modifier in effect.modifiers)
        if helps and effect.target == who and effect.ends == Ends(who, turn, "end"):
            yield ev.EffectEnded(cause, who, effect.id, effect.name, "delayed")


def start_effect(game: Game, effect: Effect, cause: int) -> Play:
    """Lay an effect on a creature; a running one of the same name and source is replaced."""
    for running in tuple(game.state.effects.values()):
        if (running.name, running.target, running.source) == (effect.name, effect.target, effect.source):
            yield ev.EffectEnded(cause, running.target, running.id, running.name, "renewed")
    yield ev.EffectStarted(cause, effect)
