"""Stand, Crawl and Drop Prone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from sim.model import events as ev
from sim.model.actions import Action
from sim.model.protocols import Game, Play
from sim.model.state import Creature, State
from sim.rules.pf2e.actions.kind import Kind
from sim.rules.pf2e.actions.moving import around
from sim.rules.pf2e.conditions import gain
from sim.rules.pf2e.defenses import immune_to_condition
from sim.rules.pf2e.movement import moved_in_place, stride
from sim.rules.pf2e.paths import STEP_FEET, find_path, step_problem
from sim.rules.pf2e.spaces import stand_problem
from sim.rules.registry import nothing, rule

# --- Stand -----------------------------------------------------------------------


def _stand_problem(state: State, creature: Creature, action: Action) -> str:
    if "prone" not in creature.conditions:
        return f"{creature.id} is not prone"
    return stand_problem(state, creature)


def _stands(state: State, creature: Creature) -> Iterator[Action]:
    if "prone" in creature.conditions and not stand_problem(state, creature):
        yield Action("stand")


@rule("pf2e.action.stand", neutral=nothing)
def _stand(game: Game, who: str, action: Action, spent: int) -> Play:
    """End prone."""
    yield ev.ConditionChanged(spent, who, "prone", 1, 0, who)
    yield from moved_in_place(game, who, spent)


# --- Crawl -----------------------------------------------------------------------


def _crawl_problem(state: State, creature: Creature, action: Action) -> str:
    if "prone" not in creature.conditions:
        return f"{creature.id} is not prone"
    if action.square is None:
        return "crawl needs a square, such as crawl 4,5"
    if action.via:
        return "a Crawl leads straight to an adjacent square; it takes no via"
    return step_problem(state, creature.id, action.square, "Crawl")


def _crawls(state: State, creature: Creature) -> Iterator[Action]:
    if "prone" in creature.conditions:
        for square in around(creature):
            if not step_problem(state, creature.id, square, "Crawl"):
                yield Action("crawl", square=square)


@rule("pf2e.action.crawl", neutral=nothing)
def _crawl(game: Game, who: str, action: Action, spent: int) -> Play:
    """Move 5 feet and stay prone."""
    path = find_path(game.state, who, action, 2 * STEP_FEET)
    if path:
        yield from stride(game, who, path, spent, spent)


# --- Drop Prone ------------------------------------------------------------------


def _drop_problem(state: State, creature: Creature, action: Action) -> str:
    if "prone" in creature.conditions:
        return f"{creature.id} is prone already"
    return f"{creature.id} cannot fall prone" if immune_to_condition(creature, "prone") else ""


def _drops(state: State, creature: Creature) -> Iterator[Action]:
    if not _drop_problem(state, creature, DROP):
        yield DROP


@rule("pf2e.action.drop_prone", neutral=nothing)
def _drop(game: Game, who: str, action: Action, spent: int) -> Play:
    """Fall prone."""
    yield from gain(game, who, "prone", 1, who, spent)
    yield from moved_in_place(game, who, spent)


DROP: Final = Action("drop_prone")

STAND: Final = Kind("stand", 1, _stand_problem, _stands, _stand, ("move",))
CRAWL: Final = Kind("crawl", 1, _crawl_problem, _crawls, _crawl, ("move",))
DROP_PRONE: Final = Kind("drop_prone", 1, _drop_problem, _drops, _drop, ("move",), readied=_drops)

KINDS: Final = (STAND, CRAWL, DROP_PRONE)
