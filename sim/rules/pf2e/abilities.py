"""Stated abilities: areas, saves, damage, conditions, healing and effects by degree."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from attrs import evolve

from sim.model import events as ev
from sim.model.actions import Action
from sim.model.geometry import Point, burst, center, cone, corner, distance, emanation, line, squares_of
from sim.model.protocols import Game, Play
from sim.model.state import DEAD, DOWN, UP, Creature, State
from sim.model.values import (
    CRITICAL_FAILURE,
    CRITICAL_SUCCESS,
    FAILURE,
    SUCCESS,
    DamagePart,
    Effect,
    Ends,
    Roll,
    Square,
)
from sim.model.windows import ATTACKING, Window
from sim.rules.pf2e.afflictions import contract
from sim.rules.pf2e.attack_penalty import attempt_number
from sim.rules.pf2e.breath import gasp
from sim.rules.pf2e.casting import attack_scale, expend, roll_attack, supplied
from sim.rules.pf2e.checks import by_degree
from sim.rules.pf2e.condition_texts import Lasts, parse_condition, parse_until
from sim.rules.pf2e.conditions import able, gain, start_effect
from sim.rules.pf2e.damage import deal, roll_damage, texts_of, touch
from sim.rules.pf2e.data import Ability
from sim.rules.pf2e.defenses import immune_to_effect
from sim.rules.pf2e.detection import doubtful, find, unplaced
from sim.rules.pf2e.fascinated import startle
from sim.rules.pf2e.forced import force
from sim.rules.pf2e.healing import gain_temp_hp, heal
from sim.rules.pf2e.hits import Hit, ability_traits, words
from sim.rules.pf2e.numbers import effect_modifiers, named
from sim.rules.pf2e.persistent import start_persistent
from sim.rules.pf2e.saving import save_against
from sim.rules.pf2e.sustaining import while_sustained
from sim.rules.pf2e.temporary_immunity import spare, spared
from sim.rules.pf2e.texts import DamageText, parse_recharge
from sim.rules.pf2e.unsteady import shaken
from sim.rules.pf2e.water import quenched
from sim.rules.registry import always, never, rule
from sim.rules.texts import Area, DiceText, key, parse_area, parse_dice

SHAKEN_OFF = ("sickened", "grabbed", "restrained", "immobilized")
"""Conditions that a check against the DC of what gave them ends."""
ONCE = 1_000_000
"""Turn number that never comes: the ability is spent for the fight."""


class Release(NamedTuple):
    """An ability let loose.

    Attributes:
        who: Its maker.
        name: Its key.
        ability: What it is.
        parts: Its damage at once, rolled once for everybody.
        lasting: Its persistent damage.
        origin: Where it comes from.
        spent: Seq of the action it belongs to.
        degree: Of its attack roll; a failure where it has none.
        cause: Seq of that roll, else of the action.
    """

    who: str
    name: str
    ability: Ability
    parts: list[DamagePart]
    lasting: tuple[DamageText, ...]
    origin: Point
    spent: int
    degree: str
    cause: int


def stated(creature: Creature) -> dict[str, Ability]:
    """A creature's stated active abilities by key, in the order of its data."""
    found: dict[str, Ability] | None = creature.numbers.get("abilities")
    if found is None:
        inflicted = {key(strike.inflicts) for strike in creature.data.strikes}
        found = creature.numbers["abilities"] = {
            name: a
            for name, a in named(creature.data).items()
            if not (a.passive or a.trigger or a.happens or name in inflicted)
        }
    return found


def recharged(creature: Creature, name: str) -> bool:
    """Whether an ability is ready again."""
    return creature.counters.get(f"{name}/ready", 0) <= creature.turn


def ready(creature: Creature, name: str, ability: Ability) -> bool:
    """Whether an ability can be used again: it is recharged, and a slot or use is left."""
    return recharged(creature, name) and supplied(creature, ability)


