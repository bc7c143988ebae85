"""Escape: out of a hold, with whatever one does best."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Final

from sim.model import events as ev
from sim.model.actions import Action
from sim.model.protocols import Game, Play
from sim.model.state import Creature, State
from sim.model.values import CRITICAL_FAILURE, CRITICAL_SUCCESS, SUCCESS
from sim.model.windows import ATTACKING, Ask, Window
from sim.rules.pf2e.actions.kind import Kind, within
from sim.rules.pf2e.actions.moving import STAY, STRIDE, around
from sim.rules.pf2e.attack_penalty import attack_penalty, attempt_number
from sim.rules.pf2e.condition_texts import parse_grade
from sim.rules.pf2e.conditions import able, end_effect
from sim.rules.pf2e.holds import holds_on
from sim.rules.pf2e.numbers import attack_bonus, luck, strikes
from sim.rules.pf2e.paths import STEP_FEET, find_path
from sim.rules.pf2e.skills import Terms, chances_of, dc_against, roll_check, skill
from sim.rules.pf2e.stacking import Numbers, stack
from sim.rules.registry import nothing, rule

SKILLS: Final = ("athletics", "acrobatics")
FAILED: Final = "escape/failed"
"""Counter: the turn of a critical failure."""


def _holders(state: State, creature: Creature) -> tuple[str, ...]:
    return tuple(dict.fromkeys(effect.source for effect in holds_on(state, creature.id)))


def _ways(state: State, creature: Creature) -> dict[str, tuple[Numbers, tuple[str, ...]]]:
    """What it can be tried with, the multiple attack penalty left out: total and parts, and traits."""
    unarmed = {
        name: (attack_bonus(state, creature, strike), strike.traits)
        for name, strike in strikes(creature).items()
        if not strike.hands and strike.range is None
    }
    return {**{name: (skill(state, creature, name), ()) for name in SKILLS}, **unarmed}


def _numbers(state: State, creature: Creature, action: Action) -> Terms:
    """What an Escape is rolled with: what is named, else the best."""
    attempt = attempt_number(state, creature.id)
    ways = _ways(state, creature)
    tries: list[tuple[Numbers, str]] = [
        (stack((*parts, *attack_penalty(creature, traits, attempt))), name)
        for name, ((_, parts), traits) in ways.items()
        if action.item in ("", name)
    ]
    (bonus, modifiers), name = max(tries, key=lambda found: found[0][0])
    rolled = name if name in SKILLS else "attack"
    return Terms(bonus, modifiers, *_dc(state, creature, action.target), attempt, luck(state, creature, rolled), rolled)


def _dc(state: State, creature: Creature, source: str) -> Numbers:
    """A stated DC of what holds, else the holder's Athletics DC."""
    stated = [parse_grade(effect.detail).dc for effect in holds_on(state, creature.id) if effect.source == source]
    return (stated[0], ()) if any(stated) else dc_against(state, state.creatures[source], "athletics")


def _problem(state: State, creature: Creature, action: Action) -> str:
    if action.target not in _holders(state, creature):
        return f"{creature.id} is not held by {action.target or 'anybody'}"
    if action.item and action.item not in _ways(state, creature):
        return f"{creature.id} cannot Escape with {action.item!r}; possible are {', '.join(_ways(state, creature))}"
    if creature.counters.get(FAILED) == creature.turn:
        return "after a critical failure there is no Escape until the next turn"
    return ""


def _offers(state: State, creature: Creature) -> Iterator[Action]:
    if creature.counters.get(FAILED) != creature.turn:
        yield from (Action("escape", source) for source in _holders(state, creature))


def _perform(game: Game, who: str, action: Action, spent: int) -> Play:
    creature = game.state.creatures[who]
    if ATTACKING in game.state.watchers:
        yield Window(ATTACKING, who, spent, True, action.target, ("attack",))
        if _problem(game.state, creature, action):
            return
    numbers = _numbers(game.state, creature, action)
    degree, rolled = yield from roll_check(game, who, "escape", action.target, numbers, spent)
    yield from _escape(game, who, action.target, degree, spent, rolled)


@rule("pf2e.action.escape", neutral=nothing)
def _escape(game: Game, who: str, source: str, degree: str, spent: int, rolled: int) -> Play:
    """Free of what this source holds one by, on a critical success with a short Stride; or no more tries this turn."""
    creature = game.state.creatures[who]
    if degree in (SUCCESS, CRITICAL_SUCCESS):
        for effect in holds_on(game.state, who):
            if effect.source == source:
                yield from end_effect(game, effect, "escaped", rolled)
    if degree == CRITICAL_SUCCESS:
        yield from _slip_away(game, who, spent)
    if degree == CRITICAL_FAILURE:
        yield ev.CounterChanged(rolled, who, FAILED, creature.counters.get(FAILED, 0), creature.turn)


def _slip_away(game: Game, who: str, spent: int) -> Play:
    state = game.state
    creature = state.creatures[who]
    strides = [Action("stride", square=square) for square in around(creature)]
    possible = [
        action
        for action in strides
        if not STRIDE.problem(state, creature, action) and find_path(state, who, action, STEP_FEET)
    ]
    if possible and able(state, who):
        choice = yield Ask(who, (STAY, *possible), "escape")
        if choice != STAY:
            yield from within(game, who, STRIDE, choice, spent)


def _odds(state: State, creature: Creature, action: Action) -> Mapping[str, Fraction]:
    return chances_of(_numbers(state, creature, action))


ESCAPE: Final = Kind("escape", 1, _problem, _offers, _perform, ("attack",), odds=_odds)

KINDS: Final = (ESCAPE,)
