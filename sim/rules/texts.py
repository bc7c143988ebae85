"""Texts that stat blocks of all systems share: dice, areas, names as keys.

Each reader is cached by its text, so that a fight parses nothing twice.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from attrs import frozen

from sim.model.errors import InputError, did_you_mean

SHAPES: Final = ("burst", "cone", "line", "emanation")
MAX_DICE: Final = 100
MAX_SIDES: Final = 1000
MAX_BONUS: Final = 10_000
MAX_FEET: Final = 5_000

_DICE = re.compile(r"^(?:(\d+)d(\d+))?(?:(^|[+-])(\d+))?$")
_DISTANCE = re.compile(r"^(\d{1,5})(\.\d)?(?: ?(ft|feet|m)\b|-foot\b)\.?$")


@frozen
class DiceText:
    """``2d8+6``: so many dice of so many sides and a fixed part; no dice for a bare number."""

    count: int
    sides: int
    bonus: int = 0


@frozen
class Area:
    """``30 ft cone``: shape and size in feet."""

    shape: str
    feet: int


@cache
def key(name: str) -> str:
    """The name as one word: lower case with hyphens."""
    return "-".join(name.lower().replace("'", "").split())


@cache
def parse_dice(text: str) -> DiceText:
    """Read ``2d8+6``, ``1d4-1`` or ``5``.

    Raises:
        InputError: It is no dice expression, or beyond 100 dice or 2 to 1000 sides.
    """
    found = _DICE.match(re.sub(r"\s", "", text))
    if not found or found[1] is found[4] is None:
        raise InputError(f"{text!r} is no dice expression; expected something like 2d8+6 or 5")
    count, sides, bonus = (int((digits or "0")[:9]) for digits in (found[1], found[2], found[4]))
    if found[1] and not 1 <= count <= MAX_DICE:
        raise InputError(f"{text!r}: expected 1 to {MAX_DICE} dice, not {found[1][:9]}")
    if found[2] and not 2 <= sides <= MAX_SIDES:  # a die has at least two sides
        raise InputError(f"{text!r}: expected dice of 2 to {MAX_SIDES} sides, not {found[2][:9]}")
    if bonus > MAX_BONUS:
        raise InputError(f"{text!r}: expected at most {MAX_BONUS} to add, not {found[4][:9]}")
    return DiceText(count, sides, -bonus if found[3] == "-" else bonus)


@cache
def parse_area(text: str) -> Area:
    """Read ``30 ft cone``, ``20-foot burst`` or ``9 m line``.

    Raises:
        InputError: Its size is no multiple of 5 feet, or its shape is unknown.
    """
    size, _, shape = text.strip().lower().rpartition(" ")
    if shape not in SHAPES:
        hint = did_you_mean(shape, SHAPES) or f"; expected one of {', '.join(SHAPES)}"
        raise InputError(f"{text!r}: unknown shape {shape!r}{hint}")
    feet = read_feet(size, text)
    if feet < 5 or feet % 5:  # a square has 5 feet
        raise InputError(f"{text!r}: expected a size of a multiple of 5 ft")
    return Area(shape, feet)


def read_feet(size: str, text: str) -> int:
    """Read ``30 ft``, ``30-foot`` or ``9 m`` as feet; ``text`` is what it stands in.

    Raises:
        InputError: It is no distance of whole squares.
    """
    found = _DISTANCE.match(size)
    if not found:
        raise InputError(f"{text!r}: {size!r} is no distance; expected something like 30 ft")
    if found[3] != "m":
        feet, rest = int(found[1]), bool(found[2])
    else:
        tenths = int(found[1] + (found[2] or ".0").replace(".", ""))
        feet, rest = tenths // 15 * 5, bool(tenths % 15)
    if rest or feet > MAX_FEET:
        raise InputError(f"{text!r}: expected whole squares of 5 ft (1.5 m), at most {MAX_FEET} ft")
    return feet
