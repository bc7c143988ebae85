"""Damage: rolling, scaling, immunities, weaknesses, resistances, and what it does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from attrs import evolve, frozen

from sim.model import events as ev
from sim.model.protocols import Game, Play
from sim.model.state import DEAD, State
from sim.model.values import Adjustment, DamageLine, DamagePart, Effect, Modifier
from sim.model.windows import DAMAGE, Window
from sim.rules.pf2e import health
from sim.rules.pf2e.data import StatBlock
from sim.rules.pf2e.flat import flat_check
from sim.rules.pf2e.stacking import stack
from sim.rules.pf2e.texts import DamageText, parse_damage

PHYSICAL: Final = ("bludgeoning", "piercing", "slashing", "bleed")
ENERGY: Final = ("acid", "cold", "electricity", "fire", "force", "sonic", "vitality", "void")
GROUPS: Final[Mapping[str, tuple[str, ...]]] = {"physical": PHYSICAL, "energy": ENERGY}
"""Group names in a resistance mean all their members (pf2e.damage.types)."""


@frozen
class Hit:
    """Damage on its way to one creature.

    Attributes:
        source: Who made it.
        target: Who takes it.
        name: What made it ("longsword").
        action: Seq of the action it belongs to, 0 for none.
        traits: Traits and types of what made it.
        times: How it is scaled: (numerator, denominator, label, rule id); None for as rolled.
        critical: Whether a critical hit or a critically failed save brought it.
    """

    source: str
    target: str
    name: str
    action: int
    traits: tuple[str, ...]
    times: tuple[int, int, str, str] | None = None
    critical: bool = False


DOUBLE: Final = (2, 1, "doubled", "pf2e.damage.double")
HALVE: Final = (1, 2, "halved", "pf2e.damage.halve")


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
    for text in every:
        shown = faces[start : start + text.count]
        start += text.count
        parts.append(_part(text, shown, () if parts else extras, scales=len(parts) < len(texts)))
    yield ev.DamageRolled(cause, who, name, label, n, tuple(parts), sum(part.total for part in parts))
    return parts


def _part(text: DamageText, faces: tuple[int, ...], extras: tuple[Modifier, ...], *, scales: bool) -> DamagePart:
    """One type's damage; penalties cannot bring it below 1 (pf2e.damage.minimum)."""
    modifiers = extras
    if text.bonus:
        modifiers = (Modifier("untyped", "damage", text.bonus, "pf2e.attack.stat_block"), *extras)
    bonus, modifiers = stack(modifiers) if modifiers else (0, ())
    total = sum(faces) + bonus
    dice = f"{text.count}d{text.sides}" if text.count else ""
    return DamagePart(text.type, dice, faces, modifiers, max(total, 1), scales)


def deal(game: Game, hit: Hit, parts: Sequence[DamagePart], cause: int) -> Play:
    """Bring rolled damage to a creature, with the reactions to it and all that follows.

    Returns:
        Seq of the DamageApplied event, 0 where the creature was beyond harm.
    """
    state = game.state
    target = state.creatures[hit.target]
    if target.status == DEAD:
        return 0
    lines = adjust(target.data, _scaled(parts, hit), hit.traits)
    amount = sum(line.final for line in lines)
    if amount and hit.target in state.watchers.get(DAMAGE, ()):
        traits = (*hit.traits, *(line.type for line in lines if line.final))
        during = yield Window(DAMAGE, hit.source, hit.action, False, hit.target, traits, amount)
        lines = _reduced(lines, during, hit.target)
        amount = sum(line.final for line in lines)
    absorbed = min(target.temp_hp, amount)
    left = max(target.hp - (amount - absorbed), 0)
    before = target.hp
    seq: int = yield ev.DamageApplied(
        cause,
        hit.source,
        hit.target,
        hit.name,
        tuple(lines),
        amount,
        target.temp_hp,
        target.temp_hp - absorbed,
        before,
        left,
    )
    if left == 0 and amount > absorbed:
        blow = health.Blow(hit.source, amount, hit.critical, "nonlethal" in hit.traits)
        yield from health.reach_zero(game, hit.target, blow, seq)
    return seq


def _scaled(parts: Sequence[DamagePart], hit: Hit) -> list[DamageLine]:
    """Double or halve after everything is added; the halves of the types add up to half of the whole."""
    up, down, label, rule = hit.times or (1, 1, "", "")
    lines: dict[str, DamageLine] = {}
    before = 0
    for part in parts:
        final = part.total
        if part.scales:
            final = (before + part.total) * up // down - before * up // down
            before += part.total
        steps: tuple[Adjustment, ...] = (Adjustment(label, label, final, rule),) if hit.times and part.scales else ()
        known = lines.get(part.type)
        if known:
            final += known.final
            steps = known.steps and (*known.steps, Adjustment("more", part.type, final, "pf2e.damage.steps"))
        lines[part.type] = DamageLine(part.type, part.total + (known.rolled if known else 0), steps, final)
    return list(lines.values())


