"""``encounter agents``."""

from __future__ import annotations

import pytest

from sim.cli import main
from sim.loading.library import shipped

FINE = """\
policy: plan
description: Strikes and goes home.
extends: base
rules:
  - {id: finish, target: {where: target.hp_pct < knobs.weak}, do: strike}
  - {id: hit, when: self.map < 2, target: {from: enemies}, do: strike, with: melee}
"""
BASE = """\
policy: base
knobs: {weak: 30}
rules:
  - {id: close-in, do: stride, to: {toward: enemies}}
  - {id: parry, on: reaction, do: shield_block}
otherwise: end_turn
"""


@pytest.fixture
def cli(capsys, monkeypatch, tmp_path):
    """Runs a command line in a folder with two policies; returns its status, output and complaints."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "plan.yaml").write_text(FINE, encoding="utf-8")
    (tmp_path / "base.yaml").write_text(BASE, encoding="utf-8")

    def run(*words):
        status = main(["agents", *map(str, words)])
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return run


@pytest.fixture
def lint(cli, tmp_path):
    """Checks the policy with these texts replaced; returns its status and the warnings."""

    def run(*changes, file="plan.yaml"):
        text = (tmp_path / file).read_text(encoding="utf-8")
        for before, after in changes:
            assert before in text
            text = text.replace(before, after)
        (tmp_path / file).write_text(text, encoding="utf-8")
        status, out, err = cli("lint", "plan")
        assert err == ""
        return status, out.replace(f"{tmp_path}/", "").splitlines()

    return run


# --- list --------------------------------------------------------------------------


def test_every_shipped_policy_and_plug_in_has_its_line(cli):
    status, out, _ = cli("list")
    lines = {line.split()[0]: line for line in out.splitlines()}
    assert status == 0
    assert {path.stem for path in (shipped() / "policies").glob("*.yaml")} < set(lines)
    assert "shipped  pf2e (d100, d20)  Hides as long as nobody can be struck" in lines["lurker"]
    assert "plug-in  d100, d20, pf2e   An agent that does anything legal" in lines["random"]


def test_policies_of_the_own_folder_come_first_and_hide_shipped_ones(cli, tmp_path):
    (tmp_path / "policies").mkdir()
    (tmp_path / "policies" / "brute.yaml").write_text(FINE.replace("plan", "brute"), encoding="utf-8")
    (tmp_path / "no-policy.yaml").write_text("name: Imp\n", encoding="utf-8")
    (tmp_path / "no-yaml.yaml").write_text("[", encoding="utf-8")
    lines = [line.split() for line in cli("list")[1].splitlines()]
    assert [line[:2] for line in lines[:3]] == [["base", "."], ["plan", "."], ["brute", "policies"]]
    assert [line[1] for line in lines if line[0] == "brute"] == ["policies"]
    assert not [line for line in lines if line[0].startswith("no-")]


def test_a_policy_that_is_wrong_is_listed_with_what_is_wrong(cli, tmp_path):
    (tmp_path / "plan.yaml").write_text(FINE.replace("do: strike}", "do: strik}"), encoding="utf-8")
    line = next(line for line in cli("list")[1].splitlines() if line.startswith("plan"))
    assert "plan.yaml:5:5: rule 'finish': no ruleset has an action 'strik' (did you mean 'strike'?)" in line


def test_a_system_with_some_of_the_rules_stands_in_brackets(cli, tmp_path):
    (tmp_path / "base.yaml").write_text(BASE.replace("shield_block", "pass"), encoding="utf-8")
    line = next(line for line in cli("list")[1].splitlines() if line.startswith("plan"))
    assert "d100, d20, pf2e" in line


# --- lint --------------------------------------------------------------------------


def test_shipped_policies_are_fine(cli):
    status, out, err = cli("lint", *sorted((shipped() / "policies").glob("*.yaml")))
    assert (status, err) == (0, "")
    assert {line.split(": ")[1] for line in out.splitlines()} == {"policy, fine"}


def test_a_policy_of_few_rules_is_fine(lint):
    assert lint() == (0, ["plan.yaml: policy, fine"])


FINISH = "{where: target.hp_pct < knobs.weak}, do: strike"


@pytest.mark.parametrize(
    ("changes", "warning"),
    [
        ([(FINISH, "{from: enemies}, do: strike")], "6:5: rule 'hit' never applies: rule 'finish' in line 5 does"),
        (
            [("{id: finish, target: " + FINISH, "{id: home, do: end_turn")],
            "5:5: rule 'home' always applies, so no rule",
        ),
        (
            [("id: hit, when: self.map < 2", "id: hit, when: knobs.weak > 30")],
            "6:21: rule 'hit' never applies: its 'when'",
        ),
        ([("when: self.map < 2", "unless: true")], "6:23: rule 'hit' never applies: its 'unless' is always true"),
        ([("extends: base", "extends: base\nknobs: {odd: 1}")], "4:9: no condition uses the knob 'odd'"),
    ],
)
def test_what_is_odd(lint, changes, warning):
    status, lines = lint(*changes)
    assert status == 1
    (line,) = lines
    assert line.startswith(f"warning: plan.yaml:{warning}")


def test_a_policy_that_leaves_its_end_open(lint):
    status, lines = lint(("otherwise: end_turn\n", ""), file="base.yaml")
    assert status == 1
    assert len(lines) == 1
    assert lines[0].startswith("warning: plan.yaml:1:1: otherwise is not stated, so the turn ends")


def test_a_policy_without_rules_for_actions(lint):
    status, lines = lint(("extends: base\n", "knobs: {weak: 30}\notherwise: end_turn\n"), ("id:", "on: reaction, id:"))
    assert status == 1
    assert "warning: plan.yaml:5:1: no rule is for actions, so every turn ends at once" in lines


HIT = "{id: hit, when: self.map < 2, target: {from: enemies}, do: strike, with: melee}"


@pytest.mark.parametrize(
    ("above", "below", "useless"),
    [
        ("do: strike", "do: strike, target: {from: enemies}", True),
        ("do: strike", "do: strike, target: {from: allies}", False),
        ("do: strike, target: {from: enemies}", "do: strike", False),
        ("do: strike, with: bow", "do: strike", False),
        ("do: strike", "do: strike, with: bow", True),
        ("do: [strike, draw]", "do: draw", True),
        ("do: draw", "do: [strike, draw]", False),
        ("do: use, once: round", "do: use", False),
        ("do: use, when: round > 2", "do: use, when: round>2 and self.prone", True),
        ("do: use, when: round > 2", 'do: use, when: "round > 2\\nand self.prone"', True),
        ("do: use, when: round > 2 and self.prone", "do: use, when: round > 2", False),
        ("do: use, unless: self.prone", "do: use, unless: self.prone or round > 2", True),
        ("do: use, unless: self.prone or round > 2", "do: use, unless: self.prone", False),
        ("do: use, target: {where: round > 1}", "do: use, target: {where: round > 1, pick: farthest}", True),
        ("do: use, target: {where: round > 1}", "do: use, target: {include_down: true}", False),
        ("do: use, target: {from: enemies}", "do: use, target: {include_down: true}", False),
        ("do: step, to: {toward: enemies}", "do: step, to: {away_from: enemies}", False),
        ("do: step, to: {toward: enemies}", "do: step, to: {toward: enemies}", True),
        (
            "do: stride, target: {from: enemies}, to: {away_from: target}",
            "do: stride, target: {where: target.prone}, to: {away_from: target}",
            False,
        ),
        ("on: reaction, do: readied", "on: reaction, do: readied, when: round > 1", True),
        ("on: reaction, do: pass", "on: reaction, do: pass, when: round > 1", True),
        ("on: reaction, do: readied", "on: choice, do: readied", False),
    ],
)
def test_only_rules_that_surely_never_apply_are_told(cli, tmp_path, above, below, useless):
    rules = f"rules:\n  - {{id: first, {above}}}\n  - {{id: second, {below}}}\n"
    (tmp_path / "two.yaml").write_text(f"policy: two\nextends: base\n{rules}", encoding="utf-8")
    status, out, err = cli("lint", "two.yaml")
    assert (status, err) == (int(useless), "")
    assert ("second" in out) == useless


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((), "nothing to check"),
        (("plam",), "there is no policy 'plam' (did you mean 'plan'?)"),
        (("lost.yaml",), "lost.yaml: there is no such file"),
        (("../plan",), "'../plan' leads out of its folder"),
    ],
)
def test_bad_input_is_one_message(cli, words, message):
    status, out, err = cli("lint", *words)
    assert (status, out) == (2, "")
    assert message in err


def test_what_is_wrong_comes_before_what_is_odd(cli, tmp_path):
    (tmp_path / "bad.yaml").write_text("policy: bad\nrules:\n  - {id: a, do: strike, whn: 1}\n", encoding="utf-8")
    (tmp_path / "odd.yaml").write_text("policy: odd\nextends: base\nknobs: {x: 1}\n", encoding="utf-8")
    status, out, err = cli("lint", "bad.yaml", "odd.yaml")
    assert status == 2
    assert "bad.yaml:3:5: policy 'bad', rule 'a': unknown key 'whn' in a rule (did you mean 'when'?)" in err
    assert out.startswith("warning: odd.yaml:3:9: ")


def test_an_id_that_stands_twice_in_one_file_is_wrong(cli, tmp_path):
    (tmp_path / "plan.yaml").write_text(FINE.replace("id: hit", "id: finish"), encoding="utf-8")
    status, _, err = cli("lint", "plan.yaml")
    assert status == 2
    assert err == "plan.yaml:6:10: rule 'finish' stands in line 5 already; expected each id once\n"
