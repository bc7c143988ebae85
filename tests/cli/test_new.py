"""``encounter new``: what it writes works at once."""

from __future__ import annotations

import pytest

from sim.cli import main
from sim.loading.rulesets import ruleset_names
from sim.loading.scenario import load_scenario
from sim.record.play import play

ARENA = """
ruleset: {ruleset}
map: {{size: [9, 9]}}
sides: {{ours: {{kind: pc}}, theirs: {{kind: adversary}}}}
combatants:
  - {{use: marsh-drake, id: one, side: ours, at: [1, 1], agent: night-guard}}
  - {{use: marsh-drake, id: other, side: theirs, at: [7, 7], agent: night-guard}}
"""


@pytest.fixture
def cli(capsys, monkeypatch, tmp_path):
    """Runs a command line in an empty folder; returns its status, output and complaints."""
    monkeypatch.chdir(tmp_path)

    def run(*words):
        status = main([str(word) for word in words])
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return run


@pytest.mark.parametrize("ruleset", ruleset_names())
def test_a_scenario_is_played_to_its_end(cli, tmp_path, ruleset):
    status, out, err = cli("new", "scenario", "Bridge Fight", "--ruleset", ruleset)
    assert (status, err) == (0, "")
    assert out == "Written: bridge-fight.yaml\nNext: encounter run bridge-fight.yaml\n"
    assert cli("validate", "bridge-fight.yaml")[0] == 0
    scenario = load_scenario(tmp_path / "bridge-fight.yaml")
    assert (scenario.title, scenario.ruleset) == ("Bridge Fight", ruleset)
    fight = play(scenario, seed=1, strict=True)
    assert fight.state.outcome.winners
    assert not fight.state.faulted


@pytest.mark.parametrize("ruleset", ruleset_names())
def test_a_creature_and_a_policy_fight(cli, tmp_path, ruleset):
    assert cli("new", "creature", "Marsh Drake", "--ruleset", ruleset)[0] == 0
    assert cli("new", "policy", "night-guard", "--ruleset", ruleset)[0] == 0
    assert cli("validate", "marsh-drake.yaml", "--ruleset", ruleset)[:2] == (0, "marsh-drake.yaml: creature, fine\n")
    assert "Marsh Drake" in cli("inspect", "marsh-drake.yaml", "--ruleset", ruleset)[1]
    assert cli("agents", "lint", "night-guard.yaml")[:2] == (0, "night-guard.yaml: policy, fine\n")
    (tmp_path / "arena.yaml").write_text(ARENA.format(ruleset=ruleset), encoding="utf-8")
    fight = play(load_scenario(tmp_path / "arena.yaml"), seed=1, strict=True)
    assert fight.state.outcome is not None
    used = {getattr(entry.event, "rule", "") for entry in fight.entries}
    assert "finish" in used


def test_a_folder_is_made_and_a_file_never_replaced_unasked(cli, tmp_path):
    words = ("new", "policy", "true", "--out", "my/policies")
    assert cli(*words)[1].startswith("Written: my/policies/true.yaml\n")
    path = tmp_path / "my" / "policies" / "true.yaml"
    assert cli("validate", path)[0] == 0  # it is a name there, not the truth value
    path.write_text("mine", encoding="utf-8")
    assert cli(*words) == (2, "", "my/policies/true.yaml: this is there already; --force replaces it\n")
    assert path.read_text() == "mine"
    assert cli(*words, "--force")[0] == 0
    assert path.read_text() != "mine"


@pytest.mark.parametrize(
    "name", ["../up", "a/b", "/x/y", "a\\b", "..", ".hidden", "", "日本", "a.yaml", 'a"b', "a\nb", "x" * 101]
)
def test_a_name_is_no_path(cli, tmp_path, name):
    status, out, err = cli("new", "creature", name)
    assert (status, out) == (2, "")
    assert "is no name; expected letters, digits, blanks and hyphens" in err
    assert not list(tmp_path.iterdir())


def test_what_cannot_be_written_is_told(cli, tmp_path):
    (tmp_path / "file").write_text("", encoding="utf-8")
    status, _, err = cli("new", "policy", "x", "--out", "file")
    assert (status, err.partition(": ")[0]) == (2, "file/x.yaml")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("dragon", "x"), 'Invalid value "dragon" for KIND'),
        (("creature", "x", "--ruleset", "d2"), "nothing to begin a creature of 'd2' with (did you mean 'd20'?)"),
        (("scenario", "x", "--ruleset", "gurps"), "expected one of d100, d20, pf2e"),
    ],
)
def test_bad_input_is_one_message(cli, words, message):
    status, _, err = cli("new", *words)
    assert status == 2
    assert message in err
