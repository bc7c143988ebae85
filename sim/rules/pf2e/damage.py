"""Damage: rolling it, and bringing it to a creature."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from sim.model import events as ev
from sim.model.protocols import Game, Play
from sim.model.state import DEAD, UP, Creature
from sim.model.values import CRITICAL_SUCCESS, SUCCESS, Adjustment, DamagePart, Modifier
from sim.model.windows import DAMAGE, FALLEN, HURT, Window
from sim.rules.pf2e import health
from sim.rules.pf2e.condition_table import is_statue
from sim.rules.pf2e.conditions import lose
from sim.rules.pf2e.defenses import defenses
from sim.rules.pf2e.defenses_once import once_each
from sim.rules.pf2e.flat import flat_check
from sim.rules.pf2e.hits import Hit, Share, shares_of
from sim.rules.pf2e.iwr import adjusted, on_contact, take_off, through_hardness
from sim.rules.pf2e.stacking import stack
from sim.rules.pf2e.texts import DamageText, parse_damage
from sim.rules.pf2e.water import soaked
from sim.rules.registry import first, nothing, rule

STATUE_HARDNESS = 8


def roll_damage(
    game: Game,
    who: str,
    name: str,
    texts: Sequence[DamageText],
    cause: int,
    *,
    what: str = "damage",
    extras: tuple[Modifier, ...] = (),
    unscaled: tuple[DamageText, ...] = (),
) -> Play:
    """Roll all dice of a damage text at once and return its parts (pf2e.damage.steps).

    Args:
        game: The game.
        who: Who rolls.
        name: What deals the damage.
        texts: The damage by type.
        cause: Seq of what brings the damage about.
        what: The second half of the dice label.
        extras: Modifiers beyond the text; they go on the first part.
        unscaled: Damage that a critical hit itself adds (pf2e.damage.critical_extras).
    """
    label = f"{who}/{what}"
    every = (*texts, *unscaled)
    sizes = [text.sides for text in every for _ in range(text.count)]
    n, faces = game.roll(label, sizes) if sizes else (game.state.rolls.get(label, 0), ())
    parts: list[DamagePart] = []
    start = 0
    for at, text in enumerate(every):
        shown = faces[start : start + text.count]
        start += text.count
        scales = at < len(texts) and text.category != "splash"
        parts.append(_part(text, shown, () if parts else extras, scales=scales))
    parts = at_least_one(parts)
    yield ev.DamageRolled(cause, who, name, label, n, tuple(parts), sum(part.total for part in parts))
    return parts


def _part(text: DamageText, faces: tuple[int, ...], extras: tuple[Modifier, ...], *, scales: bool) -> DamagePart:
    """One type's damage: dice and modifiers."""
    modifiers = extras
    if text.bonus:
        modifiers = (Modifier("untyped", "damage", text.bonus, "pf2e.attack.stat_block"), *extras)
    bonus, modifiers = bonus_of(modifiers) if modifiers else (0, ())
    dice = f"{text.count}d{text.sides}" if text.count else ""
    return DamagePart(text.type, dice, faces, modifiers, rolled(faces, bonus), scales, text.category)


@rule("pf2e.damage.steps", neutral=lambda faces, bonus: sum(faces))
def rolled(faces: Sequence[int], bonus: int) -> int:
    """What was rolled and everything added."""
    return sum(faces) + bonus


@rule("pf2e.damage.stacking", neutral=lambda modifiers: (sum(m.value for m in modifiers), tuple(modifiers)))
def bonus_of(modifiers: Sequence[Modifier]) -> tuple[int, tuple[Modifier, ...]]:
    """Bonuses and penalties to damage stack by type as on checks."""
    return stack(modifiers)


@rule("pf2e.damage.minimum", neutral=first)
def at_least_one(parts: list[DamagePart]) -> list[DamagePart]:
    """Penalties bring no part below 0 and no damage roll below 1."""
    if min(part.total for part in parts) > 0:
        return parts
    floor = [evolve(part, total=max(part.total, 0)) for part in parts]
    if not any(part.total for part in floor):
        floor[0] = evolve(floor[0], total=1)
    return floor


