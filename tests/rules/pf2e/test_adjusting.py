"""Elite and weak creatures, beyond the judged cases."""

from __future__ import annotations

import pytest

from sim.loading.creatures import read_creature
from sim.loading.yaml_file import parse_yaml
from sim.rules.pf2e import Pf2e
from sim.rules.pf2e.adjusting import ADJUSTMENTS, changed
from sim.rules.pf2e.data import Ability, Save
from tests.engine.table import block

ELITE, WEAK = ADJUSTMENTS["elite"], ADJUSTMENTS["weak"]


@pytest.mark.parametrize(
    ("damage", "by", "after"),
    [
        ("1d8+4 slashing", 2, "1d8+6 slashing"),
        ("1d4+2 piercing plus 1d6 persistent bleed", -2, "1d4 piercing plus 1d6 persistent bleed"),
        ("1d6 fire", -2, "1d6-2 fire"),
        ("3 slashing", 2, "5 slashing"),
        ("1 piercing", -2, "1 piercing"),
        ("", 2, ""),
    ],
)
def test_the_first_part_of_damage_changes(damage, by, after):
    assert changed(damage, by) == after


def test_limited_abilities_change_their_damage_by_twice_as_much():
    breath = Ability(name="Breath", save=Save(20, basic="reflex"), damage="4d6 fire", recharge="1d4 rounds")
    gaze = Ability(name="Gaze", save=Save(20, type="will"), damage="2d6 mental")
    found = ELITE(block(abilities=(breath, gaze))).abilities
    assert [(one.damage, one.save.dc) for one in found] == [("4d6+4 fire", 22), ("2d6+2 mental", 22)]
    assert WEAK(block(abilities=(breath,))).abilities[0].damage == "4d6-4 fire"


@pytest.mark.parametrize(
    ("level", "hp", "elite", "weak"),
    [(-1, 6, (1, 16), (-1, 1)), (0, 15, (2, 25), (-1, 5)), (1, 20, (2, 30), (-1, 10)), (4, 60, (5, 75), (3, 45))],
)
def test_low_levels(level, hp, elite, weak):
    stated = block(level=level, hp=hp)
    assert [(one.level, one.hp) for one in (ELITE(stated), WEAK(stated))] == [elite, weak]


def test_numbers_that_were_derived_name_the_adjustment_among_their_parts():
    text = """\
name: Guard
level: 1
key: str
attributes: {str: 3, dex: 2, con: 1}
hp: {ancestry: 8, per_level: 10}
ranks: {martial: trained, unarmored: trained, fortitude: expert, reflex: trained, will: trained}
weapons: [{name: sword, category: martial, damage: 1d8 slashing, hands: 1}]
"""
    derived = read_creature(parse_yaml(text, "guard.yaml"), Pf2e())
    adjusted = ELITE(derived)
    for name, parts in adjusted.parts.items():
        assert (parts[-1].label, parts[-1].value) == ("elite", 2)
        assert parts[:-1] == derived.parts[name]
    assert adjusted.strikes[0].damage == "1d8+5 slashing"
