"""Judged Hit Points: healing, Shield Block, hardness, death, dying and recovery."""

from __future__ import annotations

from attrs import evolve

from sim.model import events as ev
from sim.model.values import DamagePart, Effect, EffectModifier
from sim.rules.pf2e import health
from sim.rules.pf2e.damage import deal
from sim.rules.pf2e.data import Shield
from sim.rules.pf2e.healing import heal
from sim.rules.pf2e.hits import Hit
from tests.engine.table import BLOCK, SWORD, block, drive, found, one, play, scene, tell
from tests.shared.judged import judged

SUITE = "hp_shields_dying"


def table(given, **changes):
    """A state with creature a as the case has it, and b to hurt it."""
    data = block(hp=given.get("hp_max", 30), **changes)
    side = "foes" if given.get("undead_npc") else "heroes"
    other = "heroes" if side == "foes" else "foes"
    state = play(scene(one("a", side, (2, 2), data), one("b", other, (9, 9)))).state
    creature = state.creatures["a"]
    if given.get("hp", creature.hp) < creature.hp:
        tell(state, ev.DamageApplied(0, "b", "a", "judged", (), 0, 0, 0, creature.hp, given["hp"]))
    if "temp_hp" in given:
        tell(state, ev.TempHpChanged(0, "a", 0, given["temp_hp"]))
    for name in ("dying", "wounded", "doomed"):
        if name in given:
            tell(state, ev.ConditionChanged(0, "a", name, 0, given[name], "b"))
    return state


def hurt(state, amount, *traits):
    part = DamagePart("slashing", "", (), (), amount, True, "")
    return drive(state, deal, Hit("b", "a", "judged", 0, ("attack", *traits)), [part], 0)


def summary(state):
    creature = state.creatures["a"]
    return {
        "hp": creature.hp,
        "temp_hp": creature.temp_hp,
        "alive": creature.status != "dead",
        **{name: creature.conditions.get(name, 0) for name in ("dying", "wounded")},
    }


def check(case, found_):
    expect = case["expect"]
    assert {key: found_[key] for key in expect} == expect


@judged(SUITE, "healing")
def test_healing(case):
    given = case["given"]
    state = table(given)
    if "healing_penalty" in given:
        change = (EffectModifier("healing", "untyped", -given["healing_penalty"]),)
        tell(state, ev.EffectStarted(0, Effect(1, "judged", "a", "b", change)))
    drive(state, heal, "b", "a", given["healing"], 0)
    check(case, summary(state))


@judged(SUITE, "damage", "hp", without=("shield_block", "hardness"))
def test_damage_and_sudden_death(case):
    given = case["given"]
    undead = given.get("undead_npc", False)
    state = table(given, traits=("undead",) if undead else ())
    made = hurt(state, given["damage"], *given.get("tags", ())) if given["damage"] else []
    dead = any(isinstance(event, ev.CombatantDied) for event in made)
    causes = {"death" in given.get("tags", ()): "death-effect", undead: "destroyed"}
    death = causes.get(True, "massive-damage") if dead else None
    # the segments of a troop are no rule of the source texts
    check(
        {"expect": {k: v for k, v in case["expect"].items() if k not in ("threshold_crossed", "segments")}},
        summary(state) | {"instant_death": death},
    )


@judged(SUITE, "damage", "shield_block")
def test_shield_block(case):
    given = case["given"]
    stated = given["shield_block"]
    shield = Shield(bonus=2, hardness=stated["hardness"], hp=stated["hp"], broken=0)
    data = block(hp=given["hp"], ac=10, shield=shield, abilities=(BLOCK,), hardness=given.get("hardness", 0))
    sword = evolve(SWORD, damage=f"{given['damage']} slashing")
    fight = play(
        scene(one("a", "heroes", (2, 2), data), one("b", "foes", (3, 2), block(strikes=(sword,)))),
        {"a": ["raise shield"], "b": ["strike a with sword"]},
        {"a": ["shield_block"]},
    )
    creature = fight.state.creatures["a"]
    reduced = [each.event.amount for each in found(fight, ev.DamageReduced)]
    check(
        case,
        {
            "hp": creature.hp,
            "absorbed": sum(reduced),
            "shield_damage": stated["hp"] - creature.counters["shield_hp"],
        },
    )


@judged(SUITE, "damage", "hardness", without=("shield_block",))
def test_hardness(case):
    given = case["given"]
    state = table(given, hardness=given["hardness"])
    part = DamagePart("slashing", "", (), (), given["damage"], True, "")
    hit = Hit("b", "a", "judged", 0, ("attack",), materials=("adamantine",) if "adamantine" in given else ())
    drive(state, deal, hit, [part], 0)
    left = state.creatures["a"].hp
    check(case, {"hp": left, "absorbed_by_hardness": given["damage"] - (given["hp"] - left)})


@judged(SUITE, "doomed", without=("gain_dying", "die"))
def test_dying_value_that_kills(case):
    check(case, {"dying_threshold": health.dying_threshold(case["given"]["doomed"])})


@judged(SUITE, "gain_dying")
def test_gaining_dying(case):
    given = case["given"]
    state = table(given)
    blow = health.Blow("b", 1, critical=given["gain_dying"] == 2, nonlethal=False)
    drive(state, health.start_dying, "a", blow, 0)
    check(case, summary(state))


@judged(SUITE, "recover")
def test_losing_dying(case):
    state = table(case["given"])
    drive(state, health.lose_dying, "a", 0)
    check(case, summary(state))


@judged(SUITE, "die")
def test_recovery_checks(case):
    state = table(case["given"])
    made = drive(state, health.recovery_check, "a", 0, dice={"a/recovery": [case["given"]["die"]]})
    roll = made[0].roll
    check(case, summary(state) | {"dc": roll.dc, "degree": roll.degree.replace("_", "-")})
