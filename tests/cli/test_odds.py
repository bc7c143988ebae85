"""``encounter odds``."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest

from sim.cli import main

LISA = """
name: Lisa
hp: 10
stats: {dex: 11}
skills: {drawing: {level: 3, stat: dex}}
"""


@pytest.fixture
def cli(capsys, monkeypatch, tmp_path):
    """Runs a command line in an empty folder; returns its status, output and complaints."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")

    def run(*words):
        status = main([str(word) for word in words])
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return run


def test_shows_every_modifier_each_degree_and_the_damage(cli):
    status, out, _ = cli("odds", "bench-4v4", "--actor", "archer", "--action", "strike reaver with shortbow")
    assert status == 0
    assert "d20 + 9 shortbow - 2 range vs DC 17" in out
    assert "critical success    5.0 %" in out
    assert "damage: 2.98 on average, rolled as 1d6 " in out


def test_without_a_weapon_the_best_is_meant(cli):
    named = cli("odds", "bench-4v4", "--actor", "archer", "--action", "strike reaver with shortbow")
    assert cli("odds", "bench-4v4", "--actor", "archer", "--action", "strike reaver") == named


ROW = """
ruleset: RULES
map: {size: [9, 9]}
sides: {heroes: {kind: pc}, foes: {kind: adversary}}
combatants:
  - {use: HERO, id: hero, side: heroes, at: [1, 1], agent: brute}
  - {use: FOE, id: foe, side: foes, at: [2, 1], agent: brute}
"""


@pytest.mark.parametrize(
    ("rules", "hero", "foe", "weapon", "rolled"),
    [
        ("pf2e", "parties/level-1/fighter", "creatures/hill-reaver", "longsword", "1d8 + 4 slashing"),
        ("d20", "d20/party/knight", "d20/creatures/gully-raider", "longsword", "1d8 + 4\n"),
        ("d100", "d100/party/blade", "d100/creatures/bog-spear", "longsword", "1d8 + 3\n"),
    ],
)
def test_a_blow_of_each_system(cli, tmp_path, rules, hero, foe, weapon, rolled):
    (tmp_path / "row.yaml").write_text(ROW.replace("RULES", rules).replace("HERO", hero).replace("FOE", foe))
    words = ("odds", "row.yaml", "--actor", "hero", "--action", "strike foe")
    status, out, _ = cli(*words)
    assert status == 0
    assert f"strike foe with {weapon}: " in out
    assert f"rolled as {rolled}" in out
    (found,) = json.loads(cli(*words, "--as-json")[1])
    chances = [sum(Fraction(one["exact"]) for one in found[what].values()) for what in ("degrees", "damage")]
    assert chances == [1, 1]
    assert found["modifiers"]
    assert found["rolled"][0]["dice"] == "1d8"


def test_what_is_not_possible_with_anything_is_told_of_the_first_thing(cli):
    status, _, err = cli("odds", "duel", "--actor", "fighter", "--action", "strike brute")
    assert status == 2
    assert err == "fighter cannot strike brute: brute is out of reach of longsword\n"


def test_json_holds_exact_fractions(cli):
    words = ("odds", "bench-4v4", "--actor", "archer", "--action", "strike reaver with shortbow", "--as-json")
    status, out, _ = cli(*words)
    (found,) = json.loads(out)
    assert status == 0
    assert found["degrees"]["success"] == {"exact": "1/2", "chance": 0.5}
    assert found["dc"] == 17


def test_a_single_check_of_each_system(cli, tmp_path):
    (tmp_path / "lisa.yaml").write_text(LISA, encoding="utf-8")
    drawing = cli("odds", "--ruleset", "d100", "--actor", "lisa.yaml", "--check", "drawing requires 2, dex 10")
    # the worked threshold 21: 21 to 95 are 75 of 100
    assert "against 21" in drawing[1]
    assert "success            75.0 %" in drawing[1]
    notice = cli("odds", "--ruleset", "d20", "--actor", "d20/party/scout", "--check", "notice vs 16")
    # senses 3: 13 to 19 succeed, a 20 critically
    assert "success            35.0 %" in notice[1]
    will = cli("odds", "--actor", "creatures/hill-reaver", "--check", "will vs 20")
    # +4 against DC 20: a 20 is a success made critical, 16 to 19 succeed
    assert "success            20.0 %" in will[1]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("odds", "--actor", "x"), "expected a scenario and an --action"),
        (("odds", "duel", "--actor", "x", "--action", "end"), "there is no 'x' at the beginning"),
        (("odds", "duel", "--actor", "x", "--check", "will vs 3"), "--check takes an --actor"),
        (("odds", "--actor", "creatures/hill-reaver", "--check", "wil vs 20"), "did you mean 'will'?"),
        (("odds", "--actor", "creatures/hill-reaver", "--check", "jump"), "'jump' is no check"),
        (("odds", "--actor", "creatures/hill-raver", "--check", "will vs 20"), "did you mean"),
    ],
)
def test_bad_input_is_one_message(cli, words, message):
    status, out, err = cli(*words)
    assert (status, out) == (2, "")
    assert message in err
