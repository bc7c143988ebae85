"""What a fight on foot is made of is played: every rule of the heart of the catalogue is registered."""

from __future__ import annotations

import pytest

from sim.loading.catalogue import read_catalogue
from sim.rules import pf2e  # noqa: F401 - registers its rules
from sim.rules.registry import rules

GROUPS = ("checks", "attacks", "damage", "encounter", "reactions", "conditions")
"""Groups of the catalogue of which every rule is played."""

ACTIONS = (
    *("strike", "stride", "step", "stand", "drop_prone", "crawl", "escape", "take_cover", "interact", "release"),
    *("raise_shield", "delay", "delay_lapse", "delay_effects", "ready", "ready_map", "aid"),
    *("grapple", "shove", "trip", "disarm", "demoralize", "feint", "tumble_through"),
    *("basic", "costs", "subordinate", "skill_attacks"),
)
MOVES = (
    *("diagonals", "speed_limit", "cost", "size_space_reach", "reach", "reach_diagonal"),
    *("tiny", "tiny_through", "tiny_reach", "through", "through_sizes", "end_occupied", "share_prone"),
    *("space_conflict", "climb_body", "objects", "forced", "forced_path", "forced_stop", "forced_hazard"),
)
TERRAIN = ("difficult", "greater_difficult", "difficult_ignored", "hazardous")
POSITIONS = (
    *("flanking", "flanking_able", "flanking_effect", "line_of_effect"),
    *("cover", "cover_line", "cover_creature", "cover_large_creature", "cover_area", "cover_relative", "cover_hide"),
    *("cover_small", "cover_arrow_slit", "cover_lean"),
)
UNSEEN = ("hidden", "undetected", "concealed", "detection")

ON_FOOT = (
    *(f"pf2e.action.{name}" for name in ACTIONS),
    *(f"pf2e.move.{name}" for name in MOVES),
    *(f"pf2e.terrain.{name}" for name in TERRAIN),
    *(f"pf2e.position.{name}" for name in POSITIONS),
    *(f"pf2e.condition.{name}" for name in UNSEEN),
)
"""Of actions and movement those of creatures that walk and fight with weapons in hand."""

CATALOGUE = read_catalogue("pf2e")


@pytest.mark.parametrize("group", GROUPS)
def test_every_rule_of_a_group_is_played(group):
    assert [rule.id for rule in CATALOGUE[group] if rule.id not in rules()] == []


def test_every_rule_of_a_fight_on_foot_is_played():
    assert [name for name in ON_FOOT if name not in rules()] == []


def test_what_is_demanded_stands_in_the_catalogue():
    known = {rule.id for group in CATALOGUE.values() for rule in group}
    assert [name for name in ON_FOOT if name not in known] == []
