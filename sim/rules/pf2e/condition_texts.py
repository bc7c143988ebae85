"""Conditions as files write them: ``2``, ``1 for 2 rounds``, ``1 only strike or stride until end of next turn``."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from attrs import frozen

from sim.model.errors import InputError
from sim.model.values import Ends

_TEXT: Final = re.compile(
    r"^(?P<value>\d{1,2})"
    r"(?: only (?P<only>[a-z_]+(?:(?:, | or |, or )[a-z_]+)*))?"
    r"(?: for (?P<count>\d{1,4}) (?P<unit>rounds?|minutes?|turns?)| until (?P<at>start|end) of next turn)?$"
)
_UNTIL: Final = re.compile(r"^(?:(?P<count>\d{1,4}) (?P<unit>rounds?|minutes?|turns?)|(?P<at>start|end) of next turn)$")
_DETAIL: Final = re.compile(r"(value|dc|only) ([^;]+)")


@frozen
class Lasts:
    """How long a condition lasts.

    Attributes:
        turns: Turns of whoever counts them.
        at: The ``start`` or ``end`` of the last of them.
        own: Whether the affected creature's turns count, not those of who laid it.
    """

    turns: int
    at: str
    own: bool = False

    def ends(self, owner: str, turn: int) -> Ends:
        """When it ends, from a turn of its owner on."""
        return Ends(owner, turn + self.turns, self.at)


@frozen
class ConditionText:
    """A condition's value, how long it lasts (None for as long as its rule says), and what its action is for."""

    value: int
    lasts: Lasts | None = None
    only: tuple[str, ...] = ()


@cache
def parse_condition(text: int | str) -> ConditionText:
    """Read the value of a condition and what follows it.

    Rounds count at the start of the maker's turns, ``turns`` at the end of the affected
    creature's own (pf2e.turn.start_durations, end_enemy_durations).

    Raises:
        InputError: It cannot be read, or a number in it is 0.
    """
    found = _TEXT.match(str(text).strip().lower())
    if not found or not int(found["value"]) or found["count"] == "0":
        raise InputError(
            f"{text!r} is no value of a condition; expected something like 2, 1 for 2 rounds, 1 for 1 turn "
            "or 1 until end of next turn"
        )
    only = tuple(re.split(r",? or |, ", found["only"])) if found["only"] else ()
    return ConditionText(int(found["value"]), _lasts(found), only)


def _lasts(found: re.Match[str]) -> Lasts | None:
    if found["at"]:
        return Lasts(1, found["at"])
    if not found["count"]:
        return None
    count, unit = int(found["count"]), found["unit"].rstrip("s")
    if unit == "turn":
        return Lasts(count, "end", own=True)
    return Lasts(count * (10 if unit == "minute" else 1), "start")


@cache
def parse_until(text: str) -> Lasts:
    """Read how long an effect lasts: ``start of next turn``, ``end of next turn``, ``3 rounds``, ``2 turns``.

    Raises:
        InputError: It is none of these.
    """
    found = _UNTIL.match(text.strip().lower())
    lasts = _lasts(found) if found else None
    if lasts is None or not lasts.turns:
        raise InputError(
            f"{text!r} is no end of an effect; expected something like start of next turn, end of next turn, "
            "3 rounds or 1 turn"
        )
    return lasts


@frozen
class Grade:
    """What the effect of a condition knows beyond its name: value, the DC to shake it off (0 for none), and uses."""

    value: int = 1
    dc: int = 0
    only: tuple[str, ...] = ()

    def __str__(self) -> str:
        parts = [f"value {self.value}"]
        parts += [f"dc {self.dc}"] if self.dc else []
        parts += [f"only {' '.join(self.only)}"] if self.only else []
        return "; ".join(parts)


@cache
def parse_grade(detail: str) -> Grade:
    """Read the detail of a condition's effect, as `Grade` writes it."""
    found = dict(_DETAIL.findall(detail))
    return Grade(int(found.get("value", 1)), int(found.get("dc", 0)), tuple(found.get("only", "").split()))
