"""``encounter inspect``, and characters that are wrongly built."""

from __future__ import annotations

import json

import pytest

from sim.cli import main

CHARACTER = """
name: Mara
level: 5
class: fighter
key: str
attributes: {str: 4, dex: 3, con: 2, int: 1, wis: 1, cha: 0}
hp: {ancestry: 8, per_level: 10}
ranks: {will: trained, martial: expert, heavy: trained, stealth: trained, warfare lore: expert}
armor: {name: plate, category: heavy, bonus: 6, dex_cap: 0, strength: 5, check_penalty: -3, speed_penalty: 10 ft}
weapons:
  - {name: longsword, category: martial, damage: 1d8 slashing plus 1d4 fire, hands: 1, striking: 1, plus: 1d6 cold}
sources: {order: {kind: focus, rank: trained, attribute: wis}}
abilities: [{name: Wave, area: 15 ft cone, source: order, save: {basic: reflex}, damage: 2d6 cold}]
"""

MODIFIERS = "attributes: {str: 4, dex: 3, con: 2, int: 1, wis: 1, cha: 0}"


@pytest.fixture
def inspect(capsys, monkeypatch, tmp_path):
    """Inspects a creature file of this text; returns status, output and complaints."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "120")

    def run(text, *words):
        (tmp_path / "it.yaml").write_text(text, encoding="utf-8")
        status = main(["inspect", "it.yaml", *words])
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return run


def test_lists_each_number_with_its_parts(inspect):
    status, out, _ = inspect(CHARACTER, "--as-json")
    numbers = {number["name"]: number for number in json.loads(out)["numbers"]}
    assert status == 0
    assert {name: number["value"] for name, number in numbers.items()} == {
        "level": "5",
        "AC": "23",  # 10 + 7 + 6, no Dexterity
        "Hit Points": "68",  # 8 + 5 x (10 + 2)
        "Fortitude": "+2",
        "Reflex": "+3",
        "Will": "+8",
        "Perception": "+1",
        "Stealth": "+7",  # 3 + 7 - 3: Strength is below that of the armor
        "Warfare lore": "+10",
        "land Speed": "15 ft",
        "longsword, attack": "+13",
        "longsword, damage": "2d8+4 slashing plus 1d4 fire plus 1d6 cold",
        "fist, attack": "+4",
        "fist, damage": "1d4+4 bludgeoning",
        "Wave, DC": "18",
    }
    assert [(p["type"], p["value"]) for p in numbers["AC"]["parts"]] == [("proficiency", 7), ("item", 6)]


def test_shows_the_sum(inspect):
    _, out, _ = inspect(CHARACTER)
    assert "10 + 7 trained + 6 plate (item)" in out


def test_attribute_scores_make_the_same_character(inspect):
    _, stated, _ = inspect(CHARACTER, "--as-json")
    scores = "scores: {str: 18, dex: 17, con: 14, int: 12, wis: 13, cha: 10}"
    assert inspect(CHARACTER.replace(MODIFIERS, scores), "--as-json") == (0, stated, "")


def test_a_stated_creature_has_no_parts(inspect):
    status, out, _ = inspect(
        "{name: Rat, level: 0, ac: 14, hp: 6, perception: 3, saves: {fortitude: 1, reflex: 5, will: 2}}"
    )
    assert status == 0
    assert "AC" in out
    assert "14" in out


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ("key: str", "key: strength", "unknown key 'strength'"),
        ("rank: trained", "rank: traind", "unknown rank 'traind' (did you mean 'trained'?)"),
        ("martial: expert", "martail: expert", "unknown martail 'martail' (did you mean 'martial'?)"),
        ("category: heavy", "category: plate", "unknown category 'plate'"),
        ("striking: 1", "striking: 4", "striking is 4; expected 0 to 3"),
        ("level: 5", "level: 21", "level is 21; expected 1 to 20"),
        ("ancestry: 8", "ancestry: 0", "ancestry is 0; expected at least 1"),
        (", attribute: wis", "", "a source of focus spells states its attribute"),
        ("source: order", "source: odrer", "unknown source 'odrer' (did you mean 'order'?)"),
        ("hands: 1", "hands: 1, spell: order, category: simpel", "unknown category 'simpel'"),
        ("check_penalty: -3", "check_penalty: 3", "a penalty is 0 or less, not 3"),
        ("damage: 1d8 slashing", "damage: 1d8 slashig", "unknown damage type 'slashig'"),
        (MODIFIERS, "attributes: {}", "expected attributes, such as"),
        (MODIFIERS, f"{MODIFIERS}\nscores: {{str: 18}}", "str is stated among attributes already"),
        (MODIFIERS, "scores: {str: 4}", "a score is 6 to 30, not 4; modifiers stand in attributes"),
        (MODIFIERS, "scores: {strength: 18}", "unknown strength 'strength'; expected one of str, dex"),
    ],
)
def test_tells_what_is_wrong_with_a_character(inspect, before, after, message):
    text = CHARACTER.replace("category: martial, ", "") if "simpel" in after else CHARACTER
    status, _, err = inspect(text.replace(before, after, 1))
    assert status == 2
    assert message in err
    assert err.startswith("it.yaml:")
