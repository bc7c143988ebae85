"""A creature of the d100 system as stated in a file."""

from __future__ import annotations

from attrs import Factory, frozen

from sim.model.creature import Feet
from sim.rules.texts import key

GREAT_SUCCESS, GREAT_FAILURE = "great_success", "great_failure"


@frozen
class Skill:
    """A skill: its level, and the reference stat that goes with it."""

    level: int
    stat: str


@frozen
class Requirement:
    """The skill level and the reference stat that a task or ability needs."""

    level: int
    stat: int


@frozen
class Weapon:
    """A weapon.

    Attributes:
        name: What it is.
        skill: The skill it is used with.
        requires: What that skill and its stat must be for it.
        damage: Dice such as ``1d8+2``.
        penalty: Raises the threshold of its attacks.
        reach: Feet, for melee.
        range: Feet, or None for a melee weapon.
    """

    name: str
    skill: str
    requires: Requirement
    damage: str
    penalty: int = 0
    reach: Feet = Feet(5)
    range: Feet | None = None


@frozen
class Outcome:
    """What a quality of the roll brings beside damage and healing of the ability.

    Attributes:
        damage: Dice dealt to the target, less its armor.
        healing: Dice of Hit Points restored to the target.
        cost: Dice of damage to whoever tried it.
        text: What a reader is told.
    """

    damage: str = ""
    healing: str = ""
    cost: str = ""
    text: str = ""


@frozen
class Ability:
    """Something a creature can do with its action, by one of its skills.

    Attributes:
        name: What it is called.
        skill: The skill it takes.
        requires: What that skill and its stat must be.
        combat: Whether great and critical failures have the consequences of combat.
        affects: ``enemies``, ``allies`` or ``all``.
        range: Feet to the target or to a burst.
        area: ``20 ft burst`` or the like, or empty for one target, which it reaches unerringly.
        damage: Dice dealt on a success.
        healing: Dice of Hit Points restored on a success.
        outcomes: What each quality adds, or where stated replaces: ``great_success``, ``critical_failure`` ...
        uses: How often in a fight; 0 for any number.
    """

    name: str
    skill: str
    requires: Requirement
    combat: bool = True
    affects: str = "enemies"
    range: Feet = Feet(5)
    area: str = ""
    damage: str = ""
    healing: str = ""
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
        stats: Reference stats: ``{dex: 11, int: 10, wisdom: 9}``.
        skills: By name.
        accuracy: Level of aiming; lowers the threshold of its attacks.
        evasion: Level of avoiding; raises the threshold of attacks on it.
        armor: Taken off each damage.
        speed: Feet of its move.
        weapons: The preferred first.
        abilities: What else it can do.
        description: For readers.
    """

    name: str
    hp: int
    stats: dict[str, int]
    skills: dict[str, Skill]
    accuracy: int = 0
    evasion: int = 0
    armor: int = 0
    speed: Feet = Feet(30)
    weapons: tuple[Weapon, ...] = ()
    abilities: tuple[Ability, ...] = ()
    description: str = ""

    @property
    def reach(self) -> int:
        """Feet of its longest melee weapon; without one those beside it are in reach."""
        return max((weapon.reach for weapon in self.weapons if weapon.range is None), default=5)
