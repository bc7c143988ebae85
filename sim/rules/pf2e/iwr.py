"""Immunities, weaknesses, resistances and hardness: what they leave of damage.

Each step takes the shares of a hit, one for each type of damage, and returns them changed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from attrs import evolve

from sim.model.state import Creature
from sim.rules.pf2e.defenses import Defenses, Guard, defenses, fits, highest, properties, unaffected
from sim.rules.pf2e.hits import Hit, Share
from sim.rules.registry import empty, never, rule

Shares = list[Share]

UNIFORM: Final = {"piercing": ("piercing", "bludgeoning"), "bludgeoning": ("piercing", "bludgeoning")}
"""What a concussive weapon's damage counts as, whichever is resisted less."""
HARDNESS_HALVED: Final = {"adamantine": 10}
"""Hardness up to which a material halves it."""

SUBSTANCES: Final = ("salt", "water", "sunlight", "air", "earth", "metal", "wood")
"""What deals no damage of its own by contact."""


def _shares_stay(guards: Defenses, shares: Shares, hit: Hit) -> Shares:
    """Neutral form: nothing changes."""
    return shares


def has(share: Share, hit: Hit, kind: str = "", *, precise: bool = True) -> frozenset[str]:
    """All that can be said of a share of damage, or of it as another type."""
    found = properties(kind or share.type, hit.traits, hit.materials)
    if precise and share.precision:
        found |= {"precision"}
    return found | {"splash"} if share.splash else found


def _kinds(share: Share, hit: Hit) -> tuple[str, ...]:
    """Types a share counts as where it is resisted; the weaker defense holds."""
    return UNIFORM.get(share.type, (share.type,)) if "concussive" in hit.traits else (share.type,)


def _unaffected(creature: Creature, share: Share) -> Share:
    if share.type not in ("vitality", "void") or share.type not in unaffected(creature.data.traits) or not share.amount:
        return share
    return share.after(0, "unaffected", share.type, "pf2e.damage.types")


# --- immunities ------------------------------------------------------------------


def immunize(guards: Defenses, shares: Shares, hit: Hit) -> Shares:
    """Take away what a creature is immune to."""
    if no_nonlethal(guards, hit):
        return [share.after(0, "immunity", "nonlethal", "pf2e.damage.immunity_nonlethal") for share in shares]
    if no_criticals(guards, hit):
        shares = [_undoubled(share) for share in shares]
    if no_precision(guards, hit):
        shares = [_imprecise(share, share.precision, "immunity") for share in shares]
    return [_immune(guards, share, hit) for share in shares]


@rule("pf2e.damage.immunity_nonlethal", neutral=never)
def no_nonlethal(guards: Defenses, hit: Hit) -> bool:
    """No damage of any type from nonlethal attacks."""
    return "nonlethal" in guards.words and "nonlethal" in hit.traits


@rule("pf2e.damage.immunity_critical", neutral=never)
def no_criticals(guards: Defenses, hit: Hit) -> bool:
    """A critical hit of an attack deals normal damage; a critically failed save still doubles."""
    return hit.critical and "attack" in hit.traits and "critical_hits" in guards.words


@rule("pf2e.damage.precision", neutral=never)
def no_precision(guards: Defenses, hit: Hit) -> bool:
    """Precision damage is lost whole against who is immune to it."""
    return _any_fits(guards.immunities, frozenset((*hit.traits, "precision")), "precision")


def _any_fits(guards: Sequence[Guard], found: frozenset[str], word: str) -> bool:
    return any(word in guard.needs and fits(guard, found) for guard in guards)


def _undoubled(share: Share) -> Share:
    if share.plain == share.amount:
        return share
    left = share.after(share.plain, "immunity", "critical_hits", "pf2e.damage.immunity_critical")
    return evolve(left, precision=share.plain_precision)


def _imprecise(share: Share, lost: int, step: str) -> Share:
    """A share without so much of its precision damage."""
    if not lost:
        return share
    left = share.after(share.amount - lost, step, "precision", "pf2e.damage.precision")
    return evolve(left, precision=share.precision - lost)


@rule("pf2e.damage.immunity", neutral=lambda guards, share, hit: share)
def _immune(guards: Defenses, share: Share, hit: Hit) -> Share:
    """Damage of an immune type is ignored whole."""
    held = [immune_to(guards, share, hit, kind) for kind in _kinds(share, hit)]
    if not share.amount or not all(held):
        return share
    label = next(guard.label for guard in held if guard)
    return share.after(0, "immunity", label, "pf2e.damage.immunity")


def immune_to(guards: Defenses, share: Share, hit: Hit, kind: str) -> Guard | None:
    """The immunity that covers a share of damage as one of a type."""
    found = has(share, hit, kind, precise=False)
    return next((guard for guard in guards.immunities if fits(guard, found)), None)


# --- weaknesses ------------------------------------------------------------------


@rule("pf2e.damage.weakness", neutral=_shares_stay)
def weaken(guards: Defenses, shares: Shares, hit: Hit) -> Shares:
    """Damage of a type rises by a weakness to it; one to a source counts once for the whole hit."""
    left = list(guards.weaknesses)
    result = []
    for share in shares:
        found = has(share, hit)
        weak = [guard for guard in left if share.amount and fits(guard, found)]
        left = [guard for guard in left if guard.typed or guard not in weak]
        result.append(rise(share, highest(weak, found)) if weak else share)
    return result


