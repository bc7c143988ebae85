"""Read the compound texts of a stat block: damage, traits with an argument, recharge, exceptions.

Each reader is cached by its text, so that a fight parses nothing twice.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from attrs import evolve, frozen

from sim.model.errors import InputError, did_you_mean
from sim.rules.texts import MAX_SIDES, DiceText, parse_dice, read_feet

DAMAGE_TYPES: Final = (
    *("bludgeoning", "piercing", "slashing", "bleed"),
    *("acid", "cold", "electricity", "fire", "force", "sonic", "vitality", "void"),
    *("spirit", "mental", "poison", "good", "evil", "lawful", "chaotic"),
)
"""Every type of damage (pf2e.damage.types)."""
LEGACY_TYPES: Final = {"negative": "void", "positive": "vitality"}
"""Older names of damage types, accepted on input."""

PAIRS: Final = ("cold iron", "ghost touch", "critical hits", "persistent damage", "object immunities")
"""Properties of two words; all others have one."""
_FILLERS: Final = ("damage", "attack", "attacks", "effect", "effects", "weapon", "weapons")

_DURATION = re.compile(r"^(\d{1,4}) (round|minute|hour|day)s?$")
_DIE_TRAIT = re.compile(r"^(\d{0,2})d(\d{1,4})$")


@frozen
class DamageText:
    """One part of a damage text.

    Attributes:
        count: Number of dice; 0 for fixed damage.
        sides: Sides of each die.
        bonus: What is added to them.
        type: Damage type.
        persistent: Whether it is dealt at the end of the victim's turns instead of at once.
        category: ``precision`` (which has the type of the first part), ``splash`` or empty.
    """

    count: int
    sides: int
    bonus: int
    type: str
    persistent: bool = False
    category: str = ""


@frozen
class Recharge:
    """When an ability can be used again: after so many rounds, or, without dice, never in this fight."""

    dice: DiceText | None


@cache
def parse_damage(text: str) -> tuple[DamageText, ...]:
    """Read ``2d8+6 piercing plus 1d6 fire plus 1d4 persistent bleed``.

    Older names of types become the newer ones; bleed is always persistent (pf2e.damage.bleed);
    precision has the type of the first part (pf2e.damage.precision).

    Raises:
        InputError: A part has bad dice or an unknown type.
    """
    parts: list[DamageText] = []
    for written in re.split(r"\bplus\b|,|\band\b", text.lower()):
        part = _damage_part(written.strip(), text)
        if part.category and (not parts or part.persistent):
            raise InputError(f"{text!r}: precision damage adds to other damage; expected another type before it")
        parts.append(evolve(part, type=parts[0].type) if part.category else part)
    return tuple(parts)


def _damage_part(written: str, text: str) -> DamageText:
    found = re.match(r"^(\d[\dd+\- ]*|[+-]\d+) ([a-z][a-z ]*)$", written)
    if not found:
        for first in written.split()[:1]:
            parse_dice(first)  # bad dice are told as such
        raise InputError(f"{text!r} is no damage; expected dice and a type, such as 1d8+4 slashing plus 1d6 fire")
    words = [word for word in found[2].split() if word != "damage"]
    persistent, splash = "persistent" in words, "splash" in words
    name = " ".join(word for word in words if word not in ("persistent", "splash"))
    dice = parse_dice(found[1])
    if name == "precision":
        return DamageText(dice.count, dice.sides, dice.bonus, "", persistent, "precision")
    kind = LEGACY_TYPES.get(name, name)
    if kind not in DAMAGE_TYPES:
        hint = did_you_mean(name, (*DAMAGE_TYPES, *LEGACY_TYPES, "precision"))
        raise InputError(f"{text!r}: unknown damage type {name!r}{hint or '; expected one such as slashing or fire'}")
    category = "splash" if splash else ""
    return DamageText(dice.count, dice.sides, dice.bonus, kind, persistent or kind == "bleed", category)


@cache
def parse_recharge(text: str) -> Recharge | None:
    """Read ``1d4 rounds``, ``once`` (a fight), or nothing for at will.

    Raises:
        InputError: It is none of these.
    """
    words = text.lower().split()
    if not words:
        return None
    if words == ["once"]:
        return Recharge(None)
    if len(words) != 2 or words[1] not in ("round", "rounds"):
        raise InputError(f"{text!r} is no recharge; expected something like 1d4 rounds, or once")
    return Recharge(parse_dice(words[0]))


@cache
def parse_rounds(text: str) -> int:
    """Read ``1 round``, ``10 minutes`` or ``24 hours`` as rounds of six seconds.

    Raises:
        InputError: It is no duration.
    """
    found = _DURATION.match(text.lower().strip())
    if not found:
        raise InputError(f"{text!r} is no duration; expected something like 1 round, 10 minutes or 24 hours")
    return int(found[1]) * {"round": 1, "minute": 10, "hour": 600, "day": 14_400}[found[2]]


@cache
def parse_trait(text: str) -> tuple[str, int]:
    """Split a trait from its argument: ``reach 10 ft`` is (reach, 10), ``deadly d8`` (deadly, 8), ``agile`` (agile, 0).

    Raises:
        InputError: A die has an impossible size or a distance is none.
    """
    name, _, argument = text.strip().lower().partition(" ")
    if not name:
        raise InputError("a trait is empty; expected a word such as agile")
    if die := _DIE_TRAIT.match(argument):
        sides = int(die[2])
        if not 2 <= sides <= MAX_SIDES:  # a die has at least two sides
            raise InputError(f"{text!r}: expected a die of 2 to {MAX_SIDES} sides, not {sides}")
        return name, sides
    if argument[:1].isdigit():
        return name, read_feet(argument if not argument.isdigit() else f"{argument} ft", text)
    return text.strip().lower(), 0


def trait_value(traits: tuple[str, ...], name: str, default: int = 0) -> int:
    """The number of a trait, such as 10 for ``reach`` among ``reach 10 ft``; the default where it has none."""
    for text in traits:
        found, value = parse_trait(text)
        if found == name and value:
            return value
    return default


def trait_dice(traits: tuple[str, ...], name: str) -> tuple[int, int]:
    """Dice of a trait: ``deadly 2d8`` is (2, 8), ``deadly d8`` (0, 8) as it states no number, (0, 0) without it."""
    for text in traits:
        found, _, argument = text.strip().lower().partition(" ")
        die = _DIE_TRAIT.match(argument)
        if found == name and die:
            return int(die[1] or 0), int(die[2])
    return 0, 0


def trait_die(traits: tuple[str, ...], name: str) -> int:
    """Sides of a trait's die, such as 8 for ``deadly`` among ``deadly d8``; 0 without the trait."""
    return trait_dice(traits, name)[1]


