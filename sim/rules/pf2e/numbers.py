"""A creature's numbers at this moment: what is stated, changed by conditions and effects.

They are kept in ``creature.numbers``, which the reducer empties whenever one of the
creature's conditions, effects or items changes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final

from sim.model.geometry import squares_of
from sim.model.scenario import Scenario
from sim.model.state import Creature, State
from sim.model.values import EffectModifier, Modifier
from sim.rules.pf2e.condition_table import MODIFIERS, VALUED, in_force, is_statue
from sim.rules.pf2e.data import ATTRIBUTE_OF, SAVES, SKILLS, Ability, Changes, Lasting, StatBlock, Strike, Tool
from sim.rules.pf2e.luck import DC, DEGREE, PLAIN, TWISTS, Laid, Luck, luck_of
from sim.rules.pf2e.senses import in_darkness, of, only_sight
from sim.rules.pf2e.spaces import NATURAL_REACH
from sim.rules.pf2e.stacking import Numbers, stack
from sim.rules.pf2e.texts import trait_value
from sim.rules.registry import empty, rule, zero
from sim.rules.texts import key

CHECKS: Final = ("attack", "fortitude", "reflex", "will", "perception", "skill")
STATUE_AC: Final = 9
FAST_HEALING: Final = "fast healing"
REGENERATION: Final = "regeneration"
MENTAL: Final = ("int", "wis", "cha")
IN_DARKNESS: Final = Modifier("status", "darkness", -4, "pf2e.condition.blinded")


@cache
def groups_of(statistic: str) -> frozenset[str]:
    """Names under which a modifier reaches a statistic; ``attack/dex`` is an attack that rests on Dexterity."""
    name, _, by = statistic.partition("/")
    groups = {name}
    if name in SKILLS or name.endswith(" lore"):
        groups |= {"skill", "checks"}
    if name in CHECKS:
        groups.add("checks")
    if name in SAVES:
        groups.add("saves")
    if name in ("ac", "spells"):
        groups.add("dcs")
    by = by or ATTRIBUTE_OF.get(name, "int" if name.endswith(" lore") else "")
    groups.add("mental" if by in MENTAL else by)
    return frozenset(groups - {""})


def situation(state: State, creature: Creature, statistic: str) -> tuple[Modifier, ...]:
    """Modifiers that conditions and effects lay on a statistic, stacked or not."""
    found: list[Modifier] = []
    groups = groups_of(statistic)
    for condition, level in telling(creature).items():
        for to, kind, value in MODIFIERS.get(condition, ()):
            if to in groups:
                times = level if condition in VALUED else 1
                found.append(Modifier(kind, condition.replace("_", " "), value * times, f"pf2e.condition.{condition}"))
    if creature.data.tools:
        found += tool_modifiers(creature.data.tools, statistic)
    found += [
        Modifier(change.type, name, change.value, "pf2e.check.bonus_stacking")
        for name, change in laid_on(state, creature)
        if change.to in groups and change.type not in TWISTS
    ]
    return tuple(found)


def telling(creature: Creature) -> Mapping[str, int]:
    """Conditions that tell on a creature's numbers."""
    found = in_force(creature)
    if "blinded" in found and not only_sight(of(creature).others):
        return {condition: level for condition, level in found.items() if condition != "blinded"}
    return found


@rule("pf2e.check.tools", neutral=empty)
def tool_modifiers(tools: Sequence[Tool], statistic: str) -> Sequence[Modifier]:
    """An item bonus of a fitting tool, or an item penalty of a shoddy or improvised one."""
    return [Modifier("item", tool.name, tool.value, "pf2e.check.tools") for tool in tools if tool.to == statistic]


def laid_on(state: State, creature: Creature) -> tuple[Laid, ...]:
    """What passive abilities and effects lay on a creature."""
    known: tuple[Laid, ...] | None = creature.numbers.get("laid on")
    if known is None:
        passive = [(a.name, m) for a in creature.data.abilities if a.passive for m in effect_modifiers(a.passive)]
        own = [effect for effect in state.effects.values() if effect.target == creature.id]
        laid = [(effect.name.replace("_", " "), modifier) for effect in own for modifier in effect.modifiers]
        known = creature.numbers["laid on"] = (*passive, *laid)
    return known


