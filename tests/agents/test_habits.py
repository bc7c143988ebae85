"""The stock policies do what their names promise, more than a brute does."""

from __future__ import annotations

from collections import Counter

import pytest

from sim.model import events as ev
from sim.model.actions import parse_action
from tests.agents.staging import fights

FIGHTS = 25


def habits(root, scenario, policy):
    """What was done in some fights, each as a count."""
    found = Counter()
    for fight in fights(root, scenario, policy, FIGHTS):
        for entry in fight.entries:
            found.update(habit(entry.event))
    return found


def habit(event):
    if isinstance(event, ev.ActionChosen) and event.kind == "action":
        yield parse_action(event.action).kind
    if isinstance(event, ev.AttackRolled):
        yield "attack"
        if any(part.label == "flanked" for part in event.roll.against):
            yield "flanking"
    if isinstance(event, ev.Healed) and event.hp_before == 0:
        yield "raised"


@pytest.mark.parametrize(
    ("policy", "scenario", "what"),
    [
        ("skirmisher", "weir", "flanking"),
        ("defender", "bench-4v4", "raise"),
        ("archer", "gorge", "take_cover"),
        ("leader", "lime-kiln", "raised"),
    ],
)
def test_a_policy_does_what_it_is_for(root, policy, scenario, what):
    ours, plain = habits(root, scenario, policy), habits(root, scenario, "brute")
    assert ours[what] * plain["attack"] > 1.1 * plain[what] * ours["attack"]
