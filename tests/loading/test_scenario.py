import json
from pathlib import Path

import pytest

from sim.loading.library import find_scenario, list_scenarios
from sim.loading.scenario import load_scenario, resolve, scenario_from_plain, scenario_to_plain
from sim.loading.yaml_file import parse_yaml
from sim.model.errors import InputError
from sim.model.scenario import AgentSpec, Scenario, Side
from sim.model.values import Square

WOLF = """\
name: Grey Wolf
level: 1
ac: 15
hp: 24
saves: {fortitude: 9, reflex: 7, will: 5}
perception: 7
strikes:
  - {name: jaws, attack: 9, damage: 1d8+2 piercing}
"""
OX = WOLF.replace("Grey Wolf", "Ox").replace("level: 1", "level: 2\nsize: large")
BITER = """\
policy: biter
rules:
  - {id: bite, target: {from: enemies}, do: strike}
"""
FIGHT = """\
title: A test
ruleset: pf2e
map: {size: [10, 8], walls: ["5,0..5,3"]}
sides: {pack: {kind: pc}, herd: {kind: adversary}}
combatants:
  - {use: wolf, id: wolf, side: pack, at: [1, 1], agent: biter}
  - {use: ox, id: ox, side: herd, at: [7, 2], agent: random}
end: {round_limit: 20}
"""


def folder(tmp_path: Path, **files: str) -> Path:
    for name, text in {"wolf": WOLF, "ox": OX, "biter": BITER, "fight": FIGHT, **files}.items():
        (tmp_path / f"{name}.yaml").write_text(text)
    return tmp_path / "fight.yaml"


def load(tmp_path: Path, fight: str = FIGHT, **files: str) -> Scenario:
    return load_scenario(folder(tmp_path, fight=fight, **files))


def faults(tmp_path: Path, fight: str = FIGHT, **files: str) -> list[str]:
    with pytest.raises(InputError) as caught:
        load(tmp_path, fight, **files)
    return [str(problem).replace(f"{tmp_path}/", "") for problem in caught.value.problems]


def changed(old: str, new: str) -> str:
    assert old in FIGHT
    return FIGHT.replace(old, new)


def with_combatant(entry: str) -> str:
    return changed("end:", f"  - {entry}\nend:")


# --- what comes out ----------------------------------------------------------------


def test_a_scenario_is_whole(tmp_path):
    scenario = load(tmp_path)
    assert (scenario.name, scenario.title, scenario.ruleset, scenario.edition) == ("fight", "A test", "pf2e", "core")
    assert scenario.sides == (Side("pack", "pc"), Side("herd", "adversary"))
    assert scenario.map.walls == ((5, 0), (5, 1), (5, 2), (5, 3))
    assert scenario.round_limit == 20
    assert scenario.options["critical_damage"] == "double_total"
    wolf, ox = scenario.combatants
    assert (wolf.id, wolf.at, wolf.data.name, wolf.data.hp) == ("wolf", (1, 1), "Grey Wolf", 24)
    assert wolf.agent.args["rules"] == [{"id": "bite", "target": {"from": "enemies"}, "do": "strike"}]
    assert ox.agent == AgentSpec("random", "random")


@pytest.mark.parametrize("shipped", list_scenarios(), ids=lambda scenario: scenario.name)
def test_shipped_scenarios_load_and_read_back_equal(shipped):
    scenario = load_scenario(shipped.path)
    assert scenario.title == shipped.title
    assert scenario_from_plain(json.loads(json.dumps(scenario_to_plain(scenario)))) == scenario


def test_scenarios_are_found_by_name():
    assert {"ambush", "bench-4v4", "duel"} <= {scenario.name for scenario in list_scenarios()}
    assert load_scenario(find_scenario("duel")).name == "duel"
    with pytest.raises(InputError, match=r"there is no scenario 'dual' \(did you mean 'duel'\?\)"):
        find_scenario("dual")


