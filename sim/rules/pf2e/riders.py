"""What a Strike that hits may lead to: the creature grabs, knocks down or pushes with its next action, without a check.

The source texts do not tell it; this is how published stat blocks are read. The action must follow
the Strike at once, so the creature is asked right after it, while the Strike is still going on.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from sim.model import events as ev
from sim.model.actions import Action
from sim.model.geometry import center
from sim.model.protocols import Game, Play
from sim.model.state import UP, State
from sim.model.windows import Ask
from sim.rules.pf2e.conditions import able, gain
from sim.rules.pf2e.forced import PUSH, force
from sim.rules.pf2e.holds import hold, holds

LEAVE: Final = Action("leave")
"""The answer of who does not take the action."""


def offer(game: Game, who: str, target: str, rider: str, cause: int) -> Play:
    """Ask whether a creature that has hit follows it up, and do so."""
    if not follows(game.state, who, target, rider):
        return
    choice = yield Ask(who, (Action(rider, target), LEAVE), "strike")
    if choice != LEAVE:
        left = game.state.creatures[who].actions - 1
        spent = yield ev.ActionSpent(cause, who, rider, 1, left, ())
        yield from RIDERS[rider](game, who, target, spent)


def follows(state: State, who: str, target: str, rider: str) -> bool:
    """Whether it can and would change anything: on the own turn, with an action left."""
    creature, victim = state.creatures[who], state.creatures[target]
    if state.turn != who or not creature.actions or not able(state, who) or victim.status != UP:
        return False
    has_it = {"grab": holds(state, who, target), "knockdown": "prone" in victim.conditions}
    return not has_it.get(rider, False)


def _grab(game: Game, who: str, target: str, spent: int) -> Play:
    yield from hold(game, who, target, "grabbed", spent)


def _knockdown(game: Game, who: str, target: str, spent: int) -> Play:
    yield from gain(game, target, "prone", 1, who, spent)


def _push(game: Game, who: str, target: str, spent: int) -> Play:
    creature = game.state.creatures[who]
    yield from force(game, who, target, PUSH, 5, center(creature.at, creature.space), spent)


RIDERS: Final[Mapping[str, Callable[[Game, str, str, int], Play]]] = {
    "grab": _grab,
    "knockdown": _knockdown,
    "push": _push,
}
"""By the word in stat blocks (``then: grab``)."""
KINDS: Final = (*RIDERS, LEAVE.kind)
"""Kinds of answers to the question whether a hit is followed up."""
