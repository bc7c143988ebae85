from __future__ import annotations

import json

import pytest

from agents.scripted import scripted
from sim.model.errors import InputError
from sim.model.scenario import AgentSpec
from tests.agents.table import Faces, Listed, Someone, Table


def play(args, questions):
    """Answer (kind, legal actions) in turn, carrying the memory over as the log does; None is a refusal."""
    agent, memory, answers = scripted(AgentSpec("scripted", "list", args)), None, []
    for kind, *legal in questions:
        choice = agent.decide(Table(Someone("hero"), memory=memory, kind=kind), Listed(*legal), Faces())
        answers.append(str(choice.action))
        if answers[-1] != "pass":  # a declined window is no event, so its memory is lost
            memory = json.loads(json.dumps(choice.memory))
    return answers


def test_actions_come_in_order_and_then_the_turn_ends():
    actions = ["strike goblin-1 with sword", "stride 4,5", "end", "raise shield"]
    assert play(actions, [("action",)] * 6) == [*actions, "end", "end"]


def test_reactions_wait_until_they_are_legal():
    script = {"actions": ["raise shield"], "reactions": ["shield_block", "reactive_strike goblin-1 with sword"]}
    strike = "reactive_strike goblin-1 with sword"
    questions = [("reaction", strike, "pass"), ("action",), ("reaction", "shield_block", "pass")]
    questions += [("reaction", strike, "pass"), ("reaction", strike, "pass")]
    assert play(script, questions) == ["pass", "raise shield", "shield_block", strike, "pass"]


def test_choices_take_the_first_option_unless_listed():
    questions = [("choice", "resist fire", "resist cold")] * 2
    assert play({"reactions": ["resist cold"]}, questions) == ["resist cold", "resist fire"]


def test_an_illegal_action_is_put_forward_all_the_same():
    assert play(["strike nobody"], [("action", "end")]) == ["strike nobody"]


@pytest.mark.parametrize(
    ("args", "parts"),
    [
        (["strike goblin with", "end", "7,,"], ["actions, entry 1: ", "actions, entry 3: "]),
        ([3], ["actions, entry 1: expected an action such as strike goblin-1, not 3"]),
        ({"reactions": ["pass"]}, ["reactions, entry 1: expected no pass"]),
        ({"reaction": []}, ["unknown key 'reaction' (did you mean 'reactions'?)"]),
        ({"actions": "end"}, ["actions: expected a list of actions"]),
        (None, ["expected a list of actions"]),
        ("end", ["expected a list of actions"]),
    ],
)
def test_every_fault_of_a_list_is_reported(args, parts):
    with pytest.raises(InputError) as wrong:
        scripted(AgentSpec("scripted", "list", args))
    messages = [problem.message for problem in wrong.value.problems]
    assert len(messages) == len(parts)
    for message, part in zip(messages, parts, strict=True):
        assert part in message