@cache
def parse_properties(text: str) -> tuple[str, ...]:
    """Read properties of damage: ``magical silver`` is (magical, silver), ``cold iron`` (cold_iron,)."""
    plain = re.sub(r"[\s_-]+", " ", text.lower().strip(" .()")).replace("non magical", "nonmagical")
    for pair in PAIRS:
        plain = plain.replace(pair, pair.replace(" ", "_"))
    words = [word for word in plain.split() if word not in _FILLERS]
    return tuple(LEGACY_TYPES.get(word, word) for word in words)


@frozen
class Exceptions:
    """When a resistance does not hold: damage has all properties of one of ``any_of``.

    Attributes:
        any_of: Sets of properties, each as a tuple.
        double_vs_nonmagical: Whether it is doubled against what is not magical.
    """

    any_of: tuple[tuple[str, ...], ...] = ()
    double_vs_nonmagical: bool = False


@cache
def parse_exceptions(text: str) -> Exceptions:
    """Read ``except force, ghost touch, or vitality; double resistance vs. non-magical``."""
    main, *rest = text.lower().split(";")
    double = any("double" in part and re.search(r"non-?\s?magical", part) for part in rest)
    found = (parse_properties(part) for part in re.split(r",|\bor\b|\band\b", re.sub(r"\bexcept\b", "", main)))
    return Exceptions(tuple(words for words in found if words), double)


@cache
def parse_guard(text: str) -> tuple[tuple[str, ...], Exceptions]:
    """Read what an immunity, weakness or resistance is to: ``fire``, ``nonmagical bludgeoning``, ``all except force``.

    Raises:
        InputError: It names nothing.
    """
    name, _, rest = text.lower().partition("except")
    needs = parse_properties(name)
    if not needs:
        raise InputError(f"{text!r} names nothing; expected something like fire, cold iron or physical except silver")
    return needs, parse_exceptions(rest)
