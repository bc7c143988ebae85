"""Creatures that hold others: each hold is an effect from its holder that gives the condition of its name."""

from __future__ import annotations

from typing import Final

from sim.model.protocols import Game, Play
from sim.model.state import State
from sim.model.values import Effect, Ends
from sim.rules.pf2e.conditions import end_effect, gain
from sim.rules.pf2e.cover import LEANING, TAKEN

HOLDS: Final = ("grabbed", "restrained", "immobilized")
"""What Escape ends."""
BY_HAND: Final = ("grabbed", "restrained")
"""Holds that take a hand, and end when the holder moves."""

IN_PLACE: Final = (TAKEN, LEANING)
"""What ends when whoever has it leaves its square or falls unconscious."""


def holds_on(state: State, who: str) -> list[Effect]:
    """What holds a creature."""
    return [effect for effect in state.effects.values() if effect.target == who and effect.name in HOLDS]


def held_by(state: State, who: str) -> list[Effect]:
    """What a creature holds by hand."""
    return [effect for effect in state.effects.values() if effect.source == who and effect.name in BY_HAND]


def holds(state: State, who: str, target: str) -> bool:
    """Whether a creature holds this one by hand."""
    return any(effect.target == target for effect in held_by(state, who))


def hold(game: Game, who: str, target: str, condition: str, cause: int) -> Play:
    """Hold a creature until the end of one's next turn; this takes the place of an earlier hold of one's own."""
    yield from let_go(game, who, target, cause)
    yield from gain(game, target, condition, 1, who, cause, Ends(who, game.state.creatures[who].turn + 1, "end"))


def let_go(game: Game, who: str, target: str, cause: int) -> Play:
    """Let go of a creature."""
    for effect in held_by(game.state, who):
        if effect.target == target:
            yield from end_effect(game, effect, "released", cause)


def break_holds(game: Game, who: str, cause: int) -> Play:
    """A hold by hand ends when either of the two moves or falls, the use of cover when its user does."""
    for effect in tuple(game.state.effects.values()):
        if effect.name in BY_HAND and who in (effect.source, effect.target):
            yield from end_effect(game, effect, "released", cause)
        elif effect.name in IN_PLACE and who == effect.target:
            yield from end_effect(game, effect, "left", cause)
