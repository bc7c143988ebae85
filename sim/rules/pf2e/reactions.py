"""Reactions: who may use which in a window, and what they do."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from sim.model import events as ev
from sim.model.actions import Action
from sim.model.geometry import within_reach
from sim.model.protocols import Game, Play
from sim.model.state import Creature, State
from sim.model.values import CRITICAL_SUCCESS
from sim.model.windows import (
    ATTACKED,
    ATTACKING,
    DAMAGE,
    DECLARED,
    ENTERED,
    FALLEN,
    HURT,
    LEAVING,
    MOVE_ENDED,
    ROLLING,
    TURN_ENDED,
    TURN_MOMENTS,
    USING,
    Window,
)
from sim.rules.pf2e.actions.aiding import AID, aid_option, perform_aid
from sim.rules.pf2e.actions.covering import emerge
from sim.rules.pf2e.actions.using import USE
from sim.rules.pf2e.conditions import able
from sim.rules.pf2e.data import StatBlock
from sim.rules.pf2e.detection import give_away
from sim.rules.pf2e.happening import HAPPENS
from sim.rules.pf2e.hits import PHYSICAL
from sim.rules.pf2e.numbers import strikes
from sim.rules.pf2e.readied import perform_readied, readied_option
from sim.rules.pf2e.shields import block, raised_shield
from sim.rules.pf2e.strikes import attack, of_reaction, strike_problem
from sim.rules.pf2e.sustaining import let_go
from sim.rules.pf2e.threats import has_reaction
from sim.rules.pf2e.triggered import MOMENTS, TRIGGERED, by_trigger, use_triggered
from sim.rules.pf2e.waiting import come_back
from sim.rules.registry import empty, never, rule

ALIASES: Final = {"attack_of_opportunity": "reactive_strike"}
"""Legacy names accepted on input."""

KINDS: Final = ("reactive_strike", "shield_block", "readied", "aid", "return")
"""Kinds of reaction."""

WATCHES: Final[Mapping[str, tuple[str, ...]]] = {
    "reactive_strike": (DECLARED, LEAVING, MOVE_ENDED),
    "shield_block": (DAMAGE,),
}
"""Known reactions of stat blocks, and the windows each comes in."""


def known(name: str) -> str:
    """The one name of a known ability."""
    return ALIASES.get(name, name)


def watches(data: StatBlock) -> tuple[str, ...]:
    """Windows in which a creature may react by its nature, or an ability of its acts by itself."""
    windows = (window for ability in data.abilities for window in WATCHES.get(known(ability.use), ()))
    own = (MOMENTS[ability.trigger] for ability in data.abilities if ability.trigger in MOMENTS)
    alone = (HAPPENS[ability.happens][0] for ability in data.abilities if ability.happens in HAPPENS)
    return tuple(dict.fromkeys((*windows, *own, *alone)))


def has(creature: Creature, reaction: str) -> bool:
    """Whether a creature has a known reaction."""
    found = creature.numbers.get(reaction)
    if found is None:
        found = creature.numbers[reaction] = any(known(a.use) == reaction for a in creature.data.abilities)
    return bool(found)


# --- what is offered -------------------------------------------------------------


@rule("pf2e.reaction.attack_of_opportunity", neutral=empty)
def _reactive_strike(state: State, window: Window, creature: Creature) -> tuple[Action, ...]:
    """Attack of Opportunity: a creature in reach moves, manipulates or shoots; a melee Strike against it."""
    actor = state.creatures[window.actor]
    if actor.side == creature.side or not has(creature, "reactive_strike") or not _provokes(window):
        return ()
    if not within_reach(creature.at, creature.space, actor.at, actor.space, creature.reach):
        return ()
    usable = (
        name
        for name, strike in strikes(creature).items()
        if strike.range is None and not strike_problem(state, creature, name, actor.id)
    )
    return tuple(Action("reactive_strike", actor.id, name) for name in usable)


def _provokes(window: Window) -> bool:
    """Movement always; declared actions when they are manipulate or ranged attacks."""
    if window.kind != DECLARED:
        return True
    return "manipulate" in window.traits or ("ranged" in window.traits and "attack" in window.traits)


@rule("pf2e.reaction.shield_block", neutral=empty)
def _shield_block(state: State, window: Window, creature: Creature) -> tuple[Action, ...]:
    """Physical damage of an attack comes at a raised shield."""
    if window.target != creature.id or "attack" not in window.traits or not has(creature, "shield_block"):
        return ()
    physical = any(kind in window.traits for kind in PHYSICAL)
    return (Action("shield_block"),) if physical and raised_shield(state, creature.id) else ()


def _return(state: State, window: Window, creature: Creature) -> tuple[Action, ...]:
    """A delaying creature may return when another's turn ends, one at a time."""
    taken = any(other.returning for other in state.creatures.values())
    return (Action("return"),) if creature.delayed and not taken and window.actor != creature.id else ()