def reach_of(ability: Ability) -> int:
    """Feet to which an ability has an effect, as far as that does not depend on its aim."""
    return parse_area(ability.area).feet if ability.area else ability.range


@rule("pf2e.turn.activities", neutral=always)
def affords(creature: Creature, cost: int) -> bool:
    """An activity is begun only by who can pay its whole cost this turn."""
    return cost <= creature.actions


@rule("pf2e.turn.activity_too_long", neutral=never)
def too_long(ability: Ability) -> bool:
    """What takes longer than a turn is not done in a fight."""
    return bool(ability.time)


def use_problem(state: State, creature: Creature, action: Action) -> str:
    """Why an ability cannot be used so; empty when it can."""
    ability = stated(creature).get(action.item)
    if ability is None:
        return f"{creature.id} has no ability {action.item!r}"
    if too_long(ability):
        return f"{action.item} takes {ability.time}, longer than a turn"
    return aim_problem(state, creature, ability, action)


def aim_problem(state: State, creature: Creature, ability: Ability, action: Action) -> str:
    """Why an ability that can be paid for cannot be used at this target or square; empty when it can."""
    if not recharged(creature, action.item):
        return f"{action.item} is not recharged"
    if not supplied(creature, ability):
        return f"{creature.id} has {'no slot' if ability.slot else 'no use'} left for {action.item}"
    if state.grid.water and quenched(state, creature, ability_traits(ability)):
        return f"{action.item} does nothing under water"
    if not ability.area:
        return _target_problem(state, creature, ability, action)
    area = parse_area(ability.area)
    if action.target:
        return f"{action.item} is aimed at a square, not at a creature"
    if area.shape == "emanation":
        return "" if action.square is None else f"{action.item} surrounds its maker; it takes no square"
    if action.square is None:
        return f"{action.item} needs a square to aim at"
    return _square_problem(state, creature, ability, area, action.square)


def _target_problem(state: State, creature: Creature, ability: Ability, action: Action) -> str:
    target = state.creatures.get(action.target)
    if target is None or target.status not in (UP, DOWN) or unplaced(state, creature, target):
        return f"there is no {action.target!r} for {action.item}"
    allied = target.side == creature.side
    if allied is (ability.affects == "enemies") and ability.affects != "all":
        return f"{action.item} affects {ability.affects} only"
    if distance(creature.at, creature.space, target.at, target.space) > ability.range:
        return f"{action.target} is farther than {ability.range} ft"
    if not state.grid.line_of_effect(creature.at, creature.space, target.at, target.space):
        return f"no line of effect to {action.target}"
    if action.square and not ability.move:
        return f"{action.item} is aimed at a creature; it takes no square"
    return ""


def _square_problem(state: State, creature: Creature, ability: Ability, area: Area, square: Square) -> str:
    grid = state.grid
    if not grid.inside(square, 1):
        return f"{square[0]},{square[1]} is outside the map"
    if area.shape != "burst":
        inside = square in squares_of(creature.at, creature.space)
        return "the square to aim at lies in its maker's own space" if inside else ""
    if distance(creature.at, creature.space, square, 1) > ability.range:
        return f"{square[0]},{square[1]} is farther than {ability.range} ft"
    if not grid.sees(corner(square), creature.at, creature.space):
        return f"no line of effect to {square[0]},{square[1]}"
    return ""


def area_squares(creature: Creature, area: Area, square: Square | None) -> tuple[Square, ...]:
    """Squares of an ability's area."""
    if area.shape == "emanation" or square is None:
        return emanation(creature.at, creature.space, area.feet)
    if area.shape == "burst":
        return burst(square, area.feet)
    return (cone if area.shape == "cone" else line)(creature.at, creature.space, square, area.feet)


