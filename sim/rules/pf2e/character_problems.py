"""What a character may say wrongly although its form is right."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from sim.rules.faults import Found, Path, among, name_problems, readable, repeated
from sim.rules.pf2e.character import (
    ARMOR_CATEGORIES,
    RANKS,
    SOURCE_KINDS,
    SPECIALIZATIONS,
    WEAPON_CATEGORIES,
    Armor,
    Character,
    Source,
    Weapon,
)
from sim.rules.pf2e.data import SAVES, SKILLS
from sim.rules.pf2e.derive import is_skill
from sim.rules.pf2e.problems import ATTRIBUTES, arm_problems, creature_problems
from sim.rules.pf2e.texts import parse_damage
from sim.rules.texts import key

LEVELS: Final = (1, 20)
SCORES: Final = (6, 30)
STEPS: Final = (0, 1, 2, 3)
RANKED: Final = (*SAVES, "perception", *SKILLS, *WEAPON_CATEGORIES, *ARMOR_CATEGORIES)
"""What has a rank, beside lores."""


def character_problems(data: Character) -> Sequence[Found]:
    """Return (path to the field, message) pairs."""
    return list(_problems(data))


def _problems(data: Character) -> Iterator[Found]:
    yield from creature_problems(data)
    if not LEVELS[0] <= data.level <= LEVELS[1]:
        yield ("level",), f"level is {data.level}; expected {LEVELS[0]} to {LEVELS[1]}"
    yield from among(("key",), data.key, ATTRIBUTES)
    yield from _score_problems(data)
    yield from among(("specialization",), data.specialization, SPECIALIZATIONS)
    yield from _rank_problems(("ranks",), data.ranks)
    for name in ("ancestry", "per_level"):
        if getattr(data.hp, name) < 1:
            yield ("hp", name), f"{name} is {getattr(data.hp, name)}; expected at least 1"
    if data.armor:
        yield from _armor_problems(("armor",), data.armor)
    yield from _arms_and_magic(data)


def _score_problems(data: Character) -> Iterator[Found]:
    if not (data.attributes or data.scores):
        yield (), "expected attributes, such as {str: 4, dex: 2}, or scores, such as {str: 18, dex: 14}"
    for name, score in data.scores.items():
        yield from among(("scores", name), name, ATTRIBUTES)
        if name in data.attributes:
            yield ("scores", name), f"{name} is stated among attributes already"
        if not SCORES[0] <= score <= SCORES[1]:
            yield ("scores", name), f"a score is {SCORES[0]} to {SCORES[1]}, not {score}; modifiers stand in attributes"


def _arms_and_magic(data: Character) -> Iterator[Found]:
    for name, source in data.sources.items():
        yield from _source_problems(("sources", name), source)
    for at, weapon in enumerate(data.weapons):
        yield from _weapon_problems(("weapons", at), weapon, tuple(data.sources))
    yield from repeated(("weapons",), [key(weapon.name) for weapon in data.weapons])


def _rank_problems(path: Path, ranks: dict[str, str]) -> Iterator[Found]:
    for name, rank in ranks.items():
        if not is_skill(name):
            yield from among((*path, name), name, RANKED)
        yield from among((*path, name), rank, RANKS)


def _armor_problems(path: Path, armor: Armor) -> Iterator[Found]:
    yield from among((*path, "category"), armor.category, ARMOR_CATEGORIES)
    yield from _steps(path, armor, ("potency", "resilient"))
    if armor.check_penalty > 0:
        yield (*path, "check_penalty"), f"a penalty is 0 or less, not {armor.check_penalty}"


def _steps(path: Path, item: Armor | Weapon, names: Sequence[str]) -> Iterator[Found]:
    for name in names:
        if getattr(item, name) not in STEPS:
            yield (*path, name), f"{name} is {getattr(item, name)}; expected 0 to 3"


def _source_problems(path: Path, source: Source) -> Iterator[Found]:
    yield from among((*path, "kind"), source.kind, SOURCE_KINDS)
    yield from among((*path, "rank"), source.rank, RANKS)
    if source.attribute:
        yield from among((*path, "attribute"), source.attribute, ATTRIBUTES)
    elif source.kind in ("focus", "other"):
        yield path, f"a source of {source.kind} spells states its attribute, such as attribute: wis"


def _weapon_problems(path: Path, weapon: Weapon, sources: Sequence[str]) -> Iterator[Found]:
    yield from name_problems((*path, "name"), weapon.name)
    yield from readable((*path, "damage"), parse_damage, weapon.damage)
    for name in ("plus", "critical"):
        if getattr(weapon, name):
            yield from readable((*path, name), parse_damage, getattr(weapon, name))
    yield from among((*path, "category"), weapon.category, WEAPON_CATEGORIES)
    yield from _steps(path, weapon, ("potency", "striking"))
    if weapon.spell:
        yield from among((*path, "spell"), weapon.spell, sources)
    yield from arm_problems(path, weapon)
