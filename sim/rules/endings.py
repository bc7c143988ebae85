"""When a fight is over, for a creature or for all, in every system alike: the last side, morale, goals."""

from __future__ import annotations

from collections.abc import Iterator

from sim.model.scenario import Goal
from sim.model.state import UP, Creature, Outcome, State


def ending(state: State) -> Outcome | None:
    """How the fight stands decided: by a goal, or as at most one side is left that stands or is still to come."""
    scenario = state.scenario
    for goal in scenario.goals:
        if reached(state, goal):
            return Outcome((goal.side,) if goal.side else (), _words(goal))
    if len(state.standing) > 1 and not scenario.morale:
        return None
    sides = tuple(dict.fromkeys((*state.standing, *_coming(state))))
    beaten = [side for side in sides if broken(state, side)]
    left = tuple(side for side in sides if side not in beaten)
    if len(left) > 1:
        return None
    if beaten:
        return Outcome(left, f"{' and '.join(beaten)} give up")
    return Outcome(left, "last side standing" if left else "nobody is left")


def reached(state: State, goal: Goal) -> bool:
    """Whether all that a goal demands is so."""
    return (
        (not goal.rounds or _survived(state, goal))
        and all(who in state.creatures and state.creatures[who].status != UP for who in goal.down)
        and (not goal.reach or _arrived(state, goal))
    )


def _survived(state: State, goal: Goal) -> bool:
    over = state.phase == "between" and state.round >= goal.rounds
    return over and (not goal.side or goal.side in state.standing)


def _arrived(state: State, goal: Goal) -> bool:
    there = (who for square in goal.reach for who in state.occupied.get(square, ()))
    return any(state.creatures[who].side == goal.side for who in there)


def _words(goal: Goal) -> str:
    parts = [f"{goal.rounds} rounds are over" if goal.rounds > 1 else "1 round is over"] if goal.rounds else []
    parts += [f"{who} is out" for who in goal.down]
    parts += ["the goal is reached"] if goal.reach else []
    return " and ".join(parts)


def broken(state: State, side: str) -> bool:
    """Whether no more of a side is left than the percentage at which it gives up; those still to come are left."""
    morale = state.scenario.morale.get(side, 0)
    if not morale:
        return False
    everyone = sum(one.side == side for one in state.scenario.combatants)
    left = state.standing.get(side, 0) + sum(coming == side for coming in _coming(state))
    return 100 * left <= morale * everyone


def loses_heart(state: State, creature: Creature) -> bool:
    """Whether a creature has no more of its Hit Points than the percentage at which it flees."""
    if creature.status != UP or creature.hp == creature.max_hp:
        return False
    morale = next((one.morale for one in state.scenario.combatants if one.id == creature.id), 0)
    return 100 * creature.hp <= morale * creature.max_hp


def _coming(state: State) -> Iterator[str]:
    """The side of each creature that is still to come."""
    if state.timers:
        due = [timer.timer.removeprefix("join ") for timer in state.timers]
        yield from (one.side for one in state.scenario.combatants if one.id in due)
