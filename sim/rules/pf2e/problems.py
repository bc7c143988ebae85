"""What a stat block may say wrongly although its form is right."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from sim.model.creature import SIZES
from sim.rules.faults import Found, Path, among, name_problems, readable, repeated
from sim.rules.pf2e.ability_problems import ability_problems
from sim.rules.pf2e.change_problems import MOST_HEALING, regeneration_problems
from sim.rules.pf2e.character import Character, Weapon
from sim.rules.pf2e.data import SKILLS, Shield, StatBlock, Strike
from sim.rules.pf2e.numbers import named
from sim.rules.pf2e.riders import RIDERS
from sim.rules.pf2e.senses import parse_sense
from sim.rules.pf2e.spell_problems import number_problems, source_problems
from sim.rules.pf2e.terrain import EXTRA_FEET
from sim.rules.pf2e.texts import parse_damage, parse_guard, parse_trait
from sim.rules.texts import key

SPEEDS = ("land", "fly", "swim", "climb", "burrow")
ATTRIBUTES = ("str", "dex", "con", "int", "wis", "cha")
LEVELS = (-1, 30)


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


def _regain_problems(data: StatBlock) -> Iterator[Found]:
    if not 0 <= data.fast_healing <= MOST_HEALING:
        yield ("fast_healing",), f"expected 0 to {MOST_HEALING} Hit Points"
    if data.regeneration:
        yield from regeneration_problems(("regeneration",), data.regeneration)


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
        yield from number_problems(("slots", name), number)
    for at, ability in enumerate(data.abilities):
        yield from ability_problems(("abilities", at), ability)
        if ability.slot:
            yield from among(("abilities", at, "slot"), ability.slot, tuple(data.slots))
        yield from source_problems(("abilities", at), ability, tuple(_sources(data)))
    yield from repeated(("abilities",), [key(a.name) for a in data.abilities if not a.use])


def _sources(data: StatBlock | Character) -> Iterable[str]:
    """The names of a creature's sources of magic."""
    return data.casting if isinstance(data, StatBlock) else data.sources


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