def test_ids_are_made_of_names_and_numbered(tmp_path):
    scenario = load(
        tmp_path,
        with_combatant('{use: wolf, side: pack, at: {zone: "0,4..3,7"}, count: 2, agent: random}'),
    )
    assert [c.id for c in scenario.combatants] == ["wolf", "ox", "grey-wolf-1", "grey-wolf-2"]
    more = with_combatant(
        "{use: wolf, side: pack, at: [1, 5], agent: random}\n"
        "  - {use: wolf, side: pack, at: [2, 5], agent: random}\n"
        "  - {use: wolf, name: Old One, side: pack, at: [3, 5], agent: random}\n"
        '  - {use: ox, id: bull, count: 2, side: herd, at: {zone: "6,4..9,7"}, agent: random}'
    )
    combatants = load(tmp_path, more).combatants
    assert [c.id for c in combatants[2:]] == ["grey-wolf-1", "grey-wolf-2", "old-one", "bull-1", "bull-2"]
    assert combatants[4].data.name == "Old One"


def test_a_creature_may_be_stated_in_place(tmp_path):
    inline = "{name: Cub, level: -1, ac: 12, hp: 5, saves: {fortitude: 1, reflex: 2, will: 0}, perception: 1}"
    entry = f"{{creature: {inline}, side: pack, at: [1, 5], hp: 3, round: 2, agent: {{scripted: [end]}}}}"
    cub = load(tmp_path, with_combatant(entry)).combatants[-1]
    assert (cub.id, cub.hp, cub.round, cub.data.level) == ("cub", 3, 2, -1)
    assert cub.agent == AgentSpec("scripted", "scripted", ["end"])


def test_creatures_are_looked_up_in_the_shipped_folder_too(tmp_path):
    scenario = load(tmp_path, with_combatant("{use: parties/level-1/fighter, side: pack, at: [1, 5], agent: random}"))
    assert scenario.combatants[-1].id == "brannoch-vane"


def test_a_scenario_may_be_part_of_another_file():
    text = "case:\n  scenario:\n" + "".join(f"    {line}\n" for line in FIGHT.splitlines())
    text = text.replace("use: wolf", "use: parties/level-1/fighter").replace("use: ox", "use: creatures/ironhide-brute")
    document = parse_yaml(text.replace("biter", "random"), "case.yaml")
    assert resolve(document, Path(), "My case", ("case", "scenario")).name == "my-case"


# --- what is refused ----------------------------------------------------------------

