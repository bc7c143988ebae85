"""The shipped policies and the random agent in real fights."""

from __future__ import annotations

import pytest
from attrs import evolve

from sim.engine.answers import AgentAnswers
from sim.engine.fight import Fight
from sim.loading.policies import Policies
from sim.loading.rulesets import agent_factory, ruleset
from sim.loading.scenario import load_scenario
from sim.model.dice import KeyedDice
from sim.model.events import ActionChosen, ActionRefused, AgentFaulted, EngineFaulted

BROKEN = (ActionRefused, AgentFaulted, EngineFaulted)


def fights(root, policy, count):
    scenario = load_scenario(root / "scenarios" / "ambush.yaml")
    spec = Policies(root / "scenarios").agent(policy)
    scenario = evolve(scenario, combatants=tuple(evolve(who, agent=spec) for who in scenario.combatants))
    rules, agent = ruleset(scenario.ruleset), agent_factory(spec.kind)(spec)
    answers = AgentAnswers({who.id: agent for who in scenario.combatants}, rules, 7, 0)
    for number in range(count):
        fight = Fight(scenario, rules, answers, KeyedDice.of(7, number), seed=7, fight=number)
        yield fight.run(), [entry.event for entry in fight.entries]


@pytest.mark.parametrize(("policy", "count"), [("basic-melee", 10), ("brute", 10), ("patient", 10), ("random", 1)])
def test_no_choice_is_refused_and_no_agent_breaks(root, policy, count):
    for state, events in fights(root, policy, count):
        assert [event for event in events if isinstance(event, BROKEN)] == []
        assert state.outcome is not None


@pytest.mark.parametrize("policy", ["basic-melee", "brute", "patient"])
def test_fights_come_to_an_end(root, policy):
    for state, _ in fights(root, policy, 10):
        assert state.outcome.reason != "round limit"


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
