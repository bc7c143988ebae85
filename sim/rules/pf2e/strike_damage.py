"""What a Strike's damage is at each degree of success, and dealing it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from attrs import evolve, field

from sim.model.fixed import fixed
from sim.model.geometry import distance
from sim.model.protocols import Game, Play
from sim.model.state import DEAD, DOWN, UP, Creature, State
from sim.model.values import CRITICAL_FAILURE, CRITICAL_SUCCESS, FAILURE, DamagePart, Modifier
from sim.rules.pf2e.damage import deal, roll_damage
from sim.rules.pf2e.data import Strike
from sim.rules.pf2e.defenses import defenses
from sim.rules.pf2e.hits import Hit, strike_hit
from sim.rules.pf2e.iwr import no_criticals
from sim.rules.pf2e.numbers import damage_attribute, situation
from sim.rules.pf2e.persistent import start_persistent
from sim.rules.pf2e.texts import DamageText, parse_damage, trait_dice, trait_die
from sim.rules.registry import empty, first, never, rule
from sim.rules.texts import key

SPLASH_FEET = 5


@fixed
class Plan:
    """The damage of a Strike at a degree of success.

    Attributes:
        texts: What is rolled.
        extras: What a critical hit adds and does not double.
        doubled: Whether the total of ``texts`` is doubled.
        instant: What of ``texts`` is dealt at once.
        instant_extras: What of ``extras`` is.
        persists: Whether any of it persists.
    """

    texts: tuple[DamageText, ...]
    extras: tuple[DamageText, ...] = ()
    doubled: bool = False
    instant: tuple[DamageText, ...] = field(init=False)
    instant_extras: tuple[DamageText, ...] = field(init=False)
    persists: bool = field(init=False)

    @instant.default
    def _instant(self) -> tuple[DamageText, ...]:
        return _at_once(self.texts)

    @instant_extras.default
    def _instant_extras(self) -> tuple[DamageText, ...]:
        return _at_once(self.extras)

    @persists.default
    def _persists(self) -> bool:
        return any(text.persistent for text in (*self.texts, *self.extras))


@cache
def plan(strike: Strike, degree: str, *, twice: bool = False) -> Plan:
    """The damage of a Strike at a degree of success.

    Args:
        strike: The Strike.
        degree: One of `DEGREES`.
        twice: Whether dice are rolled twice instead of doubling the total (option critical_damage: double_dice).
    """
    texts = parse_damage(strike.damage)
    if degree == CRITICAL_FAILURE:
        return Plan(())
    if degree == FAILURE:
        return Plan(tuple(text for text in texts if text.category == "splash"))
    if not doubles(degree):
        return Plan(texts)
    extras = critical_extras(strike, texts)
    texts = fatal_dice(strike, texts)
    return Plan(rolled_twice(texts), extras) if twice else Plan(texts, extras, doubled=True)


@rule("pf2e.attack.critical", neutral=never)
def doubles(degree: str) -> bool:
    """A critical success of a Strike deals double damage."""
    return degree == CRITICAL_SUCCESS


@rule("pf2e.damage.double", neutral=first)
def rolled_twice(texts: tuple[DamageText, ...]) -> tuple[DamageText, ...]:
    """Dice rolled twice and fixed parts doubled; what persists is doubled so too, splash damage is not."""
    return tuple(
        text if text.category == "splash" else evolve(text, count=2 * text.count, bonus=2 * text.bonus)
        for text in texts
    )


@rule("pf2e.damage.critical_extras", neutral=empty)
def critical_extras(strike: Strike, texts: tuple[DamageText, ...]) -> tuple[DamageText, ...]:
    """What a critical hit adds, not doubled: deadly dice and damage stated for it.

    A deadly die becomes two dice for a weapon of three dice, three for one of four;
    a stated number of them (``deadly 2d8``) stays as it is.
    """
    stated, sides = trait_dice(strike.traits, "deadly")
    count = stated or max(texts[0].count - 1, 1)
    deadly = (DamageText(count, sides, 0, texts[0].type),) if sides else ()
    size = trait_die(strike.traits, "fatal")
    fatal = (DamageText(1, size, 0, texts[0].type),) if size else ()
    return deadly + fatal + (parse_damage(strike.critical) if strike.critical else ())


@rule("pf2e.damage.fatal", neutral=lambda strike, texts: texts)
def fatal_dice(strike: Strike, texts: tuple[DamageText, ...]) -> tuple[DamageText, ...]:
    """On a critical hit the dice of a fatal weapon are of the fatal size."""
    size = trait_die(strike.traits, "fatal")
    return (evolve(texts[0], sides=size), *texts[1:]) if size else texts


def deal_strike(
    game: Game, who: str, target: str, name: str, strike: Strike, degree: str, action: int, cause: int
) -> Play:
    """Roll and deal a Strike's damage at a degree of success; splash damage reaches the target of a plain failure."""
    state = game.state
    critical = degree == CRITICAL_SUCCESS
    twice = critical and _rolls_twice(state, target, strike)
    planned = plan(strike, degree, twice=twice)
    if not planned.instant and not planned.instant_extras:
        return
    hit = strike_hit(who, target, name, strike, action, critical=critical)
    instant = planned.instant
    extras: tuple[Modifier, ...] = ()
    if degree != FAILURE:
        instant, extras = _added(state, state.creatures[who], strike, instant, 2 if twice else 1)
    parts = yield from roll_damage(game, who, name, instant, cause, extras=extras, unscaled=planned.instant_extras)
    scaled = evolve(hit, scale="double") if planned.doubled else hit
    applied = yield from deal(game, scaled, parts, cause)
    if planned.persists:
        yield from _lasting(game, target, planned, hit, scaled, applied)
    if degree != FAILURE:
        yield from _splash(game, target, hit, parts, applied)