def targets(state: State, creature: Creature, ability: Ability, action: Action) -> tuple[str, ...]:
    """Whom an ability reaches, in the order of the fight (pf2e.position.line_of_effect)."""
    if not ability.area:
        return (action.target,)
    area = parse_area(ability.area)
    squares = frozenset(area_squares(creature, area, action.square))
    origin = origin_of(creature, ability, action)
    grid = state.grid
    return tuple(
        other.id
        for other in state.creatures.values()
        if _affected(creature, other, ability, area)
        and (not squares.isdisjoint(squares_of(other.at, other.space)) or (other is creature and area.shape != "burst"))
        and grid.sees(origin, other.at, other.space)
    )


def origin_of(creature: Creature, ability: Ability, action: Action) -> Point:
    """Where an ability comes from: a burst's corner, else the middle of its maker's space."""
    if ability.area and parse_area(ability.area).shape == "burst" and action.square:
        return corner(action.square)
    return center(creature.at, creature.space)


def _affected(creature: Creature, other: Creature, ability: Ability, area: Area) -> bool:
    """Whether an area's maker means this creature; an emanation, cone or line spares it unless it is for allies."""
    if other.status not in (UP, DOWN):
        return False
    if other is creature:
        return ability.affects == "allies" or (ability.affects == "all" and area.shape == "burst")
    return ability.affects == "all" or (other.side == creature.side) is (ability.affects == "allies")


def use(game: Game, who: str, action: Action, spent: int) -> Play:
    """The effect of an ability, released: it runs on whatever becomes of its maker."""
    ability = named(game.state.creatures[who].data)[action.item]
    if ability.attack is not None:
        degree, cause = yield from _attack(game, who, action, ability, spent)
        if degree in (SUCCESS, CRITICAL_SUCCESS):
            yield from release(game, who, action, spent, degree=degree, cause=cause)
    elif ability.area or (yield from _found(game, who, action.target, spent)):
        yield from release(game, who, action, spent)


def release(
    game: Game,
    who: str,
    action: Action,
    spent: int,
    reached: Sequence[str] | None = None,
    degree: str = FAILURE,
    cause: int = 0,
) -> Play:
    """What an ability does to all whom it reaches, or to these only, after the ``degree`` of its attack roll."""
    cause = cause or spent
    creature = game.state.creatures[who]
    ability = named(creature.data)[action.item]
    if reached is None:
        reached = targets(game.state, creature, ability, action)
    origin = origin_of(creature, ability, action)
    instant, lasting = texts_of(ability.damage) if ability.damage else ((), ())
    parts: list[DamagePart] = []
    if instant:
        parts = yield from roll_damage(game, who, action.item, instant, cause, what=action.item)
    made = Release(who, action.item, ability, parts, lasting, origin, spent, degree, cause)
    for target in reached:
        if game.state.creatures[target].status != DEAD:
            degree, cause = yield from _affect(game, target, made)
            toward = action.square if not ability.area else None
            for way, feet in by_degree(ability.move, degree).items():
                yield from force(game, who, target, way, feet, origin, cause, toward)


def _attack(game: Game, who: str, action: Action, ability: Ability, spent: int) -> Play:
    """The attack roll of an ability, a failure where it does not find its target; returns degree and seq."""
    state = game.state
    if ATTACKING in state.watchers:
        yield Window(ATTACKING, who, spent, True, action.target, ("attack",))
        if _target_problem(state, state.creatures[who], ability, action):
            return FAILURE, spent
    attempt = attempt_number(state, who)
    if not (yield from _found(game, who, action.target, spent, attempt)):
        return FAILURE, spent
    return (yield from roll_attack(game, who, action.target, action.item, ability, attempt, spent))


def _found(game: Game, who: str, target: str, cause: int, attempt: int = 0) -> Play:
    """Whether an ability that is aimed at one creature finds it."""
    state = game.state
    if not doubtful(state, state.creatures[who], state.creatures[target]):
        return True
    return (yield from find(game, who, target, cause, attempt))