REFUSED = {
    "unknown key": (
        changed("end: {round_limit", "end: {round_limt"),
        "fight.yaml:8:7: unknown key 'round_limt' (did you mean 'round_limit'?)",
    ),
    "wrong type": (
        changed("round_limit: 20", "round_limit: '20'"),
        "fight.yaml:8:20: expected a whole number, not the text '20'",
    ),
    "no rounds": (changed("round_limit: 20", "round_limit: 0"), "fight.yaml:8:20: expected at least 1 round, not 0"),
    "unknown ruleset": (changed("pf2e", "pf3e"), "fight.yaml:2:10: unknown ruleset 'pf3e' (did you mean 'pf2e'?)"),
    "unknown edition": (
        changed("ruleset: pf2e", "ruleset: pf2e\nedition: cor"),
        "fight.yaml:3:10: unknown edition 'cor' (did you mean 'core'?)",
    ),
    "unknown option": (
        changed("end:", "options: {critical_damge: double_dice}\nend:"),
        "fight.yaml:8:27: unknown option 'critical_damge' (did you mean 'critical_damage'?)",
    ),
    "option's value": (
        changed("end:", "options: {critical_damage: treble}\nend:"),
        "fight.yaml:8:28: expected one of double_total, double_dice for critical_damage, not the text 'treble'",
    ),
    "option of another type": (
        changed("end:", "options: {dying_damage_adds_wounded: 1}\nend:"),
        "fight.yaml:8:38: expected one of False, True for dying_damage_adds_wounded, not the number 1",
    ),
    "knowledge": (
        changed("end:", "knowledge: all\nend:"),
        "fight.yaml:8:12: expected fair or open, not 'all'",
    ),
    "map too large": (
        changed("[10, 8]", "[201, 8]"),
        "fight.yaml:3:13: expected a map of 1 to 200 squares a side, not 201 x 8",
    ),
    "map of no size": (
        changed("[10, 8]", "10 by 8"),
        "fight.yaml:3:13: expected the size as [columns, rows], such as [20, 12]",
    ),
    "wall outside": (
        changed("5,0..5,3", "5,0..5,8"),
        "fight.yaml:3:29: 5,8 is outside the map of 10 x 8 squares",
    ),
    "unknown terrain": (
        changed("walls:", 'terrain: [{kind: dificult, squares: "0,0"}], walls:'),
        "fight.yaml:3:39: unknown terrain 'dificult' (did you mean 'difficult'?)",
    ),
    "hazard without damage": (
        changed("walls:", 'terrain: [{kind: hazardous, squares: "0,0"}], walls:'),
        "fight.yaml:3:32: the key 'damage' is missing; expected such as 2d6 fire",
    ),
    "hazard of no damage": (
        changed("walls:", 'terrain: [{kind: hazardous, damage: hot, squares: "0,0"}], walls:'),
        "fight.yaml:3:58: 'hot' is no dice expression; expected something like 2d8+6 or 5",
    ),
    "beam without a DC": (
        changed("walls:", 'terrain: [{kind: narrow, height: 20 ft, squares: "0,0"}], walls:'),
        "fight.yaml:3:32: the key 'dc' is missing; expected such as 15",
    ),
    "height of what one does not fall from": (
        changed("walls:", 'terrain: [{kind: uneven, dc: 15, height: 20 ft, squares: "0,0"}], walls:'),
        "fight.yaml:3:63: uneven ground has no height",
    ),
    "water that bars no action": (
        changed("walls:", 'terrain: [{kind: water, bars: [stepp], squares: "0,0"}], walls:'),
        "fight.yaml:3:53: unknown word 'stepp' (did you mean 'step'?)",
    ),
    "bars of what is no water": (
        changed("walls:", 'terrain: [{kind: fog, bars: [step], squares: "0,0"}], walls:'),
        "fight.yaml:3:50: fog ground has no bars",
    ),
    "damage of what does no harm": (
        changed("walls:", 'terrain: [{kind: difficult, damage: 1 fire, squares: "0,0"}], walls:'),
        "fight.yaml:3:58: difficult ground has no damage",
    ),
    "side's kind": (changed("{kind: pc}", "{kind: npc}"), "fight.yaml:4:22: expected pc or adversary, not 'npc'"),
    "unknown side": (
        with_combatant("{use: wolf, side: herdd, at: [1, 5], agent: random}"),
        "fight.yaml:8:23: unknown side 'herdd' (did you mean 'herd'?)",
    ),
    "empty side": (
        changed("adversary}", "adversary}, flock: {kind: adversary}"),
        "fight.yaml:4:59: the side 'flock' is empty; expected at least one combatant on it",
    ),
    "outside": (
        changed("[1, 1]", "[10, 1]"),
        "fight.yaml:6:43: wolf stands on 10,1, outside the map of 10 x 8 squares",
    ),
    "partly outside": (
        changed("[7, 2]", "[9, 2]"),
        "fight.yaml:7:39: ox stands on 10,2, outside the map of 10 x 8 squares",
    ),
    "in a wall": (changed("[1, 1]", "[5, 1]"), "fight.yaml:6:43: wolf stands on 5,1, in a wall"),
    "partly in a wall": (changed("[7, 2]", "[4, 3]"), "fight.yaml:7:39: ox stands on 5,3, in a wall"),
    "taken": (
        changed("[1, 1]", "[8, 3]"),
        "fight.yaml:7:39: ox stands on 8,3, where wolf is; expected a free square or a zone",
    ),
    "zone outside": (
        changed("[1, 1]", '{zone: "0,0..0,8"}'),
        "fight.yaml:6:50: 0,8 of the zone is outside the map of 10 x 8 squares",
    ),
    "zone too small": (
        changed("[7, 2]", '{zone: "8,5..9,7"}, count: 2'),
        "fight.yaml:7:46: the zone is too small: there is no room left for ox-2",
    ),
    "negative hp": (changed("id: wolf", "id: wolf, hp: -3"), "fight.yaml:6:31: expected 1 to 24 Hit Points, not -3"),
    "hp over the top": (
        changed("id: wolf", "id: wolf, hp: 25"),
        "fight.yaml:6:31: expected 1 to 24 Hit Points, not 25",
    ),
    "count": (changed("id: wolf", "id: wolf, count: 0"), "fight.yaml:6:34: expected a count from 1 to 100, not 0"),
    "round": (changed("id: wolf", "id: wolf, round: 21"), "fight.yaml:6:34: expected a round from 0 to 20, not 21"),
    "same id": (
        with_combatant("{use: wolf, id: ox, side: pack, at: [1, 5], agent: random}"),
        "fight.yaml:8:21: the id 'ox' stands twice; expected a different one for each combatant",
    ),
    "no id": (
        changed("id: wolf", "id: The Wolf"),
        "fight.yaml:6:21: 'The Wolf' is no id; expected lower case letters, digits and hyphens",
    ),
    "reserved id": (changed("id: wolf", "id: self"), "fight.yaml:6:21: 'self' is a reserved word; expected another id"),
    "use and creature": (
        changed("use: wolf", "use: wolf, creature: {}"),
        "fight.yaml:6:5: expected either use (a creature file) or creature (a creature stated here)",
    ),
    "unknown creature": (
        changed("use: wolf", "use: wolff"),
        "fight.yaml:6:11: there is no creature 'wolff' (did you mean 'wolf'?)",
    ),
    "absolute path": (
        changed("use: wolf", "use: /etc/passwd"),
        (
            "fight.yaml:6:11: '/etc/passwd' is no name of a creature; "
            "expected a relative path such as creatures/ember-drake"
        ),
    ),
    "unknown agent": (
        changed("agent: random", "agent: randomm"),
        "fight.yaml:7:54: unknown agent 'randomm' (did you mean 'random'?)",
    ),
    "agent of another kind": (
        changed("agent: random", "agent: 7"),
        "fight.yaml:7:54: expected the name of a policy or {scripted: [actions]}, not the number 7",
    ),
    "unknown observer": (
        changed("use: ox", "use: ox, detection: {packk: hidden}"),
        "fight.yaml:7:34: unknown observer 'packk' (did you mean 'pack'?)",
    ),
    "unknown detection": (
        changed("use: ox", "use: ox, detection: {pack: gone}"),
        "fight.yaml:7:33: expected one of hidden, undetected, unnoticed, not 'gone'",
    ),
    "unknown condition": (
        changed("use: ox", "use: ox, conditions: {invisble: 1}"),
        "fight.yaml:7:38: unknown condition 'invisble' (did you mean 'invisible'?)",
    ),
    "condition without a value": (
        changed("use: ox", "use: ox, conditions: {prone: 0}"),
        "fight.yaml:7:35: prone is 0; expected at least 1",
    ),
    "nowhere": (
        changed("at: [1, 1], ", ""),
        "fight.yaml:6:5: the key 'at' is missing; expected a square or a zone, or start_distance in the scenario",
    ),
    "reinforcement from nowhere": (
        changed("at: [1, 1]", "round: 2").replace("end:", "start_distance: 20 ft\nend:"),
        "fight.yaml:6:5: the key 'at' is missing; expected a square or a zone",
    ),
    "too far apart": (
        changed("end:", "start_distance: 50 ft\nend:"),
        "fight.yaml:8:17: expected 5 to 45 ft on a map of 10 columns, not 50",
    ),
    "three sides apart": (
        with_combatant("{use: wolf, side: flock, at: [1, 5], agent: random}")
        .replace("{kind: pc}", "{kind: pc}, flock: {kind: pc}")
        .replace("end:", "start_distance: 20 ft\nend:"),
        "fight.yaml:9:17: a start distance is one between two sides, not 3",
    ),
    "no room at a distance": (
        changed("at: [7, 2], ", "").replace("end:", "start_distance: 45 ft\nend:"),
        "fight.yaml:7:5: there is no room for ox at the start distance",
    ),
    "count for each of a party": (
        changed("id: wolf", "id: wolf, count: {per_pc: 1}"),
        "fight.yaml:6:34: the characters themselves are counted by a number, such as 4",
    ),
    "count for each": (
        changed("use: ox", "use: ox, count: {per_pc: 0.5}"),
        "fight.yaml:7:31: expected a text, not the number 0.5",
    ),
    "count for each of nothing": (
        changed("use: ox", "use: ox, count: {per_pc: 1/0}"),
        "fight.yaml:7:22: expected a number for each character such as 2 or 1/2, not '1/0'",
    ),
    "combatant's key": (
        changed("use: ox", "use: ox, adjusst: elite"),
        "fight.yaml:7:15: unknown key 'adjusst' (did you mean 'adjust'?)",
    ),
    "adjust": (
        changed("use: ox", "use: ox, adjust: elit"),
        "fight.yaml:7:23: unknown adjustment 'elit' (did you mean 'elite'?)",
    ),
    "adjust where nothing is": (
        changed("use: ox", "use: ox, adjust: mighty"),
        "fight.yaml:7:23: unknown adjustment 'mighty'; expected one of elite, weak",
    ),
    "initiative": (
        changed("use: ox", "use: ox, initiative: steallth"),
        "fight.yaml:7:27: unknown initiative 'steallth' (did you mean 'stealth'?)",
    ),
    "light that there is not": (
        changed("walls:", "light: dusk, walls:"),
        "fight.yaml:3:29: unknown light 'dusk'; expected one of bright, dim, dark",
    ),
    "a light outside the map": (
        changed("walls:", "lights: [{at: [10, 1], radius: 20 ft}], walls:"),
        "fight.yaml:3:36: 10,1 is outside the map",
    ),
    "a light that does not shine": (
        changed("walls:", "lights: [{at: [1, 1], radius: 0}], walls:"),
        "fight.yaml:3:52: radius is 0; expected at least 5 ft",
    ),
    "morale": (
        changed("{kind: pc}", "{kind: pc, morale: 100}"),
        "fight.yaml:4:34: expected a percentage from 0 to 99, not 100",
    ),
    "a creature's morale": (
        changed("use: ox", "use: ox, morale: 100"),
        "fight.yaml:7:23: expected a percentage from 0 to 99, not 100",
    ),
    "goal of nothing": (
        changed("round_limit: 20", "goals: [{side: pack}]"),
        "fight.yaml:8:15: the goal demands nothing; expected rounds, down or reach",
    ),
    "goal of an unknown side": (
        changed("round_limit: 20", "goals: [{side: packk, rounds: 3}]"),
        "fight.yaml:8:22: unknown side 'packk' (did you mean 'pack'?)",
    ),
    "goal beyond the limit": (
        changed("round_limit: 20", "round_limit: 20, goals: [{rounds: 21}]"),
        "fight.yaml:8:41: expected 1 to 20 rounds, not 21",
    ),
    "goal of an unknown creature": (
        changed("round_limit: 20", "goals: [{side: pack, down: oxx}]"),
        "fight.yaml:8:34: nobody is called 'oxx' (did you mean 'ox'?)",
    ),
    "goal of nobody": (
        changed("round_limit: 20", 'goals: [{reach: "0,0"}]'),
        "fight.yaml:8:15: the key 'side' is missing; expected whose creature is to reach the squares",
    ),
    "goal off the map": (
        changed("round_limit: 20", 'goals: [{side: pack, reach: "0,0..0,8"}]'),
        "fight.yaml:8:35: 0,8 is outside the map",
    ),
}


