"""What a stat block may say wrongly although its form is right."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from sim.model.creature import SIZES
from sim.model.values import DEGREES
from sim.rules.faults import Found, Path, among, name_problems, readable, repeated
from sim.rules.pf2e import detection
from sim.rules.pf2e.character import Character, Weapon
from sim.rules.pf2e.condition_table import IMPLIES, MODIFIERS
from sim.rules.pf2e.condition_texts import parse_condition, parse_until
from sim.rules.pf2e.conditions import CANNOT_ACT, SOURCED
from sim.rules.pf2e.data import (
    SAVES,
    SKILLS,
    WAYS,
    Ability,
    Affliction,
    Bonus,
    Changes,
    CheckChange,
    Lasting,
    Regeneration,
    Save,
    Shield,
    StatBlock,
    Strike,
    TemporaryImmunity,
)
from sim.rules.pf2e.flat import KINDS
from sim.rules.pf2e.happening import HAPPENS
from sim.rules.pf2e.holds import HOLDS
from sim.rules.pf2e.luck import ROLLS
from sim.rules.pf2e.numbers import named
from sim.rules.pf2e.reactions import WATCHES, known
from sim.rules.pf2e.riders import RIDERS
from sim.rules.pf2e.senses import parse_sense
from sim.rules.pf2e.terrain import EXTRA_FEET
from sim.rules.pf2e.texts import parse_damage, parse_guard, parse_recharge, parse_rounds, parse_trait
from sim.rules.pf2e.triggered import MOMENTS
from sim.rules.texts import key, parse_area, parse_dice

BONUS_TYPES = ("item", "circumstance", "status", "untyped")
BONUS_TO = ("ac", "attack", "damage", "perception", "fortitude", "reflex", "will", "saves", "checks", "dcs", "healing")
AFFECTS = ("all", "enemies", "allies")
MOST_HEALING: Final = 1000
MOST_USES: Final = 100
SPEEDS = ("land", "fly", "swim", "climb", "burrow")
ATTRIBUTES = ("str", "dex", "con", "int", "wis", "cha")
LEVELS = (-1, 30)
CONDITIONS = tuple(
    sorted(
        {*MODIFIERS, *IMPLIES, *detection.CONDITIONS, *CANNOT_ACT, *SOURCED, *HOLDS}
        | {"doomed", "quickened", "slowed", "wounded"} - {"unconscious"}
    )
)
"""What an ability can lay on a creature, and a combatant start with."""


def problems(data: StatBlock) -> Sequence[Found]:
    """Return (path to the field, message) pairs."""
    return list(_problems(data))


def _problems(data: StatBlock) -> Iterator[Found]:
    yield from creature_problems(data)
    if data.hp < 1:
        yield ("hp",), f"hp is {data.hp}; expected at least 1"
    if data.hardness < 0:
        yield ("hardness",), f"hardness is {data.hardness}; expected at least 0"
    yield from _regain_problems(data)
    for at, strike in enumerate(data.strikes):
        yield from _strike_problems(("strikes", at), strike)
        if strike.then:
            yield from among(("strikes", at, "then"), strike.then, tuple(RIDERS))
        if strike.inflicts:
            yield from among(("strikes", at, "inflicts"), key(strike.inflicts), tuple(named(data)))
    yield from repeated(("strikes",), [key(strike.name) for strike in data.strikes])
    for at, ability in enumerate(data.abilities):
        if ability.save and ability.save.source and not ability.save.dc:
            yield ("abilities", at, "save"), "expected a dc; only a character's abilities have that of a source"


def _regain_problems(data: StatBlock) -> Iterator[Found]:
    if not 0 <= data.fast_healing <= MOST_HEALING:
        yield ("fast_healing",), f"expected 0 to {MOST_HEALING} Hit Points"
    if data.regeneration:
        yield from _regeneration_problems(("regeneration",), data.regeneration)


def _regeneration_problems(path: Path, regeneration: Regeneration) -> Iterator[Found]:
    if not 1 <= regeneration.value <= MOST_HEALING:
        yield (*path, "value"), f"expected 1 to {MOST_HEALING} Hit Points"
    for at, stop in enumerate(regeneration.stopped_by):
        yield from readable((*path, "stopped_by", at), parse_guard, stop)


def creature_problems(data: StatBlock | Character) -> Iterator[Found]:
    """What stated creatures and characters have in common."""
    yield from name_problems(("name",), data.name)
    yield from among(("size",), data.size, SIZES)
    yield from among(("build",), data.build, ("tall", "long"))
    for kind in data.speeds:
        yield from among(("speeds", kind), kind, SPEEDS)
    for at, kind in enumerate(data.ignores):
        yield from among(("ignores", at), kind, tuple(EXTRA_FEET))
    for at, sense in enumerate(data.senses):
        yield from readable(("senses", at), parse_sense, sense)
    for attribute in data.attributes:
        yield from among(("attributes", attribute), attribute, ATTRIBUTES)
    if not LEVELS[0] <= data.level <= LEVELS[1]:
        yield ("level",), f"level is {data.level}; expected {LEVELS[0]} to {LEVELS[1]}"
    yield from _defense_problems(data)
    for name, number in data.slots.items():
        yield from name_problems(("slots", name), name)
        yield from _number_problems(("slots", name), number)
    for at, ability in enumerate(data.abilities):
        yield from _ability_problems(("abilities", at), ability)
        if ability.slot:
            yield from among(("abilities", at, "slot"), ability.slot, tuple(data.slots))
    yield from repeated(("abilities",), [key(a.name) for a in data.abilities if not a.use])


def _defense_problems(data: StatBlock | Character) -> Iterator[Found]:
    if data.shield:
        yield from _shield_problems(("shield",), data.shield)
    for at, tool in enumerate(data.tools):
        yield from name_problems(("tools", at, "name"), tool.name)
        yield from among(("tools", at, "to"), tool.to, (*SKILLS, "perception"))
    for at, immunity in enumerate(data.immunities):
        yield from readable(("immunities", at), parse_guard, immunity)
    for kind, value in data.weaknesses.items():
        yield from readable(("weaknesses", kind), parse_guard, kind)
        if value < 1:
            yield ("weaknesses", kind), f"weakness is {value}; expected at least 1"
    for at, resistance in enumerate(data.resistances):
        yield from readable(("resistances", at, "type"), parse_guard, resistance.type)
        if resistance.value < 1:
            yield ("resistances", at, "value"), f"resistance is {resistance.value}; expected at least 1"


def _shield_problems(path: tuple[str | int, ...], shield: Shield) -> Iterator[Found]:
    if shield.hardness < 0:
        yield (*path, "hardness"), f"hardness is {shield.hardness}; expected at least 0"
    if not 0 <= shield.broken < shield.hp:
        yield (*path, "broken"), f"broken is {shield.broken}; expected less than its hp of {shield.hp}"


def _trait_problems(path: tuple[str | int, ...], trait: str) -> Iterator[Found]:
    yield from readable(path, parse_trait, trait)
    name, _, argument = trait.partition(" ")
    if name in ("deadly", "fatal") and not re.fullmatch(r"\d{0,2}d\d+", argument):
        yield path, f"{trait!r}: expected a die, such as {name} d8"
    if trait != "reach" and name == "reach" and not re.fullmatch(r"(reach) \d*[05] ?(ft|feet)?", trait):
        yield path, f"{trait!r}: expected whole squares, such as reach 10 ft"


def _strike_problems(path: tuple[str | int, ...], strike: Strike) -> Iterator[Found]:
    yield from name_problems((*path, "name"), strike.name)
    yield from readable((*path, "damage"), parse_damage, strike.damage)
    if strike.critical:
        yield from readable((*path, "critical"), parse_damage, strike.critical)
    if strike.attribute:
        yield from among((*path, "attribute"), strike.attribute, ATTRIBUTES)
    yield from arm_problems(path, strike)


def arm_problems(path: Path, arm: Strike | Weapon) -> Iterator[Found]:
    """What stated Strikes and a character's weapons have in common."""
    for at, trait in enumerate(arm.traits):
        yield from _trait_problems((*path, "traits", at), trait)
    yield from among((*path, "place"), arm.place, ("held", "stowed"))
    if not 0 <= arm.hands <= 2:  # creatures have two
        yield (*path, "hands"), f"hands is {arm.hands}; expected 0 to 2"
    if arm.range is not None and arm.range < 5:  # one square
        yield (*path, "range"), f"range is {arm.range}; expected at least 5 ft"


