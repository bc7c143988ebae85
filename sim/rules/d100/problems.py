"""What a stat block may say wrongly although its form is right."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sim.model.errors import did_you_mean
from sim.rules.basic.areas import AFFECTS
from sim.rules.d100.checks import QUALITIES
from sim.rules.d100.data import Ability, Requirement, StatBlock, Weapon
from sim.rules.faults import Found, Path, among, keyed, name_problems, readable, within
from sim.rules.texts import parse_area, parse_dice

LEVELS = (0, 20)
STATS = (0, 100)


def problems(data: StatBlock) -> Sequence[Found]:
    """Return (path to the field, message) pairs."""
    return list(_problems(data))


def _problems(data: StatBlock) -> Iterator[Found]:
    yield from name_problems(("name",), data.name)
    yield from within(("hp",), data.hp, 1, 100_000)
    yield from within(("armor",), data.armor, 0, 1_000)
    for name in ("accuracy", "evasion"):
        yield from within((name,), getattr(data, name), 0, 20)
    for name, value in data.stats.items():
        yield from within(("stats", name), value, *STATS)
    for name, skill in data.skills.items():
        yield from within(("skills", name, "level"), skill.level, *LEVELS)
        yield from among(("skills", name, "stat"), skill.stat, data.stats)
    yield from keyed(("weapons",), [weapon.name for weapon in data.weapons])
    yield from keyed(("abilities",), [ability.name for ability in data.abilities])
    for at, weapon in enumerate(data.weapons):
        yield from _weapon_problems(weapon, ("weapons", at), data)
    for at, ability in enumerate(data.abilities):
        yield from _ability_problems(ability, ("abilities", at), data)


def _skill(name: str, path: Path, data: StatBlock) -> Iterator[Found]:
    if name not in data.skills:
        hint = did_you_mean(name, data.skills) or f"; expected one of {', '.join(data.skills) or 'none'}"
        yield (*path, "skill"), f"unknown skill {name!r}{hint}"


def _requirement(requires: Requirement, path: Path) -> Iterator[Found]:
    yield from within((*path, "requires", "level"), requires.level, *LEVELS)
    yield from within((*path, "requires", "stat"), requires.stat, *STATS)


def _weapon_problems(weapon: Weapon, path: Path, data: StatBlock) -> Iterator[Found]:
    yield from _skill(weapon.skill, path, data)
    yield from _requirement(weapon.requires, path)
    yield from readable((*path, "damage"), parse_dice, weapon.damage)
    yield from within((*path, "penalty"), weapon.penalty, 0, 100)


def _ability_problems(ability: Ability, path: Path, data: StatBlock) -> Iterator[Found]:
    yield from _skill(ability.skill, path, data)
    yield from _requirement(ability.requires, path)
    yield from among((*path, "affects"), ability.affects, AFFECTS)
    if ability.area:
        yield from readable((*path, "area"), parse_area, ability.area)
    for name in ("damage", "healing"):
        if getattr(ability, name):
            yield from readable((*path, name), parse_dice, getattr(ability, name))
    yield from within((*path, "uses"), ability.uses, 0, 100)
    for quality, outcome in ability.outcomes.items():
        if quality not in QUALITIES:
            yield (*path, "outcomes", quality), f"expected one of {', '.join(QUALITIES)}, not {quality!r}"
        for name in ("damage", "healing", "cost"):
            if getattr(outcome, name):
                yield from readable((*path, "outcomes", quality, name), parse_dice, getattr(outcome, name))
