"""What fights deal out against distributions that icepool works out on its own, from the rules' text."""

from __future__ import annotations

import icepool
import pytest
from attrs import frozen

from sim.model.values import CRITICAL_FAILURE, CRITICAL_SUCCESS, DEGREES, FAILURE, SUCCESS
from sim.rules.pf2e.data import Changes, CheckChange, Resistance, Saves, Strike
from tests.rules.sampling import SIGMAS, TICKS, Trial, burns, sample, saves, strain, strikes


@frozen
class Setup:
    """A trial and, from the rules, its exact answer.

    Attributes:
        trial: What is done.
        bonus: Whole modifier of the roll.
        dc: What it is rolled against.
        damage: Damage as it arrives by degree, icepool dice; 0 for the others.
        die: The die that counts.
    """

    trial: Trial
    bonus: int
    dc: int
    damage: dict[str, icepool.Die]
    die: icepool.Die = icepool.d20


def hits(strike, bonus, ac, hit, critical, die=icepool.d20, target=(), **more):
    """A Strike with a whole modifier of ``bonus`` against an AC; damage of a hit and of a critical hit."""
    trial = strikes(strike, target={"ac": ac, **dict(target)}, **more)
    return Setup(trial, bonus, ac, {SUCCESS: hit, CRITICAL_SUCCESS: critical}, die)


def basic(make, text, dc, reflex, half, whole, double, target=()):
    """Damage with a basic save."""
    trial = make(text, dc, target={"saves": Saves(0, reflex, 0), **dict(target)})
    return Setup(trial, reflex, dc, {SUCCESS: half, FAILURE: whole, CRITICAL_FAILURE: double})


def at_least_0(die, less):
    return die.map(lambda amount: max(amount - less, 0))


def halved(die):
    return die.map(lambda amount: amount // 2)


def half_of_two(fire, acid):
    """Half of both together, the odd point with the acid; then 3 off the fire."""
    return max(fire // 2 - 3, 0) + (fire + acid) // 2 - fire // 2


def persisting(tick, more=TICKS):
    """At most so many ticks, with a flat check DC 15 after each."""
    rest = persisting(tick, more - 1) if more > 1 else 0
    return tick + icepool.d20.map(lambda face: 0 if face >= 15 else rest)


d4, d6, d8, d10 = icepool.d4, icepool.d6, icepool.d8, icepool.d10
FORTUNE = Changes(checks=(CheckChange("attack", roll="fortune"),))

SETUPS = {
    "plain": hits(Strike("sword", 9, "1d8+4 slashing"), 9, 18, d8 + 4, (d8 + 4) * 2),
    "second attack with an agile weapon": hits(
        Strike("dagger", 11, "1d4+3 piercing", ("agile",)), 11 - 4, 16, d4 + 3, (d4 + 3) * 2, attempt=2
    ),
    "third attack, hit only by a natural 20": hits(
        Strike("maul", 12, "2d6+5 bludgeoning"), 12 - 10, 23, 2 @ d6 + 5, (2 @ d6 + 5) * 2, attempt=3
    ),
    "deadly bow in its second range increment": hits(
        Strike("bow", 13, "1d8 piercing", ("deadly d10",), range=30), 13 - 2, 17, d8, d8 * 2 + d10, squares=9
    ),
    "deadly with three dice": hits(
        Strike("greatbow", 12, "3d8 piercing", ("deadly d10",), range=60), 12, 20, 3 @ d8, (3 @ d8) * 2 + 2 @ d10
    ),
    "fatal": hits(Strike("pick", 11, "1d6+3 piercing", ("fatal d10",)), 11, 18, d6 + 3, (d10 + 3) * 2 + d10),
    "two types, one resisted": hits(
        Strike("brand", 9, "1d8+2 slashing plus 1d6 fire"),
        9,
        17,
        at_least_0(d8 + 2, 5) + d6,
        at_least_0((d8 + 2) * 2, 5) + d6 * 2,
        target={"resistances": (Resistance("physical", 5),)},
    ),
    "double dice": hits(
        Strike("axe", 10, "2d6+5 slashing"), 10, 15, 2 @ d6 + 5, 4 @ d6 + 10, options={"critical_damage": "double_dice"}
    ),
    "weakness and immunity": hits(
        Strike("torch", 8, "1d4 bludgeoning plus 1d6+1 fire plus 1d6 cold"),
        8,
        16,
        d4 + (d6 + 1 + 5),
        d4 * 2 + ((d6 + 1) * 2 + 5),
        target={"weaknesses": {"fire": 5}, "immunities": ("cold",)},
    ),
    "fortune": hits(
        Strike("sword", 9, "1d8+4 slashing"), 9, 20, d8 + 4, (d8 + 4) * 2, icepool.d20.highest(2, 1), passive=FORTUNE
    ),
    "basic save": basic(saves, "6d6 fire", 20, 9, halved(6 @ d6), 6 @ d6, (6 @ d6) * 2),
    "basic save against two types, one resisted": basic(
        saves,
        "2d6 fire plus 2d4 acid",
        18,
        7,
        icepool.map(half_of_two, 2 @ d6, 2 @ d4),
        at_least_0(2 @ d6, 3) + 2 @ d4,
        at_least_0((2 @ d6) * 2, 3) + (2 @ d4) * 2,
        target={"resistances": (Resistance("fire", 3),)},
    ),
    "persistent damage with a basic save": basic(
        burns, "2d6 persistent fire", 20, 8, *(persisting(tick) for tick in (halved(2 @ d6), 2 @ d6, (2 @ d6) * 2))
    ),
}


def degree(face, bonus, dc):
    """Degrees by the text: 10 or more off the DC is critical, a natural 20 or 1 moves it one step."""
    step = [face + bonus > dc - 10, face + bonus >= dc, face + bonus >= dc + 10].count(True)
    return DEGREES[min(max(step + (face == 20) - (face == 1), 0), 3)]


def exact(setup):
    """Exact distributions of degree and of damage."""
    degrees = setup.die.map(lambda face: degree(face, setup.bonus, setup.dc))
    damage = degrees.map(dict.fromkeys(DEGREES, 0) | setup.damage)
    return probabilities(degrees), probabilities(damage)


def probabilities(die):
    return {outcome: float(die.probability(outcome)) for outcome in die.outcomes()}


def judge(setup, count):
    return tuple(strain(seen, due) for seen, due in zip(sample(setup.trial, count), exact(setup), strict=True))


@pytest.mark.parametrize("name", SETUPS)
def test_what_fights_deal_out_is_distributed_as_the_rules_say(name):
    assert max(judge(SETUPS[name], 4_000)) < SIGMAS


@pytest.mark.soak
@pytest.mark.parametrize("name", SETUPS)
def test_200000_outcomes_are_distributed_as_the_rules_say(name):
    by_degree, by_damage = judge(SETUPS[name], 200_000)
    print(f"\n{name}: chi-square beyond its mean {by_degree:+.2f} (degrees) and {by_damage:+.2f} (damage) deviations")
    assert max(by_degree, by_damage) < SIGMAS


@pytest.mark.parametrize("name", ["plain", "basic save", "persistent damage with a basic save"])
def test_a_bonus_that_is_one_off_would_be_seen(name):
    setup = SETUPS[name]
    too_good = Setup(setup.trial, setup.bonus + 1, setup.dc, setup.damage)
    assert (
        min(strain(seen, due) for seen, due in zip(sample(setup.trial, 6_000), exact(too_good), strict=True)) > SIGMAS
    )
