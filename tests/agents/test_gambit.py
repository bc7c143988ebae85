from __future__ import annotations

import json

import pytest

from agents.gambit import gambit
from sim.model.errors import InputError
from sim.model.expr import ExpressionError
from sim.model.scenario import AgentSpec
from tests.agents.table import Faces, Listed, Someone, Table


def goblins(*rows):
    """Enemies as (id, hp of 20, column)."""
    return tuple(Someone(name, "raiders", hp=hp, at=(column, 0)) for name, hp, column in rows)


TWO = goblins(("goblin-1", 20, 1), ("goblin-2", 5, 3))
STRIKES = (
    "strike goblin-1 with sword",
    "strike goblin-1 with dagger",
    "strike goblin-2 with bow",
    "raise shield",
    "end",
)


def decide(rules, legal, view=None, **script):
    agent = gambit(AgentSpec("gambit", "test", {"policy": "test", "rules": rules, **script}))
    return agent.decide(view or Table(Someone("hero"), enemies=TWO), legal, Faces())


def action(rules, legal, view=None, **script):
    return str(decide(rules, legal, view, **script).action)


def problems(rules, **script):
    with pytest.raises(InputError) as wrong:
        gambit(AgentSpec("gambit", "test", {"rules": rules, **script}))
    return [problem.message for problem in wrong.value.problems]


def test_the_first_rule_with_a_legal_action_wins_and_is_named():
    rules = [
        {"id": "hide", "do": "hide"},
        {"id": "hurt-only", "when": "self.hp_pct < 50", "do": "raise"},
        {"id": "hit", "target": {"from": "enemies", "pick": "lowest hp"}, "do": "strike"},
        {"id": "block", "do": "raise"},
    ]
    choice = decide(rules, Listed(*STRIKES))
    assert (str(choice.action), choice.rule) == ("strike goblin-2 with bow", "hit")
    assert choice.reason == "goblin-2 is the weakest enemy that fits."


@pytest.mark.parametrize(
    ("target", "expected"),
    [
        ({"pick": "nearest"}, "goblin-1 with sword"),
        ({"pick": "farthest"}, "goblin-2 with bow"),
        ({"pick": "lowest hp"}, "goblin-2 with bow"),
        ({"pick": "highest hp"}, "goblin-1 with sword"),
        ({"pick": "first"}, "goblin-1 with sword"),
        ({}, "goblin-1 with sword"),
        ({"where": "target.hp_pct < 30"}, "goblin-2 with bow"),
        ({"where": "target.in_reach", "pick": "lowest hp"}, "goblin-1 with sword"),
        ({"where": "target.distance == 15 and target.name == 'Goblin-2'"}, "goblin-2 with bow"),
    ],
)
def test_targets(target, expected):
    rules = [{"id": "hit", "target": {"from": "enemies", **target}, "do": "strike"}]
    assert action(rules, Listed(*STRIKES)) == f"strike {expected}"


def test_ties_go_to_the_first_in_the_order_of_the_fight():
    twins = goblins(("goblin-1", 9, 2), ("goblin-2", 9, 2))
    for pick in ("nearest", "farthest", "lowest hp", "highest hp"):
        rules = [{"id": "hit", "target": {"from": "enemies", "pick": pick}, "do": "strike"}]
        view = Table(Someone("hero"), enemies=twins)
        assert action(rules, Listed("strike goblin-2 with bow", "strike goblin-1 with bow"), view) == (
            "strike goblin-1 with bow"
        )


def test_a_target_out_of_reach_is_passed_over():
    rules = [{"id": "hit", "target": {"from": "enemies", "pick": "lowest hp"}, "do": "strike"}]
    assert action(rules, Listed("strike goblin-1 with sword")) == "strike goblin-1 with sword"


def test_with_names_the_item():
    assert action([{"id": "stab", "do": "strike", "with": "dagger"}], Listed(*STRIKES)) == "strike goblin-1 with dagger"
    assert action([{"id": "bite", "do": "strike", "with": "jaws"}], Listed(*STRIKES)) == "end"


def test_the_fallen_are_left_alone_unless_asked_for():
    fallen = Someone("bard", hp=0, status="down")
    view = Table(Someone("hero"), allies=(fallen,))
    legal = Listed("use mend on bard")
    target = {"from": "allies", "where": "target.status == 'down'"}
    assert action([{"id": "mend", "target": target, "do": "use"}], legal, view) == "end"
    assert action([{"id": "mend", "target": {**target, "include_down": True}, "do": "use"}], legal, view) == (
        "use mend on bard"
    )


