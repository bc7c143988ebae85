"""Judged totals of modifiers, proficiency and attributes, and what conditions do to a creature's numbers."""

from __future__ import annotations

import pytest

from sim.model import events as ev
from sim.model.reduce import reduce
from sim.model.values import Modifier
from sim.rules.pf2e.condition_table import MODIFIERS
from sim.rules.pf2e.numbers import armor_class, attack_bonus, statistic
from sim.rules.pf2e.stacking import stack
from tests.engine.table import SWORD, block, one, play, scene
from tests.shared.judged import judged

SUITE = "modifiers_and_conditions"
STATISTICS = {
    "attack_penalty": lambda state, who: attack_bonus(state, who, SWORD)[0],
    "ac_penalty": lambda state, who: armor_class(state, who)[0],
    "fortitude_penalty": lambda state, who: statistic(state, who, "fortitude")[0],
    "reflex_penalty": lambda state, who: statistic(state, who, "reflex")[0],
}


@judged(SUITE, "modifiers")
def test_total_of_modifiers(case):
    given = [Modifier(each["type"], "judged", each["value"], "pf2e.check.steps") for each in case["given"]["modifiers"]]
    assert stack(given)[0] == case["expect"]["total"]


@judged(SUITE, "conditions")
def test_what_conditions_take_off(case):
    state = play(
        scene(one("a", "heroes", (2, 2), block(level=case["given"].get("level", 1))), one("b", "foes", (9, 9)))
    ).state
    creature = state.creatures["a"]
    unknown = [key for key in case["expect"] if key not in STATISTICS]
    unknown += [name for name in case["given"]["conditions"] if name.replace("-", "_") not in MODIFIERS]
    if unknown:
        pytest.skip(f"not played: {', '.join(unknown)}")
    before = {key: read(state, creature) for key, read in STATISTICS.items()}
    for name, value in case["given"]["conditions"].items():
        event = ev.ConditionChanged(0, "a", name.replace("-", "_"), 0, int(value), "b")
        reduce(state, ev.Entry(state.seq + 1, state.t, event))
    found = {key: before[key] - STATISTICS[key](state, creature) for key in case["expect"]}
    assert found == case["expect"]
