"""Judged totals of modifiers, proficiency and attributes, and what conditions do to a creature's numbers."""

from __future__ import annotations

from sim.model.values import Modifier
from sim.rules.pf2e.conditions import gain
from sim.rules.pf2e.data import Ability, Save, Strike
from sim.rules.pf2e.derive import modifier_of, proficiency
from sim.rules.pf2e.numbers import armor_class, attack_bonus, damage_attribute, situation, statistic
from sim.rules.pf2e.saving import save_dc
from sim.rules.pf2e.stacking import stack
from tests.engine.table import SWORD, block, drive, one, play, scene
from tests.shared.judged import judged

SUITE = "modifiers_and_conditions"
RAY = Strike("ray", 9, "2d4 cold", ("spell",), range=60, attribute="cha")
HYPNOSIS = Ability(name="Hypnosis", traits=("spell",), range=60, save=Save(20, type="will"))


def sword_damage(state, who):
    return stack(situation(state, who, f"damage/{damage_attribute(SWORD)}"))[0]


STATISTICS = {
    "attack_penalty": lambda state, who: attack_bonus(state, who, SWORD)[0],
    "damage_penalty": sword_damage,
    "spell_attack_penalty": lambda state, who: attack_bonus(state, who, RAY)[0],
    "spell_dc_penalty": lambda state, who: save_dc(state, who, HYPNOSIS, HYPNOSIS.save)[0],
    "ac_penalty": lambda state, who: armor_class(state, who)[0],
    "fortitude_penalty": lambda state, who: statistic(state, who, "fortitude")[0],
    "reflex_penalty": lambda state, who: statistic(state, who, "reflex")[0],
    "max_hp_loss": lambda state, who: who.max_hp,
}


@judged(SUITE, "modifiers")
def test_total_of_modifiers(case):
    given = [Modifier(each["type"], "judged", each["value"], "pf2e.check.steps") for each in case["given"]["modifiers"]]
    assert stack(given)[0] == case["expect"]["total"]


@judged(SUITE, "level", "rank")
def test_proficiency(case):
    assert proficiency(case["given"]["rank"], case["given"]["level"]) == case["expect"]["proficiency_bonus"]


@judged(SUITE, "score")
def test_attribute_scores(case):
    assert modifier_of(case["given"]["score"]) == case["expect"]["modifier"]


@judged(SUITE, "conditions")
def test_what_conditions_take_off(case):
    given = case["given"]
    data = block(level=given.get("level", 1), hp=60, strikes=(SWORD, RAY), abilities=(HYPNOSIS,))
    state = play(scene(one("a", "heroes", (2, 2), data), one("b", "foes", (9, 9)))).state
    creature = state.creatures["a"]
    before = {key: STATISTICS[key](state, creature) for key in case["expect"]}
    for name, value in given["conditions"].items():
        drive(state, gain, "a", name.replace("-", "_"), int(value), "b", 0)
    found = {key: before[key] - STATISTICS[key](state, creature) for key in case["expect"]}
    assert found == case["expect"]
