"""What the spells and items of a creature may say wrongly although their form is right."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from sim.model.errors import InputError
from sim.rules.faults import Found, Path, among, readable, within
from sim.rules.pf2e.data import Ability, Raised
from sim.rules.pf2e.heightening import HIGHEST, parse_step
from sim.rules.pf2e.texts import parse_damage
from sim.rules.texts import parse_area, parse_dice

MOST_USES: Final = 100
TEXTS: Final = (("damage", parse_damage), ("healing", parse_dice), ("temp_hp", parse_dice), ("area", parse_area))
"""Texts of an ability, and who reads them."""
FIXED: Final = ("area", "range", "conditions", "effect")
"""What a spell has instead of what it had; there is no more of it for each step."""


def number_problems(path: Path, number: int) -> Iterator[Found]:
    """A number of uses that nobody counts."""
    yield from within(path, number, 0, MOST_USES)


def casting_problems(path: Path, ability: Ability) -> Iterator[Found]:
    """What limits its uses, and its attack roll."""
    yield from number_problems((*path, "uses"), ability.uses)
    if ability.uses and ability.slot:
        yield (*path, "uses"), "an ability has either uses of its own or a slot, not both"
    attacks = ability.attack is not None or ability.spell_attack
    if attacks and (ability.area or ability.save or ability.affliction):
        yield (*path, "attack"), "an attack is rolled against one creature; expected no area, save or affliction"
    if ability.attack is not None and ability.spell_attack:
        yield (*path, "spell_attack"), "the attack is stated; expected either attack or spell_attack: true"


def source_problems(path: Path, ability: Ability, sources: Sequence[str]) -> Iterator[Found]:
    """A DC or attack modifier that neither the ability nor a source of magic states."""
    if ability.source:
        yield from among((*path, "source"), ability.source, sources or ("none: the creature has no source of magic",))
    elif not sources and ability.save and not ability.save.dc:
        yield (*path, "save"), "expected a dc, or a source of magic that makes it"
    elif not sources and ability.spell_attack:
        yield (*path, "spell_attack"), "the creature has no source of magic; expected attack: and a number"


def spell_problems(path: Path, ability: Ability) -> Iterator[Found]:
    """The ranks of a spell, and what it has at others."""
    yield from within((*path, "rank"), ability.rank, 0, HIGHEST)
    yield from within((*path, "cast_at"), ability.cast_at, 0, HIGHEST)
    if ability.cast_at and ability.cast_at < ability.rank:
        yield (*path, "cast_at"), f"a spell of rank {ability.rank} is cast at {ability.rank} at least"
    if (ability.heighten or ability.cast_at) and not ability.rank:
        yield path, "only spells are heightened; expected a rank"
    for text, raised in ability.heighten.items():
        yield from _raised_problems((*path, "heighten", text), text, raised)


def _raised_problems(path: Path, text: str, raised: Raised) -> Iterator[Found]:
    try:
        each = parse_step(text)[1]
    except InputError as error:
        yield path, error.problems[0].message
        return
    for name, read in TEXTS:
        if getattr(raised, name):
            yield from readable((*path, name), read, getattr(raised, name))
    for name in FIXED:
        if each and getattr(raised, name):
            yield (*path, name), f"there is no more {name} for each step; write it under a rank, such as 5"
