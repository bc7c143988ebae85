"""A pf2e creature as stated in a file.

Compound texts ("2d8+6 piercing plus 1d6 fire", "30 ft cone") stay as written and are
parsed once, on first use (`sim.rules.pf2e.texts`); so a log's header reads like the file.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from attrs import Factory, field, frozen

from sim.model.creature import Feet
from sim.model.values import Modifier

SKILLS: Final[Mapping[str, str]] = {
    "acrobatics": "dex",
    "arcana": "int",
    "athletics": "str",
    "crafting": "int",
    "deception": "cha",
    "diplomacy": "cha",
    "intimidation": "cha",
    "medicine": "wis",
    "nature": "wis",
    "occultism": "int",
    "performance": "cha",
    "religion": "wis",
    "society": "int",
    "stealth": "dex",
    "survival": "wis",
    "thievery": "dex",
}
"""The attribute behind each skill; a lore, such as ``warfare lore``, rests on Intelligence."""

SAVES: Final = ("fortitude", "reflex", "will")

ATTRIBUTE_OF: Final[Mapping[str, str]] = {
    **SKILLS,
    "fortitude": "con",
    "reflex": "dex",
    "will": "wis",
    "perception": "wis",
    "ac": "dex",
}
"""The attribute behind each statistic."""


@frozen
class Saves:
    """Modifiers of the three saving throws."""

    fortitude: int
    reflex: int
    will: int


@frozen
class Resistance:
    """Takes ``value`` off damage of ``type`` unless it has one of ``exceptions`` (``except`` in files).

    Attributes:
        type: A damage type, a group, ``all`` or a property; several words demand all (``nonmagical bludgeoning``).
        value: How much.
        exceptions: Texts such as ``silver``, ``magical silver`` or ``force or ghost touch; double vs. non-magical``.
    """

    type: str
    value: int
    exceptions: tuple[str, ...] = field(default=(), metadata={"key": "except"})


@frozen(cache_hash=True)
class Strike:
    """A stated weapon or unarmed attack.

    Attributes:
        name: What it is; its key is the name in lower case with hyphens.
        attack: Whole attack modifier.
        damage: Text such as ``1d8+4 slashing plus 1d6 fire``.
        traits: ``agile``, ``reach 10 ft``, ``deadly d8`` ...
        range: Range increment in feet of a ranged or thrown attack, else None.
        hands: Hands needed to use it; 0 for jaws and fists, which are always ready.
        place: ``held`` or ``stowed`` when the fight begins.
        critical: Damage that only a critical hit adds and does not double, such as ``1d10 persistent fire``.
        materials: What it is made of: ``silver``, ``cold iron``, ``adamantine`` ...
        magical: Whether it is magical.
        ignores_resistance: Resistances that do not hold against it.
        attribute: The attribute its attack rests on; told by range and traits where none is stated.
        inflicts: Name of an ability of the creature, such as a poison, that comes with a hit that hurts.
        then: What it may do after a hit, with an action and without a check: ``grab``, ``knockdown`` or ``push``.
    """

    name: str
    attack: int
    damage: str
    traits: tuple[str, ...] = ()
    range: Feet | None = None
    hands: int = 0
    place: str = "held"
    critical: str = ""
    materials: tuple[str, ...] = ()
    magical: bool = False
    ignores_resistance: tuple[str, ...] = ()
    attribute: str = ""
    inflicts: str = ""
    then: str = ""


@frozen
class Tool:
    """A tool at hand: what it adds to checks of ``to``, a skill or Perception; below 0 for a shoddy one."""

    name: str
    to: str
    value: int


@frozen
class Shield:
    """A shield: AC bonus when raised, hardness, Hit Points and broken threshold."""

    bonus: int = 2
    hardness: int = 5
    hp: int = 20
    broken: int = 10


@frozen
class Save:
    """A saving throw an ability asks for; ``basic: reflex`` scales its damage, ``type: will`` does not.

    Without a ``dc`` it is that of the ability's source of magic.
    """

    dc: int = 0
    basic: str = ""
    type: str = ""

    @property
    def statistic(self) -> str:
        """The save that is rolled."""
        return self.basic or self.type


@frozen
class Bonus:
    """A typed bonus or penalty: ``{to: attack, type: status, value: 1}``."""

    to: str
    type: str
    value: int


@frozen
class CheckChange:
    """A change of checks that is no bonus.

    Attributes:
        to: The statistic, as of a bonus, or the kind of flat check ("recovery", "flat" for all).
        roll: ``fortune`` or ``misfortune`` (roll twice), ``reroll_failure``, ``reroll_success``, or empty.
        degree: Steps by which the degree of success rises or falls.
        only: The one degree that rises or falls; empty for any.
        dc: Change of the DC of flat checks.
    """

    to: str
    roll: str = ""
    degree: int = 0
    only: str = ""
    dc: int = 0


@frozen
class Changes:
    """What a passive ability always changes for its owner: bonuses, penalties, and checks in other ways.

    ``attack_penalty`` states a lower multiple attack penalty: ``{normal: [-4, -8], agile: [-3, -6]}``.
    """

    bonuses: tuple[Bonus, ...] = ()
    penalties: tuple[Bonus, ...] = ()
    checks: tuple[CheckChange, ...] = ()
    attack_penalty: dict[str, tuple[int, ...]] = Factory(dict)


@frozen
class Regeneration:
    """Hit Points regained at the start of each turn, which keep from dying, until damage of these kinds stops them."""

    value: int
    stopped_by: tuple[str, ...] = ()


@frozen
class Lasting:
    """An effect an ability lays on its targets for a while (see `Changes`).

    Attributes:
        name: What it is called.
        bonuses: What it adds.
        until: ``start of next turn`` or ``end of next turn`` of its maker, or ``3 rounds``, ``1 minute``.
        penalties: What it takes off.
        checks: What else it changes.
        fast_healing: Hit Points that its bearer regains at the start of each turn.
        regeneration: Regeneration of its bearer, or None.
    """

    name: str
    bonuses: tuple[Bonus, ...] = ()
    until: str = "start of next turn"
    penalties: tuple[Bonus, ...] = ()
    checks: tuple[CheckChange, ...] = ()
    fast_healing: int = 0
    regeneration: Regeneration | None = None


@frozen
class Stage:
    """One stage of an affliction: what it does as it is reached, and how long until the next save."""

    damage: str = ""
    conditions: dict[str, int | str] = Factory(dict)
    duration: str = "1 round"


@frozen
class Affliction:
    """A poison, disease or curse that an ability brings.

    Attributes:
        stages: From the first to the worst.
        onset: How long it takes to begin, such as ``1 round``; empty for at once.
        lasts: How long it lasts at most, such as ``6 rounds``; empty for until it is overcome.
    """

    stages: tuple[Stage, ...]
    onset: str = ""
    lasts: str = ""


WAYS: Final = ("push", "pull", "move")
"""Ways of moving a creature by force: away from where the force comes from, towards it, or neither."""


@frozen
class TemporaryImmunity:
    """Immunity to an ability after it was used on a creature.

    Attributes:
        duration: ``1 round``, ``1 minute``, ``10 minutes``, ``1 hour``, ``24 hours`` ...
        source: ``any`` for the ability whoever uses it, ``own`` for this creature's only.
    """

    duration: str
    source: str = "any"


@frozen
class Raised:
    """What a spell has at a higher rank, in place of what it has at its own or, for ``+1`` and the like, beside it.

    Attributes:
        damage: As of the ability.
        healing: As of the ability.
        temp_hp: As of the ability.
        area: As of the ability; not for ``+1``.
        range: As of the ability; not for ``+1``.
        conditions: As of the ability; not for ``+1``.
        effect: As of the ability; not for ``+1``.
    """

    damage: str = ""
    healing: str = ""
    temp_hp: str = ""
    area: str = ""
    range: Feet = Feet(0)
    conditions: dict[str, dict[str, int | str]] = Factory(dict)
    effect: Lasting | None = None


@frozen
class Casting:
    """A source of magic: the DC of the saves it asks for, and the modifier of its attack rolls."""

    dc: int
    attack: int = 0


@frozen(cache_hash=True)
class Ability:
    """An active ability, or a known one named by ``use``.

    Attributes:
        use: Key of a known ability (``reactive_strike``, ``shield_block``), else empty.
        name: What it is called, when it is stated here.
        cost: Actions, 1 to 3. With a trigger 0 for a free action, else it is a reaction.
        trigger: When it may be used instead of as an action, such as ``turn starts`` or ``damaged``; empty for none.
        happens: When it acts by itself: ``start of turn`` or ``end of turn`` of its owner, ``start of their turn`` or
            ``end of their turn`` of each whom it reaches; empty for an ability that is used.
        time: How long it takes where that is more than a turn, such as ``1 minute``; nobody begins it in a fight.
        traits: ``fire``, ``manipulate``, ``concentrate`` ...
        area: ``20 ft burst``, ``30 ft cone``, ``60 ft line``, ``10 ft emanation`` or empty.
        range: Feet to the target or to a burst's corner.
        affects: ``enemies``, ``allies`` or ``all`` within the area.
        save: What its targets roll, or None.
        damage: Text as of a Strike, or empty; ``persistent`` before a type makes it persistent.
        conditions: By degree of the save: ``{failure: {frightened: 1, slowed: 1 for 2 rounds}}``.
        effect: What it lays on its targets, or None.
        healing: Text such as ``1d8+4``, restored to its targets, or empty.
        move: By degree, what it does to a target's place: ``{failure: {push: 10 ft}}``.
        passive: What it always changes for its owner; such an ability is not used.
        recharge: ``1d4 rounds``, ``once`` (a fight), or empty for at will.
        temp_hp: Dice of the temporary Hit Points that its targets gain, or empty.
        temporary_immunity: What its targets are immune to afterwards, or None.
        ignores_resistance: Resistances that do not hold against its damage.
        affliction: The stages of what it brings to those who fail its save, or None.
        sustained: Whether what it lays on its targets must be sustained turn by turn.
        attack: Modifier of its attack roll against the AC of its one target, or None.
        uses: How often it can be used in a fight; 0 for any number of times.
        slot: Which of the creature's ``slots`` a use takes, or empty.
        rank: Of a spell, the rank that it is written for; 0 for what is no spell.
        cast_at: The rank that it is cast at, if it is another.
        heighten: By rank, or ``+1`` for each rank more, what it has then.
        source: Which of the creature's sources of magic it comes from; the first where none is stated.
        spell_attack: Whether its attack is rolled with the modifier of its source.
    """

    use: str = ""
    name: str = ""
    cost: int = 1
    trigger: str = ""
    happens: str = ""
    time: str = ""
    traits: tuple[str, ...] = ()
    area: str = ""
    range: Feet = Feet(0)
    affects: str = "all"
    save: Save | None = None
    damage: str = ""
    conditions: dict[str, dict[str, int | str]] = Factory(dict)
    effect: Lasting | None = None
    recharge: str = ""
    healing: str = ""
    move: dict[str, dict[str, Feet]] = Factory(dict)
    passive: Changes | None = None
    temp_hp: str = ""
    temporary_immunity: TemporaryImmunity | None = None
    ignores_resistance: tuple[str, ...] = ()
    affliction: Affliction | None = None
    sustained: bool = False
    attack: int | None = None
    uses: int = 0
    slot: str = ""
    rank: int = 0
    cast_at: int = 0
    heighten: dict[str, Raised] = Factory(dict)
    source: str = ""
    spell_attack: bool = False


@frozen
class StatBlock:
    """A creature, stated whole: its numbers are taken as they stand.

    ``build`` is ``tall`` or ``long`` (most that go on four legs or more), which sets the reach.
    ``parts`` says what a number is made of where it was derived (`sim.rules.pf2e.derive`), by
    statistic, ``sword/attack`` and ``sword/damage``. ``ignores`` names terrain that does not hinder
    it on foot. Creatures whose ``languages`` are stated understand no others. ``slots`` are uses that
    several abilities share, such as spell slots of a rank, by name. Of ``senses`` those are stated
    that go beyond common sight and hearing: ``darkvision``, ``scent 30 ft``. ``casting`` are its sources
    of magic by name.
    """

    name: str
    level: int
    ac: int
    hp: int
    saves: Saves
    perception: int
    size: str = "medium"
    build: str = "tall"
    traits: tuple[str, ...] = ()
    skills: dict[str, int] = Factory(dict)
    attributes: dict[str, int] = Factory(dict)
    immunities: tuple[str, ...] = ()
    weaknesses: dict[str, int] = Factory(dict)
    resistances: tuple[Resistance, ...] = ()
    hardness: int = 0
    fast_healing: int = 0
    regeneration: Regeneration | None = None
    speeds: dict[str, Feet] = Factory(lambda: {"land": Feet(25)})
    reach: Feet | None = None
    strikes: tuple[Strike, ...] = ()
    abilities: tuple[Ability, ...] = ()
    shield: Shield | None = None
    tools: tuple[Tool, ...] = ()
    ignores: tuple[str, ...] = ()
    languages: tuple[str, ...] = ()
    slots: dict[str, int] = Factory(dict)
    senses: tuple[str, ...] = ()
    casting: dict[str, Casting] = Factory(dict)
    important: bool = False
    description: str = ""
    parts: dict[str, tuple[Modifier, ...]] = Factory(dict)
