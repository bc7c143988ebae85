"""Actions and the reaction that come back at the start of a turn."""

from __future__ import annotations

from typing import Final

from sim.model import events as ev
from sim.model.protocols import Game, Play
from sim.model.state import Creature, State
from sim.rules.pf2e.condition_texts import parse_grade
from sim.rules.pf2e.conditions import able, laying, set_condition
from sim.rules.registry import always, first, rule, zero

REACTIONS: Final = 1
LIMITED: Final = "quickened/turn"
"""Counter: the turn in which one action is for named uses only."""


def regain(game: Game, who: str, start: int) -> Play:
    """Regain actions and a reaction, last at the start of a turn."""
    state = game.state
    creature = state.creatures[who]
    gained = usual_actions() + extra_action(creature)
    stunned = actions_stunned(state, creature, gained) if creature.conditions else 0
    if stunned and not _for_a_time(state, who):
        yield from set_condition(game, who, "stunned", creature.conditions["stunned"] - stunned, who, start)
    lost = lost_in_all(stunned, actions_slowed(creature))
    if not regains(state, who):
        yield ev.ActionsRegained(start, who, 0, 0)
        return
    if uses_of_extra(state, creature) and limited(lost):
        yield ev.CounterChanged(start, who, LIMITED, creature.counters.get(LIMITED, 0), creature.turn)
    actions = max(gained - lost, 0) + kept(creature.actions)
    yield ev.ActionsRegained(start, who, actions, REACTIONS + kept(creature.reactions))


@rule("pf2e.turn.no_carry_over", neutral=first)
def kept(unspent: int) -> int:
    """Nothing carries over from the turn before."""
    return 0


@rule("pf2e.turn.actions", neutral=lambda: 2)
def usual_actions() -> int:
    """Three actions."""
    return 3


@rule("pf2e.condition.quickened", neutral=zero)
def extra_action(creature: Creature) -> int:
    """One more action, however many sources quicken a creature."""
    return 1 if "quickened" in creature.conditions else 0


@rule("pf2e.condition.slowed", neutral=zero)
def actions_slowed(creature: Creature) -> int:
    """As many fewer as its value."""
    return creature.conditions.get("slowed", 0)


@rule("pf2e.condition.stunned", neutral=zero)
def actions_stunned(state: State, creature: Creature, gained: int) -> int:
    """As many lost as its value, over turns if need be; stunned for a time loses all."""
    if "stunned" in creature.conditions and _for_a_time(state, creature.id):
        return gained
    return min(creature.conditions.get("stunned", 0), gained)


def _for_a_time(state: State, who: str) -> bool:
    return any(effect.ends for effect in laying(state, who, "stunned"))


@rule("pf2e.condition.stunned", neutral=lambda stunned, slowed: stunned + slowed)
def lost_in_all(stunned: int, slowed: int) -> int:
    """What stunned takes counts for what slowed would."""
    return max(stunned, slowed)


@rule("pf2e.turn.cannot_act_regain", neutral=always)
def regains(state: State, who: str) -> bool:
    """A creature that cannot act at the start of its turn regains neither actions nor reaction."""
    return able(state, who)


# --- an action for named uses ----------------------------------------------------


@rule("pf2e.turn.actions_lost_and_gained", neutral=always)
def limited(lost: int) -> bool:
    """Who also loses actions chooses which: the one that is for named uses only."""
    return not lost


def uses_of_extra(state: State, creature: Creature) -> tuple[str, ...]:
    """What the extra action is for; empty for anything."""
    if "quickened" not in creature.conditions:
        return ()
    uses = [parse_grade(effect.detail).only for effect in laying(state, creature.id, "quickened")]
    return tuple(dict.fromkeys(use for only in uses for use in only)) if uses and all(uses) else ()


def actions_for(state: State, creature: Creature, name: str) -> int:
    """Actions that are left for an action of this name: one may be kept for others."""
    if creature.counters.get(LIMITED) != creature.turn:
        return creature.actions
    uses = uses_of_extra(state, creature)
    spent = any(creature.tally.get(use) for use in uses)
    return creature.actions if spent or not uses or name in uses else creature.actions - 1