def effect_modifiers(changes: Changes | Lasting) -> tuple[EffectModifier, ...]:
    """What an effect or a passive ability changes, as it lies on a creature."""
    found = [EffectModifier(b.to, b.type, b.value) for b in (*changes.bonuses, *changes.penalties)]
    for change in changes.checks:
        if change.roll:
            found.append(EffectModifier(change.to, change.roll, 0))
        if change.degree:
            found.append(EffectModifier(change.to, DEGREE, change.degree, change.only))
        if change.dc:
            found.append(EffectModifier(change.to, DC, change.dc))
    if isinstance(changes, Lasting) and changes.fast_healing:
        found.append(EffectModifier(FAST_HEALING, "untyped", changes.fast_healing))
    if isinstance(changes, Lasting) and changes.regeneration:
        value, stops = changes.regeneration.value, changes.regeneration.stopped_by
        found.append(EffectModifier(REGENERATION, "untyped", value, ", ".join(stops)))
    return tuple(found)


def luck(state: State, creature: Creature, name: str) -> Luck:
    """What lies on a creature's checks of a statistic beyond modifiers."""
    twists = creature.numbers.get("twists")
    if twists is None:
        twists = tuple([laid for laid in laid_on(state, creature) if laid[1].type in TWISTS])
        creature.numbers["twists"] = twists
    return luck_of([laid for laid in twists if laid[1].to in groups_of(name)]) if twists else PLAIN


def armor_class(state: State, creature: Creature) -> tuple[int, tuple[Modifier, ...]]:
    """AC and the modifiers on its stated value."""
    known = creature.numbers.get("ac")
    if known is None:
        data: StatBlock = creature.data
        parts = data.parts.get("ac", ())
        total, modifiers = stack((*parts, *situation(state, creature, "ac")))
        known = (total + (10 if parts else as_stated(data.ac)), modifiers)
        known = creature.numbers["ac"] = (STATUE_AC, ()) if is_statue(creature) else known
    return known


@rule("pf2e.attack.stat_block", neutral=zero)
def as_stated(value: int) -> int:
    """What a stat block states is taken as it stands, not derived again."""
    return value


def base(data: StatBlock, name: str, stated: int, rule_id: str = "pf2e.attack.stat_block") -> tuple[Modifier, ...]:
    """What a number is made of before anything lies on it: its parts, or what is stated."""
    return data.parts.get(name) or (Modifier("untyped", name, as_stated(stated), rule_id),)


def statistic(state: State, creature: Creature, name: str) -> tuple[int, tuple[Modifier, ...]]:
    """Total modifier of a save or Perception, with its parts."""
    known = creature.numbers.get(name)
    if known is None:
        data: StatBlock = creature.data
        stated = perception(data) if name == "perception" else save_modifier(data, name)
        known = creature.numbers[name] = stack((*base(data, name, stated), *situation(state, creature, name)))
    if name == "perception" and (state.grid.dim or state.grid.gloomy):
        return around(state, creature, known)
    return known


def around(state: State, creature: Creature, numbers: Numbers) -> Numbers:
    """Perception with what surroundings do to it: fog and darkness."""
    if state.grid.dim:
        numbers = hindered(state, creature, numbers)
    if state.grid.gloomy and in_darkness(state, creature):
        numbers = stack((*numbers[1], IN_DARKNESS))
    return numbers


@rule("pf2e.check.hindered_senses", neutral=lambda state, creature, numbers: numbers)
def hindered(state: State, creature: Creature, numbers: Numbers) -> Numbers:
    """Fog and the like where a creature is: a circumstance penalty to Perception, as the map says."""
    dim = state.grid.dim
    worst = min(dim.get(square, 0) for square in squares_of(creature.at, creature.space))
    if not worst:
        return numbers
    return stack((*numbers[1], Modifier("circumstance", "surroundings", worst, "pf2e.check.hindered_senses")))


@rule("pf2e.check.perception", neutral=zero)
def perception(data: StatBlock) -> int:
    """Perception before anything lies on it."""
    return data.perception


@rule("pf2e.check.save", neutral=zero)
def save_modifier(data: StatBlock, name: str) -> int:
    """A save before anything lies on it."""
    value: int = getattr(data.saves, name)
    return value


