"""What a creature is immune to, weak to and resistant to, read once, and which damage each of these fits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final

from attrs import evolve, frozen

from sim.model.state import Creature
from sim.rules.pf2e.condition_table import in_force, is_statue
from sim.rules.pf2e.data import Resistance, StatBlock
from sim.rules.pf2e.hits import MAGIC, PHYSICAL
from sim.rules.pf2e.senses import sightless
from sim.rules.pf2e.texts import DAMAGE_TYPES, Exceptions, parse_exceptions, parse_guard
from sim.rules.registry import RuleTable, empty, first, never, rule

GROUPS: Final[Mapping[str, tuple[str, ...]]] = RuleTable(
    "defenses.GROUPS",
    {
        "physical": PHYSICAL,
        "energy": ("acid", "cold", "electricity", "fire", "force", "sonic", "vitality", "void"),
        "all": DAMAGE_TYPES,
    },
    ids={"physical": "pf2e.damage.types", "energy": "pf2e.damage.types", "all": "pf2e.damage.resistance_all"},
    neutral=(),
)
"""A group's name means all its members."""

ALIGNMENTS: Final = ("good", "evil", "lawful", "chaotic")
_TYPES_ONLY: Final = tuple(kind for kind in DAMAGE_TYPES if kind not in ALIGNMENTS)
"""As traits these say what an attack deals, not what all its damage is."""

OBJECT_IMMUNITIES: Final = (
    *("bleed", "death", "disease", "healing", "mental", "nonlethal", "poison"),
    *("doomed", "drained", "fatigued", "paralyzed", "sickened", "unconscious"),
)
NO_BLOOD: Final = ("construct", "undead")
LIVING, UNDEAD, CONSTRUCT = ("vitality",), ("void",), ("vitality", "void")
"""Damage that does nothing to a kind of creature (pf2e.damage.types)."""

NO_EXCEPTIONS: Final = Exceptions()


@frozen
class Guard:
    """An immunity, weakness or resistance.

    Attributes:
        needs: Properties that damage must have, all of them.
        value: How much; 0 for an immunity.
        exceptions: When it does not hold, and whether it is doubled.
    """

    needs: tuple[str, ...]
    value: int = 0
    exceptions: Exceptions = NO_EXCEPTIONS

    @property
    def label(self) -> str:
        """What a person calls it."""
        return " ".join(self.needs)

    @property
    def typed(self) -> bool:
        """Whether it concerns damage of a type, not what comes from some source."""
        return any(need in DAMAGE_TYPES or need in GROUPS for need in self.needs)

    def mentions(self) -> tuple[str, ...]:
        """Every property that it looks at."""
        excluded = (word for words in self.exceptions.any_of for word in words)
        return (*self.needs, *excluded, *(("nonmagical",) if self.exceptions.double_vs_nonmagical else ()))


@frozen
class Defenses:
    """A creature's immunities, weaknesses and resistances.

    Attributes:
        immunities: Read from the stat block, with what comes of its traits.
        weaknesses: By the order they are stated in.
        resistances: Likewise.
        words: Immunities of one word, without exceptions: those that effects and conditions meet.
        named: Every property that matters to any of them.
    """

    immunities: tuple[Guard, ...] = ()
    weaknesses: tuple[Guard, ...] = ()
    resistances: tuple[Guard, ...] = ()
    words: frozenset[str] = frozenset()
    named: frozenset[str] = frozenset()

    def __bool__(self) -> bool:
        return bool(self.words or self.immunities or self.weaknesses or self.resistances)


def defenses(creature: Creature) -> Defenses:
    """A creature's defenses."""
    known: Defenses | None = creature.numbers.get("defenses")
    if known is None:
        data: StatBlock = creature.data
        immunities = (*data.immunities, "object immunities") if is_statue(creature) else data.immunities
        if data.senses and sightless(data.senses):
            immunities = (*immunities, "visual")
        known = _read(immunities, tuple(data.weaknesses.items()), data.resistances, data.traits)
        creature.numbers["defenses"] = known
    return known


@cache
def _read(
    immunities: tuple[str, ...],
    weaknesses: tuple[tuple[str, int], ...],
    resistances: tuple[Resistance, ...],
    traits: tuple[str, ...],
) -> Defenses:
    immune = [_guard(text) for text in (*immunities, *bloodless(traits))]
    if any(guard.needs == ("object_immunities",) for guard in immune):
        immune += [Guard((word,)) for word in OBJECT_IMMUNITIES]
    weak = [_guard(text, value) for text, value in weaknesses]
    resistant = [_guard(r.type, r.value, r.exceptions) for r in resistances]
    words = frozenset(guard.needs[0] for guard in immune if len(guard.needs) == 1 and not guard.exceptions.any_of)
    named = frozenset(word for guard in (*immune, *weak, *resistant) for word in guard.mentions())
    of_damage = tuple(guard for guard in immune if guard.needs != ("nonlethal",))  # which looks at the whole attack
    return Defenses(of_damage, tuple(weak), tuple(resistant), words, named)


