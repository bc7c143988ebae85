"""A pf2e character as built by a player: ranks, attributes, armor, weapons.

`sim.rules.pf2e.derive` makes a stat block of it, each number with its parts.
"""

from __future__ import annotations

from typing import Final

from attrs import Factory, field, frozen

from sim.model.creature import Feet
from sim.rules.pf2e.data import Ability, Resistance, Shield, Tool

RANKS: Final = {"untrained": 0, "trained": 2, "expert": 4, "master": 6, "legendary": 8}
"""What each rank adds beside the level."""
WEAPON_CATEGORIES: Final = ("simple", "martial", "advanced", "unarmed")
ARMOR_CATEGORIES: Final = ("unarmored", "light", "medium", "heavy")
SPECIALIZATIONS: Final = ("", "normal", "greater")
SOURCE_KINDS: Final = ("class", "innate", "focus", "other")


@frozen
class Health:
    """Hit Points: once of the ancestry, at each level of the class, and what else there is in all."""

    ancestry: int
    per_level: int
    bonus: int = 0


@frozen
class Armor:
    """Worn armor.

    Attributes:
        name: What it is.
        category: ``light``, ``medium`` or ``heavy``; ``unarmored`` for explorer's clothing.
        bonus: Its item bonus to AC without runes.
        dex_cap: The most Dexterity that counts, or None.
        potency: Step of its potency rune, 0 to 3.
        resilient: Step of its resilient rune, 0 to 3.
        strength: Strength modifier at which its penalties fall away.
        check_penalty: Penalty to skill checks by Strength and Dexterity, 0 or less.
        speed_penalty: Feet it takes off the Speeds.
        shoddy: Whether it is badly made.
        broken: Whether it is at or below its broken threshold.
    """

    name: str
    category: str
    bonus: int = 0
    dex_cap: int | None = None
    potency: int = 0
    resilient: int = 0
    strength: int = 0
    check_penalty: int = 0
    speed_penalty: Feet = Feet(0)
    shoddy: bool = False
    broken: bool = False


@frozen
class Weapon:
    """A weapon, unarmed attack or spell that attacks.

    Attributes:
        name: What it is.
        damage: Its own dice and type: ``1d8 slashing``.
        category: ``simple``, ``martial``, ``advanced`` or ``unarmed``.
        traits: ``finesse``, ``propulsive``, ``thrown`` ...
        range: Range increment, else None.
        hands: Hands it takes.
        place: ``held`` or ``stowed`` when the fight begins.
        potency: Step of its potency rune, 0 to 3.
        striking: Step of its striking rune, 0 to 3.
        plus: Damage beside its own, such as ``1d6 fire`` of a rune.
        spell: The source of magic it is cast from, instead of a rank with weapons.
        shoddy: Whether it is badly made.
        critical: As of a Strike.
        materials: As of a Strike.
        magical: As of a Strike; a rune makes it magical anyway.
    """

    name: str
    damage: str
    category: str = "simple"
    traits: tuple[str, ...] = ()
    range: Feet | None = None
    hands: int = 0
    place: str = "held"
    potency: int = 0
    striking: int = 0
    plus: str = ""
    spell: str = ""
    shoddy: bool = False
    critical: str = ""
    materials: tuple[str, ...] = ()
    magical: bool = False


@frozen
class Source:
    """Where spells come from: ``{kind: class, rank: trained}``; focus and other spells state their attribute."""

    kind: str
    rank: str
    attribute: str = ""


FIST: Final = Weapon("fist", "1d4 bludgeoning", "unarmed", ("agile", "finesse", "nonlethal", "unarmed"))
"""What everyone has."""


@frozen
class Character:
    """A character: what a player chose, not the numbers that come of it.

    Attributes:
        name: Its name.
        level: 1 to 20.
        key: Key attribute of its class.
        hp: Where its Hit Points come from.
        ranks: By save, ``perception``, skill, weapon category and armor category; untrained where none is stated.
        attributes: Attribute modifiers: ``{str: 4, dex: 2 ...}``.
        scores: The same as scores, as older characters state them: ``{str: 18, dex: 14 ...}``.
        class_name: The class, for people (``class`` in files).
        armor: What it wears, or None.
        weapons: What it fights with; a fist comes by itself.
        specialization: ``normal`` or ``greater`` weapon specialization, or empty.
        sources: Its sources of spells by name; an ability names one for its DC.
    """

    name: str
    level: int
    key: str
    hp: Health
    ranks: dict[str, str]
    attributes: dict[str, int] = Factory(dict)
    scores: dict[str, int] = Factory(dict)
    class_name: str = field(default="", metadata={"key": "class"})
    armor: Armor | None = None
    weapons: tuple[Weapon, ...] = ()
    specialization: str = ""
    sources: dict[str, Source] = Factory(dict)
    size: str = "medium"
    build: str = "tall"
    traits: tuple[str, ...] = ()
    immunities: tuple[str, ...] = ()
    weaknesses: dict[str, int] = Factory(dict)
    resistances: tuple[Resistance, ...] = ()
    speeds: dict[str, Feet] = Factory(lambda: {"land": Feet(25)})
    reach: Feet | None = None
    abilities: tuple[Ability, ...] = ()
    shield: Shield | None = None
    tools: tuple[Tool, ...] = ()
    ignores: tuple[str, ...] = ()
    languages: tuple[str, ...] = ()
    slots: dict[str, int] = Factory(dict)
    senses: tuple[str, ...] = ()
    important: bool = True
    description: str = ""