def _added(
    state: State, creature: Creature, strike: Strike, instant: tuple[DamageText, ...], times: int
) -> tuple[tuple[DamageText, ...], tuple[Modifier, ...]]:
    """What is rolled, and what is added to it: what a derived Strike has is listed part by part."""
    own: tuple[Modifier, ...] = creature.data.parts.get(f"{key(strike.name)}/damage", ())
    extras = (*own, *situation(state, creature, f"damage/{damage_attribute(strike)}"))
    if own:
        listed = times * sum(part.value for part in own)
        instant = (evolve(instant[0], bonus=instant[0].bonus - listed), *instant[1:])
    if times > 1:
        extras = tuple(evolve(modifier, value=times * modifier.value) for modifier in extras)
    return instant, extras


def _rolls_twice(state: State, target: str, strike: Strike) -> bool:
    """Whether a critical hit rolls its dice twice; where it may be undone, the total is doubled."""
    if state.scenario.options["critical_damage"] != "double_dice":
        return False
    return not no_criticals(defenses(state.creatures[target]), strike_hit("", target, "", strike, 0, critical=True))


def _lasting(game: Game, target: str, planned: Plan, hit: Hit, scaled: Hit, cause: int) -> Play:
    """Start what persists."""
    for texts, each in ((planned.texts, scaled), (planned.extras, hit)):
        for text in texts:
            if text.persistent and game.state.creatures[target].status != DEAD:
                yield from start_persistent(game, each, text, cause)


def _at_once(texts: tuple[DamageText, ...]) -> tuple[DamageText, ...]:
    return tuple(text for text in texts if not text.persistent)


def _splash(game: Game, target: str, hit: Hit, parts: Sequence[DamagePart], cause: int) -> Play:
    """Splash damage reaches all others within 5 feet of whom it hit."""
    splash = [part for part in parts if part.category == "splash"]
    if splash:
        for other in near(game.state, target):
            yield from deal(game, evolve(hit, target=other), splash, cause)


def near(state: State, target: str) -> tuple[str, ...]:
    """Who stands or lies within 5 feet of a creature, in the order of the fight."""
    middle = state.creatures[target]
    return tuple(
        other.id
        for other in state.creatures.values()
        if other is not middle
        and other.status in (UP, DOWN)
        and distance(middle.at, middle.space, other.at, other.space) <= SPLASH_FEET
    )