@pytest.mark.parametrize(("fight", "message"), REFUSED.values(), ids=REFUSED.keys())
def test_what_is_refused(tmp_path, fight, message):
    assert faults(tmp_path, fight) == [message]


def test_light_is_refused_where_the_rules_do_not_look_at_it(tmp_path):
    fight = changed("ruleset: pf2e\nmap: {", "ruleset: d20\nmap: {light: dark, ")
    found = faults(tmp_path, fight.replace("use: ox", "light: 20 ft, use: ox"))
    assert "fight.yaml:3:14: in these rules light is no matter; expected none" in found
    assert "fight.yaml:7:13: in d20 light is no matter; expected none" in found


def test_no_path_leads_out_of_the_folder(tmp_path):
    (tmp_path / "secret.yaml").write_text(WOLF)
    (tmp_path / "in").mkdir()
    (fault,) = faults(tmp_path / "in", changed("use: wolf", "use: ../secret"))
    assert fault.startswith("fight.yaml:6:11: '../secret' leads out of its folder")


def test_a_link_leads_out_of_the_folder_no_more_than_a_path(tmp_path):
    (tmp_path / "secret.yaml").write_text(WOLF)
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "link.yaml").symlink_to(tmp_path / "secret.yaml")
    (fault,) = faults(tmp_path / "in", changed("use: wolf", "use: link"))
    assert fault.startswith("fight.yaml:6:11: 'link' leads out of its folder")


