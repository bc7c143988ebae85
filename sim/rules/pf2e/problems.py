"""What a stat block may say wrongly although its form is right."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from sim.model.creature import SIZES
from sim.model.errors import InputError, did_you_mean
from sim.model.values import DEGREES
from sim.rules.pf2e import detection
from sim.rules.pf2e.data import (
    SKILLS,
    WAYS,
    Ability,
    Bonus,
    Changes,
    CheckChange,
    Lasting,
    Save,
    Shield,
    StatBlock,
    Strike,
    TemporaryImmunity,
)
from sim.rules.pf2e.flat import KINDS
from sim.rules.pf2e.luck import ROLLS
from sim.rules.pf2e.numbers import CONDITION_MODIFIERS, key
from sim.rules.pf2e.reactions import WATCHES, known
from sim.rules.pf2e.texts import (
    parse_area,
    parse_damage,
    parse_dice,
    parse_guard,
    parse_recharge,
    parse_rounds,
    parse_trait,
)

Path = tuple[str | int, ...]
Found = tuple[Path, str]

BONUS_TYPES = ("item", "circumstance", "status", "untyped")
BONUS_TO = ("ac", "attack", "damage", "perception", "fortitude", "reflex", "will", "saves", "checks", "dcs", "healing")
SAVES = ("fortitude", "reflex", "will")
AFFECTS = ("all", "enemies", "allies")
UNTIL = ("start of next turn", "end of next turn")
SPEEDS = ("land", "fly", "swim", "climb", "burrow")
ATTRIBUTES = ("str", "dex", "con", "int", "wis", "cha")
LEVELS = (-1, 30)
MAX_NAME = 80
CONDITIONS = tuple(sorted({*CONDITION_MODIFIERS, *detection.CONDITIONS} - {"unconscious"}))
"""What an ability can lay on a creature, and a combatant start with."""


def problems(data: StatBlock) -> Sequence[Found]:
    """Return (path to the field, message) pairs."""
    return list(_problems(data))


def _problems(data: StatBlock) -> Iterator[Found]:
    yield from _creature_problems(data)
    yield from _defense_problems(data)
    for at, strike in enumerate(data.strikes):
        yield from _strike_problems(("strikes", at), strike)
    for at, ability in enumerate(data.abilities):
        yield from _ability_problems(("abilities", at), ability)
    yield from _repeated(("strikes",), [key(strike.name) for strike in data.strikes])
    yield from _repeated(("abilities",), [key(a.name) for a in data.abilities if not a.use])


def _creature_problems(data: StatBlock) -> Iterator[Found]:
    yield from _name_problems(("name",), data.name)
    yield from _among(("size",), data.size, SIZES)
    yield from _among(("build",), data.build, ("tall", "long"))
    for kind in data.speeds:
        yield from _among(("speeds", kind), kind, SPEEDS)
    for attribute in data.attributes:
        yield from _among(("attributes", attribute), attribute, ATTRIBUTES)
    if not LEVELS[0] <= data.level <= LEVELS[1]:
        yield ("level",), f"level is {data.level}; expected {LEVELS[0]} to {LEVELS[1]}"


def _defense_problems(data: StatBlock) -> Iterator[Found]:
    if data.hp < 1:
        yield ("hp",), f"hp is {data.hp}; expected at least 1"
    if data.shield:
        yield from _shield_problems(("shield",), data.shield)
    for at, tool in enumerate(data.tools):
        yield from _name_problems(("tools", at, "name"), tool.name)
        yield from _among(("tools", at, "to"), tool.to, (*SKILLS, "perception"))
    if data.hardness < 0:
        yield ("hardness",), f"hardness is {data.hardness}; expected at least 0"
    for at, immunity in enumerate(data.immunities):
        yield from _readable(("immunities", at), parse_guard, immunity)
    for kind, value in data.weaknesses.items():
        yield from _readable(("weaknesses", kind), parse_guard, kind)
        if value < 1:
            yield ("weaknesses", kind), f"weakness is {value}; expected at least 1"
    for at, resistance in enumerate(data.resistances):
        yield from _readable(("resistances", at, "type"), parse_guard, resistance.type)
        if resistance.value < 1:
            yield ("resistances", at, "value"), f"resistance is {resistance.value}; expected at least 1"


def _name_problems(path: tuple[str | int, ...], name: str) -> Iterator[Found]:
    if not name.strip() or not name.isprintable() or len(name) > MAX_NAME:
        yield path, f"name is {name[:20]!r}; expected 1 to {MAX_NAME} printable characters"


def _shield_problems(path: tuple[str | int, ...], shield: Shield) -> Iterator[Found]:
    if shield.hardness < 0:
        yield (*path, "hardness"), f"hardness is {shield.hardness}; expected at least 0"
    if not 0 <= shield.broken < shield.hp:
        yield (*path, "broken"), f"broken is {shield.broken}; expected less than its hp of {shield.hp}"


def _trait_problems(path: tuple[str | int, ...], trait: str) -> Iterator[Found]:
    yield from _readable(path, parse_trait, trait)
    name, _, argument = trait.partition(" ")
    if name == "deadly" and not re.fullmatch(r"\d{0,2}d\d+", argument):
        yield path, f"{trait!r}: expected a die, such as deadly d8"
    if trait != "reach" and name == "reach" and not re.fullmatch(r"(reach) \d*[05] ?(ft|feet)?", trait):
        yield path, f"{trait!r}: expected whole squares, such as reach 10 ft"


def _strike_problems(path: tuple[str | int, ...], strike: Strike) -> Iterator[Found]:
    yield from _name_problems((*path, "name"), strike.name)
    yield from _readable((*path, "damage"), parse_damage, strike.damage)
    if strike.critical:
        yield from _readable((*path, "critical"), parse_damage, strike.critical)
    for at, trait in enumerate(strike.traits):
        yield from _trait_problems((*path, "traits", at), trait)
    yield from _among((*path, "place"), strike.place, ("held", "stowed"))
    if not 0 <= strike.hands <= 2:  # creatures have two
        yield (*path, "hands"), f"hands is {strike.hands}; expected 0 to 2"
    if strike.range is not None and strike.range < 5:  # one square
        yield (*path, "range"), f"range is {strike.range}; expected at least 5 ft"


def _ability_problems(path: tuple[str | int, ...], ability: Ability) -> Iterator[Found]:
    if ability.use:
        yield from _among((*path, "use"), known(ability.use), WATCHES)
        if ability.name:
            yield path, "an ability has either use (a known one) or name (stated here), not both"
        return
    if not ability.name:
        yield path, "an ability needs use (a known one) or name (stated here)"
    else:
        yield from _name_problems((*path, "name"), ability.name)
    if ability.passive:
        yield from _change_problems((*path, "passive"), ability.passive)
    if not 1 <= ability.cost <= 3:  # a turn has three actions
        yield (*path, "cost"), f"cost is {ability.cost}; expected 1 to 3"
    for name, read in (
        ("area", parse_area),
        ("damage", parse_damage),
        ("healing", parse_dice),
        ("temp_hp", parse_dice),
    ):
        text = getattr(ability, name)
        if text:
            yield from _readable((*path, name), read, text)
    yield from _readable((*path, "recharge"), parse_recharge, ability.recharge)
    yield from _among((*path, "affects"), ability.affects, AFFECTS)
    if ability.temporary_immunity:
        yield from _immunity_problems((*path, "temporary_immunity"), ability.temporary_immunity)
    if ability.save:
        yield from _save_problems((*path, "save"), ability.save)
    yield from _outcome_problems(path, ability)


def _immunity_problems(path: tuple[str | int, ...], immunity: TemporaryImmunity) -> Iterator[Found]:
    yield from _readable((*path, "duration"), parse_rounds, immunity.duration)
    yield from _among((*path, "source"), immunity.source, ("any", "own"))


def _save_problems(path: tuple[str | int, ...], save: Save) -> Iterator[Found]:
    if bool(save.basic) == bool(save.type):
        yield path, "a save is either basic or of a type: {basic: reflex, dc: 20} or {type: will, dc: 17}"
    else:
        yield from _among((*path, "basic" if save.basic else "type"), save.statistic, SAVES)


def _outcome_problems(path: tuple[str | int, ...], ability: Ability) -> Iterator[Found]:
    for degree, ways in ability.move.items():
        yield from _among((*path, "move", degree), degree, DEGREES)
        for way in ways:
            yield from _among((*path, "move", degree, way), way, WAYS)
    for degree, conditions in ability.conditions.items():
        yield from _among((*path, "conditions", degree), degree, DEGREES)
        for condition, value in conditions.items():
            here = (*path, "conditions", degree, condition)
            yield from _among(here, condition, CONDITIONS)
            if value < 1:
                yield here, f"{condition} is {value}; expected at least 1"
    if ability.effect:
        yield from _among((*path, "effect", "until"), ability.effect.until, UNTIL)
        yield from _change_problems((*path, "effect"), ability.effect)


def _change_problems(path: Path, changes: Changes | Lasting) -> Iterator[Found]:
    for name in ("bonuses", "penalties"):
        for at, bonus in enumerate(getattr(changes, name)):
            here = (*path, name, at)
            yield from _among((*here, "to"), bonus.to, (*BONUS_TO, *KINDS))
            yield from _among((*here, "type"), bonus.type, BONUS_TYPES)
            wrong = sign_problem(name, bonus)
            if wrong:
                yield (*here, "value"), wrong
    for at, change in enumerate(changes.checks):
        yield from _check_change_problems((*path, "checks", at), change)


def sign_problem(name: str, bonus: Bonus) -> str:
    """Why a value has the wrong sign; what is untyped among the bonuses is a modifier, either (bonus_sign)."""
    if name == "penalties":
        return "" if bonus.value < 0 else f"a penalty is negative, not {bonus.value}; write it under bonuses"
    if bonus.value > 0 or (bonus.type == "untyped" and bonus.value):
        return ""
    return f"a bonus is positive, not {bonus.value}; write it under penalties"


def _check_change_problems(path: Path, change: CheckChange) -> Iterator[Found]:
    yield from _among((*path, "to"), change.to, (*BONUS_TO, *KINDS))
    if change.roll:
        yield from _among((*path, "roll"), change.roll, ROLLS)
    if change.only:
        yield from _among((*path, "only"), change.only, DEGREES)
    if not (change.roll or change.degree or change.dc):
        yield path, "nothing changes; expected roll, degree or dc"
    if change.dc and change.to not in KINDS:
        yield (*path, "dc"), f"only flat checks have a dc to change; expected to: {' | '.join(KINDS)}"


def _repeated(path: tuple[str | int, ...], names: Sequence[str]) -> Iterator[Found]:
    for at, name in enumerate(names):
        if name in names[:at]:
            yield (*path, at, "name"), f"{name!r} stands here twice"


def _readable(path: tuple[str | int, ...], read: Callable[[str], Any], text: str) -> Iterator[Found]:
    try:
        read(text)
    except InputError as error:
        yield path, error.problems[0].message


def _among(path: tuple[str | int, ...], word: str, allowed: Any) -> Iterator[Found]:
    if word not in allowed:
        hint = did_you_mean(word, allowed) or f"; expected one of {', '.join(allowed)}"
        yield path, f"unknown {path[-1] if isinstance(path[-1], str) else 'word'} {word!r}{hint}"