def adjust(data: StatBlock, lines: Sequence[DamageLine], traits: Sequence[str]) -> list[DamageLine]:
    """Apply immunities, then weaknesses, then resistances, to each type (pf2e.damage.iwr_order)."""
    if not (data.immunities or data.weaknesses or data.resistances):
        return list(lines)
    return [_adjust_line(data, line, traits) for line in lines]


def _adjust_line(data: StatBlock, line: DamageLine, traits: Sequence[str]) -> DamageLine:
    names = {line.type, "all", *(group for group, types in GROUPS.items() if line.type in types)}
    immune = [name for name in data.immunities if name in names or name in traits]
    if immune and line.final:
        return _step(line, "immunity", immune[0], 0, "pf2e.damage.immunity")
    weak = {name: value for name, value in data.weaknesses.items() if name in names or name in traits}
    if weak and line.final:
        name = max(weak, key=weak.__getitem__)
        line = _step(line, "weakness", name, line.final + weak[name], "pf2e.damage.weakness")
    fitting = [r for r in data.resistances if r.type in names and not set(r.exceptions) & {line.type, *traits}]
    if fitting and line.final:
        best = max(fitting, key=lambda r: r.value)
        line = _step(line, "resistance", best.type, max(line.final - best.value, 0), "pf2e.damage.resistance")
    return line


def _step(line: DamageLine, step: str, label: str, after: int, rule: str) -> DamageLine:
    return evolve(line, steps=(*line.steps, Adjustment(step, label, after, rule)), final=after)


def _reduced(lines: Sequence[DamageLine], during: Sequence[ev.Entry], target: str) -> list[DamageLine]:
    """Subtract what reactions took off, line by line."""
    result = list(lines)
    for _, _, event in during:
        if isinstance(event, ev.DamageReduced) and event.target == target:
            left = event.amount
            for at, line in enumerate(result):
                taken = min(left, line.final)
                if taken:
                    result[at] = _step(line, "reaction", event.by, line.final - taken, "pf2e.reaction.shield_block")
                    left -= taken
    return result


# --- persistent damage -----------------------------------------------------------


def start_persistent(game: Game, hit: Hit, text: DamageText, cause: int) -> Play:
    """Lay persistent damage on a creature; of one type only the higher stays (pf2e.damage.persistent_stacking)."""
    state = game.state
    up, down = hit.times[:2] if hit.times else (1, 1)
    dice = f"{text.count}d{text.sides}{text.bonus:+d}" if text.count else f"{text.bonus}"
    detail = f"{up}/{down} {dice.removesuffix('+0')} {text.type}"
    running = [e for e in persistent(state, hit.target) if _read_detail(e.detail)[2].type == text.type]
    for effect in running:
        if _expected(effect.detail) >= _expected(detail):
            return
        yield ev.EffectEnded(cause, hit.target, effect.id, effect.name, "replaced by higher")
    started = Effect(state.made + 1, "persistent_damage", hit.target, hit.source, detail=detail)
    yield ev.EffectStarted(cause, started)


def _read_detail(detail: str) -> tuple[int, int, DamageText]:
    """Read "2/1 1d6 fire": numerator and denominator of its scaling, and the damage."""
    scale, _, text = detail.partition(" ")
    up, _, down = scale.partition("/")
    return int(up), int(down), parse_damage(text)[0]


def _expected(detail: str) -> int:
    """Twice the mean of persistent damage, scaled by 2 so that halves stay whole."""
    up, down, text = _read_detail(detail)
    return (text.count * (text.sides + 1) + 2 * text.bonus) * 2 * up // down


def persistent(state: State, who: str) -> list[Effect]:
    """Persistent damage on a creature, in the order it began."""
    return [e for e in state.effects.values() if e.name == "persistent_damage" and e.target == who]


def persistent_turn(game: Game, who: str, cause: int) -> Play:
    """Deal each persistent damage, then roll its flat check DC 15 (pf2e.damage.persistent, persistent_end)."""
    for effect in tuple(persistent(game.state, who)):
        up, down, text = _read_detail(effect.detail)
        name = f"persistent {text.type}"
        label = f"persistent-{text.type}"
        parts = yield from roll_damage(game, who, name, (text,), cause, what=label)
        times = None if (up, down) == (1, 1) else (up, down, *(DOUBLE if up > down else HALVE)[2:])
        hit = Hit(effect.source, who, name, 0, (text.type,), times)
        yield from deal(game, hit, parts, cause)
        if game.state.creatures[who].status == DEAD:
            return
        roll = flat_check(game, who, "persistent", 15, f"{label}-flat")
        checked = yield ev.FlatCheckRolled(cause, who, name, roll)
        if roll.degree in ("success", "critical_success") and effect.id in game.state.effects:
            yield ev.EffectEnded(checked, who, effect.id, effect.name, "flat check")


def texts_of(text: str) -> tuple[tuple[DamageText, ...], tuple[DamageText, ...]]:
    """Split a damage text into what is dealt at once and what persists."""
    parsed = parse_damage(text)
    return tuple(t for t in parsed if not t.persistent), tuple(t for t in parsed if t.persistent)
