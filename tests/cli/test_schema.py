"""``encounter schema``: what the loader takes the schema takes, and a wrong key it refuses."""

from __future__ import annotations

import copy
import json
from functools import cache

import pytest
from jsonschema import Draft202012Validator

from sim.cli import main
from sim.loading.library import shipped
from sim.loading.rulesets import ruleset_names
from sim.loading.yaml_file import parse_yaml, read_yaml
from sim.record.cases import case_files
from tests.test_docs import examples

SCENARIOS = sorted(shipped().glob("*.yaml"))
CREATURES = {
    "pf2e": [*shipped().glob("creatures/*.yaml"), *shipped().glob("parties/*/*.yaml")],
    "d20": list(shipped().glob("d20/*/*.yaml")),
    "d100": list(shipped().glob("d100/*/*.yaml")),
}
POLICIES = sorted(shipped().glob("policies/*.yaml"))


@pytest.fixture
def schema(capsys):
    """Makes the validator of a kind of file, once."""

    @cache
    def make(kind, ruleset=""):
        words = ["schema", kind, *(["--ruleset", ruleset] if ruleset else [])]
        assert main(words) == 0
        made = json.loads(capsys.readouterr().out)
        Draft202012Validator.check_schema(made)
        assert made["$schema"] == "https://json-schema.org/draft/2020-12/schema"
        return Draft202012Validator(made)

    return make


def faults(validator, value):
    return [f"{list(error.absolute_path)}: {error.message}" for error in validator.iter_errors(value)]


def test_shipped_scenarios_fit(schema):
    for path in SCENARIOS:
        value = read_yaml(path).value
        assert faults(schema("scenario"), value) == [], path
        assert faults(schema("scenario", value["ruleset"]), value) == [], path


@pytest.mark.parametrize("ruleset", ruleset_names())
def test_shipped_creatures_fit_their_own_system_only(schema, ruleset):
    assert CREATURES[ruleset]
    for path in CREATURES[ruleset]:
        value = read_yaml(path).value
        assert faults(schema("creature", ruleset), value) == [], path
        assert all(faults(schema("creature", other), value) for other in CREATURES if other != ruleset)


def test_shipped_policies_and_cases_fit(schema):
    for kind, paths in (("policy", POLICIES), ("case", case_files())):
        assert paths
        for path in paths:
            assert faults(schema(kind), read_yaml(path).value) == [], path


def test_examples_of_the_guides_fit(schema):
    for name, text in examples().items():
        value = parse_yaml(text).value
        kind = "scenario" if "combatants" in value else "policy" if "policy" in value else "creature"
        systems = [""] if kind != "creature" else ruleset_names()
        assert [] in [faults(schema(kind, system), value) for system in systems], name


FIGHT = """
ruleset: pf2e
map: {size: [20, 12], terrain: [{kind: difficult, squares: ["8,3..10,6", [9, 7]]}], walls: "12,0..12,4"}
sides: {heroes: {kind: pc}, raiders: {kind: adversary, morale: 50}}
combatants:
  - {use: parties/level-1/fighter, side: heroes, at: "1,6", agent: {scripted: [end]}, count: {per_pc: 1/2}}
  - side: raiders
    at: {zone: "14,2..18,9"}
    agent: brute
    creature:
      {name: Imp, level: 1, ac: 9, hp: 9, perception: 3, saves: {fortitude: 1, reflex: 5, will: 2}, speeds: {fly: 3 m}}
end: {round_limit: 30, goals: [{side: heroes, reach: "1,1"}]}
options: {surprise: true}
start_distance: 60 ft
"""


def change(value, path, new):
    value = copy.deepcopy(value)
    inner = value
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = new
    return value


def test_short_forms_fit(schema):
    assert faults(schema("scenario", "pf2e"), parse_yaml(FIGHT).value) == []


