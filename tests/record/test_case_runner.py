"""The runner of rule cases: what passes, what fails, and what it says."""

from __future__ import annotations

import re
from textwrap import dedent, indent

import pytest

from sim.engine.answers import Options
from sim.model.actions import parse_action
from sim.model.errors import InputError
from sim.model.events import ActionChosen
from sim.model.state import State
from sim.model.values import Question
from sim.record.case_reading import read_cases
from sim.record.case_script import CaseFailed, ScriptedAnswers
from sim.record.cases import CaseResult, case_files, run_file, run_paths, shipped_cases

SCENARIO = """\
ruleset: pf2e
combatants:
  - side: heroes
    at: [5, 5]
    creature:
      name: Fighter
      level: 1
      ac: 18
      hp: 20
      saves: {fortitude: 7, reflex: 5, will: 4}
      perception: 0
      strikes: [{name: sword, attack: 9, damage: 1d8+4 slashing, hands: 1}]
      abilities: [{use: attack_of_opportunity}]
  - side: foes
    at: [6, 5]
    creature: {name: Orc, level: 1, ac: 16, hp: 30, saves: {fortitude: 5, reflex: 3, will: 2}, perception: 0}
"""

HIT = """\
play: {fighter: [strike orc with sword, end]}
dice: {fighter/attack: [10], fighter/damage: [3]}
"""


@pytest.fixture
def run(tmp_path):
    """Run one case over the small scenario and return its result."""

    def run(body: str, scenario: str = SCENARIO) -> CaseResult:
        path = tmp_path / "case.yaml"
        text = f"name: one\nscenario:\n{indent(scenario, '  ')}{dedent(body)}"
        path.write_text("- " + indent(text, "  ").lstrip(), "utf-8")
        (result,) = run_file(path)
        return result

    return run


@pytest.fixture
def refused(run):
    """Run one case that must be refused and return what is said."""

    def refused(body: str) -> str:
        with pytest.raises(InputError) as caught:
            run(body)
        return str(caught.value)

    return refused


def test_a_case_that_comes_out_as_expected_passes(run):
    result = run(HIT + "expect: {events: [{type: DamageApplied, amount: 7}], state: {orc: {hp: 23}}}")
    assert result.ok, result.message
    assert (result.name, result.line, result.message) == ("one", 1, "")
    assert result.file.endswith("case.yaml")


@pytest.mark.parametrize(
    ("expect", "says"),
    [
        ("{events: [{type: DamageApplied, amount: 8}]}", ["amount: expected 8, found 7", "DamageApplied amount=8"]),
        ("{events: [{type: AttackRolled, roll: {total: 18}}]}", ["roll.total: expected 18, found 19"]),
        ("{events: [{type: DamageApplied}, {type: AttackRolled}]}", ["expected event 2", "stands too early"]),
        ("{events: [{type: Moved}]}", ["expected event 1 (line", "Moved", "EncounterStarted"]),
        ("{never: [{type: AttackRolled}]}", ["must never happen", "fighter/attack:10+9=19 against 16 success"]),
        ("{state: {orc: {hp: 22, at: [6, 6]}}}", ["orc: hp: expected 22, found 23", "orc: at[1]: expected 6, found 5"]),
        ("{state: {orc: {conditions: {prone: 1}}}}", ["conditions: expected {prone: 1}, found {}"]),
        ("{events: [{type: DamageApplied, lines: []}]}", ["length of lines: expected 0, found 1"]),
        ("{events: [{type: AttackRolled, roll: {faces: [11]}}]}", ["roll.faces[0]: expected 11, found 10"]),
    ],
)
def test_what_differs_is_told(run, expect, says):
    result = run(HIT + f"expect: {expect}")
    assert not result.ok
    for words in says:
        assert words in result.message


