"""Judged encounters: adjustments of creatures, experience and budgets."""

from __future__ import annotations

from attrs import evolve

from sim.rules.pf2e.adjusting import ADJUSTMENTS
from sim.rules.pf2e.data import Ability, Save, Saves, Strike
from sim.rules.pf2e.experience import budgets, worth
from tests.engine.table import block
from tests.shared.judged import judged

SUITE = "encounter_budget_dcs_adjustments"


@judged(SUITE, "adjustment", "level", "hp")
def test_levels_and_hit_points(case):
    given = case["given"]
    found = ADJUSTMENTS[given["adjustment"]](block(level=given["level"], hp=given["hp"]))
    assert {"level": found.level, "hp": found.hp} == case["expect"]


@judged(SUITE, "adjustment", "strike")
def test_numbers_of_a_stat_block(case):
    given, expect = case["given"], case["expect"]

    def strike(of):
        return Strike("claw", of["strike"]["attack"], " plus ".join(of["strike"]["damage"]))

    spell = Ability(name="Ray", save=Save(given["spell_dc"], basic="reflex"))
    stated = block(ac=given["ac"], perception=given["perception"], strikes=(strike(given),), abilities=(spell,))
    found = ADJUSTMENTS[given["adjustment"]](evolve(stated, saves=Saves(given["fortitude"], 0, 0)))
    assert found.strikes == (strike(expect),)
    assert found.abilities[0].save.dc == expect["spell_dc"]
    assert (found.ac, found.perception) == (expect["ac"], expect["perception"])
    assert found.saves == Saves(expect["fortitude"], 2, 2)


@judged(SUITE, "difference")
def test_experience_for_one_creature(case):
    assert worth(case["given"]["difference"], 0) == case["expect"]["xp"]


@judged(SUITE, "party_size")
def test_budgets(case):
    # what hazards are worth is not judged: none are played
    found = budgets(case["given"]["party_size"])
    assert {threat: found[threat] for threat in case["expect"]["budgets"]} == case["expect"]["budgets"]
