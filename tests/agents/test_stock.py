"""The stock policies do nothing that people at a table would laugh at."""

from __future__ import annotations

from collections import Counter

import pytest

from sim.model.events import ActionRefused, AgentFaulted, EngineFaulted
from tests.agents.staging import STOCK, fights
from tests.agents.watching import COUNTS, count

BROKEN = (ActionRefused, AgentFaulted, EngineFaulted)
CLOSE_IN = {"id": "go", "do": "stride", "to": {"toward": "enemies"}}
SHOOT = {"id": "shoot", "do": "strike", "with": "ranged"}
HIT = {"id": "hit", "do": "strike"}
STUPID = {
    "idle": [{"id": "hit", "when": "self.map == 0", "do": "strike"}, CLOSE_IN],
    "shot in melee": [SHOOT, HIT, CLOSE_IN],
    "struck the fallen": [
        {"id": "hit", "target": {"include_down": True, "pick": "lowest hp"}, "do": "strike"},
        CLOSE_IN,
    ],
}


PLACES = ("bench-4v4", "ambush", "weir", "lime-kiln", "gorge")


def counted(root, policy, number, place="bench-4v4"):
    found = Counter()
    for fight in fights(root, place, policy, number):
        assert not [entry.event for entry in fight.entries if isinstance(entry.event, BROKEN)]
        found += count(fight)
    return found


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("policy", STOCK)
def test_nobody_laughs_at_a_stock_policy(root, policy, place):
    assert counted(root, policy, 10, place) == {}


@pytest.mark.soak
@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("policy", STOCK)
def test_nobody_laughs_in_a_thousand_fights(root, policy, place):
    assert counted(root, policy, 1000, place) == {}


@pytest.mark.parametrize("what", STUPID)
def test_stupidity_is_noticed(root, what):
    found = counted(root, {"policy": "stupid", "rules": STUPID[what]}, 10)
    assert found[what] > 0


def test_walking_past_a_blade_is_noticed(root):
    assert any(count(fight)["provoking"] for fight in fights(root, "bench-4v4", "random", 60))


def test_every_count_has_its_stupid_policy():
    assert {*STUPID, "provoking"} == set(COUNTS)