@pytest.mark.parametrize(
    ("path", "new"),
    [
        (("mapp",), {}),
        (("map", "sise"), 3),
        (("map", "size"), 20),
        (("map", "terrain", 0, "knd"), "fog"),
        (("map", "terrain", 0, "squares"), "8,3-10,6"),
        (("map", "walls"), [[1]]),
        (("sides", "heroes", "kind"), "npc"),
        (("sides", "heroes", "moral"), 5),
        (("combatants", 0, "hitpoints"), 5),
        (("combatants", 0, "count"), {"per_pc": "half"}),
        (("combatants", 0, "agent"), {"scripted": 3}),
        (("combatants", 1, "at"), {"zonne": "1,1"}),
        (("combatants", 1, "creature", "armor_class"), 15),
        (("combatants", 1, "creature", "saves", "will"), "2"),
        (("combatants", 1, "creature", "speeds", "fly"), "fast"),
        (("end", "goals", 0, "reached"), "1,1"),
        (("options", "surprise"), "yes"),
        (("options", "suprise"), True),
        (("ruleset",), "d20"),
        (("start_distance",), -5),
    ],
)
def test_what_is_wrong_in_a_scenario_is_found(schema, path, new):
    assert len(faults(schema("scenario", "pf2e"), change(parse_yaml(FIGHT).value, path, new))) == 1


PLAN = """
policy: plan
rules:
  - {id: hit, do: [strike, draw], when: true, target: {from: enemies, pick: lowest hp}}
  - {id: go, do: stride, to: {toward: enemies, within: self.reach}}
"""


@pytest.mark.parametrize(
    ("path", "new"),
    [
        (("ruels",), []),
        (("otherwise",), "sleep"),
        (("rules", 0, "whn"), "true"),
        (("rules", 0, "do"), "strik"),
        (("rules", 0, "do"), []),
        (("rules", 0, "on"), "reactions"),
        (("rules", 0, "target", "pick"), "weakest"),
        (("rules", 1, "to", "towards"), "enemies"),
        (("rules", 1, "to", "toward"), "foes"),
    ],
)
def test_what_is_wrong_in_a_policy_is_found(schema, path, new):
    assert faults(schema("policy"), parse_yaml(PLAN).value) == []
    assert faults(schema("policy"), change(parse_yaml(PLAN).value, path, new))


def test_kinds_of_action_can_be_those_of_one_system(schema):
    value = change(parse_yaml(PLAN).value, ("rules", 0, "do"), "help")
    assert faults(schema("policy", "d20"), value) == []
    assert len(faults(schema("policy", "pf2e"), value)) == 1


def test_what_is_wrong_in_a_case_is_found(schema):
    assert faults(schema("case"), [{"name": "x", "scenario": "duel", "expect": {}, "until": "round 1"}]) == []
    assert len(faults(schema("case"), [{"name": "x", "scenario": "duel", "expect": {}, "untill": "round 1"}])) == 1
    assert len(faults(schema("case"), [{"name": "x", "scenario": "duel", "expect": {"event": []}}])) == 1


def test_a_character_has_keys_of_its_own(schema):
    whole = {"name": "Mara", "level": 1, "key": "str", "attributes": {}, "hp": {"ancestry": 8, "per_level": 10}}
    assert faults(schema("creature"), whole | {"ranks": {}, "class": "fighter"}) == []
    assert len(faults(schema("creature"), whole | {"ranks": {}, "class_name": "fighter"})) == 1
    assert faults(schema("creature"), whole)  # without ranks it is a stat block, which needs more


def test_editors_are_told_what_a_key_means(schema):
    strike = schema("creature").schema["$defs"]["Strike"]
    assert strike["properties"]["attack"]["description"] == "Whole attack modifier."
    assert strike["properties"]["place"]["default"] == "held"
    assert strike["required"] == ["name", "attack", "damage"]


@pytest.mark.parametrize(
    ("words", "message"), [(("log",), "Invalid value"), (("creature", "--ruleset", "d2"), "'d20'")]
)
def test_bad_input_is_one_message(capsys, words, message):
    assert main(["schema", *words]) == 2
    assert message in capsys.readouterr().err
