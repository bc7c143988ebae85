from pathlib import Path

import pytest

from sim.loading.library import shipped
from sim.loading.policies import Policies
from sim.model.errors import InputError
from sim.model.scenario import AgentSpec

BASE = """\
policy: base
knobs: {bravery: 10, reach: 5}
rules:
  - {id: strike, target: {from: enemies}, do: strike}
  - {id: close-in, do: stride, to: {toward: enemies}}
otherwise: end_turn
reactions: none
"""
CHILD = """\
policy: child
extends: base
knobs: {bravery: 40}
rules:
  - {id: stand-up, do: stand}
  - {id: strike, when: knobs.bravery > 20, target: {from: enemies}, do: strike}
"""


def agent(folder: Path, written: object, **files: str) -> AgentSpec:
    for name, text in files.items():
        (folder / f"{name}.yaml").write_text(text)
    return Policies(folder).agent(written)


def faults(folder: Path, written: object, **files: str) -> list[str]:
    with pytest.raises(InputError) as caught:
        agent(folder, written, **files)
    return [str(problem).replace(f"{folder}/", "") for problem in caught.value.problems]


def test_parents_are_merged_in(tmp_path):
    spec = agent(tmp_path, "child", base=BASE, child=CHILD)
    assert (spec.kind, spec.name) == ("gambit", "child")
    assert spec.args["knobs"] == {"bravery": 40, "reach": 5}
    assert [rule["id"] for rule in spec.args["rules"]] == ["stand-up", "strike", "close-in"]
    assert spec.args["rules"][1]["when"] == "knobs.bravery > 20"
    assert (spec.args["otherwise"], spec.args["reactions"]) == ("end_turn", "none")
    assert "extends" not in spec.args


def test_nearer_policies_come_first(tmp_path):
    other = BASE.replace("base", "other").replace("bravery: 10", "bravery: 99, thirst: 1").replace("strike,", "hit,")
    spec = agent(tmp_path, "both", base=BASE, other=other, both="policy: both\nextends: [base, other]\n")
    assert spec.args["knobs"] == {"bravery": 10, "reach": 5, "thirst": 1}
    assert [rule["id"] for rule in spec.args["rules"]] == ["strike", "close-in", "hit"]


def test_the_scenarios_own_folders_come_before_the_shipped_one(tmp_path):
    (tmp_path / "policies").mkdir()
    shipped_rules = agent(tmp_path, "brute").args["rules"]
    assert len(shipped_rules) > 2
    (tmp_path / "policies" / "brute.yaml").write_text(BASE.replace("base", "brute"))
    assert len(agent(tmp_path, "brute").args["rules"]) == 2
    assert agent(tmp_path, "brute", brute="policy: brute\n").args["rules"] == []


@pytest.mark.parametrize("path", sorted((shipped() / "policies").glob("*.yaml")), ids=lambda path: path.stem)
def test_shipped_policies_are_sound(tmp_path, path):
    assert agent(tmp_path, path.stem).args["rules"]


def test_installed_agents_and_lists_of_actions(tmp_path):
    assert agent(tmp_path, "random") == AgentSpec("random", "random")
    assert agent(tmp_path, {"scripted": ["strike wolf", "end"]}).args == ["strike wolf", "end"]


@pytest.mark.parametrize(
    ("name", "files", "message"),
    [
        (
            "a",
            {"a": "policy: a\nextends: b\n", "b": "policy: b\nextends: [c]\n", "c": "policy: c\nextends: [a]\n"},
            "c.yaml:2:11: policies extend each other in a circle: a -> b -> c -> a",
        ),
        ("a", {"a": "policy: a\nextends: [a]\n"}, "a.yaml:2:11: policies extend each other in a circle: a -> a"),
        (
            "a",
            {"base": BASE, "a": "policy: a\nextends: [bass]\n"},
            "a.yaml:2:11: there is no policy 'bass' (did you mean 'base'?)",
        ),
        ("a", {"a": "policy: a\nruels: []\n"}, "a.yaml:2:1: unknown key 'ruels' (did you mean 'rules'?)"),
        ("a", {"a": "policy: a\nrules: [strike]\n"}, "a.yaml:2:9: expected a mapping, not the text 'strike'"),
        ("a", {"a": "rules: []\n"}, "a.yaml:1:1: the key 'policy' is missing"),
        ("a", {"a": "policy: a\nknobs: {x: 0.5}\n"}, "a.yaml:2:12: expected a whole number up to 2^53, not 0.5"),
        ("a", {"a": "policy: a\nrules:\n  - {id: [1], do: end}\n"}, "a.yaml:3:10: expected a text, not a list"),
        ("a", {"a": "policy: a\nrules: [\n"}, "a.yaml:3:1: not YAML: "),
    ],
)
def test_what_is_refused(tmp_path, name, files, message):
    (fault,) = faults(tmp_path, name, **files)
    assert fault.startswith(message)


def test_a_wrong_rule_is_shown_in_the_file_it_stands_in(tmp_path):
    base = BASE.replace("do: strike", "do: strike, whn: self.hp_pct < 5").replace("id: strike", "id: hit")
    own, inherited = faults(tmp_path, "child", base=base, child=CHILD.replace("> 20", ">"))
    assert own.startswith("child.yaml:6:5: policy 'child', rule 'strike': when: ")
    assert inherited == "base.yaml:4:5: policy 'child', rule 'hit': unknown key 'whn' in a rule (did you mean 'when'?)"


@pytest.mark.parametrize(
    ("written", "message"),
    [
        ("randomm", "unknown agent 'randomm' (did you mean 'random'?)"),
        ("brut", "unknown agent 'brut' (did you mean 'brute'?)"),
        ("zzz", "there is no policy 'zzz' in "),
        ("../up", "'../up' leads out of its folder"),
        ("", "'' is no name of a policy"),
        (7, "expected the name of a policy or {scripted: [actions]}, not the number 7"),
        ({"scripted": ["[["]}, "agent 'scripted', actions, entry 1: "),
        ({"scripted": 7}, "agent 'scripted': expected a list of actions such as "),
    ],
)
def test_agents_that_do_not_exist(tmp_path, written, message):
    (fault,) = faults(tmp_path, written)
    assert fault.startswith(message)


def test_an_action_that_no_ruleset_has_is_told_where_it_stands(tmp_path: Path):
    (tmp_path / "odd.yaml").write_text(
        "policy: odd\nrules:\n  - {id: up, do: fly}\n  - {id: hit, do: strik}\notherwise: dance\n"
    )
    with pytest.raises(InputError) as caught:
        Policies(tmp_path).agent("odd")
    told = [str(problem).removeprefix(f"{tmp_path}/") for problem in caught.value.problems]
    assert told[0].startswith("odd.yaml:3:5: rule 'up': no ruleset has an action 'fly'; known are ")
    assert told[1] == "odd.yaml:4:5: rule 'hit': no ruleset has an action 'strik' (did you mean 'strike'?)"
    assert told[2].startswith("odd.yaml:1:1: otherwise: no ruleset has an action 'dance'")