def test_one_side_is_too_few(tmp_path):
    fight = changed(", herd: {kind: adversary}", "").replace("side: herd", "side: pack")
    assert faults(tmp_path, fight) == ["fight.yaml:4:8: expected at least two sides, not 1"]


def test_no_yaml(tmp_path):
    (fault,) = faults(tmp_path, "map: [1, 2")
    assert fault.startswith("fight.yaml:1:11: not YAML: ")


def test_an_empty_file(tmp_path):
    assert faults(tmp_path, "") == [
        "fight.yaml:1:1: expected a mapping with ruleset, map, sides, combatants ..., not nothing"
    ]


def test_faults_of_all_files_are_told_together(tmp_path):
    fight = changed("round_limit: 20", "round_limit: x").replace("title:", "titel:").replace("side: pack, ", "")
    ox = OX.replace("ac: 15", "ac: fifteen").replace("1d8+2", "2d")
    assert faults(tmp_path, fight, ox=ox) == [
        "fight.yaml:1:1: unknown key 'titel' (did you mean 'title'?)",
        "fight.yaml:6:5: the key 'side' is missing",
        "fight.yaml:8:20: expected a whole number, not the text 'x'",
        "ox.yaml:4:5: expected a whole number, not the text 'fifteen'",
    ]


def test_a_creature_is_checked_by_its_ruleset(tmp_path):
    wolf = WOLF.replace("1d8+2 piercing", "2d piercing").replace("hp: 24", "hp: -4")
    assert faults(tmp_path, wolf=wolf) == [
        "wolf.yaml:4:5: hp is -4; expected at least 1",
        "wolf.yaml:8:37: '2d' is no dice expression; expected something like 2d8+6 or 5",
    ]