def attack_bonus(state: State, creature: Creature, strike: Strike) -> tuple[int, tuple[Modifier, ...]]:
    """Attack modifier of a Strike before the penalties of the single attack."""
    known = creature.numbers.get(strike)
    if known is None:
        data: StatBlock = creature.data
        parts = data.parts.get(f"{key(strike.name)}/attack") or base(data, strike.name, strike.attack)
        lies = situation(state, creature, f"attack/{attack_attribute(data, strike)}")
        known = creature.numbers[strike] = stack((*parts, *lies))
    return known


def attack_attribute(data: StatBlock, strike: Strike) -> str:
    """The attribute behind an attack: Dexterity at range and where it serves finesse better, else Strength."""
    if strike.attribute:
        return strike.attribute
    finesse = "finesse" in strike.traits and data.attributes.get("dex", 0) > data.attributes.get("str", 0)
    return "dex" if finesse or strike.range is not None else "str"


def damage_attribute(strike: Strike) -> str:
    """The attribute that a Strike adds to its damage, or empty."""
    if strike.attribute in MENTAL:
        return ""
    return "str" if strike.range is None or any(trait.startswith("thrown") for trait in strike.traits) else ""


def strikes(creature: Creature) -> dict[str, Strike]:
    """A creature's Strikes by key, in the order of its data."""
    known = creature.numbers.get("strikes")
    if known is None:
        known = creature.numbers["strikes"] = {key(s.name): s for s in creature.data.strikes}
    return known


def named(data: StatBlock) -> dict[str, Ability]:
    """The abilities that a stat block states, by key, those included that come with a Strike."""
    return {key(ability.name): ability for ability in data.abilities if not ability.use}


def usable(creature: Creature, name: str, strike: Strike) -> bool:
    """Whether a Strike needs no hand or its weapon is in hand."""
    return not strike.hands or creature.items.get(name) == "held"


def strike_reach(data: StatBlock, strike: Strike) -> int:
    """Melee reach of a Strike in feet."""
    own = data.reach if data.reach is not None else NATURAL_REACH[data.size, data.build]
    return weapon_reach(strike.traits, own)


@rule("pf2e.move.reach", neutral=lambda traits, own: own)
def weapon_reach(traits: tuple[str, ...], own: int) -> int:
    """The trait adds 5 feet to the wielder's reach; ``reach 10 ft`` states the whole."""
    return trait_value(traits, "reach", own + 5 if "reach" in traits else own)


@rule("pf2e.attack.range_maximum", neutral=lambda increment: 1_000 * increment)
def farthest(increment: int) -> int:
    """No attack beyond six range increments."""
    return 6 * increment


def arms(creature: Creature) -> tuple[tuple[str, int, int, int], ...]:
    """Usable Strikes as (key, reach, range increment, farthest); a ranged one has reach -1. Melee before ranged."""
    known = creature.numbers.get("arms")
    if known is None:
        ready = [(name, s) for name, s in strikes(creature).items() if usable(creature, name, s)]
        melee = [(name, strike_reach(creature.data, s), -1, -1) for name, s in ready if s.range is None]
        ranged = [(name, -1, int(s.range), farthest(s.range)) for name, s in ready if s.range is not None]
        known = creature.numbers["arms"] = (*melee, *ranged)
    return known


def melee_reach(data: StatBlock, items: dict[str, str]) -> int:
    """The longest melee reach in feet with the weapons in hand."""
    ready = [
        strike_reach(data, strike)
        for strike in data.strikes
        if strike.range is None and (not strike.hands or items.get(key(strike.name)) == "held")
    ]
    return max(ready, default=0)


def starting_items(data: StatBlock) -> dict[str, str]:
    """Where a creature's items are when the fight begins."""
    items = {key(strike.name): strike.place for strike in data.strikes if strike.hands}
    if data.shield:
        items["shield"] = "held"
    return items


def hands_used(creature: Creature) -> int:
    """Hands that hold something; a shield takes one."""
    data: StatBlock = creature.data
    weapons = sum(s.hands for name, s in strikes(creature).items() if creature.items.get(name) == "held")
    return weapons + (data.shield is not None and creature.items.get("shield") == "held")


def side_kind(scenario: Scenario, side: str) -> str:
    """``pc`` or ``adversary``."""
    return next(s.kind for s in scenario.sides if s.name == side)


def own_turn(state: State, who: str) -> bool:
    """Whether it is this creature's turn."""
    return state.phase == "turn" and state.turn == who