def test_oneself_as_target():
    rules = [{"id": "mend", "when": "self.hp < self.max_hp", "target": {"from": "self"}, "do": "use", "with": "mend"}]
    legal = Listed("use mend on bard", "use mend on hero")
    assert action(rules, legal, Table(Someone("hero", hp=3))) == "use mend on hero"
    assert action(rules, legal, Table(Someone("hero"))) == "end"


def test_an_area_goes_to_its_best_square_and_an_emanation_needs_none():
    rules = [{"id": "burn", "do": "use"}]
    assert action(rules, Listed("use fireball at 9,3", "use fireball at 8,3")) == "use fireball at 9,3"
    assert action(rules, Listed("use roar")) == "use roar"
    assert action(rules, Listed("use zap on goblin-2", "use roar")) == "use roar"
    assert (
        action(rules, Listed("use mend on bard", "use zap on goblin-2", "use zap on goblin-1")) == "use zap on goblin-1"
    )
    assert action(rules, Listed("use mend on bard")) == "end"
    assert action([{**rules[0], "with": "roar"}], Listed("use fireball at 9,3", "use roar")) == "use roar"


def test_moves_toward_stop_within_reach_of_the_first_choice():
    legal = Listed("end", moves=("stride",))
    close_in = {"id": "go", "do": "stride", "to": {"toward": "enemies"}}
    assert action([close_in], legal) == "end"  # goblin-1 is within reach
    assert action([close_in], legal, Table(Someone("hero", at=(9, 0)), enemies=TWO)) == "stride 1,0 via 0,5"
    hunt = {"id": "go", "target": {"pick": "lowest hp"}, "do": "stride", "to": {"toward": "target", "within": 10}}
    assert action([hunt], legal) == "stride 1,0 via 0,10"
    reach = {**close_in, "to": {"toward": "enemies", "within": "self.reach - 5"}}
    assert action([reach], legal) == "stride 1,0 via 0,0"


def test_moves_away():
    flee = {"id": "flee", "when": "self.hp_pct < knobs.bravery", "do": "stride", "to": {"away_from": "enemies"}}
    legal, view = Listed("end", moves=("stride",)), Table(Someone("hero", hp=7), enemies=TWO)
    assert action([flee], legal, view, knobs={"bravery": 40}) == "stride 9,2"
    assert action([flee], legal, view, knobs={"bravery": 30}) == "end"
    assert action([flee], Listed("end"), view, knobs={"bravery": 40}) == "end"
    near_only = {**flee, "target": {"where": "target.distance <= 5"}, "to": {"away_from": "target"}}
    assert action([near_only], legal, view, knobs={"bravery": 40}) == "stride 9,1"


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ("self.map == 1 and self.actions == 2 and self.reactions == 1", True),
        ("self.armed and self.stowed", True),
        ("has(self, 'frightened') and not has(self, 'prone')", True),
        ("count(enemies) == 2 and count(allies) == 0", True),
        ("nearest(enemies) == 5", True),
        ("nearest(allies) <= 1000", False),
        ("can('strike') and not can('hide')", True),
        ("round == 4 and self.side == 'heroes' and self.id == 'hero' and self.status == 'up'", True),
        ("self.acted", False),
        (True, True),
    ],
)
def test_what_conditions_see(condition, holds):
    me = Someone("hero", actions=2, tally={"attacks": 1}, items={"sword": "held", "bow": "stowed"})
    me.conditions = {"frightened": 1}
    fallen = Someone("bard", status="down")
    view = Table(me, allies=(fallen,), enemies=TWO, round=4)
    for key, expected in (("when", holds), ("unless", not holds)):
        found = action([{"id": "block", key: condition, "do": "raise"}], Listed(*STRIKES), view)
        assert (found == "raise shield") is expected


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ("target.known == 1 and target.lowest_save == 'will' and target.motive == 'odd'", True),
        ("weak(target, 'fire') and not resists(target, 'fire')", True),
        ("resists(target, 'cold') or immune(target, 'poison')", False),
    ],
)
def test_what_was_learned_of_a_target(condition, holds):
    view = Table(Someone("hero"), enemies=TWO)
    view.facts = {"known": 1, "lowest_save": "will", "motive": "odd", "weaknesses": frozenset({"fire"})}
    rules = [{"id": "learned", "target": {"where": condition}, "do": "strike"}]
    assert (action(rules, Listed(*STRIKES), view) != "end") is holds


