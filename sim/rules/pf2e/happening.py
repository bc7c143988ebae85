"""What abilities do by themselves as turns start and end: an aura that burns whoever ends its turn in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from sim.model.actions import Action
from sim.model.protocols import Game, Play
from sim.model.state import Creature, State
from sim.model.windows import TURN_ENDING, TURN_STARTED
from sim.rules.pf2e.abilities import release, targets
from sim.rules.pf2e.data import Ability
from sim.rules.pf2e.numbers import named

HAPPENS: Final[Mapping[str, tuple[str, bool]]] = {
    "start of turn": (TURN_STARTED, True),
    "end of turn": (TURN_ENDING, True),
    "start of their turn": (TURN_STARTED, False),
    "end of their turn": (TURN_ENDING, False),
}
"""When in words: the moment, and whether it is that of its owner's turn or of the turn of each whom it affects."""


class Happening(NamedTuple):
    """An ability that acts now: whose, its key, and whom it affects; None for all whom it reaches."""

    maker: str
    name: str
    only: str | None


def happening(state: State, who: str, moment: str) -> list[Happening]:
    """What happens by itself at a moment of a creature's turn, in the order in which its makers joined."""
    return [
        Happening(maker, name, None if own else who)
        for maker in state.watchers.get(moment, ())
        for name, ability in _automatic(state.creatures[maker]).items()
        if (when := HAPPENS[ability.happens])[0] == moment
        and (own := when[1]) is (maker == who)
        and (reached := targets(state, state.creatures[maker], ability, _unaimed(name, maker)))
        and (own or who in reached)
    ]


def harms(state: State, who: str, now: Happening) -> bool:
    """Whether an enemy brings it about."""
    return state.creatures[now.maker].side != state.creatures[who].side


def happen(game: Game, all_now: Sequence[Happening], cause: int) -> Play:
    """Let abilities act by themselves, one after the other."""
    for maker, name, only in all_now:
        reached = None if only is None else (only,)
        yield from release(game, maker, _unaimed(name, maker), cause, reached)


def _unaimed(name: str, maker: str) -> Action:
    return Action("use", maker, name)


def _automatic(creature: Creature) -> dict[str, Ability]:
    found: dict[str, Ability] | None = creature.numbers.get("automatic")
    if found is None:
        found = creature.numbers["automatic"] = {n: a for n, a in named(creature.data).items() if a.happens}
    return found
