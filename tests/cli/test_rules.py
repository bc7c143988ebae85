"""``encounter rules``."""

from __future__ import annotations

import pytest

from sim.cli import main
from sim.rules.d20.checks import AREAS
from sim.rules.registry import RuleTable, rules, watching


@pytest.fixture
def cli(capsys, monkeypatch):
    """Runs a command line; returns its status, output and complaints."""
    monkeypatch.setenv("COLUMNS", "100")

    def run(*words):
        status = main([str(word) for word in words])
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return run


def test_tells_one_rule_in_words_with_its_term_source_place_and_cases(cli):
    status, out, _ = cli("rules", "d20.contest")
    assert status == 0
    for told in (
        "d20.contest",
        "Two or more sides",
        "Wettkampf",
        "001",
        "sim.rules.d20.checks.winner",
        "a tie for the",
    ):
        assert told in out


def test_lists_the_rules_of_a_system(cli):
    status, out, _ = cli("rules", "--ruleset", "d100")
    assert status == 0
    assert "d100.pass_attack" in out
    assert "25 of 25 rules are played, 0 of them partly." in out


def test_coverage_shows_the_cases_whose_run_used_a_rule(cli):
    status, out, _ = cli("rules", "--ruleset", "d20", "--coverage")
    assert status == 0, out
    assert "32 rules are played; the runs of the cases use 32 of them." in out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("rules", "d20.contets"), "there is no rule 'd20.contets' (did you mean 'd20.contest'?)"),
        (("rules", "--ruleset", "d21"), "there is no list of the rules of 'd21' (did you mean 'd20'?)"),
    ],
)
def test_unknown_names(cli, words, message):
    status, out, err = cli(*words)
    assert (status, out) == (2, "")
    assert message in err


def test_watching_sees_functions_and_rows_and_leaves_no_trace():
    with watching() as used:
        assert AREAS["poison"] == "con"
        rules()["d20.round_down"][0].function(7)
    assert used == {"d20.attribute_areas", "d20.round_down"}
    assert type(AREAS) is RuleTable