def test_nothing_is_learned_where_the_rules_know_no_such_facts():
    rules = [{"id": "new", "target": {"where": "target.known == 0 and target.motive == ''"}, "do": "strike"}]
    assert action(rules, Listed(*STRIKES)) == "strike goblin-1 with sword"


def test_a_shield_alone_arms_nobody():
    view = Table(Someone("hero", items={"shield": "held", "sword": "stowed"}))
    rules = [{"id": "draw", "unless": "self.armed", "do": "draw"}]
    assert action(rules, Listed("draw sword", "end"), view) == "draw sword"


def test_otherwise():
    assert action([], Listed("end", "delay"), otherwise="delay") == "delay"
    assert action([], Listed("end"), otherwise="delay") == "end"
    assert action([], Listed("end"), otherwise="end_turn") == "end"


def test_once_a_round_and_once_a_fight():
    rules = [
        {"id": "howl", "once": "fight", "do": "use"},
        {"id": "hide", "do": "hide"},
        {"id": "block", "once": "round", "do": "raise"},
    ]
    legal, memory, found = Listed("use howl", "raise shield", "end"), None, []
    for now in (1, 1, 1, 2, 2):
        choice = decide(rules, legal, Table(Someone("hero"), round=now, memory=memory))
        memory = json.loads(json.dumps(choice.memory))
        found.append(str(choice.action))
    assert found == ["use howl", "raise shield", "end", "raise shield", "end"]


def test_ready_takes_what_is_offered_and_may_name_a_target():
    rule = {"id": "wait", "do": "ready", "then": "strike", "trigger": "approaches"}
    legal = Listed("end", "ready [strike with sword] when moves", "ready [strike with sword] when approaches")
    assert action([rule], legal) == "ready [strike with sword] when approaches"
    assert action([{**rule, "target": {"pick": "farthest"}}], legal) == (
        "ready [strike goblin-2 with sword] when approaches"
    )
    assert action([{**rule, "trigger": "sings"}], legal) == "end"


REACTIONS = ("shield_block", "reactive_strike goblin-1 with sword", "reactive_strike goblin-2 with sword", "pass")


@pytest.mark.parametrize(
    ("rules", "reactions", "expected"),
    [
        ([], "all", "shield_block"),
        ([], "none", "pass"),
        ([{"id": "r", "on": "reaction", "do": "reactive_strike"}], "none", "reactive_strike goblin-1 with sword"),
        (
            [{"id": "r", "on": "reaction", "do": "reactive_strike", "target": {"pick": "lowest hp"}}],
            "none",
            "reactive_strike goblin-2 with sword",
        ),
        ([{"id": "r", "on": "reaction", "do": "pass"}], "all", "pass"),
        ([{"id": "r", "on": "reaction", "when": "self.hp > 99", "do": "pass"}], "all", "shield_block"),
        ([{"id": "r", "do": "reactive_strike"}], "none", "pass"),
    ],
)
def test_reactions(rules, reactions, expected):
    view = Table(Someone("hero"), enemies=TWO, kind="reaction")
    assert action(rules, Listed(*REACTIONS), view, reactions=reactions) == expected


def test_choices_take_the_first_option_unless_a_rule_says_otherwise():
    view = Table(Someone("hero"), kind="choice")
    legal = Listed("resist fire", "resist cold")
    assert action([], legal, view, reactions="none") == "resist fire"
    assert action([{"id": "c", "on": "choice", "do": "take"}], Listed("resist fire", "take cold"), view) == "take cold"


def test_a_condition_that_meets_unfit_values_raises():
    with pytest.raises(ExpressionError, match=r"self\.hp_pct < self\.name"):
        decide([{"id": "odd", "when": "self.hp_pct < self.name", "do": "raise"}], Listed(*STRIKES))