def _ability_problems(path: tuple[str | int, ...], ability: Ability) -> Iterator[Found]:
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
        yield from _change_problems((*path, "passive"), ability.passive)
    yield from _cost_problems(path, ability)
    yield from _time_problems(path, ability)
    yield from _casting_problems(path, ability)
    for name, read in (
        ("area", parse_area),
        ("damage", parse_damage),
        ("healing", parse_dice),
        ("temp_hp", parse_dice),
    ):
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


def _number_problems(path: Path, number: int) -> Iterator[Found]:
    if not 0 <= number <= MOST_USES:
        yield path, f"{path[-1]} is {number}; expected 0 to {MOST_USES}"


def _casting_problems(path: Path, ability: Ability) -> Iterator[Found]:
    """What limits its uses, and its attack roll."""
    yield from _number_problems((*path, "uses"), ability.uses)
    if ability.uses and ability.slot:
        yield (*path, "uses"), "an ability has either uses of its own or a slot, not both"
    if ability.attack is not None and (ability.area or ability.save or ability.affliction):
        yield (*path, "attack"), "an attack is rolled against one creature; expected no area, save or affliction"


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
        yield from _condition_problems((*here, "conditions"), stage.conditions)


def _condition_problems(path: Path, conditions: Mapping[str, int | str]) -> Iterator[Found]:
    for condition, value in conditions.items():
        yield from among((*path, condition), condition, CONDITIONS)
        yield from readable((*path, condition), parse_condition, value)


