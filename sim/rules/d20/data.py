"""A creature of the six-attribute system as stated in a file."""

from __future__ import annotations

from typing import Final

from attrs import Factory, frozen

from sim.model.creature import Feet
from sim.rules.texts import key

ATTRIBUTES: Final = ("str", "dex", "con", "int", "sen", "cha")
"""Strength, dexterity, constitution, intelligence, senses, charisma."""
NAMED: Final = ("easy", "medium", "hard", "extreme")
"""Difficulties with a name; an option says how high each is."""
FAVORABLE, UNFAVORABLE = "favorable", "unfavorable"


@frozen
class Weapon:
    """A weapon: its damage, and how far it reaches.

    Attributes:
        name: What it is.
        damage: Dice such as ``1d8+2``.
        attribute: What it is used with; empty for strength in melee and dexterity at range.
        reach: Feet, for melee.
        range: Feet, or None for a melee weapon.
        advantage: Whether its attacks have advantage.
    """

    name: str
    damage: str
    attribute: str = ""
    reach: Feet = Feet(5)
    range: Feet | None = None
    advantage: bool = False


@frozen
class Outcome:
    """What a check, save or luck roll brings, and nothing beyond it.

    Attributes:
        damage: Dice dealt to the target, less its armor.
        healing: Dice of Hit Points restored to the target.
        hampered: Rounds in which the target has disadvantage.
        favored: Rounds in which the target has advantage.
        cost: Dice of damage to whoever tried it.
        text: What a reader is told.
    """

    damage: str = ""
    healing: str = ""
    hampered: int = 0
    favored: int = 0
    cost: str = ""
    text: str = ""


@frozen
class Save:
    """What the targets roll: an attribute or what they withstand, against a difficulty or a named one."""

    against: str
    difficulty: int | str
    half: bool = False


@frozen
class Check:
    """What the user rolls: an attribute or what is tried, against a difficulty or a named one."""

    of: str
    difficulty: int | str


@frozen
class Contest:
    """What the user and every target roll; the highest wins."""

    own: str
    theirs: str


@frozen
class Ability:
    """Something a creature can do with its action.

    At most one of ``save``, ``check``, ``contest`` and ``luck``; without any it simply works.

    Attributes:
        name: What it is called.
        affects: ``enemies``, ``allies`` or ``all``.
        range: Feet to the target or to a burst.
        area: ``20 ft burst`` or the like, or empty for one target.
        save: What its targets roll.
        check: What its user rolls.
        contest: What both roll.
        luck: Whether a luck roll decides.
        damage: Dice dealt where the save fails, the check succeeds or the contest is won.
        outcomes: By degree, or ``favorable`` and ``unfavorable``; they come beside ``damage``.
        uses: How often in a fight; 0 for any number.
    """

    name: str
    affects: str = "enemies"
    range: Feet = Feet(5)
    area: str = ""
    save: Save | None = None
    check: Check | None = None
    contest: Contest | None = None
    luck: bool = False
    damage: str = ""
    outcomes: dict[str, Outcome] = Factory(dict)
    uses: int = 0

    @property
    def key(self) -> str:
        """Its name as one word."""
        return key(self.name)


@frozen
class StatBlock:
    """A creature.

    Attributes:
        name: What it is.
        hp: Hit Points.
        defense: Difficulty of hitting it.
        attributes: The value itself is added to rolls; one that is not stated is 0.
        armor: Taken off each damage.
        speed: Feet of its move.
        weapons: The preferred first.
        abilities: What else it can do.
        description: For readers.
    """

    name: str
    hp: int
    defense: int
    attributes: dict[str, int] = Factory(dict)
    armor: int = 0
    speed: Feet = Feet(30)
    weapons: tuple[Weapon, ...] = ()
    abilities: tuple[Ability, ...] = ()
    description: str = ""

    @property
    def reach(self) -> int:
        """Feet of its longest melee weapon; without one those beside it are in reach."""
        return max((weapon.reach for weapon in self.weapons if weapon.range is None), default=5)
