"""Take Cover, leaving it, and leaning around a corner."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from sim.model import events as ev
from sim.model.actions import Action
from sim.model.geometry import center
from sim.model.protocols import Game, Play
from sim.model.state import Creature, State
from sim.model.values import Effect, Ends
from sim.rules.pf2e.actions.contesting import foes
from sim.rules.pf2e.actions.kind import Kind
from sim.rules.pf2e.conditions import end_effect
from sim.rules.pf2e.cover import LEANING, TAKEN, between, makes_use, taken
from sim.rules.registry import nothing, rule

# --- Take Cover ------------------------------------------------------------------


def _helps(state: State, creature: Creature) -> bool:
    """Whether there is cover to make the most of, something to duck behind, or the ground to lie on."""
    if "prone" in creature.conditions:
        return True
    return any(
        taken(state, center(foe.at, foe.space), creature, degree) > degree
        for foe in foes(state, creature)
        for degree in (between(state, foe, creature),)
    )


def _take_problem(state: State, creature: Creature, action: Action) -> str:
    if makes_use(state, creature, TAKEN):
        return f"{creature.id} has taken cover already"
    return "" if _helps(state, creature) else f"there is nothing for {creature.id} to take cover behind"


def _takes(state: State, creature: Creature) -> Iterator[Action]:
    if not makes_use(state, creature, TAKEN) and _helps(state, creature):
        yield Action("take_cover")


@rule("pf2e.action.take_cover", neutral=nothing)
def _take(game: Game, who: str, action: Action, spent: int) -> Play:
    """Standard cover becomes greater, otherwise it is standard, until one leaves the square or attacks."""
    yield ev.EffectStarted(spent, Effect(game.state.made + 1, TAKEN, who, who))


# --- leaving it ------------------------------------------------------------------


def _leave_problem(state: State, creature: Creature, action: Action) -> str:
    return "" if makes_use(state, creature, TAKEN) else f"{creature.id} has not taken cover"


def _leaves(state: State, creature: Creature) -> Iterator[Action]:
    if makes_use(state, creature, TAKEN):
        yield Action("leave_cover")


def _leave(game: Game, who: str, action: Action, spent: int) -> Play:
    yield from emerge(game, who, ("attack",), spent)


@rule("pf2e.action.take_cover", neutral=nothing)
def emerge(game: Game, who: str, traits: Sequence[str], cause: int) -> Play:
    """Who acts with the attack trait no longer makes the most of its cover."""
    if "attack" in traits and makes_use(game.state, game.state.creatures[who], TAKEN):
        for effect in tuple(game.state.effects.values()):
            if effect.target == who and effect.name == TAKEN:
                yield from end_effect(game, effect, "left", cause)


# --- leaning ---------------------------------------------------------------------


def _lean_problem(state: State, creature: Creature, action: Action) -> str:
    if not state.scenario.options["lean"]:
        return "leaning around corners is not allowed here (option lean)"
    return f"{creature.id} leans already" if makes_use(state, creature, LEANING) else ""


def _leans(state: State, creature: Creature) -> Iterator[Action]:
    screened = not _lean_problem(state, creature, Action("lean")) and any(
        between(state, creature, foe) for foe in foes(state, creature)
    )
    if screened:
        yield Action("lean")


def _lean(game: Game, who: str, action: Action, spent: int) -> Play:
    """Until the end of the turn one's lines start from the best corner of one's space."""
    turn = Ends(who, game.state.creatures[who].turn, "end")
    yield ev.EffectStarted(spent, Effect(game.state.made + 1, LEANING, who, who, ends=turn))


TAKE_COVER: Final = Kind("take_cover", 1, _take_problem, _takes, _take, readied=_takes)
LEAVE_COVER: Final = Kind("leave_cover", 0, _leave_problem, _leaves, _leave)
LEAN: Final = Kind("lean", 1, _lean_problem, _leans, _lean)

KINDS: Final = (TAKE_COVER, LEAVE_COVER, LEAN)