def test_given_conditions_are_compared_whole(run):
    assert run(HIT + "expect: {state: {orc: {conditions: {}}}}").ok


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ("play: {fighter: [strike orc with sword]}", "no die given for fighter/attack roll 1 (d20"),
        (
            "play: {fighter: [strike orc with sword]}\ndice: {fighter/attack: [10], fighter/damages: [3]}",
            "no die given for fighter/damage roll 1 (d8, after event 12) (did you mean 'fighter/damages'?)",
        ),
        (
            "play: {fighter: [strike orc with sword]}\ndice: {fighter/attack: [10], fighter/damage: [9]}",
            "is a d8 and cannot show 9",
        ),
        (
            "play: {fighter: [end]}\ndice: {fighter/attack: [10, 11]}",
            "dice never rolled, fighter/attack: 10, 11",
        ),
        (
            "play: {fighter: [end, strike orc with sword]}\nuntil: round 1",
            "unused play of fighter: strike orc with sword",
        ),
        ("play: {fighter: [end]}\nreact: {fighter: [pass]}", "unused react of fighter: pass"),
        ("play: {fighter: [end], orc: ['stride 9,5']}\nreact: {fighter: []}", "fighter is asked for one reaction more"),
        ("play: {fighter: [strike orc with bow]}", "fighter may not strike orc with bow (round 1, after event"),
        ("play: {fighter: [end]}\nuntil: event Moved", "the fight was over before the case's until"),
    ],
)
def test_everything_given_must_be_used_and_everything_needed_given(run, body, says):
    limited = SCENARIO + "end: {round_limit: 3}\n"
    result = run(body + "\nexpect: {events: [{type: RoundStarted}]}", limited)
    assert not result.ok
    assert says in result.message


def test_an_illegal_action_is_fine_where_the_case_expects_it(run):
    body = "play: {fighter: [strike orc with bow]}\nexpect: {events: [{type: ActionRefused, actor: fighter}]}"
    assert run(body).ok


def test_without_react_a_reaction_is_declined(run):
    body = "play: {fighter: [end], orc: ['stride 9,5']}\nexpect: {never: [{type: ReactionUsed}]}"
    assert run(body).ok


@pytest.fixture
def answers(tmp_path):
    """The answers of a case with the given lists."""

    def answers(body: str) -> ScriptedAnswers:
        path = tmp_path / "case.yaml"
        text = f"name: one\nscenario:\n{indent(SCENARIO, '  ')}{body}\nexpect: {{never: [{{type: Moved}}]}}"
        path.write_text("- " + indent(text, "  ").lstrip(), "utf-8")
        return ScriptedAnswers(*read_cases(path))

    return answers


@pytest.mark.parametrize("body", ["choose: {orc: [step 1,2]}", "react: {orc: [step 1,2]}"])
def test_a_choice_inside_an_action_is_taken_from_choose_or_react(answers, body):
    source = answers(body.replace("step 1,2", "'step 1,2'"))
    asked = Question(7, 1, "orc", "choice", "where to")
    legal = Options([parse_action("step 3,3"), parse_action("step 1,2")])
    answer = source.answer(asked, State(source.case.scenario), legal, 7)
    assert answer == ActionChosen(7, "orc", "step 1,2", "choice", (7, 1), "case")
    assert source.unused() == []
    with pytest.raises(CaseFailed, match=r"orc must choose \(where to, after event 7\)"):
        source.answer(asked, State(source.case.scenario), legal, 7)


def test_initiative_keeps_the_order_of_the_file(run):
    result = run("until: event OrderChanged\nexpect: {events: [{type: OrderChanged, order: [fighter, orc]}]}")
    assert result.ok, result.message


@pytest.mark.parametrize(
    ("until", "last"),
    [
        ("event TurnStarted", "{type: TurnStarted, actor: fighter}"),
        ("turn of orc ended", "{type: TurnEnded, actor: orc}"),
        ("turn 2 of fighter ended", "{type: TurnStarted, actor: fighter, number: 2}"),
        ("round 2", "{type: RoundEnded, number: 2}"),
    ],
)
def test_a_case_stops_where_until_says(run, until, last):
    never = {"event TurnStarted": "ActionsRegained", "turn of orc ended": "RoundEnded"}.get(until)
    more = f", never: [{{type: {never}}}]" if never else ", never: [{type: RoundStarted, number: 3}]"
    result = run(f"until: {until}\nexpect: {{events: [{last}]{more}}}")
    assert result.ok, result.message


