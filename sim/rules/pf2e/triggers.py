"""Triggers in words, for Ready and for abilities of stat blocks: the window each comes in, and whether it fits.

A trigger is set off by an enemy: by what it does, by what it does to oneself, or by what befalls it;
with ``ally`` before it, by what is done to an ally.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from sim.model.state import Creature, State
from sim.model.values import CRITICAL_FAILURE, CRITICAL_SUCCESS, FAILURE, SUCCESS
from sim.model.windows import ATTACKED, ATTACKING, ENTERED, FALLEN, HURT, LEAVING, MOVE_ENDED, USING, Window
from sim.rules.pf2e.detection import unplaced

Fits = Callable[[State, Window, Creature], bool]


class Trigger(NamedTuple):
    """A window, and whether what goes on in it is meant."""

    window: str
    fits: Fits


def _enemy(state: State, window: Window, creature: Creature) -> bool:
    """An enemy does it."""
    return state.creatures[window.actor].side != creature.side


def _stands(state: State, window: Window, creature: Creature) -> bool:
    return _enemy(state, window, creature) and "prone" not in state.creatures[window.actor].conditions


def _with(*traits: str) -> Fits:
    """An enemy does something that has one of these traits."""

    def fits(state: State, window: Window, creature: Creature) -> bool:
        return _enemy(state, window, creature) and any(trait in window.traits for trait in traits)

    return fits


def _to_me(*traits: str) -> Fits:
    """An enemy does it to the creature itself."""
    does = _with(*traits) if traits else _enemy
    return lambda state, window, creature: window.target == creature.id and does(state, window, creature)


def _to_ally(*traits: str) -> Fits:
    """An enemy does it to one of the creature's allies."""
    does = _with(*traits) if traits else _enemy

    def fits(state: State, window: Window, creature: Creature) -> bool:
        allied = window.target != creature.id and state.creatures[window.target].side == creature.side
        return allied and does(state, window, creature)

    return fits


def _enemy_falls(state: State, window: Window, creature: Creature) -> bool:
    return state.creatures[window.target].side != creature.side


def _ally_falls(state: State, window: Window, creature: Creature) -> bool:
    return state.creatures[window.target].side == creature.side


TRIGGERS: Final[Mapping[str, Trigger]] = {
    "moves": Trigger(LEAVING, _enemy),
    "approaches": Trigger(ENTERED, _enemy),
    "stands": Trigger(MOVE_ENDED, _stands),
    "attacks": Trigger(ATTACKING, _enemy),
    "uses": Trigger(USING, _enemy),
    "casts": Trigger(USING, _with("spell", "cantrip")),
    "falls": Trigger(FALLEN, _enemy_falls),
    "attacked": Trigger(ATTACKING, _to_me()),
    "hit": Trigger(ATTACKED, _to_me(SUCCESS, CRITICAL_SUCCESS)),
    "critically hit": Trigger(ATTACKED, _to_me(CRITICAL_SUCCESS)),
    "missed": Trigger(ATTACKED, _to_me(FAILURE, CRITICAL_FAILURE)),
    "damaged": Trigger(HURT, _to_me()),
    "ally attacked": Trigger(ATTACKING, _to_ally()),
    "ally hit": Trigger(ATTACKED, _to_ally(SUCCESS, CRITICAL_SUCCESS)),
    "ally damaged": Trigger(HURT, _to_ally()),
    "ally falls": Trigger(FALLEN, _ally_falls),
}


DOINGS: Final = (LEAVING, ENTERED, MOVE_ENDED, ATTACKING, USING)
"""Windows in which somebody does something that nobody has felt yet."""


def read_trigger(text: str) -> tuple[str, str]:
    """The creature that is named before a trigger, or empty, and the trigger's word: ``goblin-1 moves``."""
    if text in TRIGGERS:
        return "", text
    who, _, word = text.partition(" ")
    return who, word


def set_off(state: State, window: Window, creature: Creature, text: str) -> bool:
    """Whether what goes on in a window is a creature's trigger."""
    who, word = read_trigger(text)
    trigger = TRIGGERS[word]
    if trigger.window != window.kind or window.actor not in state.creatures:
        return False
    if window.kind in DOINGS and unplaced(state, creature, state.creatures[window.actor]):
        return False  # what is not perceived sets nothing off
    one = window.target if window.kind == FALLEN else window.actor
    return who in ("", one) and trigger.fits(state, window, creature)
