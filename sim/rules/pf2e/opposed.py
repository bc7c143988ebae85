"""One secret roll against the DCs of many creatures: Seek, Hide, Sneak."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from attrs import evolve

from sim.model import events as ev
from sim.model.protocols import Game, Play
from sim.model.state import State
from sim.model.values import Roll
from sim.rules.pf2e.checks import degree_of, roll_total
from sim.rules.pf2e.cover import on_stealth
from sim.rules.pf2e.luck import Luck
from sim.rules.pf2e.numbers import luck, statistic
from sim.rules.pf2e.skills import dc_against, skill
from sim.rules.pf2e.stacking import joined


class Against(NamedTuple):
    """How the one roll went against one creature: its id, the degree, and the seq of the event."""

    target: str
    degree: str
    seq: int


def roll_against(game: Game, who: str, name: str, what: str, targets: Iterable[str], defense: str, cause: int) -> Play:
    """Roll a statistic once, secretly, against a DC of each of several creatures; without any, for show.

    Args:
        game: The game.
        who: Who rolls.
        name: What it is rolled for.
        what: Perception or a skill.
        targets: Whose DCs.
        defense: Perception or a skill that makes the DC.
        cause: Seq of the action.

    Returns:
        An `Against` for each target, in their order.
    """
    state = game.state
    creature = state.creatures[who]
    bonus, modifiers = (statistic if what == "perception" else skill)(state, creature, what)
    lies = luck(state, creature, what)
    once = evolve(roll_total(game, f"{who}/{name}", bonus, modifiers, 0, luck=lies), secret=True)
    rolls = []
    for target in targets:
        roll = _screened(state, once, what, target, who)
        rolls.append((target, _met(game, roll, lies, target, who, defense)))
    found = []
    for target, roll in rolls or [("", once)]:
        seq = yield ev.CheckRolled(cause, who, name, roll, target)
        found.append(Against(target, roll.degree, seq))
    return found if rolls else []


def _screened(state: State, roll: Roll, what: str, observer: str, who: str) -> Roll:
    """A Stealth roll with what cover adds against one observer."""
    more = on_stealth(state, state.creatures[observer], state.creatures[who]) if what == "stealth" else ()
    if not more:
        return roll
    change, every = joined(roll.modifiers, more)
    return evolve(roll, modifiers=every, total=roll.total + change)


def _met(game: Game, once: Roll, lies: Luck, target: str, who: str, defense: str) -> Roll:
    """The roll as it meets one DC."""
    state = game.state
    dc, against = dc_against(state, state.creatures[target], defense)
    if defense == "stealth":
        change, against = joined(against, on_stealth(state, state.creatures[who], state.creatures[target]))
        dc += change
    return evolve(once, dc=dc, degree=degree_of(once.kept, once.total, dc, lies), against=against)
