"""A scenario as people write it, before names are followed and counts are multiplied."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any, Final

from attrs import Factory, frozen

from sim.loading.structure import converter, square
from sim.model.creature import Feet
from sim.model.errors import InputError
from sim.model.scenario import Goal, Light, Terrain
from sim.model.values import Square


@frozen
class Size:
    """Columns and rows of a map: ``[20, 12]``."""

    width: int
    height: int


@frozen
class WrittenMap:
    """``{size: [20, 12], walls: ["12,0..12,4"], terrain: [{kind: difficult, squares: "8,3..10,6"}], light: dim}``."""

    size: Size
    walls: tuple[Square, ...] = ()
    terrain: tuple[Terrain, ...] = ()
    light: str = "bright"
    lights: tuple[Light, ...] = ()


@frozen
class WrittenSide:
    """``{kind: pc}`` or ``{kind: adversary}``; it gives up when no more than ``morale`` percent of it are left."""

    kind: str
    morale: int = 0


@frozen
class Zone:
    """Squares to be placed in by dice: ``{zone: "14,2..18,9"}``."""

    zone: tuple[Square, ...]


@frozen
class Start:
    """Where a combatant starts: a square, or a zone."""

    at: Square | None = None
    zone: tuple[Square, ...] = ()


@frozen
class Count:
    """How many: ``3``, or so many for each character: ``{per_pc: 2}``, ``{per_pc: 1/2}``."""

    number: int = 1
    per_pc: Fraction | None = None

    def of(self, characters: int) -> int:
        """How many there are against so many characters: rounded down, at least one."""
        return self.number if self.per_pc is None else max(int(self.per_pc * characters), 1)


@frozen
class PerCharacter:
    """The form of a count that grows with the party."""

    per_pc: int | str


@frozen
class WrittenCombatant:
    """One entry of ``combatants``.

    Attributes:
        side: Name of its side.
        agent: Who decides for it: a name or ``{scripted: [actions]}``.
        at: A square or ``{zone: ...}``; where the scenario has a start distance it may be left open.
        use: Name of a creature file; or
        creature: the creature itself.
        id: Id in the fight; by default made of the creature's name.
        name: Name in place of the creature's.
        count: How many of them, perhaps for each character.
        hp: Hit Points at the start, if not all.
        round: Round at whose start it joins; 0 for from the beginning.
        conditions: What it has at the start: ``{invisible: 1}``.
        detection: How others perceive it at the start, by side or id: ``{heroes: hidden}``.
        initiative: What it rolls for initiative: ``stealth``.
        adjust: How it is made stronger or weaker: ``elite``.
        morale: The percentage of its Hit Points at which it flees.
        light: How far a light that it carries is bright: ``20 ft``.
    """

    side: str
    agent: Any
    at: Start = Start()
    use: str | None = None
    creature: dict[str, Any] | None = None
    id: str | None = None
    name: str | None = None
    count: Count = Count()
    hp: int | None = None
    round: int = 0
    conditions: dict[str, int] = Factory(dict)
    detection: dict[str, str] = Factory(dict)
    initiative: str = ""
    adjust: str = ""
    morale: int = 0
    light: Feet = Feet(0)


@frozen
class WrittenEnd:
    """When a fight ends undecided, and what decides it: ``{round_limit: 50, goals: [{side: heroes, rounds: 8}]}``."""

    round_limit: int = 50
    goals: tuple[Goal, ...] = ()


@frozen
class WrittenScenario:
    """A scenario file; its combatants are read one by one, so that each can be at fault."""

    ruleset: str
    map: WrittenMap
    sides: dict[str, WrittenSide]
    combatants: tuple[Any, ...]
    title: str = ""
    description: str = ""
    edition: str | None = None
    start_distance: Feet | None = None
    end: WrittenEnd = Factory(WrittenEnd)
    options: dict[str, Any] = Factory(dict)
    knowledge: str = "fair"

    @property
    def parties(self) -> tuple[str, ...]:
        """Names of the sides of characters."""
        return tuple(name for name, side in self.sides.items() if side.kind == "pc")


KNOWLEDGE: Final = ("fair", "open")
SIDE_KINDS: Final = ("pc", "adversary")


def _size(value: Any, _: Any) -> Size:
    """``[columns, rows]``; the pair reads like a square."""
    try:
        return Size(*square(value))
    except (ValueError, InputError):
        raise ValueError("expected the size as [columns, rows], such as [20, 12]") from None


def _start(value: Any, _: Any) -> Start:
    if isinstance(value, dict):
        return Start(zone=converter.structure(value, Zone).zone)
    return Start(at=square(value))


def _count(value: Any, _: Any) -> Count:
    if not isinstance(value, dict):
        return Count(converter.structure(value, int))
    each = str(converter.structure(value, PerCharacter).per_pc)
    found = re.fullmatch(r"(\d{1,3})(?:/(\d{1,3}))?", each)
    if not found or not int(found[1]) or not int(found[2] or 1):
        raise ValueError(f"expected a number for each character such as 2 or 1/2, not {each!r}")
    return Count(per_pc=Fraction(int(found[1]), int(found[2] or 1)))


converter.register_structure_hook(Size, _size)
converter.register_structure_hook(Count, _count)
converter.register_structure_hook(Start, _start)