Offer = Callable[[State, Window, Creature], tuple[Action, ...]]

OFFERS: Final[Mapping[str, tuple[Offer, ...]]] = {
    DECLARED: (_reactive_strike,),
    LEAVING: (_reactive_strike, readied_option),
    MOVE_ENDED: (_reactive_strike, readied_option),
    ENTERED: (readied_option,),
    ATTACKING: (readied_option,),
    ROLLING: (aid_option,),
    USING: (readied_option,),
    ATTACKED: (readied_option,),
    DAMAGE: (_shield_block,),
    HURT: (readied_option,),
    FALLEN: (readied_option,),
    TURN_ENDED: (_return,),
}
"""The reactions that come in each window, beside what the abilities of stat blocks have their triggers in."""

TO_ONE: Final = (DAMAGE, FALLEN, *TURN_MOMENTS)
"""Windows in which the actor itself may react."""


def offered(state: State, window: Window, who: str) -> tuple[Action, ...]:
    """What a creature may do in a window."""
    creature = state.creatures[who]
    if not able(state, who) or "confused" in creature.conditions or (who == window.actor and window.kind not in TO_ONE):
        return ()
    options: tuple[Action, ...] = ()
    if window.kind == TURN_ENDED or (has_reaction(creature) and not creature.delayed):
        for offer in OFFERS.get(window.kind, ()):
            options += offer(state, window, creature)
    return (*options, *by_trigger(state, window, creature)) if window.kind in TRIGGERED else options


# --- what they do ----------------------------------------------------------------


def react(game: Game, who: str, window: Window, action: Action, cause: int) -> Play:
    """Perform a chosen reaction."""
    creature = game.state.creatures[who]
    if action.kind == "return":
        yield from come_back(game, who, window, cause)
    elif action.kind == USE.name:
        yield from use_triggered(game, who, window, action, cause)
    elif action.kind == AID.name:
        yield from perform_aid(game, who, action, cause)
    elif action.kind == "readied":
        yield from perform_readied(game, who, window, cause)
    elif action.kind == "shield_block":
        seq = yield ev.ReactionUsed(cause, who, "shield_block", window.actor, creature.reactions - 1)
        yield from block(game, who, window.amount, seq)
    else:
        yield from _opportunity(game, who, action, window, cause)


def _opportunity(game: Game, who: str, action: Action, window: Window, cause: int) -> Play:
    """A Strike without multiple attack penalty; a critical hit may disrupt what goes on."""
    yield from emerge(game, who, ("attack",), cause)
    left = game.state.creatures[who].reactions - 1
    seq = yield ev.ReactionUsed(cause, who, "reactive_strike", window.actor, left)
    attempt, counts = of_reaction()
    degree = yield from attack(game, who, action.item, action.target, seq, seq, attempt, counts)
    if degree == CRITICAL_SUCCESS and disrupts(window):
        disrupted = yield ev.ActionDisrupted(seq, window.actor, window.action, who)
        yield from let_go(game, window, disrupted)
    if who in game.state.detection:
        yield from give_away(game, who, ("attack",), cause)


@rule("pf2e.reaction.disrupt", neutral=never)
def disrupts(window: Window) -> bool:
    """A critical hit of an Attack of Opportunity disrupts a manipulate action."""
    return window.kind == DECLARED and "manipulate" in window.traits
