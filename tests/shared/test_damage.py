"""Judged damage: what is rolled at each degree, what is doubled or halved, and what weaknesses make of it."""

from __future__ import annotations

import re

import icepool

from sim.model import events as ev
from sim.model.dice import KeyedDice
from sim.model.protocols import Game
from sim.model.values import DEGREES, DamagePart, Modifier
from sim.rules.pf2e.abilities import basic_scale
from sim.rules.pf2e.damage import at_least_one, bonus_of, rolled
from sim.rules.pf2e.data import Resistance, Strike
from sim.rules.pf2e.hits import Hit, shares_of
from sim.rules.pf2e.iwr import adjusted
from sim.rules.pf2e.persistent import start_persistent
from sim.rules.pf2e.strike_damage import plan
from sim.rules.pf2e.texts import parse_damage
from tests.engine.table import block, found, one, play, scene
from tests.shared.judged import judged

SUITE = "damage_and_criticals"


def own(degree):
    return degree.replace("-", "_")


def die(formula):
    """Distribution of ``2*(1d6+4)+1d8``."""
    doubled = re.match(r"^2\*\((.*?)\)(.*)$", formula)
    if doubled:
        rest = doubled[2].lstrip("+ ")
        return 2 * die(doubled[1]) + (die(rest) if rest else 0)
    total = icepool.d(1) - 1
    for term in re.findall(r"[+-]?[\dd]+", formula.replace(" ", "")):
        count, _, sides = term.lstrip("+").partition("d")
        total += int(count) @ icepool.d(int(sides)) if sides else int(count)
    return total


def die_of(texts):
    """Distribution of damage texts."""
    total = icepool.d(1) - 1
    for text in texts:
        total += text.bonus + (text.count @ icepool.d(text.sides) if text.count else 0)
    return total


def die_at(strike, degree):
    planned = plan(strike, degree)
    return (2 if planned.doubled else 1) * die_of(planned.instant) + die_of(planned.instant_extras)


def victim(**changes):
    return play(scene(one("a", "heroes", (2, 2), block(**changes)), one("b", "foes", (9, 9)))).state


def left(state, amounts, kind, *, scale="", traits=(), categories=()):
    """Damage of one type that a creature takes."""
    wheres = (*categories, *[""] * len(amounts))
    parts = [
        DamagePart(kind, "", (), (), each, where == "", where) for each, where in zip(amounts, wheres, strict=False)
    ]
    hit = Hit("b", "a", "judged", 0, (*traits, kind), scale)
    return sum(share.amount for share in adjusted(state.creatures["a"], shares_of(parts, hit), hit))


@judged(SUITE, "terms")
def test_what_is_added_up(case):
    texts = [text for term in case["given"]["terms"] for text in parse_damage(f"{term} fire")]
    assert die_of(texts) == die(case["expect"]["formula"])


@judged(SUITE, "base", without=("splash", "increment"))
def test_dice_at_each_degree(case):
    given = case["given"]
    traits = tuple(f"{name} {given[name]}" for name in ("deadly", "fatal") if name in given)
    strike = Strike("judged", 0, f"{given['base']} slashing", traits)
    for degree, formula in case["expect"].items():
        assert die_at(strike, own(degree)) == die(formula), degree


@judged(SUITE, "base", "splash")
def test_splash_damage(case):
    given = case["given"]
    amount = given["splash"]["amount"]
    strike = Strike("judged", 0, f"{given['base']} slashing plus {amount} splash {given['splash']['type']}")
    for degree, formula in case["expect"].items():
        planned = plan(strike, own(degree))
        splash = [text for text in planned.instant if text.category == "splash"]
        others = [text for text in planned.instant if text.category != "splash"]
        told = re.match(r"^(?:(.*) \+ )?(\d+) splash|^none", formula)
        assert sum(text.bonus for text in splash) == int(told[2] or 0)
        assert (2 if planned.doubled else 1) * die_of(others) == die(told[1] or "0")


def test_splash_damage_of_a_failure_reaches_the_target_only():
    bomb = Strike("bomb", 0, "1d6 slashing plus 1 splash fire", range=20)
    thrower = one("a", "heroes", (2, 2), block(strikes=(bomb,)))
    fight = play(scene(thrower, one("b", "foes", (4, 4)), one("c", "foes", (5, 4))), {"a": ["strike b with bomb"]})
    assert [each.event.target for each in found(fight, ev.DamageApplied)] == ["b"]


@judged(SUITE, "roll", "modifier")
def test_least_damage(case):
    bonus, _ = bonus_of((Modifier("untyped", "judged", case["given"]["modifier"], ""),))
    total = rolled((case["given"]["roll"],), bonus)
    (part,) = at_least_one([DamagePart("fire", "", (), (), total, True, "")])
    assert part.total == case["expect"]["amount"]


@judged(SUITE, "rolled", "save")
def test_basic_saves(case):
    given = case["given"]
    state = victim(
        weaknesses={"fire": given["weakness"]} if "weakness" in given else {},
        resistances=(Resistance("fire", given["resistance"]),) if "resistance" in given else (),
    )
    assert set(case["expect"]) <= {degree.replace("_", "-") for degree in DEGREES}
    for degree, amount in case["expect"].items():
        avoided = own(degree) == "critical_success"
        taken = 0 if avoided else left(state, [given["rolled"]], "fire", scale=basic_scale(own(degree)))
        assert taken == amount, degree


@judged(SUITE, "parts", "weakness")
def test_parts_of_one_type_meet_a_weakness_once(case):
    given = case["given"]
    state = victim(weaknesses={given["type"]: given["weakness"]})
    assert left(state, given["parts"], given["type"]) == case["expect"]["applied"]


@judged(SUITE, "direct", "splash", "weakness")
def test_splash_adds_to_direct_damage(case):
    given = case["given"]
    state = victim(weaknesses={given["type"]: given["weakness"]})
    found_ = {
        "main_target": left(state, [given["splash"], given["direct"]], given["type"], categories=("splash",)),
        "bystander": left(state, [given["splash"]], given["type"], categories=("splash",)),
    }
    assert found_ == case["expect"]


@judged(SUITE, "tick", "weakness")
def test_persistent_damage_meets_a_weakness_each_time(case):
    given = case["given"]
    state = victim(weaknesses={given["type"]: given["weakness"]})
    taken = [left(state, [given["tick"]], given["type"], traits=("persistent_damage",)) for _ in range(2)]
    assert taken == [case["expect"]["per_tick"]] * 2


@judged(SUITE, "persistent")
def test_persistent_damage_of_a_critical_hit(case):
    (text,) = parse_damage(f"{case['given']['persistent']} persistent fire")
    hit = Hit("b", "a", "judged", 0, ("attack",), "double", critical=True)
    (started,) = start_persistent(Game(victim(), KeyedDice.of(1, 0)), hit, text, 0)
    times, dice, kind = started.effect.detail.split()
    assert (times, kind) == ("2/1", "fire")
    assert 2 * die(dice) == die(case["expect"]["critical-success"])
