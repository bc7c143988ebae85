"""What fights deal out against the dice of pathfinder2e-stats, a simulator with rules of its own."""

from __future__ import annotations

from collections import Counter

import pathfinder2e_stats as pf2
import pytest
from attrs import frozen
from pathfinder2e_stats import Damage

from sim.model.values import DEGREES
from sim.rules.pf2e.data import Changes, CheckChange, Resistance, Saves, Strike
from tests.rules.sampling import SIGMAS, TICKS, Trial, burns, sample, saves, strain_between, strikes


@frozen
class Pair:
    """A trial, and the same as the other simulator is told it: its check and its damage."""

    trial: Trial
    check: dict
    spec: object
    damage: dict


def attack(strike, bonus, ac, spec, *, target=(), check=(), damage=(), **more):
    trial = strikes(strike, target={"ac": ac, **dict(target)}, **more)
    return Pair(trial, {"bonus": bonus, "DC": ac, **dict(check)}, spec, dict(damage))


def save(make, text, dc, reflex, spec, *, target=(), damage=()):
    trial = make(text, dc, target={"saves": Saves(0, reflex, 0), **dict(target)})
    return Pair(trial, {"bonus": reflex, "DC": dc}, spec, dict(damage))


MISFORTUNE = Changes(checks=(CheckChange("attack", roll="misfortune"),))

PAIRS = {
    "plain Strike": attack(Strike("sword", 11, "2d6+4 slashing"), 11, 19, Damage("slashing", 2, 6, 4)),
    "third attack": attack(
        Strike("knife", 14, "1d4+4 piercing", ("agile",)), 14 - 8, 18, Damage("piercing", 1, 4, 4), attempt=3
    ),
    "deadly": attack(
        Strike("rapier", 12, "2d6+3 piercing", ("deadly d8",)), 12, 18, Damage("piercing", 2, 6, 3, deadly=8)
    ),
    "fatal": attack(
        Strike("pick", 11, "2d6+3 piercing", ("fatal d10",)), 11, 19, Damage("piercing", 2, 6, 3, fatal=10)
    ),
    "resistance": attack(
        Strike("sword", 10, "1d8+4 slashing plus 1d6 cold"),
        10,
        18,
        Damage("slashing", 1, 8, 4) + Damage("cold", 1, 6),
        target={"resistances": (Resistance("slashing", 5), Resistance("cold", 2))},
        damage={"resistances": {"slashing": 5, "cold": 2}},
    ),
    "weakness and immunity": attack(
        Strike("brand", 10, "1d6+1 bludgeoning plus 1d6 fire plus 1d8 acid"),
        10,
        17,
        Damage("bludgeoning", 1, 6, 1) + Damage("fire", 1, 6) + Damage("acid", 1, 8),
        target={"weaknesses": {"fire": 5}, "immunities": ("acid",)},
        damage={"weaknesses": {"fire": 5}, "immunities": ["acid"]},
    ),
    "misfortune": attack(
        Strike("sword", 12, "1d8+4 slashing"),
        12,
        18,
        Damage("slashing", 1, 8, 4),
        check={"misfortune": True},
        passive=MISFORTUNE,
    ),
    "basic save": save(saves, "6d6 fire", 21, 10, Damage("fire", 6, 6, basic_save=True)),
    "persistent damage": save(
        burns,
        "1d6+2 persistent acid",
        19,
        9,
        Damage("acid", 1, 6, 2, persistent=True, basic_save=True),
        damage={"persistent_damage_rounds": TICKS},
    ),
}


def told(pair, count):
    """Counts of the other simulator, its dice seeded."""
    pf2.seed(1)
    pf2.set_config(roll_size=count)
    result = pf2.damage(pf2.check(**pair.check), pair.spec, **pair.damage)
    degrees = Counter(DEGREES[int(step) + 1] for step in result.outcome.to_numpy())
    return degrees, Counter(int(amount) for amount in result.total_damage.to_numpy())


def judge(pair, count, theirs):
    return tuple(
        strain_between(ours, other) for ours, other in zip(sample(pair.trial, count), told(pair, theirs), strict=True)
    )


@pytest.mark.parametrize("name", PAIRS)
def test_both_simulators_deal_out_the_same(name):
    assert max(judge(PAIRS[name], 3_000, 100_000)) < SIGMAS


@pytest.mark.soak
@pytest.mark.parametrize("name", PAIRS)
def test_both_simulators_deal_out_the_same_200000_times(name):
    by_degree, by_damage = judge(PAIRS[name], 200_000, 200_000)
    print(f"\n{name}: chi-square beyond its mean {by_degree:+.2f} (degrees) and {by_damage:+.2f} (damage) deviations")
    assert max(by_degree, by_damage) < SIGMAS


def test_a_point_of_damage_more_would_be_seen():
    pair = PAIRS["plain Strike"]
    more = Pair(pair.trial, pair.check, Damage("slashing", 2, 6, 5), pair.damage)
    assert judge(more, 3_000, 100_000)[1] > SIGMAS
