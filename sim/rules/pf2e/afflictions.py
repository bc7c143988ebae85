"""Afflictions: poisons, diseases and curses that go through stages.

One is an effect on its victim, named by the ability that brought it; its detail holds the stage
and in which of the victim's turns the next save is due. What a stage lays on the victim is kept up by it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from attrs import evolve, frozen

from sim.model import events as ev
from sim.model.geometry import center
from sim.model.protocols import Game, Play
from sim.model.state import DEAD, Creature, State
from sim.model.values import CRITICAL_FAILURE, DEGREES, Effect, Ends
from sim.rules.pf2e.condition_texts import parse_condition
from sim.rules.pf2e.conditions import end_effect, gain, laying
from sim.rules.pf2e.damage import deal, roll_damage, texts_of
from sim.rules.pf2e.data import Ability, Affliction
from sim.rules.pf2e.hits import Hit, ability_traits
from sim.rules.pf2e.numbers import named
from sim.rules.pf2e.persistent import start_persistent
from sim.rules.pf2e.saving import save_against
from sim.rules.pf2e.texts import parse_rounds
from sim.rules.registry import RuleTable

SHIFT: Final[Mapping[str, int]] = RuleTable(
    "afflictions.SHIFT",
    {"critical_success": -2, "success": -1, "failure": 1, "critical_failure": 2},
    ids=dict.fromkeys(DEGREES, "pf2e.turn.end_afflictions"),
    neutral=0,
)
"""What a save does to the stage."""

_DETAIL: Final = re.compile(r"^stage (\d+); due (\d+)$")


@frozen
class Course:
    """How far an affliction has come: its stage, 0 before its onset is over, and the turn of the next step."""

    stage: int
    due: int

    def __str__(self) -> str:
        return f"stage {self.stage}; due {self.due}"


def course(effect: Effect) -> Course | None:
    """Read how far an effect has come, if it is an affliction."""
    found = _DETAIL.match(effect.detail)
    return Course(int(found[1]), int(found[2])) if found else None


def due_afflictions(state: State, creature: Creature) -> list[tuple[Effect, Course]]:
    """The afflictions of a creature that take their next step at the end of this turn."""
    return [
        (effect, found)
        for effect in state.effects.values()
        if effect.target == creature.id and (found := course(effect)) and found.due <= creature.turn
    ]


def contract(game: Game, who: str, target: str, name: str, affliction: Affliction, degree: str, cause: int) -> Play:
    """Exposure: a failed save brings the first stage, a critical failure the second; who has it already gets worse."""
    creature = game.state.creatures[target]
    worse = 2 if degree == CRITICAL_FAILURE else 1
    running = next((e for e in laying(game.state, target, name) if e.source == who), None)
    if running:
        found = course(running)
        stage = found.stage + worse if found else worse
        yield from move_on(game, running, stage, cause)
        return
    ends = Ends(target, creature.turn + parse_rounds(affliction.lasts), "end") if affliction.lasts else None
    fresh = Effect(game.state.made + 1, name, target, who, ends=ends)
    if affliction.onset:
        waits = Course(0, creature.turn + parse_rounds(affliction.onset))
        yield ev.EffectStarted(cause, evolve(fresh, detail=str(waits)))
    else:
        yield from _enter(game, fresh, affliction, worse, cause)


def afflictions_turn(game: Game, who: str, cause: int) -> Play:
    """A save against each affliction at the end of the turn it is due; an onset that is over brings the first stage."""
    creature = game.state.creatures[who]
    for effect, found in due_afflictions(game.state, creature):
        if effect.id not in game.state.effects:
            continue
        stage, seq = 1, cause
        if found.stage:
            degree, seq = yield from _save(game, effect, cause)
            stage = found.stage + SHIFT[degree]
        yield from move_on(game, effect, stage, seq)
        if creature.status == DEAD:
            return


def _save(game: Game, effect: Effect, cause: int) -> Play:
    maker = game.state.creatures[effect.source]
    ability = evolve(_ability(game.state, effect), area="")  # no cover from what is in the blood
    origin = center(maker.at, maker.space)
    return (yield from save_against(game, effect.source, effect.target, effect.name, ability, origin, cause))


def _ability(state: State, effect: Effect) -> Ability:
    return named(state.creatures[effect.source].data)[effect.name]


def move_on(game: Game, effect: Effect, stage: int, cause: int) -> Play:
    """Take an affliction to another stage; below the first it is over, beyond the last the last is repeated."""
    affliction = _ability(game.state, effect).affliction
    assert affliction is not None  # it began as one
    before = course(effect)
    stage = min(stage, len(affliction.stages))
    if stage < 1:
        yield from end_effect(game, effect, "overcome", cause)
    elif before and before.stage == stage:
        yield ev.EffectEnded(cause, effect.target, effect.id, effect.name, "renewed")
        yield from _enter(game, evolve(effect, id=game.state.made + 1), affliction, stage, cause, anew=False)
    else:
        yield from end_effect(game, effect, f"stage {stage}", cause)
        yield from _enter(game, evolve(effect, id=game.state.made + 1), affliction, stage, cause)


def _enter(game: Game, effect: Effect, affliction: Affliction, stage: int, cause: int, *, anew: bool = True) -> Play:
    """A stage begins: its damage, and unless it is only repeated its conditions, kept up until the next."""
    who, target = effect.source, effect.target
    creature = game.state.creatures[target]
    stage = min(stage, len(affliction.stages))
    found = affliction.stages[stage - 1]
    until = Course(stage, creature.turn + parse_rounds(found.duration))
    seq = yield ev.EffectStarted(cause, evolve(effect, detail=str(until)))
    if found.damage:
        yield from _hurt(game, effect, found.damage, seq)
    if creature.status == DEAD or not anew:
        return
    for condition, text in found.conditions.items():
        stated = parse_condition(text)
        yield from gain(game, target, condition, stated.value, who, seq, only=stated.only, of=effect.name)


def _hurt(game: Game, effect: Effect, damage: str, cause: int) -> Play:
    traits = ability_traits(_ability(game.state, effect))
    hit = Hit(effect.source, effect.target, effect.name, 0, traits)
    instant, lasting = texts_of(damage)
    if instant:
        parts = yield from roll_damage(game, effect.target, effect.name, instant, cause, what=effect.name)
        yield from deal(game, hit, parts, cause)
    for text in lasting:
        yield from start_persistent(game, hit, text, cause)