def _immunity_problems(path: tuple[str | int, ...], immunity: TemporaryImmunity) -> Iterator[Found]:
    yield from readable((*path, "duration"), parse_rounds, immunity.duration)
    yield from among((*path, "source"), immunity.source, ("any", "own"))


def _save_problems(path: tuple[str | int, ...], save: Save) -> Iterator[Found]:
    if bool(save.basic) == bool(save.type):
        yield path, "a save is either basic or of a type: {basic: reflex, dc: 20} or {type: will, dc: 17}"
    else:
        yield from among((*path, "basic" if save.basic else "type"), save.statistic, SAVES)


def _outcome_problems(path: tuple[str | int, ...], ability: Ability) -> Iterator[Found]:
    for degree, ways in ability.move.items():
        yield from among((*path, "move", degree), degree, DEGREES)
        for way in ways:
            yield from among((*path, "move", degree, way), way, WAYS)
    for degree, conditions in ability.conditions.items():
        yield from among((*path, "conditions", degree), degree, DEGREES)
        yield from _condition_problems((*path, "conditions", degree), conditions)
    if ability.effect:
        yield from readable((*path, "effect", "until"), parse_until, ability.effect.until)
        if ability.effect.regeneration:
            yield from _regeneration_problems((*path, "effect", "regeneration"), ability.effect.regeneration)
        if not 0 <= ability.effect.fast_healing <= MOST_HEALING:
            yield (*path, "effect", "fast_healing"), f"expected 0 to {MOST_HEALING} Hit Points"
        yield from _change_problems((*path, "effect"), ability.effect)


def _change_problems(path: Path, changes: Changes | Lasting) -> Iterator[Found]:
    for name in ("bonuses", "penalties"):
        for at, bonus in enumerate(getattr(changes, name)):
            here = (*path, name, at)
            yield from among((*here, "to"), bonus.to, (*BONUS_TO, *KINDS))
            yield from among((*here, "type"), bonus.type, BONUS_TYPES)
            wrong = sign_problem(name, bonus)
            if wrong:
                yield (*here, "value"), wrong
    if isinstance(changes, Changes):
        yield from _attack_penalty_problems((*path, "attack_penalty"), changes.attack_penalty)
    for at, change in enumerate(changes.checks):
        yield from _check_change_problems((*path, "checks", at), change)


def _attack_penalty_problems(path: Path, penalties: dict[str, tuple[int, ...]]) -> Iterator[Found]:
    for name, values in penalties.items():
        yield from among((*path, name), name, ("normal", "agile"))
        if len(values) != 2 or not -10 <= values[1] <= values[0] <= 0:
            yield (*path, name), "expected the penalties of the second and of later attacks, such as [-4, -8]"


def sign_problem(name: str, bonus: Bonus) -> str:
    """Why a value has the wrong sign; what is untyped among the bonuses is a modifier, either (bonus_sign)."""
    if name == "penalties":
        return "" if bonus.value < 0 else f"a penalty is negative, not {bonus.value}; write it under bonuses"
    if bonus.value > 0 or (bonus.type == "untyped" and bonus.value):
        return ""
    return f"a bonus is positive, not {bonus.value}; write it under penalties"


def _check_change_problems(path: Path, change: CheckChange) -> Iterator[Found]:
    yield from among((*path, "to"), change.to, (*BONUS_TO, *KINDS))
    if change.roll:
        yield from among((*path, "roll"), change.roll, ROLLS)
    if change.only:
        yield from among((*path, "only"), change.only, DEGREES)
    if not (change.roll or change.degree or change.dc):
        yield path, "nothing changes; expected roll, degree or dc"
    if change.dc and change.to not in KINDS:
        yield (*path, "dc"), f"only flat checks have a dc to change; expected to: {' | '.join(KINDS)}"
