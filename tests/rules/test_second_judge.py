"""What fights deal out against the dice of pathfinder2e-stats, a simulator with rules of its own."""

from __future__ import annotations

from collections import Counter

import pathfinder2e_stats as pf2
import pytest
from attrs import frozen
from pathfinder2e_stats import Damage, DoS

from sim.model.values import DEGREES
from sim.rules.pf2e.data import Ability, Bonus, Changes, CheckChange, Raised, Resistance, Saves, Strike
from tests.rules.sampling import SIGMAS, TICKS, Rerolls, Trial, burns, casts, sample, saves, strain_between, strikes


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


def spell(text, bonus, ac, spec, *, target=(), check=(), damage=(), **more):
    """An ability with an attack roll."""
    trial = casts(text, bonus, target={"ac": ac, **dict(target)}, **more)
    return Pair(trial, {"bonus": bonus, "DC": ac, **dict(check)}, spec, dict(damage))


def save(make, text, dc, bonus, spec, *, target=(), check=(), damage=(), **more):
    trial = make(text, dc, target={"saves": Saves(bonus, bonus, bonus), **dict(target)}, **more)
    return Pair(trial, {"bonus": bonus, "DC": dc, **dict(check)}, spec, dict(damage))


def lucky(*changes, bonuses=()):
    """A passive ability that changes checks."""
    return {"abilities": (Ability(name="Gift", passive=Changes(bonuses=tuple(bonuses), checks=changes)),)}


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
    "hit only by a natural 20": attack(Strike("maul", 3, "2d8+4 bludgeoning"), 3, 24, Damage("bludgeoning", 2, 8, 4)),
    "missed only by a natural 1": attack(Strike("maul", 22, "1d12+9 slashing"), 22, 16, Damage("slashing", 1, 12, 9)),
    "deadly with three dice": attack(
        Strike("greatbow", 14, "3d8+2 piercing", ("deadly d10",)), 14, 17, Damage("piercing", 3, 8, 2, deadly=10)
    ),
    "fatal with an agile second attack": attack(
        Strike("claw", 16, "1d8+5 slashing", ("agile", "fatal d12")),
        16 - 4,
        17,
        Damage("slashing", 1, 8, 5, fatal=12),
        attempt=2,
    ),
    "third range increment": attack(
        Strike("sling", 15, "2d6+2 bludgeoning", range=20), 15 - 4, 19, Damage("bludgeoning", 2, 6, 2), squares=10
    ),
    "precision damage, resistance to all else": attack(
        Strike("dagger", 12, "1d4+4 piercing plus 2d6 precision", ("agile",)),
        12,
        18,
        Damage("piercing", 1, 4, 4) + Damage("piercing", 2, 6),
        target={"resistances": (Resistance("piercing", 7),)},
        damage={"resistances": {"piercing": 7}},
    ),
    "splash damage": attack(
        Strike("bomb", 10, "2d8 fire plus 2 splash fire", range=20),
        10,
        19,
        Damage("fire", 2, 8) + Damage("fire", 0, 0, 2, splash=True),
        damage={"splash_damage_targets": 1},
    ),
    "fortune": attack(
        Strike("sword", 9, "1d8+4 slashing"),
        9,
        21,
        Damage("slashing", 1, 8, 4),
        check={"fortune": True},
        passive=Changes(checks=(CheckChange("attack", roll="fortune"),)),
    ),
    "fortune and misfortune": attack(
        Strike("sword", 9, "1d8+4 slashing"),
        9,
        19,
        Damage("slashing", 1, 8, 4),
        check={"fortune": True, "misfortune": True},
        passive=Changes(checks=(CheckChange("attack", roll="fortune"), CheckChange("attack", roll="misfortune"))),
    ),
    "critical failures rolled again": attack(
        Strike("sword", 8, "2d4+4 slashing"),
        8,
        22,
        Damage("slashing", 2, 4, 4),
        check={"hero_point": DoS.critical_failure},
        damage={"dependent_dims": ["hp_reroll"]},
        passive=Changes(checks=(CheckChange("attack", roll="reroll_failure"),)),
        script=Rerolls,
    ),
    "bonuses of a song": attack(
        Strike("sword", 9, "1d8+4 slashing"),
        9 + 2,
        20,
        Damage("slashing", 1, 8, 4 + 1),
        passive=Changes((Bonus("attack", "status", 2), Bonus("attack", "status", 1), Bonus("damage", "status", 1))),
    ),
    "a ray": spell("3d4 force", 11, 18, Damage("force", 3, 4)),
    "a ray that incapacitates someone of a higher level": spell(
        "4d6 cold",
        13,
        18,
        Damage("cold", 4, 6),
        target={"level": 5},
        check={"incapacitation": -1},
        level=3,
        traits=("incapacitation",),
    ),
    "a save against incapacitation": save(
        saves,
        "5d6 mental",
        22,
        10,
        Damage("mental", 5, 6, basic_save=True),
        target={"level": 7},
        check={"incapacitation": True},
        level=3,
        traits=("incapacitation", "mental"),
        by="will",
    ),
    "evasion": save(
        saves,
        "4d8 electricity",
        19,
        11,
        Damage("electricity", 4, 8, basic_save=True),
        target=lucky(CheckChange("reflex", degree=1, only="success")),
        check={"evasion": True},
    ),
    "no critical failure": save(
        saves,
        "3d10 poison",
        24,
        8,
        Damage("poison", 3, 10, basic_save=True),
        target=lucky(CheckChange("fortitude", degree=1, only="critical_failure")),
        check={"allow_critical_failure": False},
        by="fortitude",
    ),
    "no critical success": save(
        saves,
        "6d4 sonic",
        15,
        9,
        Damage("sonic", 6, 4, basic_save=True),
        target=lucky(CheckChange("fortitude", degree=-1, only="critical_success")),
        check={"allow_critical_success": False},
        by="fortitude",
    ),
    "a save that is not basic": save(
        saves,
        "4d6 mental",
        20,
        8,
        {DoS.failure: [Damage("mental", 4, 6)], DoS.critical_failure: [Damage("mental", 4, 6)]},
        basic=False,
        by="will",
    ),
    "a burst against a weakness": save(
        saves,
        "3d6 cold plus 2d4 fire",
        19,
        8,
        Damage("cold", 3, 6, basic_save=True) + Damage("fire", 2, 4, basic_save=True),
        target={"weaknesses": {"cold": 4}, "resistances": (Resistance("fire", 3),)},
        damage={"weaknesses": {"cold": 4}, "resistances": {"fire": 3}},
        aim="at 3,5",
        area="10 ft burst",
    ),
    "a cone of a spell at a higher rank": save(
        saves,
        "2d6 cold",
        18,
        7,
        Damage("cold", 6, 6, basic_save=True),
        aim="at 3,5",
        area="15 ft cone",
        traits=("spell",),
        rank=1,
        cast_at=3,
        heighten={"+1": Raised("2d6 cold")},
    ),
    "persistent damage against a weakness": save(
        burns,
        "2d4 persistent fire",
        20,
        7,
        Damage("fire", 2, 4, persistent=True, basic_save=True),
        target={"weaknesses": {"fire": 3}},
        damage={"weaknesses": {"fire": 3}, "persistent_damage_rounds": TICKS},
    ),
    "persistent damage against a resistance": save(
        burns,
        "3d6 persistent acid",
        17,
        9,
        Damage("acid", 3, 6, persistent=True, basic_save=True),
        target={"resistances": (Resistance("acid", 5),)},
        damage={"resistances": {"acid": 5}, "persistent_damage_rounds": TICKS},
    ),
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