def test_a_fault_of_a_file_that_is_used_twice_is_told_once(tmp_path):
    fight = with_combatant("{use: ox, id: bull, side: herd, at: [7, 5], agent: random}")
    assert faults(tmp_path, fight, ox=OX.replace("hp:", "hpp:")) == [
        "ox.yaml:1:1: the key 'hp' is missing",
        "ox.yaml:5:1: unknown key 'hpp' (did you mean 'hp'?)",
    ]


def test_what_is_no_scenario_in_a_log():
    with pytest.raises(InputError, match="the key 'name' is missing"):
        scenario_from_plain({})


# --- start distance and the size of the party ---------------------------------------


def placed(scenario: Scenario) -> dict[str, Square | None]:
    return {one.id: one.at for one in scenario.combatants}


OPEN = """\
title: A test
ruleset: pf2e
map: {size: [21, 7], walls: ["4,3"]}
sides: {pack: {kind: pc}, herd: {kind: adversary}}
start_distance: 60 ft
combatants:
  - {use: wolf, side: pack, agent: random, count: 2}
  - {use: wolf, id: alpha, side: pack, at: [0, 0], agent: random}
  - {use: ox, side: herd, agent: random, count: 2}
"""


def test_sides_face_each_other_at_the_start_distance(tmp_path):
    # 60 ft are 12 columns: 4 and 16; from the middle row of 7 outwards, and around the wall; an ox fills 2 x 2
    assert placed(load(tmp_path, OPEN)) == {
        "grey-wolf-1": (4, 2),
        "grey-wolf-2": (4, 4),
        "alpha": (0, 0),
        "ox-1": (16, 2),
        "ox-2": (16, 4),
    }


def test_the_front_of_large_creatures_on_the_left_counts(tmp_path):
    mirrored = OPEN.replace("{use: wolf, side: pack, agent: random, count: 2}", "{use: ox, side: pack, agent: random}")
    assert placed(load(tmp_path, mirrored))["ox-1"] == (3, 1)  # rows 2 and 3 meet the wall


@pytest.mark.parametrize(("party", "each", "found"), [(4, "1", 4), (5, "1/2", 2), (3, "3/2", 4), (1, "1/2", 1)])
def test_counts_grow_with_the_party(tmp_path, party, each, found):
    wolves = f"{{use: wolf, side: pack, agent: random, count: {party}}}"
    oxen = f"{{use: ox, side: herd, agent: random, count: {{per_pc: {each}}}}}"
    fight = f"{OPEN[: OPEN.index('  - ')]}  - {wolves}\n  - {oxen}\n"
    assert sum(one.side == "herd" for one in load(tmp_path, fight).combatants) == found