def test_an_effect_at_the_end_of_the_turn_still_happens(run):
    burning = SCENARIO.replace("1d8+4 slashing", "1d8+4 slashing plus 1 persistent fire")
    body = """\
        play: {fighter: [strike orc with sword, end]}
        dice: {fighter/attack: [10], fighter/damage: [3], orc/persistent-fire-flat: [20]}
        expect: {state: {orc: {hp: 22, effects: []}}}
        until: turn of orc ended
    """
    result = run(body, burning)
    assert result.ok, result.message


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ("expect: {events: [{type: AttackRold}]}", "unknown event 'AttackRold' (did you mean 'AttackRolled'?)"),
        ("expect: {events: [{typ: Moved}]}", "the key 'type' is missing"),
        ("expect: {events: [{type: Moved, feets: 5}]}", "unknown field of Moved 'feets' (did you mean 'feet'?)"),
        ("expect: {events: [{type: AttackRolled, roll: {totals: 5}}]}", "unknown field of Roll 'totals'"),
        ("expect: {events: [{type: DamageApplied, lines: [{tipe: fire}]}]}", "unknown field of DamageLine 'tipe'"),
        ("expect: {never: [{type: Mooved}]}", "did you mean 'Moved'?"),
        ("expect: {state: {orcs: {hp: 3}}}", "unknown creature 'orcs' (did you mean 'orc'?)"),
        ("expect: {state: {orc: {hitpoints: 3}}}", "unknown key 'hitpoints'"),
        (
            "expect: {state: {orc: {hp: 3}}}\nplay: {figter: [end]}",
            "unknown creature 'figter' (did you mean 'fighter'?)",
        ),
        ("expect: {state: {orc: {hp: 3}}}\nplay: {fighter: ['@!']}", "is no action"),
        ("expect: {state: {orc: {hp: 3}}}\ndice: {fighter: [3]}", "'fighter' is no dice label"),
        ("expect: {state: {orc: {hp: 3}}}\ndice: {orcc/attack: [3]}", "did you mean 'orc'?"),
        ("expect: {state: {orc: {hp: 3}}}\ndice: {orc/attack: [0]}", "a die shows at least 1"),
        ("expect: {state: {orc: {hp: 3}}}\nuntil: tomorrow", "cannot read 'tomorrow'; expected round 1"),
        ("expect: {state: {orc: {hp: 3}}}\nuntil: turn of ork ended", "unknown creature 'ork' (did you mean 'orc'?)"),
        ("expect: {state: {orc: {hp: 3}}}\nplays: {}", "unknown key 'plays' (did you mean 'play'?)"),
        ("expect: {}", "the case expects nothing"),
        ("expect: {win_rate: {heroes: 0.7..0.9}}", "needs both fights and expect"),
        ("expect: {state: {orc: {hp: 3}}}\nfights: 10", "the key 'agent' is missing"),
    ],
)
def test_what_cannot_be_is_refused_with_its_place(refused, body, says):
    message = refused(body)
    assert says in message
    place = message.split(": ", maxsplit=1)[0]
    assert place.rsplit("case.yaml:", maxsplit=1)[1].split(":")[0].isdigit()


def test_faults_of_a_file_are_told_together(refused):
    message = refused("play: {figter: [end]}\nexpect: {events: [{type: Mooved}], state: {orcs: {}}}")
    assert message.count("did you mean") == 3


def test_no_list_of_cases_is_refused(tmp_path):
    path = tmp_path / "case.yaml"
    path.write_text("name: lonely\n", "utf-8")
    with pytest.raises(InputError, match="expected a list of cases"):
        run_file(path)


