"""Turns in which a creature has no choice: the fleeing run, the confused strike at random.

Nobody is asked: what it does follows from the state and dice, right as its turn begins.
"""

from __future__ import annotations

from collections.abc import Sequence

from sim.model import events as ev
from sim.model.actions import Action
from sim.model.protocols import Game, Play
from sim.model.state import UP, Creature, State
from sim.model.values import Roll
from sim.rules.pf2e.actions.escaping import ESCAPE
from sim.rules.pf2e.actions.lying import STAND
from sim.rules.pf2e.actions.moving import STRIDE
from sim.rules.pf2e.actions.performing import perform
from sim.rules.pf2e.conditions import able, laying
from sim.rules.pf2e.hindrances import forbidden
from sim.rules.pf2e.numbers import strikes, usable
from sim.rules.pf2e.positions import along, retreat
from sim.rules.pf2e.strike_damage import deal_strike
from sim.rules.pf2e.terrain import way_to_move
from sim.rules.pf2e.threats import reaches
from sim.rules.registry import nothing, rule
from sim.rules.texts import key


def compelled(game: Game, who: str, cause: int) -> Play:
    """What a creature must do with its actions."""
    conditions = game.state.creatures[who].conditions
    if "confused" in conditions:
        yield from flail(game, who, cause)
    elif "fleeing" in conditions:
        yield from flee(game, who, cause)


@rule("pf2e.condition.fleeing", neutral=nothing)
def flee(game: Game, who: str, cause: int) -> Play:
    """Every action goes into getting away from whoever is fled from."""
    state = game.state
    creature = state.creatures[who]
    while creature.actions and able(state, who) and "fleeing" in creature.conditions:
        action = _way_out(state, creature)
        if action is None:
            return
        yield from perform(game, who, action, cause)


def _way_out(state: State, creature: Creature) -> Action | None:
    """Stand, get free or walk, whichever comes first."""
    for kind in (STAND, ESCAPE):
        for offer in kind.offers(state, creature):
            if not forbidden(state, creature, offer, kind.traits):
                return offer
    sources = [effect.source for effect in laying(state, creature.id, "fleeing")]
    how = way_to_move(state, creature)
    action = along(how, retreat(state, creature, how, sources, safely=False)) if sources else None
    return None if action is None or forbidden(state, creature, action, STRIDE.traits) else action


@rule("pf2e.condition.confused", neutral=nothing)
def flail(game: Game, who: str, cause: int) -> Play:
    """Every action is a Strike at whoever is in reach, by dice, friend or foe; without anybody, at itself."""
    state = game.state
    creature = state.creatures[who]
    while creature.actions and able(state, who) and "confused" in creature.conditions:
        blows = _blows(state, creature)
        if blows:
            blow = yield from _by_dice(game, who, blows, cause)
            yield from perform(game, who, blow, cause)
            continue
        ready = [name for name, strike in strikes(creature).items() if usable(creature, name, strike)]
        if not ready:
            return
        yield from _hit_oneself(game, who, ready[0], cause)


def _blows(state: State, creature: Creature) -> list[Action]:
    """The first Strike that reaches each other creature."""
    found = []
    for other in state.creatures.values():
        names = (
            key(strike.name)
            for name, strike in strikes(creature).items()
            if usable(creature, name, strike) and reaches(state, creature, strike, other.at, other.space)
        )
        name = next(names, None) if other is not creature and other.status == UP else None
        if name and state.grid.line_of_effect(creature.at, creature.space, other.at, other.space):
            found.append(Action("strike", other.id, name))
    return found


def _by_dice(game: Game, who: str, blows: Sequence[Action], cause: int) -> Play:
    if len(blows) == 1:
        return blows[0]
    label = f"{who}/confused-target"
    n, faces = game.roll(label, (len(blows),))
    roll = Roll(label, n, len(blows), faces, faces[0], (), faces[0])
    yield ev.CheckRolled(cause, who, "confused target", roll)
    return blows[faces[0] - 1]


def _hit_oneself(game: Game, who: str, name: str, cause: int) -> Play:
    """A hit without a roll, and never a critical one."""
    creature = game.state.creatures[who]
    spent = yield ev.ActionSpent(cause, who, "strike", 1, creature.actions - 1, ("attack",))
    yield from deal_strike(game, who, who, name, strikes(creature)[name], "success", spent, spent)