def test_all_faults_are_reported_together_with_their_rule():
    found = problems(
        [
            {"id": "a", "wen": "True", "do": "strike"},
            {"id": "a", "do": "Strike!"},
            {"do": "raise"},
            {"id": "b", "when": "self.hpp < 3", "do": "raise"},
            {"id": "c", "when": "target.hp_pct < 3", "do": "strike"},
            {"id": "d", "target": {"from": "enemys", "pick": "lowest", "wher": "True"}, "do": "strike"},
            "strike",
        ],
        otherwize="end",
    )
    expected = [
        "policy 'test', unknown key 'otherwize' in a policy (did you mean 'otherwise'?)",
        "rule 'a': unknown key 'wen' in a rule (did you mean 'when'?)",
        "rule 'a': a rule of this id stands above; expected each id once",
        "rule 'a': do: expected a kind of action such as strike, not 'Strike!'",
        "rule 3: expected an id, such as finish-wounded",
        "rule 'b': when: 'self.hpp < 3', column 1: unknown name 'self.hpp' (did you mean 'self.hp'?)",
        "target is known in target: {where: ...} only",
        "rule 'd': unknown key 'wher' in target (did you mean 'where'?)",
        "rule 'd': from: expected enemies, allies or self, not 'enemys' (did you mean 'enemies'?)",
        "rule 'd': pick: expected nearest",
        "rule 7: expected a rule such as {id: hit, do: strike}, not 'strike'",
    ]
    assert len(found) == len(expected)
    for message, part in zip(found, expected, strict=True):
        assert part in message


@pytest.mark.parametrize(
    ("rule", "message"),
    [
        ({"do": "stride"}, "stride needs a way"),
        ({"do": "stride", "to": {"toward": "target"}}, "needs a target"),
        ({"do": "stride", "to": {}}, "expected one of toward, away_from"),
        ({"do": "stride", "to": {"toward": "enemies", "away_from": "allies"}}, "expected one of toward, away_from"),
        ({"do": "stride", "to": {"away_from": "enemies", "within": 5}}, "within belongs to toward"),
        ({"do": "stride", "to": "enemies"}, "expected to as {...}"),
        ({"do": "ready"}, "ready needs then and trigger"),
        ({"do": "strike", "trigger": "moves"}, "belong to do: ready"),
        ({"do": "strike", "on": "reactions"}, "did you mean 'reaction'?"),
        ({"do": "strike", "once": "turn"}, "once: expected round or fight, not 'turn'"),
        ({"do": "strike", "with": 3}, "with: expected a word, not 3"),
        ({"do": "strike", "when": ["x"]}, "when: expected a condition"),
        ({"do": "strike", "target": {"include_down": "no"}}, "include_down: expected true or false"),
        ({}, "do: expected a kind of action"),
    ],
)
def test_faults_of_rules(rule, message):
    found = problems([{"id": "r", **rule}])
    assert [m for m in found if message in m and "rule 'r'" in m], found


@pytest.mark.parametrize(
    ("script", "message"),
    [
        ({"knobs": ["bravery"]}, "expected knobs"),
        ({"knobs": {"Brave one": 3}}, "knob 'Brave one'"),
        ({"knobs": {"bravery": [1]}}, "knob 'bravery'"),
        ({"reactions": "some"}, "reactions: expected all or none"),
        ({"otherwise": 3}, "otherwise: expected a kind of action"),
    ],
)
def test_faults_of_scripts(script, message):
    assert message in problems([], **script)[0]


@pytest.mark.parametrize("args", [None, "strike", ["end"], {"rules": {}}, {"rules": [{"id": object()}]}])
def test_what_is_no_script_is_refused(args):
    with pytest.raises(InputError, match="expected"):
        gambit(AgentSpec("gambit", "test", args))


def test_creatures_of_one_policy_share_its_script():
    first, second = (gambit(AgentSpec("gambit", "test", {"rules": [{"id": "hit", "do": "strike"}]})) for _ in range(2))
    assert first is second
    assert gambit(AgentSpec("gambit", "other", {"rules": []})).name == "other"


@pytest.mark.parametrize("memory", [7, [1], "x"])
def test_what_another_agent_remembered_does_no_harm(memory):
    rules = [{"id": "first", "do": "strike", "target": {"from": "enemies"}, "once": "round"}]
    choice = decide(rules, Listed(*STRIKES), Table(Someone("hero"), enemies=TWO, memory=memory))
    assert (choice.rule, choice.memory) == ("first", {"first": 1})
