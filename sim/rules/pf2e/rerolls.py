"""Checks that are rolled again once the result is there: by hero points and by luck; and hero points against death.

Option hero_points: so many each character has in a fight. One lets a failed check be rolled
again, and the second result counts; all that are left keep the dying alive.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from attrs import evolve

from sim.model import events as ev
from sim.model.actions import Action
from sim.model.protocols import Game, Play
from sim.model.state import Creature
from sim.model.values import CRITICAL_FAILURE, FAILURE, Modifier, Roll
from sim.model.windows import Ask
from sim.rules.pf2e.checks import roll_total
from sim.rules.pf2e.luck import FORTUNE, MISFORTUNE, Luck, luck_shown, may_retry, must_retry
from sim.rules.pf2e.secrets import may_choose
from sim.rules.texts import key

POINTS: Final = "hero_points"
KEEP: Final = Action("keep")
"""The result stays; death comes."""
BY_POINT: Final = Action("reroll", item="hero-point")
RECOVER: Final = Action("heroic_recovery")
KINDS: Final = (KEEP.kind, BY_POINT.kind, RECOVER.kind)
"""Kinds of answers to these choices."""


def once_more(creature: Creature, luck: Luck, degree: str) -> bool:
    """Whether a check may, or must, be rolled again."""
    if creature.counters.get(POINTS) and degree in (FAILURE, CRITICAL_FAILURE):
        return True
    return may_retry(luck, degree) or must_retry(luck, degree)


def again(game: Game, event: Any, seq: int, luck: Luck, *, own: bool = True) -> Play:
    """Roll a check again where luck demands it, or where the roller wants to.

    Args:
        game: The game.
        event: The roll's event, recorded.
        seq: Its seq.
        luck: What lies on the check.
        own: Whether the check is part of an action of the roller's own.

    Returns:
        The roll that counts, and the seq of its event.
    """
    first: Roll = event.roll
    who: str = event.actor
    cause = seq
    if must_retry(luck, first.degree):
        shown = luck_shown(luck.spoiled, MISFORTUNE)
    else:
        option = str(game.state.scenario.options["secret_checks"])
        options = list(_ways(game.state.creatures[who], luck, first.degree))
        if not options or not may_choose(option, first, own):
            return first, seq
        choice = yield Ask(who, tuple(_in_order(options, first.degree)), "reroll")
        if choice == KEEP:
            return first, seq
        shown = luck_shown(choice.item.replace("-", " "), FORTUNE)
        if choice == BY_POINT:
            left = game.state.creatures[who].counters[POINTS]
            cause = yield ev.ResourceSpent(seq, who, POINTS, left, left - 1)
    roll = _second(game, first, luck, shown)
    seq = yield evolve(event, cause=cause, roll=roll)
    return roll, seq


def _ways(creature: Creature, luck: Luck, degree: str) -> Iterator[Action]:
    """Fortune that may come after a failure; at most one on a check, and none beside misfortune."""
    if luck.twice or luck.spoiled:
        return
    if may_retry(luck, degree):
        yield from (Action("reroll", item=key(name)) for name in luck.retries)
    if creature.counters.get(POINTS):
        yield BY_POINT


def _in_order(ways: list[Action], degree: str) -> list[Action]:
    """Agents without a rule for it take the first: they roll again what has failed critically."""
    return [*ways, KEEP] if degree == CRITICAL_FAILURE else [KEEP, *ways]


def _second(game: Game, first: Roll, luck: Luck, shown: Modifier) -> Roll:
    """The same check with a new die."""
    counted = sum(modifier.value for modifier in first.modifiers if modifier.counted)
    modifiers = (*first.modifiers, shown)
    roll = roll_total(game, first.label, counted, modifiers, first.dc, first.against, Luck(shifts=luck.shifts))
    return evolve(roll, secret=first.secret)


def recover_heroically(game: Game, who: str, cause: int) -> Play:
    """Spend every hero point to be no longer dying, without becoming wounded; return whether that was done."""
    creature = game.state.creatures[who]
    choice = yield Ask(who, (RECOVER, KEEP), "dying")
    if choice != RECOVER:
        return False
    spent = yield ev.ResourceSpent(cause, who, POINTS, creature.counters[POINTS], 0)
    if "dying" in creature.conditions:
        yield ev.ConditionChanged(spent, who, "dying", creature.conditions["dying"], 0, who)
    return True
