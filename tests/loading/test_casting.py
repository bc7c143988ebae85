"""Spells and items that are written wrongly are told so, at their place."""

from __future__ import annotations

import pytest

from sim.cli.validate import validate
from sim.loading.creatures import read_creature
from sim.loading.rulesets import ruleset
from sim.loading.yaml_file import read_yaml
from sim.model.errors import InputError

ADEPT = """name: Adept
level: 2
perception: 6
ac: 16
hp: 24
saves: {fortitude: 5, reflex: 7, will: 9}
slots: {rank-1: 2}
abilities:
  - {name: Ray, range: 60 ft, attack: 8, damage: 2d4 cold}
  - {name: Hail, slot: rank-1, area: 10 ft burst, range: 30 ft, damage: 2d6 cold}
  - {name: Wand, uses: 1, range: 60 ft, damage: 3d6 cold}
  - {name: Hex, rank: 2, range: 60 ft, save: {type: will, dc: 18}, heighten: {+1: {damage: 1d6 mental}}}
"""


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ("rank-1: 2", "rank-1: -1", "adept.yaml:7:17: rank-1 is -1; expected 0 to 100"),
        ("slot: rank-1", "slot: rank-2", "adept.yaml:10:24: unknown slot 'rank-2' (did you mean 'rank-1'?)"),
        ("uses: 1", "uses: 101", "adept.yaml:11:24: uses is 101; expected 0 to 100"),
        ("uses: 1", "uses: 1, slot: rank-1", "an ability has either uses of its own or a slot, not both"),
        ("attack: 8", "attack: 8, area: 10 ft burst", "expected no area, save or affliction"),
        ("attack: 8", "attack: 8, spell_attack: true", "expected either attack or spell_attack: true"),
        ("attack: 8", "spell_attack: true", "the creature has no source of magic; expected attack: and a number"),
        ("dc: 18", "dc: 0", "expected a dc, or a source of magic that makes it"),
        ("rank: 2", "rank: 2, source: arcane", "unknown source 'arcane'"),
        ("rank: 2", "rank: 11", "adept.yaml:12:23: rank is 11; expected 0 to 10"),
        ("rank: 2", "rank: 2, cast_at: 1", "a spell of rank 2 is cast at 2 at least"),
        ("rank: 2, ", "", "only spells are heightened; expected a rank"),
        ("+1:", "+0:", "'+0' is no step; expected +1 for each rank more, or a rank such as 5"),
        ("damage: 1d6 mental", "damage: 1d6 mentl", "unknown damage type 'mentl' (did you mean 'mental'?)"),
        (
            "{damage: 1d6 mental}",
            "{range: 60 ft}",
            "there is no more range for each step; write it under a rank",
        ),
        ("+1: {damage: 1d6 mental}", "5: {conditions: {failure: {clumzy: 1}}}", "unknown clumzy 'clumzy'"),
    ],
)
def test_faults(tmp_path, before, after, message):
    path = tmp_path / "adept.yaml"
    path.write_text(ADEPT.replace(before, after, 1), encoding="utf-8")
    with pytest.raises(InputError) as wrong:
        validate(path)
    assert message in str(wrong.value)


def test_as_it_stands_it_is_fine(tmp_path):
    path = tmp_path / "adept.yaml"
    path.write_text(ADEPT, encoding="utf-8")
    assert validate(path) == 0


def test_an_ability_of_the_library(tmp_path):
    spells = tmp_path / "spells"
    spells.mkdir()
    (spells / "hail.yaml").write_text(
        "name: Hail\nrank: 1\nrange: 60 ft\nsave: {type: reflex, dc: 15}\nconditions: {failure: {prone: 1}}\n",
        encoding="utf-8",
    )
    path = tmp_path / "adept.yaml"
    entry = "  - {use: spells/hail, name: Sleet, cast_at: 3, save: {dc: 19}}\n"
    path.write_text(ADEPT + entry, encoding="utf-8")
    ability = read_creature(read_yaml(path), ruleset("pf2e")).abilities[-1]
    assert (ability.name, ability.rank, ability.range) == ("Sleet", 3, 60)
    assert (ability.save.type, ability.save.dc) == ("reflex", 19)


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("hall", "name: Hail", "adept.yaml:13:11: there is no ability 'spells/hall' (did you mean 'spells/hail'?)"),
        ("hail", "[]", "hail.yaml: expected one ability, not a list"),
        ("hail", "name: [", "hail.yaml:2:1: not YAML"),
        ("hail", "nam: Hail", "adept.yaml:13:5: unknown key 'nam' (did you mean 'name'?)"),
    ],
)
def test_faults_of_the_library(tmp_path, name, text, message):
    (tmp_path / "spells").mkdir()
    (tmp_path / "spells" / "hail.yaml").write_text(text + "\n", encoding="utf-8")
    path = tmp_path / "adept.yaml"
    path.write_text(ADEPT + f"  - {{use: spells/{name}}}\n", encoding="utf-8")
    with pytest.raises(InputError) as wrong:
        validate(path)
    assert message in str(wrong.value)
