"""The shipped policies and the random agent in real fights."""

from __future__ import annotations

import pytest

from sim.model.events import ActionChosen, ActionRefused, AgentFaulted, EngineFaulted
from tests.agents.staging import STOCK
from tests.agents.staging import fights as staged
from tests.support.logs import SHIPPED

BROKEN = (ActionRefused, AgentFaulted, EngineFaulted)


def fights(root, policy, count):
    for fight in staged(root, "ambush", policy, count):
        yield fight.state, [entry.event for entry in fight.entries]


POLICIES = (*STOCK, "basic-melee", "patient")


@pytest.mark.parametrize(("policy", "count"), [*((policy, 10) for policy in POLICIES), ("random", 1)])
def test_no_choice_is_refused_and_no_agent_breaks(root, policy, count):
    for state, events in fights(root, policy, count):
        assert [event for event in events if isinstance(event, BROKEN)] == []
        assert state.outcome is not None


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("name", SHIPPED)
def test_fights_of_every_system_come_to_an_end(root, name, policy):
    for fight in staged(root, name, policy, 6):
        assert [entry.event for entry in fight.entries if isinstance(entry.event, BROKEN)] == []
        assert fight.state.outcome.reason != "round limit"


@pytest.mark.parametrize(
    ("policy", "rules"),
    [
        ("brute", {"mend-ally", "use-ability", "strike-weakest", "close-in", "raise-shield-last"}),
        ("patient", {"wait", "come-back", "let-them-come", "strike-weakest", "close-in"}),
    ],
)
def test_the_rules_of_a_policy_are_used(root, policy, rules):
    chosen = [e for _, events in fights(root, policy, 10) for e in events if isinstance(e, ActionChosen)]
    assert rules <= {event.rule for event in chosen}
    assert all(event.reason.endswith(".") for event in chosen)


def test_brutes_do_not_repeat_what_is_at_will(root):
    for _, events in fights(root, "brute", 3):
        song, now = {}, 0
        for event in events:
            now = getattr(event, "number", now) if type(event).__name__ == "RoundStarted" else now
            if isinstance(event, ActionChosen) and event.action == "use marching-song":
                assert song.get(event.actor) != now
                song[event.actor] = now