def _guard(text: str, value: int = 0, exceptions: Sequence[str] = ()) -> Guard:
    needs, found = parse_guard(text)
    every = (found, *(parse_exceptions(exception) for exception in exceptions))
    any_of = tuple(words for each in every for words in each.any_of)
    return Guard(needs, value, Exceptions(any_of, any(each.double_vs_nonmagical for each in every)))


@rule("pf2e.damage.bleed", neutral=empty)
def bloodless(traits: Sequence[str]) -> tuple[str, ...]:
    """Creatures without blood do not bleed; others without it are stated immune."""
    return ("bleed",) if any(trait in traits for trait in NO_BLOOD) else ()


def unaffected(traits: Sequence[str]) -> tuple[str, ...]:
    """Types of damage that do nothing to a kind of creature: vitality to the living, void to the undead."""
    if "construct" in traits:
        return CONSTRUCT
    return UNDEAD if "undead" in traits else LIVING


# --- what fits what --------------------------------------------------------------


@cache
def properties(kind: str, traits: tuple[str, ...], materials: tuple[str, ...]) -> frozenset[str]:
    """What can be said of damage of a type: the type, its groups, traits, and of physical damage the material."""
    found = {kind, *(group for group, types in GROUPS.items() if kind in types)}
    found.update(trait for trait in without_alignments(traits) if trait not in _TYPES_ONLY)
    found.add("magical" if any(trait in MAGIC for trait in traits) else "nonmagical")
    if kind in PHYSICAL:
        found.update(materials)
    return frozenset(found)


@rule("pf2e.damage.alignment", neutral=first)
def without_alignments(traits: tuple[str, ...]) -> tuple[str, ...]:
    """Defenses against an alignment look at the type of damage, not at who or what deals it."""
    return tuple(trait for trait in traits if trait not in ALIGNMENTS)


@rule("pf2e.damage.resistance_exception", neutral=lambda guard, has: guard.needs[-1] in has)
def fits(guard: Guard, has: frozenset[str]) -> bool:
    """Whether damage has all that a defense demands and nothing that it excludes."""
    if not all(need in has for need in guard.needs):
        return False
    return not any(all(word in has for word in words) for words in guard.exceptions.any_of)


def value_of(guard: Guard, has: frozenset[str]) -> int:
    """How much a defense counts; some resistances count twice against what is not magical."""
    return 2 * guard.value if guard.exceptions.double_vs_nonmagical and "nonmagical" in has else guard.value


@rule(
    "pf2e.damage.weakness_highest",
    "pf2e.damage.resistance_highest",
    neutral=lambda guards, has: evolve(guards[0], value=sum(value_of(guard, has) for guard in guards)),
)
def highest(guards: Sequence[Guard], has: frozenset[str]) -> Guard:
    """Of several that fit the same damage the highest; the first of equals."""
    best = max(guards, key=lambda guard: value_of(guard, has))
    return evolve(best, value=value_of(best, has))


def telling(guards: Defenses, traits: Sequence[str]) -> tuple[str, ...]:
    """Traits of a hit that matter to a creature, or to what becomes of it at 0 Hit Points."""
    found = [trait for trait in traits if trait in guards.named or trait in ("nonlethal", "death")]
    if any(trait in MAGIC for trait in traits) and ("magical" in guards.named or "nonmagical" in guards.named):
        found.append("magical")
    return tuple(dict.fromkeys(found))


# --- effects and conditions ------------------------------------------------------


@rule("pf2e.damage.immunity_trait", "pf2e.damage.immunity_target", neutral=never)
def immune_to_effect(creature: Creature, traits: Sequence[str], gained: Sequence[str] = ()) -> bool:
    """Whether nothing of an effect affects a creature, because of one of its traits.

    It can be aimed at all the same. ``gained`` are traits that it has by its damage only:
    immunity to these keeps off that damage and no more.
    """
    if creature.conditions and beyond_senses(creature, traits):
        return True
    words = defenses(creature).words
    named = [trait for trait in traits if trait in words] if words else ()
    if not named:
        return False
    return any(trait not in DAMAGE_TYPES for trait in named) or not other_types((*traits, *gained), words)


SENSES: Final[Mapping[str, str]] = RuleTable(
    "defenses.SENSES",
    {"blinded": "visual", "deafened": "auditory"},
    ids="pf2e.condition.{}",
    neutral="",
)
"""Effects of a trait that do nothing to who lacks the sense for it."""


def beyond_senses(creature: Creature, traits: Sequence[str]) -> bool:
    """Whether an effect works by a sense that a creature has not."""
    return any(SENSES.get(condition) in traits for condition in in_force(creature) if condition in SENSES)


@rule("pf2e.damage.immunity_mixed", neutral=empty)
def other_types(traits: Sequence[str], immune: frozenset[str]) -> tuple[str, ...]:
    """Types of damage among an effect's traits that an immunity does not cover: that part works."""
    return tuple(trait for trait in traits if trait in DAMAGE_TYPES and trait not in immune)


@rule("pf2e.damage.immunity_effect", neutral=never)
def immune_to_condition(creature: Creature, condition: str) -> bool:
    """Whether a creature cannot have a condition."""
    return condition in defenses(creature).words