def rise(share: Share, guard: Guard) -> Share:
    """More damage by a weakness."""
    return share.after(share.amount + guard.value, "weakness", guard.label, "pf2e.damage.weakness")


@rule("pf2e.damage.weakness_contact", neutral=empty)
def on_contact(guards: Defenses, traits: Sequence[str]) -> tuple[Guard, ...]:
    """Weaknesses to something that deals no damage of its own; the highest deals its value on contact."""
    found = frozenset(trait for trait in traits if trait in SUBSTANCES)
    weak = [guard for guard in guards.weaknesses if fits(guard, found)]
    return (highest(weak, found),) if weak else ()


# --- resistances -----------------------------------------------------------------


@rule("pf2e.damage.resistance", neutral=_shares_stay)
def resist(guards: Defenses, shares: Shares, hit: Hit) -> Shares:
    """Damage falls by a resistance to it, never below 0."""
    guards = holding(guards, hit)
    return [resist_type(guards, share, hit) for share in resist_parts(guards, shares, hit)]


def holding(guards: Defenses, hit: Hit) -> Defenses:
    """What a hit does not ignore."""
    left = tuple(guard for guard in guards.resistances if not any(word in hit.ignores for word in guard.needs))
    return evolve(guards, resistances=left)


def resist_parts(guards: Defenses, shares: Shares, hit: Hit) -> Shares:
    """What resistance to critical hits and to precision damage leaves."""
    return [_resist_precision(guards, share, hit) for share in _resist_criticals(guards, shares, hit)]


def _resist_criticals(guards: Defenses, shares: Shares, hit: Hit) -> Shares:
    """Resistance to critical hits takes off no more than what the hit was doubled by."""
    left = max((guard.value for guard in guards.resistances if guard.needs == ("critical_hits",)), default=0)
    if not hit.critical or "attack" not in hit.traits:
        return shares
    result = []
    for share in shares:
        taken = max(min(left, share.amount - share.plain), 0)
        left -= taken
        result.append(fall(share, "critical_hits", taken))
    return result


def _resist_precision(guards: Defenses, share: Share, hit: Hit) -> Share:
    """Resistance to precision damage takes off no more than that."""
    found = has(share, hit)
    fitting = [guard for guard in guards.resistances if "precision" in guard.needs and fits(guard, found)]
    if not fitting:
        return share
    taken = min(highest(fitting, found).value, share.precision)
    return evolve(fall(share, "precision", taken), precision=share.precision - taken)


def resist_type(guards: Defenses, share: Share, hit: Hit) -> Share:
    """Of the types that a share counts as the one that is resisted least."""
    kinds = _kinds(share, hit)
    if len(kinds) > 1:  # it does not count as a type that does nothing
        kinds = tuple(kind for kind in kinds if not immune_to(guards, share, hit, kind))
    held = [_resistance(guards, share, hit, kind) for kind in kinds]
    if not all(held):
        return share
    least = min((guard for guard in held if guard), key=lambda guard: guard.value)
    return fall(share, least.label, least.value)


def _resistance(guards: Defenses, share: Share, hit: Hit, kind: str) -> Guard | None:
    found = has(share, hit, kind, precise=False)
    fitting = [guard for guard in guards.resistances if fits(guard, found)]
    return highest(fitting, found) if fitting else None


def fall(share: Share, label: str, value: int) -> Share:
    """Less damage by a resistance."""
    taken = min(value, share.amount)
    return share.after(share.amount - taken, "resistance", label, "pf2e.damage.resistance") if taken else share


# --- all of them ----------------------------------------------------------------


Order: TypeAlias = Callable[[Defenses, Shares, Hit], Shares]
"""What immunities, weaknesses and resistances leave, and in which order they count."""


def adjusted(
    creature: Creature, shares: Shares, hit: Hit, around: tuple[Guard, ...] = (), order: Order | None = None
) -> Shares:
    """What a creature's nature, and resistances that come of where it is, leave of damage."""
    shares = [_unaffected(creature, share) for share in shares]
    guards = defenses(creature)
    if around:
        guards = evolve(guards, resistances=(*guards.resistances, *around))
    return (order or in_order)(guards, shares, hit) if guards else shares


@rule(
    "pf2e.damage.iwr_order",
    neutral=lambda guards, shares, hit: weaken(guards, resist(guards, immunize(guards, shares, hit), hit), hit),
)
def in_order(guards: Defenses, shares: Shares, hit: Hit) -> Shares:
    """Immunities first, then weaknesses, then resistances."""
    shares = immunize(guards, shares, hit)
    return resist(guards, weaken(guards, shares, hit), hit)


# --- hardness --------------------------------------------------------------------


def through_hardness(hardness: int, shares: Shares, hit: Hit) -> Shares:
    """Hardness comes off all damage, last of all; adamantine halves what is not harder than itself."""
    halved = any(hardness <= HARDNESS_HALVED.get(material, -1) for material in hit.materials)
    return take_off(hardness // 2 if halved else hardness, shares, "hardness", "pf2e.damage.steps")


def take_off(amount: int, shares: Shares, label: str, rule_id: str) -> Shares:
    """Take an amount off damage, type by type in their order."""
    result = []
    for share in shares:
        taken = min(amount, share.amount)
        amount -= taken
        result.append(share.after(share.amount - taken, "reaction", label, rule_id) if taken else share)
    return result