def deal(game: Game, hit: Hit, parts: Sequence[DamagePart], cause: int) -> Play:
    """Bring rolled damage to a creature, with the reactions to it and all that follows.

    Returns:
        Seq of the DamageApplied event, 0 where the creature was beyond harm.
    """
    state = game.state
    target = state.creatures[hit.target]
    if target.status == DEAD:
        return 0
    options = state.scenario.options
    dealt, once = options["critical_extras_on_immune"] == "dealt", options["defenses_once"]
    around = soaked(state, target) if state.grid.water else ()
    shares = adjusted(target, shares_of(parts, hit, extras_on_immune=dealt), hit, around, once_each if once else None)
    amount = _total(shares)
    if amount and hit.target in state.watchers.get(DAMAGE, ()):
        traits = (*hit.traits, *(share.type for share in shares if share.amount))
        during = yield Window(DAMAGE, hit.source, hit.action, False, hit.target, traits, amount)
        shares = _reduced(shares, during, hit.target)
    hardness = STATUE_HARDNESS if is_statue(target) else target.data.hardness
    if hardness:
        shares = through_hardness(hardness, shares, hit)
    seq = yield from _take(game, target, hit, shares, cause)
    amount = _total(shares)
    if amount and hit.action and "confused" in target.conditions:
        yield from come_to(game, hit.target, seq)
    if amount and HURT in state.watchers:
        yield Window(HURT, hit.source, hit.action, False, hit.target, hit.traits, amount)
    return seq


@rule("pf2e.condition.confused", neutral=nothing)
def come_to(game: Game, who: str, cause: int) -> Play:
    """Damage of an attack or spell may end confusion by a flat check DC 11."""
    roll = flat_check(game, who, "confused", 11)
    seq = yield ev.FlatCheckRolled(cause, who, "confused", roll)
    if roll.degree in (SUCCESS, CRITICAL_SUCCESS):
        yield from lose(game, who, "confused", seq)


def touch(game: Game, hit: Hit, cause: int) -> Play:
    """Contact with something that deals no damage, but to which a creature is weak."""
    target = game.state.creatures[hit.target]
    for guard in on_contact(defenses(target), hit.traits):
        step = Adjustment("weakness", guard.label, guard.value, "pf2e.damage.weakness_contact")
        share = Share(guard.label, 0, guard.value, guard.value, steps=(step,))
        yield from _take(game, target, hit, [share], cause)


def _total(shares: Sequence[Share]) -> int:
    return sum(share.amount for share in shares)


def _take(game: Game, target: Creature, hit: Hit, shares: Sequence[Share], cause: int) -> Play:
    """Temporary Hit Points go first, then Hit Points one for one; at 0 more follows."""
    amount = _total(shares)
    absorbed = min(target.temp_hp, amount)
    temporary, before, stood = target.temp_hp, target.hp, target.status == UP
    left = health.points_left(before, amount - absorbed)
    lines = tuple(share.line() for share in shares)
    seq: int = yield ev.DamageApplied(
        cause,
        hit.source,
        hit.target,
        hit.name,
        lines,
        amount,
        temporary,
        temporary - absorbed,
        before,
        left,
    )
    if amount and health.regenerations(game.state, target):
        types = (share.type for share in shares if share.amount)
        yield from health.stop_regeneration(game, target, (*hit.traits, *hit.materials, *types), seq)
    if left == 0 and amount > absorbed:
        blow = health.Blow(hit.source, amount, hit.critical, "nonlethal" in hit.traits, "death" in hit.traits)
        yield from health.reach_zero(game, hit.target, blow, seq)
    if stood and target.status != UP and FALLEN in game.state.watchers:
        yield Window(FALLEN, hit.source, hit.action, False, hit.target)
    return seq


def _reduced(shares: list[Share], during: Sequence[ev.Entry], target: str) -> list[Share]:
    """Subtract what reactions took off, type by type."""
    for _, _, event in during:
        if isinstance(event, ev.DamageReduced) and event.target == target:
            shares = take_off(event.amount, shares, event.by, "pf2e.reaction.shield_block")
    return shares


def texts_of(text: str) -> tuple[tuple[DamageText, ...], tuple[DamageText, ...]]:
    """Split a damage text into what is dealt at once and what persists."""
    parsed = parse_damage(text)
    return tuple(t for t in parsed if not t.persistent), tuple(t for t in parsed if t.persistent)