def test_a_scenario_may_be_a_file_beside_the_case(tmp_path):
    whole = SCENARIO.replace("at:", "agent: {scripted: []}\n    at:")
    ground = "map: {size: [20, 20]}\nsides: {heroes: {kind: pc}, foes: {kind: adversary}}\n"
    (tmp_path / "yard.yaml").write_text(whole + ground, "utf-8")
    (tmp_path / "case.yaml").write_text(
        "- {name: one, scenario: yard, expect: {events: [{type: RoundStarted}]}}\n"
        "- {name: two, scenario: yrd, expect: {events: [{type: RoundStarted}]}}\n",
        "utf-8",
    )
    with pytest.raises(InputError, match=r"case\.yaml:2:\d+: there is no scenario 'yrd' \(did you mean 'yard'\?\)"):
        run_file(tmp_path / "case.yaml")
    (tmp_path / "case.yaml").write_text(
        "- {name: one, scenario: yard, expect: {events: [{type: RoundStarted}]}}\n", "utf-8"
    )
    assert [result.ok for result in run_file(tmp_path / "case.yaml")] == [True]


# --- statistical cases: the fighter hits on 11 and more, one chance in two ------------------

COIN = """\
ruleset: pf2e
map: {size: [20, 20]}
sides: {heroes: {kind: pc}, foes: {kind: adversary}}
end: {round_limit: 1}
combatants:
  - side: heroes
    at: [5, 5]
    agent: {scripted: [strike post with sword, end]}
    creature:
      name: Fighter
      level: 1
      ac: 18
      hp: 20
      saves: {fortitude: 7, reflex: 5, will: 4}
      perception: 50
      strikes: [{name: sword, attack: 9, damage: 1d8+4 slashing}]
  - side: foes
    at: [6, 5]
    agent: {scripted: []}
    creature: {name: Post, level: 1, ac: 20, hp: 1, saves: {fortitude: 0, reflex: 0, will: 0}, perception: 0}
"""


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ("fights: 10\nexpect: {win_rate: {heroes: 0.9..0.7}}", "expected a range such as 0.70..0.90"),
        ("fights: 10\nexpect: {win_rate: {heros: 0.7..0.9}}", "unknown side 'heros' (did you mean 'heroes'?)"),
        ("fights: 10\nmax_fights: 5\nexpect: {win_rate: {heroes: 0.7..0.9}}", "expected at least as many as fights"),
        ("fights: 10\nexpect: {events: [{type: Moved}]}", "needs both fights and expect"),
        (
            "fights: 10\nseed: 3\nuntil: round 1\nexpect: {win_rate: {heroes: 0.7..0.9}}",
            "a statistical case has no play",
        ),
    ],
)
def test_what_a_statistical_case_cannot_be(run, body, says):
    with pytest.raises(InputError, match=re.escape(says)):
        run(body, COIN)


@pytest.mark.parametrize(
    ("rates", "more", "ok", "says"),
    [
        ("0.40..0.60", "", True, "inside after 1000 fights"),
        ("0.60..0.80", "", False, "outside after 1000 fights"),
        ("0.50..0.80", "max_fights: 1500", False, "undecided after 1500 fights"),
    ],
)
def test_a_win_rate_lies_inside_or_outside_or_stays_open(run, rates, more, ok, says):
    result = run(f"fights: 1000\n{more}\nexpect: {{win_rate: {{heroes: {rates}}}}}", COIN)
    assert result.ok is ok, result.message
    assert says in result.message


def test_paths_lead_to_files_and_folders(tmp_path, run):
    run(HIT + "expect: {state: {orc: {hp: 23}}}")
    (tmp_path / "deeper").mkdir()
    (tmp_path / "case.yaml").rename(tmp_path / "deeper" / "other.yaml")
    run(HIT + "expect: {state: {orc: {hp: 24}}}")
    assert [result.ok for result in run_paths([tmp_path])] == [False, True]
    assert [result.ok for result in run_paths([tmp_path / "deeper"])] == [True]


def test_a_path_without_cases_is_refused(tmp_path):
    with pytest.raises(InputError, match="there are no case files"):
        run_paths([tmp_path / "nowhere"])


def test_cases_come_along():
    assert case_files()
    assert all(path.is_relative_to(shipped_cases()) for path in case_files())
