"""Stat blocks of d20 and d100 that are written wrongly are told so, at their place."""

from __future__ import annotations

import pytest

from sim.loading.scenario import load_scenario
from sim.model.errors import InputError

FIGHT = """ruleset: {system}
map: {{size: [8, 8]}}
sides: {{red: {{kind: pc}}, blue: {{kind: adversary}}}}
combatants:
  - {{side: red, at: [1, 1], agent: brute, creature: {first}}}
  - {{side: blue, at: [6, 6], agent: brute, creature: {second}}}
"""
WHOLE = {
    "d20": "{name: Guard, hp: 9, defense: 12, attributes: {str: 2}, weapons: [{name: pike, damage: 1d8}]}",
    "d100": (
        "{name: Guard, hp: 9, stats: {str: 11}, skills: {pikes: {level: 1, stat: str}},"
        " weapons: [{name: pike, skill: pikes, requires: {level: 1, stat: 10}, damage: 1d8}]}"
    ),
}
ABILITY = {
    "d20": "weapons: [], abilities: [{name: Shout, %s}]",
    "d100": "weapons: [], abilities: [{name: Shout, skill: pikes, requires: {level: 1, stat: 10}, %s}]",
}
WRONG = [
    ("d20", "hp: 9", "hp: 0", "hp is 0; expected 1 to 100000"),
    ("d20", "defense: 12", "defense: 101", "defense is 101; expected 1 to 100"),
    ("d20", "name: Guard", "name: ''", "name is ''; expected 1 to 80 printable characters"),
    ("d20", "str: 2", "strength: 2", "unknown attribute 'strength'"),
    ("d20", "str: 2", "str: 31", "str is 31; expected -30 to 30"),
    ("d20", "1d8", "1w8", "'1w8' is no dice expression"),
    ("d20", "name: pike,", "name: 'pike, long',", "'pike, long' cannot be written in an action"),
    ("d20", "damage: 1d8}", "damage: 1d8}, {name: Pike, damage: 1d4}", "'pike' stands here twice"),
    ("d20", "damage: 1d8", "damage: 1d8, attribute: dxe", "unknown attribute 'dxe' (did you mean 'dex'?)"),
    ("d20", "", "affects: foes", "unknown affects 'foes'"),
    ("d20", "", "luck: true, save: {against: poison, difficulty: 9}", "Shout has save and luck; expected one of them"),
    ("d20", "", "save: {against: poisn, difficulty: 9}", "unknown attribute or task 'poisn' (did you mean 'poison'?)"),
    ("d20", "", "check: {of: lead, difficulty: grim}", "expected a number or one of easy, medium, hard, extreme"),
    ("d20", "", "outcomes: {favorable: {damage: 1d4}}", "expected one of critical_failure, failure"),
    ("d20", "", "luck: true, outcomes: {favorable: {hampered: 101}}", "hampered is 101; expected 0 to 100"),
    ("d20", "", "area: 12 ft cone", "expected a size of a multiple of 5 ft"),
    ("d100", "hp: 9", "hp: 0", "hp is 0; expected 1 to 100000"),
    ("d100", "stats: {str: 11}", "stats: {str: 101}", "str is 101; expected 0 to 100"),
    ("d100", "stat: str", "stat: dex", "unknown stat 'dex'; expected one of str"),
    ("d100", "skill: pikes", "skill: pike", "unknown skill 'pike' (did you mean 'pikes'?)"),
    ("d100", "damage: 1d8", "damage: 1d8, penalty: 101", "penalty is 101; expected 0 to 100"),
    ("d100", "level: 1, stat: 10", "level: 21, stat: 10", "level is 21; expected 0 to 20"),
    ("d100", "", "uses: 101", "uses is 101; expected 0 to 100"),
    ("d100", "", "outcomes: {success: {damage: none}}", "'none' is no dice expression"),
    ("d100", "", "outcomes: {favorable: {damage: 1d4}}", "expected one of critical_failure"),
]


def written(system, before, after):
    """A stat block with one thing changed; without what stands before, an ability more."""
    if before:
        return WHOLE[system].replace(before, after, 1)
    return WHOLE[system][: WHOLE[system].index("weapons:")] + ABILITY[system] % after + "}"


@pytest.mark.parametrize(("system", "before", "after", "message"), WRONG)
def test_what_is_wrong_is_told_at_its_place(tmp_path, system, before, after, message):
    first = written(system, before, after)
    assert first != WHOLE[system]
    (tmp_path / "fight.yaml").write_text(FIGHT.format(system=system, first=first, second=WHOLE[system]))
    with pytest.raises(InputError) as wrong:
        load_scenario(tmp_path / "fight.yaml")
    told = [(problem.line, problem.message) for problem in wrong.value.problems]
    assert len(told) == 1
    assert told[0][0] == 5
    assert message in told[0][1]


@pytest.mark.parametrize("system", WHOLE)
def test_what_is_right_is_loaded(tmp_path, system):
    (tmp_path / "fight.yaml").write_text(FIGHT.format(system=system, first=WHOLE[system], second=WHOLE[system]))
    assert load_scenario(tmp_path / "fight.yaml").ruleset == system
