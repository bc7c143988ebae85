"""Hiding, searching and helping: contests and favors, each the action of a turn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from sim.model import events as ev
from sim.model.actions import Action
from sim.model.protocols import Game, Play
from sim.model.state import UP, Creature, State
from sim.model.values import Ends
from sim.rules.basic.act import ACTION, Act
from sim.rules.basic.areas import in_reach
from sim.rules.basic.lasting import lay
from sim.rules.d20.checks import attribute_of, check, winner
from sim.rules.d20.leanings import HELPED, HIDDEN, of_check

HELP_FEET: Final = 5


def enemies(state: State, creature: Creature) -> list[Creature]:
    """Standing creatures of other sides, in the order of the fight."""
    return [c for c in state.creatures.values() if c.status == UP and c.side != creature.side]


def contest(game: Game, tries: dict[str, str], what: dict[str, str], cause: int) -> Play:
    """Every side rolls the check it is given; return who wins, or an empty text for a tie.

    Args:
        game: The game.
        tries: Attribute or what it covers, by creature.
        what: What each rolls it for.
        cause: Seq of what brings it about.
    """
    rolls = {}
    for who, of in tries.items():
        leanings = of_check(game.state, game.state.creatures[who])
        roll = check(game, who, what[who], attribute_of(of), 0, leanings)
        yield ev.CheckRolled(cause, who, what[who], roll)
        rolls[who] = roll
    return winner(rolls, game.state.scenario.options)


# --- hide ----------------------------------------------------------------------------


def _hide_problem(state: State, creature: Creature, action: Action) -> str:
    return f"{creature.id} is hidden already" if HIDDEN in creature.conditions else ""


def _hides(state: State, creature: Creature) -> Iterator[Action]:
    if HIDDEN not in creature.conditions:
        yield Action("hide")


def _hide(game: Game, who: str, action: Action, spent: int) -> Play:
    others = [other.id for other in enemies(game.state, game.state.creatures[who])]
    tries = {who: "stealth", **dict.fromkeys(others, "notice")}
    best = yield from contest(game, tries, {who: "hide", **dict.fromkeys(others, "notice")}, spent)
    if best == who:
        yield ev.ConditionChanged(spent, who, HIDDEN, 0, 1, who)


HIDE: Final = Act("hide", ACTION, _hide_problem, _hides, _hide)

# --- search --------------------------------------------------------------------------


def _search_problem(state: State, creature: Creature, action: Action) -> str:
    other = state.creatures.get(action.target)
    hides = other is not None and other.status == UP and HIDDEN in other.conditions and other.side != creature.side
    return "" if hides else f"there is no hidden enemy {action.target!r} to search for"


def _searches(state: State, creature: Creature) -> Iterator[Action]:
    for other in enemies(state, creature):
        if HIDDEN in other.conditions:
            yield Action("search", other.id)


def _search(game: Game, who: str, action: Action, spent: int) -> Play:
    hider = action.target
    best = yield from contest(game, {who: "notice", hider: "stealth"}, {who: "search", hider: "hide"}, spent)
    if best == who:
        yield ev.ConditionChanged(spent, hider, HIDDEN, 1, 0, who)


SEARCH: Final = Act("search", ACTION, _search_problem, _searches, _search)

# --- help ----------------------------------------------------------------------------


def _help_problem(state: State, creature: Creature, action: Action) -> str:
    ally = state.creatures.get(action.target)
    if ally is None or ally is creature or ally.side != creature.side or not in_reach(state, creature, ally, HELP_FEET):
        return f"{action.target or 'nobody'} is no ally within {HELP_FEET} ft"
    return ""


def _helps(state: State, creature: Creature) -> Iterator[Action]:
    for other in state.creatures.values():
        action = Action("help", other.id)
        if not _help_problem(state, creature, action):
            yield action


def _help(game: Game, who: str, action: Action, spent: int) -> Play:
    """The ally's next check has advantage, if it comes before the helper's next turn."""
    ends = Ends(who, game.state.creatures[who].turn + 1, "start")
    yield from lay(game, action.target, HELPED, who, ends, spent)


HELP: Final = Act("help", ACTION, _help_problem, _helps, _help)