def _affect(game: Game, target: str, made: Release) -> Play:
    """What an ability does to one creature it reaches; returns the degree of the roll and its seq."""
    who, name, ability = made.who, made.name, made.ability
    state, creature = game.state, game.state.creatures[target]
    if immune_to_effect(creature, words(ability.traits), ability_traits(ability)) or spared(
        state, target, who, ability
    ):
        return "", made.spent
    degree, cause = made.degree, made.cause
    if ability.save and may_save(state, target):
        degree, cause = yield from save_against(game, who, target, name, ability, made.origin, made.spent)
    if state.effects and ability.affects != "allies":
        yield from startle(game, who, target, cause)
    hit = _scaled_hit(made, target, degree)
    if hit:
        yield from _hurt(game, hit, made.parts, made.lasting, cause)
    if creature.status != DEAD:
        yield from _bestow(game, who, target, name, ability, degree, cause)
    if state.grid.tricky and ability.save and degree in (FAILURE, CRITICAL_FAILURE):
        yield from shaken(game, target, cause)
    return degree, cause


def _hurt(game: Game, hit: Hit, parts: list[DamagePart], lasting: tuple[DamageText, ...], cause: int) -> Play:
    """Damage at once, or mere contact, and damage that persists."""
    yield from deal(game, hit, parts, cause) if parts else touch(game, hit, cause)
    for text in lasting:
        if game.state.creatures[hit.target].status != DEAD:
            yield from start_persistent(game, hit, text, cause)
    if hit.critical and (parts or lasting) and game.state.grid.water:
        yield from gasp(game, hit.target, cause)


def _bestow(game: Game, who: str, target: str, name: str, ability: Ability, degree: str, cause: int) -> Play:
    """Conditions, Hit Points and effects, and last the immunity to more of it."""
    for condition, text in outcome(ability, degree).items():
        yield from _lay_condition(game, who, target, condition, text, ability, cause)
    if ability.healing:
        amount = yield from _roll_points(game, who, name, ability.healing, "healing", cause)
        yield from heal(game, who, target, amount, cause)
    if ability.temp_hp:
        amount = yield from _roll_points(game, who, name, ability.temp_hp, "temporary HP", cause)
        yield from gain_temp_hp(game, target, amount, cause)
    if ability.effect and (not ability.save or degree not in (SUCCESS, CRITICAL_SUCCESS)):
        yield from _lay_effect(game, who, target, ability, cause)
    if ability.affliction and degree not in (SUCCESS, CRITICAL_SUCCESS):
        yield from contract(game, who, target, name, ability.affliction, degree, cause)
    if ability.temporary_immunity:
        yield from spare(game, target, who, ability, cause)


def _lay_condition(
    game: Game, who: str, target: str, condition: str, text: int | str, ability: Ability, cause: int
) -> Play:
    """A condition with its value, its end and the DC that it can be shaken off by."""
    stated = parse_condition(text)
    of = key(ability.name) if ability.sustained else ""
    ends = while_sustained(game.state.creatures[who]) if of else _ends(game.state, stated.lasts, who, target)
    dc = ability.save.dc if ability.save and condition in SHAKEN_OFF else 0
    yield from gain(game, target, condition, stated.value, who, cause, ends, dc=dc, only=stated.only, of=of)


def _ends(state: State, lasts: Lasts | None, who: str, target: str) -> Ends | None:
    """When something that ``who`` lays on ``target`` now ends; None where its rule says."""
    if lasts is None:
        return None
    owner = counts_turns(lasts, who, target)
    return lasts.ends(owner, state.creatures[owner].turn)


@rule("pf2e.turn.end_enemy_durations", neutral=lambda lasts, who, target: who)
def counts_turns(lasts: Lasts, who: str, target: str) -> str:
    """Whose turns count: those of the affected creature where the effect says so, else its maker's."""
    return target if lasts.own else who


@rule("pf2e.check.save_free", neutral=lambda state, who: able(state, who))  # noqa: PLW0108 # `able` has other globals
def may_save(state: State, who: str) -> bool:
    """A save costs no action or reaction; even those who cannot act make it."""
    return True


