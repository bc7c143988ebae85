"""What the abilities of a creature may say wrongly although their form is right."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from sim.model.values import DEGREES
from sim.rules.faults import Found, Path, among, name_problems, readable
from sim.rules.pf2e.change_problems import change_problems, condition_problems, effect_problems, outcome_conditions
from sim.rules.pf2e.data import SAVES, WAYS, Ability, Affliction, Save, TemporaryImmunity
from sim.rules.pf2e.happening import HAPPENS
from sim.rules.pf2e.reactions import WATCHES, known
from sim.rules.pf2e.spell_problems import TEXTS, casting_problems, spell_problems
from sim.rules.pf2e.texts import parse_damage, parse_recharge, parse_rounds
from sim.rules.pf2e.triggered import MOMENTS

AFFECTS: Final = ("all", "enemies", "allies")


def ability_problems(path: Path, ability: Ability) -> Iterator[Found]:
    """What one ability says wrongly."""
    if ability.use:
        yield from among((*path, "use"), known(ability.use), WATCHES)
        if ability.name:
            yield path, "an ability has either use (a known one) or name (stated here), not both"
        return
    if not ability.name:
        yield path, "an ability needs use (a known one) or name (stated here)"
    else:
        yield from name_problems((*path, "name"), ability.name)
    if ability.passive:
        yield from change_problems((*path, "passive"), ability.passive)
    yield from _cost_problems(path, ability)
    yield from _time_problems(path, ability)
    yield from casting_problems(path, ability)
    yield from spell_problems(path, ability)
    for name, read in TEXTS:
        text = getattr(ability, name)
        if text:
            yield from readable((*path, name), read, text)
    yield from readable((*path, "recharge"), parse_recharge, ability.recharge)
    yield from among((*path, "affects"), ability.affects, AFFECTS)
    if ability.save:
        yield from _save_problems((*path, "save"), ability.save)
    yield from _outcome_problems(path, ability)


def _cost_problems(path: Path, ability: Ability) -> Iterator[Found]:
    """What it takes: actions, a reaction, or nothing."""
    if ability.happens:
        yield from _happening_problems(path, ability)
    if not ability.trigger:
        if not 1 <= ability.cost <= 3:  # a turn has three actions
            yield (*path, "cost"), f"cost is {ability.cost}; expected 1 to 3"
        return
    yield from among((*path, "trigger"), ability.trigger, tuple(MOMENTS))
    if ability.cost not in (0, 1):
        yield (*path, "cost"), f"cost is {ability.cost}; with a trigger expected 1 for a reaction, 0 for a free action"


def _happening_problems(path: Path, ability: Ability) -> Iterator[Found]:
    """What acts by itself is not aimed: it surrounds its owner, or reaches its owner only."""
    yield from among((*path, "happens"), ability.happens, tuple(HAPPENS))
    if ability.trigger:
        yield path, "an ability either has a trigger, and is used then, or happens by itself"
    if ability.area and "emanation" not in ability.area:
        yield (*path, "area"), "what happens by itself is not aimed; expected an emanation"
    if not ability.area and "their" in ability.happens:
        yield (*path, "area"), "whose turn it is in must be reached; expected an emanation"


def _time_problems(path: Path, ability: Ability) -> Iterator[Found]:
    """How long it takes, and what of it lasts."""
    if ability.time:
        yield from readable((*path, "time"), parse_rounds, ability.time)
    if ability.affliction:
        yield from _affliction_problems((*path, "affliction"), ability.affliction)
    if ability.sustained and not (ability.effect or ability.conditions):
        yield (*path, "sustained"), "nothing lasts that could be sustained; expected conditions or an effect"
    if ability.temporary_immunity:
        yield from _immunity_problems((*path, "temporary_immunity"), ability.temporary_immunity)


def _affliction_problems(path: Path, affliction: Affliction) -> Iterator[Found]:
    if not affliction.stages:
        yield (*path, "stages"), "an affliction has at least one stage, such as [{damage: 1d6 poison}]"
    for name in ("onset", "lasts"):
        text = getattr(affliction, name)
        if text:
            yield from readable((*path, name), parse_rounds, text)
    for at, stage in enumerate(affliction.stages):
        here = (*path, "stages", at)
        if stage.damage:
            yield from readable((*here, "damage"), parse_damage, stage.damage)
        yield from readable((*here, "duration"), parse_rounds, stage.duration)
        yield from condition_problems((*here, "conditions"), stage.conditions)


def _immunity_problems(path: Path, immunity: TemporaryImmunity) -> Iterator[Found]:
    yield from readable((*path, "duration"), parse_rounds, immunity.duration)
    yield from among((*path, "source"), immunity.source, ("any", "own"))


def _save_problems(path: Path, save: Save) -> Iterator[Found]:
    if bool(save.basic) == bool(save.type):
        yield path, "a save is either basic or of a type: {basic: reflex, dc: 20} or {type: will, dc: 17}"
    else:
        yield from among((*path, "basic" if save.basic else "type"), save.statistic, SAVES)


def _outcome_problems(path: Path, ability: Ability) -> Iterator[Found]:
    for degree, ways in ability.move.items():
        yield from among((*path, "move", degree), degree, DEGREES)
        for way in ways:
            yield from among((*path, "move", degree, way), way, WAYS)
    yield from outcome_conditions((*path, "conditions"), ability.conditions)
    if ability.effect:
        yield from effect_problems((*path, "effect"), ability.effect)
    for text, raised in ability.heighten.items():
        changed = Ability(conditions=raised.conditions, effect=raised.effect)
        yield from _outcome_problems((*path, "heighten", text), changed)
