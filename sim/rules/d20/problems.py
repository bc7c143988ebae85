"""What a stat block may say wrongly although its form is right."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sim.model.errors import did_you_mean
from sim.model.values import DEGREES
from sim.rules.basic.areas import AFFECTS
from sim.rules.d20.checks import AREAS, known_check
from sim.rules.d20.data import ATTRIBUTES, FAVORABLE, NAMED, UNFAVORABLE, Ability, Outcome, StatBlock, Weapon
from sim.rules.faults import Found, Path, among, keyed, name_problems, readable, within
from sim.rules.texts import parse_area, parse_dice

MOST = 30
"""Attributes run from -30 to 30."""


def problems(data: StatBlock) -> Sequence[Found]:
    """Return (path to the field, message) pairs."""
    return list(_problems(data))


def _problems(data: StatBlock) -> Iterator[Found]:
    yield from name_problems(("name",), data.name)
    yield from within(("hp",), data.hp, 1, 100_000)
    yield from within(("defense",), data.defense, 1, 100)
    yield from within(("armor",), data.armor, 0, 1_000)
    for name, value in data.attributes.items():
        if name not in ATTRIBUTES:
            hint = did_you_mean(name, ATTRIBUTES) or f"; expected one of {', '.join(ATTRIBUTES)}"
            yield ("attributes", name), f"unknown attribute {name!r}{hint}"
        yield from within(("attributes", name), value, -MOST, MOST)
    yield from keyed(("weapons",), [weapon.name for weapon in data.weapons])
    yield from keyed(("abilities",), [ability.name for ability in data.abilities])
    for at, weapon in enumerate(data.weapons):
        yield from _weapon_problems(weapon, ("weapons", at))
    for at, ability in enumerate(data.abilities):
        yield from _ability_problems(ability, ("abilities", at))


def _weapon_problems(weapon: Weapon, path: Path) -> Iterator[Found]:
    yield from readable((*path, "damage"), parse_dice, weapon.damage)
    if weapon.attribute:
        yield from among((*path, "attribute"), weapon.attribute, ATTRIBUTES)


def _ability_problems(ability: Ability, path: Path) -> Iterator[Found]:
    deciders = [name for name in ("save", "check", "contest", "luck") if getattr(ability, name)]
    if len(deciders) > 1:
        yield path, f"{ability.name} has {' and '.join(deciders)}; expected one of them"
    yield from among((*path, "affects"), ability.affects, AFFECTS)
    if ability.area:
        yield from readable((*path, "area"), parse_area, ability.area)
    if ability.damage:
        yield from readable((*path, "damage"), parse_dice, ability.damage)
    yield from within((*path, "uses"), ability.uses, 0, 100)
    yield from _decider_problems(ability, path)
    for degree, outcome in ability.outcomes.items():
        known = (FAVORABLE, UNFAVORABLE) if ability.luck else DEGREES
        if degree not in known:
            yield (*path, "outcomes", degree), f"expected one of {', '.join(known)}, not {degree!r}"
        yield from _outcome_problems(outcome, (*path, "outcomes", degree))


def _decider_problems(ability: Ability, path: Path) -> Iterator[Found]:
    words = []
    if ability.save:
        words = [("save", "against", ability.save.against)]
        yield from _difficulty(ability.save.difficulty, (*path, "save", "difficulty"))
    if ability.check:
        words = [("check", "of", ability.check.of)]
        yield from _difficulty(ability.check.difficulty, (*path, "check", "difficulty"))
    if ability.contest:
        words = [("contest", "own", ability.contest.own), ("contest", "theirs", ability.contest.theirs)]
    for part, field, word in words:
        if not known_check(word):
            every = (*ATTRIBUTES, *AREAS)
            hint = did_you_mean(word, every) or f"; expected one of {', '.join(every)}"
            yield (*path, part, field), f"unknown attribute or task {word!r}{hint}"


def _difficulty(value: int | str, path: Path) -> Iterator[Found]:
    if isinstance(value, int):
        yield from within(path, value, 1, 100)
    elif value not in NAMED:
        yield path, f"expected a number or one of {', '.join(NAMED)}, not {value!r}"


def _outcome_problems(outcome: Outcome, path: Path) -> Iterator[Found]:
    for name in ("damage", "healing", "cost"):
        text = getattr(outcome, name)
        if text:
            yield from readable((*path, name), parse_dice, text)
    for name in ("hampered", "favored"):
        yield from within((*path, name), getattr(outcome, name), 0, 100)