@rule(
    "pf2e.check.basic_save_extra",
    neutral=lambda ability, degree: (
        {} if ability.save and ability.save.basic else by_degree(ability.conditions, degree)
    ),
)
def outcome(ability: Ability, degree: str) -> Mapping[str, int | str]:
    """Conditions at a degree of the save, beside its damage."""
    return by_degree(ability.conditions, degree)


@rule("pf2e.check.basic_save", neutral=lambda degree: "")
def basic_scale(degree: str) -> str:
    """What a basic save makes of the damage it does not avoid: half on a success, double on a critical failure."""
    return {SUCCESS: "halve", CRITICAL_FAILURE: "double"}.get(degree, "")


def _scaled_hit(made: Release, target: str, degree: str) -> Hit | None:
    """Damage after the save or attack roll; None for none."""
    ability = made.ability
    traits, ignores = ability_traits(ability), words(ability.ignores_resistance)
    whole = Hit(made.who, target, made.name, made.spent, traits, ignores=ignores)
    if ability.attack is not None:
        return evolve(whole, scale=attack_scale(degree), critical=degree == CRITICAL_SUCCESS)
    if ability.save is None:
        return whole
    if degree == CRITICAL_SUCCESS or (degree == SUCCESS and not ability.save.basic):
        return None
    scale = basic_scale(degree) if ability.save.basic else ""
    return evolve(whole, scale=scale, critical=degree == CRITICAL_FAILURE)


def _roll_points(game: Game, who: str, name: str, text: str, kind: str, cause: int) -> Play:
    dice = parse_dice(text)
    texts = (DamageText(dice.count, dice.sides, dice.bonus, kind),)
    parts = yield from roll_damage(game, who, name, texts, cause, what=name)
    return parts[0].total


def _lay_effect(game: Game, who: str, target: str, ability: Ability, cause: int) -> Play:
    lasting = ability.effect
    assert lasting is not None  # the caller saw it
    of = key(ability.name) if ability.sustained else ""
    ends = (
        while_sustained(game.state.creatures[who]) if of else _ends(game.state, parse_until(lasting.until), who, target)
    )
    effect = Effect(game.state.made + 1, key(lasting.name), target, who, effect_modifiers(lasting), ends, of=of)
    yield from start_effect(game, effect, cause)


def inflict(game: Game, who: str, target: str, ability: Ability, cause: int) -> Play:
    """What a Strike brings with it reaches its target, who saves against it if it asks for a save."""
    name = key(ability.name)
    instant, lasting = texts_of(ability.damage) if ability.damage else ((), ())
    parts = (yield from roll_damage(game, who, name, instant, cause, what=name)) if instant else []
    maker = game.state.creatures[who]
    origin = center(maker.at, maker.space)
    yield from _affect(game, target, Release(who, name, ability, parts, lasting, origin, cause, FAILURE, cause))


def spend_use(game: Game, who: str, item: str, cause: int) -> Play:
    """Spend its slot or use, and note in which turn it is ready again; the dice of ``1d4 rounds`` are rolled now."""
    creature = game.state.creatures[who]
    ability = named(creature.data)[item]
    yield from expend(game, who, ability, cause)
    recharge = parse_recharge(ability.recharge)
    if recharge is None:
        return
    ready = ONCE
    if recharge.dice and not recharge.dice.count:
        ready = creature.turn + recharge.dice.bonus
    elif recharge.dice:
        roll = _roll_recharge(game, f"{who}/{item}-recharge", recharge.dice)
        cause = yield ev.CheckRolled(cause, who, f"{item} recharge", roll)
        ready = creature.turn + roll.total
    before = creature.counters.get(f"{item}/ready", 0)
    yield ev.CounterChanged(cause, who, f"{item}/ready", before, ready)


def _roll_recharge(game: Game, label: str, dice: DiceText) -> Roll:
    """Rounds until an ability is ready again."""
    n, faces = game.roll(label, (dice.sides,) * dice.count)
    total = sum(faces) + dice.bonus
    return Roll(label, n, dice.sides, faces, sum(faces), (), total)
