"""Damage on its way to one creature: who made it, how it is scaled, and how much of each type is left of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final

from attrs import evolve

from sim.model.fixed import fixed
from sim.model.values import Adjustment, DamageLine, DamagePart
from sim.rules.pf2e.data import Ability, Strike
from sim.rules.pf2e.texts import parse_damage, parse_properties
from sim.rules.registry import RuleTable, empty, rule

Scale = tuple[int, int, str, str]
"""Numerator, denominator, label, rule id."""

SCALES: Final[Mapping[str, Scale]] = RuleTable(
    "hits.SCALES",
    {
        "": (1, 1, "", ""),
        "double": (2, 1, "doubled", "pf2e.damage.double"),
        "halve": (1, 2, "halved", "pf2e.damage.halve"),
    },
    ids={"double": "pf2e.damage.double", "halve": "pf2e.damage.halve"},
    neutral=(1, 1, "", ""),
)
"""How a degree of success scales damage, after everything is added."""

PHYSICAL: Final = ("bludgeoning", "piercing", "slashing", "bleed")
MAGIC: Final = ("magical", "arcane", "divine", "occult", "primal", "spell", "cantrip", "focus")
"""Traits that make damage magical."""


@fixed
class Hit:
    """Damage on its way to one creature.

    Attributes:
        source: Who made it.
        target: Who takes it.
        name: What made it ("longsword").
        action: Seq of the action it belongs to, 0 for none.
        traits: Traits of what made it, as words (`texts.parse_properties`).
        scale: Key of ``SCALES``; empty for as rolled.
        critical: Whether a critical hit or a critically failed save brought it.
        materials: What the weapon is made of; it reaches physical damage only.
        ignores: Resistances that do not hold against it.
    """

    source: str
    target: str
    name: str
    action: int
    traits: tuple[str, ...]
    scale: str = ""
    critical: bool = False
    materials: tuple[str, ...] = ()
    ignores: tuple[str, ...] = ()


@fixed
class Share:
    """Damage of one type on its way: rolled, what became of it step by step, and what it is now.

    Attributes:
        type: Damage type.
        rolled: As rolled.
        amount: What it is now, precision and splash damage included.
        plain: What it would be had it not been doubled.
        precision: How much of ``amount`` is precision damage.
        plain_precision: How much of ``plain`` is.
        splash: Whether splash damage is in it.
        steps: What happened to it.
    """

    type: str
    rolled: int
    amount: int
    plain: int
    precision: int = 0
    plain_precision: int = 0
    splash: bool = False
    steps: tuple[Adjustment, ...] = ()

    def after(self, amount: int, step: str, label: str, rule_id: str) -> Share:
        """This share after a step that changes its amount."""
        return evolve(self, amount=amount, steps=(*self.steps, Adjustment(step, label, amount, rule_id)))

    def line(self) -> DamageLine:
        """As an event states it."""
        return DamageLine(self.type, self.rolled, self.steps, self.amount)


def shares_of(parts: Sequence[DamagePart], hit: Hit, *, extras_on_immune: bool = True) -> list[Share]:
    """Scale rolled damage and add it up by type; the halves of the types add up to half of the whole.

    Args:
        parts: The damage as rolled.
        hit: How it comes.
        extras_on_immune: Whether what a critical hit adds reaches those who are immune to critical hits.
    """
    up, down, label, rule_id = SCALES[hit.scale]
    shares: dict[str, Share] = {}
    before = 0
    for part in parts:
        amount = part.total
        if part.scales:
            amount = (before + part.total) * up // down - before * up // down
            before += part.total
        scaled = label and part.scales
        steps = (Adjustment(label, label, amount, rule_id),) if scaled else ()
        plain = part.total if part.scales or part.category or extras_on_immune else 0
        precise = part.category == "precision"
        share = Share(part.type, part.total, amount, plain, splash=part.category == "splash", steps=steps)
        if precise:
            share = evolve(share, precision=amount, plain_precision=part.total)
        known = shares.get(part.type)
        shares[part.type] = _together(known, share) if known else share
    return list(shares.values())


def _together(one: Share, more: Share) -> Share:
    """Two shares of one type are one (pf2e.damage.steps)."""
    amount = one.amount + more.amount
    return Share(
        one.type,
        one.rolled + more.rolled,
        amount,
        one.plain + more.plain,
        one.precision + more.precision,
        one.plain_precision + more.plain_precision,
        one.splash or more.splash,
        (*one.steps, Adjustment("more", one.type, amount, "pf2e.damage.steps")) if one.steps else (),
    )


# --- traits of what deals damage -------------------------------------------------


@cache
@rule("pf2e.damage.traits", neutral=empty)
def traits_of_damage(text: str) -> tuple[str, ...]:
    """Traits that an attack gains by the types of its damage; physical types are no traits."""
    return tuple(dict.fromkeys(part.type for part in parse_damage(text) if part.type not in PHYSICAL))


@cache
def strike_traits(strike: Strike) -> tuple[str, ...]:
    """Traits of a Strike as words: its own, attack, and those of its damage."""
    magical = ("magical",) if strike.magical else ()
    return tuple(dict.fromkeys(("attack", *words(strike.traits), *magical, *traits_of_damage(strike.damage))))


@cache
def words(texts: tuple[str, ...]) -> tuple[str, ...]:
    """Traits, materials and the like, each as one word."""
    return tuple(word for text in texts for word in parse_properties(text))


def strike_hit(source: str, target: str, name: str, strike: Strike, action: int, *, critical: bool) -> Hit:
    """The damage of a Strike, on its way and not doubled yet."""
    made_of, ignores = words(strike.materials), words(strike.ignores_resistance)
    return Hit(source, target, name, action, strike_traits(strike), "", critical, made_of, ignores)


def ability_traits(ability: Ability) -> tuple[str, ...]:
    """Traits of an ability as words, those of its damage, ``area`` and ``attack`` included."""
    gained = traits_of_damage(ability.damage) if ability.damage else ()
    way = (*(("area",) if ability.area else ()), *(("attack",) if ability.attack is not None else ()))
    return tuple(dict.fromkeys((*words(ability.traits), *gained, *way)))
