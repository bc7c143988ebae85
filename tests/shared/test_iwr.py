"""Judged immunities, weaknesses and resistances, and the wording of their exceptions."""

from __future__ import annotations

from sim.model import events as ev
from sim.model.dice import KeyedDice
from sim.model.protocols import Game
from sim.rules.pf2e.data import Resistance
from sim.rules.pf2e.hits import Hit, Share
from sim.rules.pf2e.iwr import adjusted, through_hardness
from sim.rules.pf2e.persistent import start_persistent
from sim.rules.pf2e.texts import parse_damage, parse_exceptions, parse_guard, parse_properties
from tests.engine.table import block, one, play, scene
from tests.shared.judged import judged

KINDS = {"living": (), "undead": ("undead",), "construct": ("construct",)}


STEPS = ("unaffected", "immunity", "weakness", "resistance")


def word(name):
    return name.replace("-", " ")


def guard_text(guard):
    excepted = [word(name) for name in guard.get("exceptions", ())]
    return word(guard["type"]) + (f" except {' or '.join(excepted)}" if excepted else "")


def target_of(given):
    target = given["target"]
    unaffected = target.get("unaffected_by", ())
    assert unaffected in ((), ["vitality"])  # as all the living are
    data = block(
        hp=target.get("hp", 30),
        traits=KINDS[target.get("kind", "living")],
        immunities=tuple(map(word, target.get("immunities", ()))),
        weaknesses={guard_text(guard): guard["value"] for guard in target.get("weaknesses", ())},
        resistances=tuple(Resistance(guard_text(each), each["value"]) for each in target.get("resistances", ())),
        hardness=target.get("hardness", 0),
    )
    return play(scene(one("a", "heroes", (2, 2), data), one("b", "foes", (9, 9)))).state


def share_of(part):
    amount, precision = part["amount"], part.get("precision", 0)
    plain = part.get("undoubled_amount", amount)
    return Share(part["type"], amount, amount, plain, precision, precision * plain // amount)


def hit_of(given):
    parts = given["damage"]
    tags = [parse_properties(word(tag.partition(":")[2])) for tag in given.get("tags", ())]
    concussive = ("concussive",) if given.get("redirect") else ()
    lasting = ("persistent_damage",) if any(part.get("dealt_as_persistent") for part in parts) else ("attack",)
    return Hit(
        "b",
        "a",
        "judged",
        0,
        (*lasting, *concussive, *(name for tag in tags for name in tag)),
        critical=given.get("outcome") == "critical-success",
        materials=tuple(material for part in parts for material in part.get("materials", ())),
        ignores=tuple(kind for part in parts for kind in part.get("ignores_resistance", ())),
    )


def steps_of(shares):
    """As the judge counts them: what each step took or added, kind by kind."""
    found = []
    for share in shares:
        before = share.rolled
        for step in share.steps:
            found.append([step.step, step.label.replace("_", "-"), step.after - before])
            before = step.after
    return sorted(found, key=lambda step: STEPS.index(step[0]))


@judged("iwr", "damage")
def test_what_is_left_of_damage(case):
    given, expect = case["given"], case["expect"]
    state = target_of(given)
    creature, hit = state.creatures["a"], hit_of(given)
    shares = adjusted(creature, [share_of(part) for part in given["damage"] if "amount" in part], hit)
    applied = sum(share.amount for share in shares)
    found = {"applied": applied, "applied_before_hardness": applied, "steps": steps_of(shares)}
    left = sum(share.amount for share in through_hardness(creature.data.hardness, shares, hit))
    found["hp"] = creature.hp - left
    found["persistent"] = lasting(state, hit, given["damage"])
    assert {key: found[key] for key in expect} == expect


def lasting(state, hit, parts):
    """Persistent damage that begins."""
    started = []
    for part in parts:
        if "persistent_formula" in part:
            (text,) = parse_damage(f"{part['persistent_formula']} persistent {part['type']}")
            started += start_persistent(Game(state, KeyedDice.of(1, 0)), hit, text, 0)
    effects = [event.effect.detail.split() for event in started if isinstance(event, ev.EffectStarted)]
    return [{"type": kind, "formula": dice} for _, dice, kind, *_ in effects]


@judged("iwr_exception_text", "text")
def test_wording_of_exceptions(case):
    text, expect = case["given"]["text"], case["expect"]
    found = parse_guard(f"all damage {text}")[1] if text else parse_exceptions(text)
    wanted = [[name.replace("-", "_") for name in words] for words in expect["any_of_all_of"]]
    assert [list(words) for words in found.any_of] == wanted
    assert found.double_vs_nonmagical is expect["double_vs_non_magical"]
