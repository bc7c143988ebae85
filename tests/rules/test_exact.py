"""Strikes of the engine against distributions that icepool works out on its own, from the rules' text."""

from __future__ import annotations

import math
from collections import Counter

import icepool
import pytest
from attrs import Factory, frozen

from sim.model import events as ev
from sim.model.dice import KeyedDice
from sim.rules.pf2e.data import Resistance, Strike
from tests.engine.table import Says, block, found, one, scene, table

MISS, HIT, CRITICAL = "miss", "hit", "critical"
ROUNDS = 100
SIGMAS = 4
"""How far chi-square may lie above its mean, in its own standard deviations; dice are keyed, so this never flickers."""


@frozen
class Setup:
    """One kind of Strike and, from the rules, its exact answer.

    Attributes:
        strike: What is used.
        bonus: Whole attack modifier of the attack that is counted.
        dc: AC it is rolled against.
        hit: Damage of a hit as it arrives, an icepool die.
        critical: The same of a critical hit.
        attempt: Which attack of the turn is counted.
        squares: Distance to the target.
        target: What sets the target apart.
        options: The ruleset's options.
    """

    strike: Strike
    bonus: int
    dc: int
    hit: icepool.Die
    critical: icepool.Die
    attempt: int = 1
    squares: int = 1
    target: dict = Factory(dict)
    options: dict = Factory(dict)


def at_least_0(die, less):
    return die.map(lambda amount: max(amount - less, 0))


d4, d6, d8, d10 = icepool.d4, icepool.d6, icepool.d8, icepool.d10

SETUPS = {
    "plain": Setup(Strike("sword", 9, "1d8+4 slashing"), 9, 18, d8 + 4, (d8 + 4) * 2),
    "second attack with an agile weapon": Setup(
        Strike("dagger", 11, "1d4+3 piercing", ("agile",)), 11 - 4, 16, d4 + 3, (d4 + 3) * 2, attempt=2
    ),
    "third attack, hit only by a natural 20": Setup(
        Strike("maul", 12, "2d6+5 bludgeoning"), 12 - 10, 23, 2 @ d6 + 5, (2 @ d6 + 5) * 2, attempt=3
    ),
    "deadly bow in its second range increment": Setup(
        Strike("bow", 13, "1d8 piercing", ("deadly d10",), range=30), 13 - 2, 17, d8, d8 * 2 + d10, squares=9
    ),
    "two types, one resisted": Setup(
        Strike("brand", 9, "1d8+2 slashing plus 1d6 fire"),
        9,
        17,
        at_least_0(d8 + 2, 5) + d6,
        at_least_0((d8 + 2) * 2, 5) + d6 * 2,
        target={"resistances": (Resistance("physical", 5),)},
    ),
    "double dice": Setup(
        Strike("axe", 10, "2d6+5 slashing"), 10, 15, 2 @ d6 + 5, 4 @ d6 + 10, options={"critical_damage": "double_dice"}
    ),
    "weakness and immunity": Setup(
        Strike("torch", 8, "1d4 bludgeoning plus 1d6+1 fire plus 1d6 cold"),
        8,
        16,
        d4 + (d6 + 1 + 5),
        d4 * 2 + ((d6 + 1) * 2 + 5),
        target={"weaknesses": {"fire": 5}, "immunities": ("cold",)},
    ),
}


def degree(face, bonus, dc):
    """Degrees by the text: 10 or more beyond the DC is critical, a natural 20 or 1 moves it one step."""
    steps = [face + bonus <= dc - 10, face + bonus < dc, face + bonus < dc + 10].count(False)
    steps += (face == 20) - (face == 1)
    return {2: HIT, 3: CRITICAL, 4: CRITICAL}.get(steps, MISS)


def exact(setup):
    """Exact distributions of degree and of damage."""
    degrees = icepool.d20.map(lambda face: degree(face, setup.bonus, setup.dc))
    damage = degrees.map({MISS: 0, HIT: setup.hit, CRITICAL: setup.critical})
    return probabilities(degrees), probabilities(damage)


def probabilities(die):
    return {outcome: float(die.probability(outcome)) for outcome in die.outcomes()}


def rolled(setup, count, seed=1):
    """Count degrees and damage of so many attacks of real fights, a hundred rounds each."""
    degrees, damages = Counter(), Counter()
    name = setup.strike.name
    attacker = block("Attacker", strikes=(setup.strike,))
    target = block("Target", hp=10**6, ac=setup.dc, **setup.target)
    people = one("a", "heroes", (2, 5), attacker), one("t", "foes", (2 + setup.squares, 5), target)
    scenario = scene(*people, options=setup.options, round_limit=ROUNDS)
    turn = [f"strike t with {name}"] * setup.attempt + ["end"] * (setup.attempt < 3)
    for number in range(count // ROUNDS):
        fight = table(scenario, Says({"a": turn * ROUNDS}), KeyedDice.of(seed, number))
        fight.run()
        attacks = dict.fromkeys((entry.seq for entry in found(fight, ev.AttackRolled, attempt=setup.attempt)), 0)
        for _, _, applied in found(fight, ev.DamageApplied):
            if applied.cause in attacks:
                attacks[applied.cause] = applied.amount
        damages.update(attacks.values())
        degrees.update(word_of(fight.entries[seq - 1].event.roll.degree) for seq in attacks)
    assert degrees.total() == count
    return degrees, damages


def word_of(name):
    return {"success": HIT, "critical_success": CRITICAL}.get(name, MISS)


def strain(counts, chances):
    """Chi-square beyond its mean in standard deviations; outcomes expected fewer than 5 times are taken together."""
    assert set(counts) <= set(chances), "an impossible outcome"
    total = counts.total()
    rare = [outcome for outcome in chances if total * chances[outcome] < 5]
    cells = [(counts[outcome], total * chances[outcome]) for outcome in chances if outcome not in rare]
    if rare:
        cells.append((sum(counts[outcome] for outcome in rare), total * sum(chances[outcome] for outcome in rare)))
    freedom = len(cells) - 1
    return (sum((seen - due) ** 2 / due for seen, due in cells) - freedom) / math.sqrt(2 * freedom)


def judge(setup, count):
    return tuple(strain(seen, due) for seen, due in zip(rolled(setup, count), exact(setup), strict=True))


@pytest.mark.parametrize("name", SETUPS)
def test_strikes_are_distributed_as_the_rules_say(name):
    assert max(judge(SETUPS[name], 4_000)) < SIGMAS


@pytest.mark.soak
@pytest.mark.parametrize("name", SETUPS)
def test_200000_strikes_are_distributed_as_the_rules_say(name):
    by_degree, by_damage = judge(SETUPS[name], 200_000)
    print(f"\n{name}: chi-square beyond its mean {by_degree:+.2f} (degrees) and {by_damage:+.2f} (damage) deviations")
    assert max(by_degree, by_damage) < SIGMAS


def test_a_bonus_that_is_one_too_high_would_be_seen():
    plain = SETUPS["plain"]
    too_good = Setup(plain.strike, plain.bonus + 1, plain.dc, plain.hit, plain.critical)
    assert min(strain(seen, due) for seen, due in zip(rolled(plain, 4_000), exact(too_good), strict=True)) > SIGMAS
