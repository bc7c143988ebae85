"""The commands as a user runs them."""

from __future__ import annotations

import fcntl
import json
import os
import re
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from sim.cli import COMMANDS, main

CODE = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)  # whatever started the tests may ignore it
from sim.cli import main
sys.exit(main())
"""
ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.delenv("ENCOUNTER_LOG", raising=False)


@pytest.fixture
def cli(capsys):
    """Runs a command line; returns its status, output and complaints."""

    def run(*words):
        status = main([str(word) for word in words])
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return run


@pytest.fixture
def duel(cli, tmp_path):
    """The log of a duel."""
    cli("run", "duel", "--seed", 2)
    return tmp_path / "logs" / "duel-2-0.jsonl"


@pytest.fixture
def cut(duel):
    """The log of a duel whose program was killed in the middle of a line."""
    data = duel.read_bytes()
    path = duel.with_name("cut.jsonl")
    path.write_bytes(data[: 2 * len(data) // 3])
    return path


def process(*words, plugins=()):
    """Start the program; its output pipe is so small that it soon waits for its reader."""
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (ROOT, *plugins)))}
    command = [sys.executable, "-c", CODE, *words]
    running = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env)
    if hasattr(fcntl, "F_SETPIPE_SZ"):
        fcntl.fcntl(running.stdout, fcntl.F_SETPIPE_SZ, 4096)
    return running


def seq_of(log, kind):
    """Number of the first event of a kind."""
    return next(line["seq"] for line in map(json.loads, log.read_text().splitlines()) if line["type"] == kind)


# --- help and usage --------------------------------------------------------------


def test_help_names_every_command(cli):
    status, out, _ = cli("--help")
    assert status == 0
    assert all(f"  {name}" in out for name in COMMANDS)
    assert cli() == (0, out, "")


@pytest.mark.parametrize("command", COMMANDS)
def test_the_readme_tells_of_each_command(command):
    table = (ROOT / "README.md").read_text(encoding="utf-8")
    assert re.search(rf"^\| `encounter {command}( [^`]*)?` \| \w", table, re.MULTILINE)


def test_help_is_there_at_once():
    """The best of five, as other programs may keep the machine busy."""
    times = []
    for _ in range(5):
        start = time.perf_counter()
        assert process("--help").wait() == 0
        times.append(time.perf_counter() - start)
    assert min(times) < 0.3


@pytest.mark.parametrize("command", COMMANDS)
def test_each_command_explains_itself(cli, command):
    status, out, _ = cli(*command.split(), "--help")
    assert status == 0
    assert out.startswith(f"Usage: encounter {command}")


def test_version(cli):
    status, out, _ = cli("--version")
    assert (status, out.count(".")) == (0, 2)


@pytest.mark.parametrize(
    "words",
    [
        ["run", "duel", "--bogus"],
        ["bogus"],
        ["run"],
        ["run", "duel", "--seed", "x"],
        ["run", "duel", "--seed", "99999999999999999999"],
        ["run", "duel", "--fight", "-1"],
        ["fork", "a.jsonl"],
    ],
)
def test_wrong_usage_is_bad_input(cli, words):
    status, _, err = cli(*words)
    assert status == 2
    assert "Error" in err


# --- run ---------------------------------------------------------------------------


def test_run_tells_the_fight_and_keeps_its_log(cli, tmp_path):
    status, out, err = cli("run", "duel", "--seed", 2)
    assert (status, err) == (0, "")
    assert "Round 1" in out
    assert "Winners:" in out
    assert "Log: logs/duel-2-0.jsonl" in out
    assert (tmp_path / "logs" / "duel-2-0.jsonl").is_file()


def test_the_same_fight_may_run_again_and_another_may_not_take_its_place(cli, duel):
    assert cli("run", "duel", "--seed", 2)[0] == 0
    before = duel.read_bytes()
    status, _, err = cli("run", "duel", "--seed", 3, "--log", duel)
    assert status == 2
    assert "--force" in err
    assert duel.read_bytes() == before
    assert cli("run", "duel", "--seed", 3, "--log", duel, "--force")[0] == 0
    assert duel.read_bytes() != before


def test_run_without_a_log(cli, tmp_path):
    status, out, _ = cli("run", "duel", "--no-log", "--fight", 3)
    assert status == 0
    assert "Log:" not in out
    assert list(tmp_path.iterdir()) == []


def test_log_and_no_log_exclude_each_other(cli):
    assert cli("run", "duel", "--log", "a.jsonl", "--no-log")[0] == 2


def test_the_map_is_shown_each_round_when_asked_for(cli):
    _, with_map, _ = cli("run", "duel", "--seed", 2, "--map")
    _, without, _ = cli("run", "duel", "--seed", 2)
    assert with_map.count("  0 ·") == with_map.count("\nRound ") + 1
    assert "  0 ·" not in without


def test_quiet_and_verbose(cli):
    quiet, normal, verbose = (cli("run", "duel", "--seed", 2, *flag)[1] for flag in (["-q"], [], ["-v"]))
    assert len(quiet) < len(normal) < len(verbose)
    assert "decides: strike" in verbose
    assert "strikes" not in quiet


def test_everything_wrong_with_a_scenario_is_told_with_its_place(cli, tmp_path):
    (tmp_path / "bad.yaml").write_text("ruleset: pf2e\nmapp: {}\ncombatants: []\n")
    status, out, err = cli("run", "bad.yaml")
    assert (status, out) == (2, "")
    assert "bad.yaml:2:1: unknown key 'mapp'" in err
    assert len(err.splitlines()) > 1
    assert "Traceback" not in err
    assert not (tmp_path / "logs").exists()


STUBBORN = """
ruleset: pf2e
map: {size: [9, 9]}
sides: {heroes: {kind: pc}, raiders: {kind: adversary}}
combatants:
  - {use: parties/level-1/fighter, id: fighter, side: heroes, at: [1, 1], agent: {scripted: [strike brute with spoon]}}
  - {use: creatures/ironhide-brute, id: brute, side: raiders, at: [7, 7], agent: brute}
end: {round_limit: 2}
"""


def test_strict_stops_at_an_illegal_answer(cli, tmp_path):
    (tmp_path / "stubborn.yaml").write_text(STUBBORN)
    status, out, _ = cli("run", "stubborn.yaml", "--no-log")
    assert status == 0
    assert "was refused (strike brute with spoon)" in out
    status, _, err = cli("run", "stubborn.yaml", "--no-log", "--strict")
    assert status == 3
    assert "fighter has no Strike 'spoon'" in err


def test_a_closed_pipe_leaves_a_whole_log(cli, tmp_path):
    running = process("run", "ambush", "--verbose")
    running.stdout.readline()
    running.stdout.close()
    assert running.wait() == 141
    assert running.stderr.read() == ""
    assert cli("verify", tmp_path / "logs" / "ambush-1-0.jsonl")[0] == 0


def test_an_interrupt_leaves_a_log_that_can_be_resumed(cli, tmp_path):
    running = process("run", "bench-4v4", "--verbose")
    running.stdout.readline()
    running.send_signal(signal.SIGINT)
    _, err = running.communicate()
    assert (running.returncode, err) == (130, "interrupted\n")
    log = tmp_path / "logs" / "bench-4v4-1-0.jsonl"
    assert cli("resume", log, "-q")[0] == 0
    assert cli("run", "bench-4v4", "-q")[0] == 0  # the resumed log has the bytes of an uninterrupted run


BROKEN = """
from coin_rules import Coin

class Broken(Coin):
    name = "broken"

    def end_turn(self, game, who):
        yield from super().end_turn(game, who)
        if game.state.round == 2:
            raise RuntimeError("the coin rolled away")
"""
TOSS = """
ruleset: broken
map: {size: [5, 5]}
sides: {one: {kind: pc}, other: {kind: adversary}}
combatants:
  - {creature: {name: Ada, hp: 50}, side: one, at: [1, 1], agent: random}
  - {creature: {name: Bo, hp: 50}, side: other, at: [2, 1], agent: random}
"""


def test_a_rule_that_breaks_is_told_with_the_command_that_repeats_it(tmp_path):
    (tmp_path / "broken_rules.py").write_text(BROKEN)
    (tmp_path / "broken-0.dist-info").mkdir()
    (tmp_path / "broken-0.dist-info" / "METADATA").write_text("Metadata-Version: 2.1\nName: broken\nVersion: 0\n")
    entry_point = "[encounter_sim.rulesets]\nbroken = broken_rules:Broken\n"
    (tmp_path / "broken-0.dist-info" / "entry_points.txt").write_text(entry_point)
    (tmp_path / "toss.yaml").write_text(TOSS)
    running = process("run", "toss.yaml", plugins=(ROOT / "tests" / "support" / "coin", tmp_path))
    out, err = running.communicate()
    assert running.returncode == 3
    assert "A rule broke at event" in out
    assert "RuntimeError: the coin rolled away" in out
    assert "To repeat it: encounter run" in out
    assert "The fight broke off in round 2." in out
    assert "broken_rules.py" in err  # where it broke, for whoever wrote the rule
    assert (tmp_path / "logs" / "toss-1-0.jsonl").is_file()


def test_diagnostics_have_a_level(cli, monkeypatch):
    monkeypatch.setenv("ENCOUNTER_LOG", "loud")
    status, _, err = cli("scenarios")
    assert status == 2
    assert "expected one of debug, info, warning" in err


# --- logs --------------------------------------------------------------------------


def test_replay_tells_what_run_told(cli):
    _, told, _ = cli("run", "duel", "--seed", 2)
    status, again, _ = cli("replay", "logs/duel-2-0.jsonl")
    assert status == 0
    assert again == told.replace("Log: logs/duel-2-0.jsonl\n", "")


def test_replay_stops_where_it_is_told_to(cli, duel):
    at = seq_of(duel, "AttackRolled")
    status, out, _ = cli("replay", duel, "--to", at, "--verbose")
    told = [line for line in out.splitlines() if line[:5].strip().isdigit()]
    assert status == 0
    assert int(told[-1][:5]) == at
    assert "The fight is not over" in out
    assert cli("replay", duel, "--to", 10_000)[0] == 2


def test_replay_of_a_cut_log_says_so(cli, cut):
    status, out, err = cli("replay", cut)
    assert status == 0
    assert "Round 1" in out
    assert "is cut after event" in err


def test_replay_stops_at_an_event_that_it_does_not_know(cli, duel):
    strange = duel.with_name("strange.jsonl")
    strange.write_text(duel.read_text().replace('"type":"AttackRolled"', '"type":"SpellCast"', 1))
    status, out, err = cli("replay", strange)
    assert status == 2
    assert "Round 1" in out
    assert "'SpellCast'" in err


def test_verify_tells_three_verdicts(cli, duel):
    status, out, _ = cli("verify", duel)
    assert status == 0
    assert [line.split()[:2] for line in out.splitlines()[1:]] == [
        ["integrity", "ok"],
        ["fold", "ok"],
        ["re-execution", "ok"],
    ]


def test_verify_finds_a_changed_byte_and_a_cut(cli, duel, cut):
    data = duel.read_text()
    changed = duel.with_name("changed.jsonl")
    changed.write_text(data.replace('"hp_after":', '"hp_after":1', 1))
    status, out, _ = cli("verify", duel, changed, cut)
    assert status == 1
    assert [line.split()[1] for line in out.splitlines() if "integrity" in line] == ["ok", "failed", "truncated"]


def test_verify_of_what_is_no_log(cli, duel, tmp_path):
    (tmp_path / "no.jsonl").write_text("{}\n")
    status, out, err = cli("verify", "no.jsonl", "missing.jsonl", duel)
    assert status == 2
    assert "re-execution" in out  # the readable one is checked all the same
    assert {line.partition(":")[0] for line in err.splitlines()} == {"no.jsonl", "missing.jsonl"}


def test_resume_completes_a_cut_log_in_place(cli, duel, cut):
    status, out, _ = cli("resume", cut)
    assert status == 0
    assert "Winners:" in out
    assert cut.read_bytes() == duel.read_bytes()
    assert "nothing is left" in cli("resume", cut)[1]


def test_resume_counts_the_deeds_of_the_whole_fight(cli, cut):
    _, whole, _ = cli("run", "duel", "--seed", 2)
    _, resumed, _ = cli("resume", cut)
    assert resumed.partition("Winners")[2].splitlines()[:-1] == whole.partition("Winners")[2].splitlines()[:-1]


def test_a_changed_log_is_not_resumed(cli, duel):
    lines = duel.read_text().splitlines(keepends=True)
    duel.write_text("".join([*lines[:20], *lines[21:40]]))
    before = duel.read_bytes()
    assert cli("resume", duel)[0] == 2
    assert duel.read_bytes() == before


def test_fork_with_other_dice_keeps_what_came_before(cli, duel):
    at = seq_of(duel, "AttackRolled")
    before = duel.read_bytes()
    status, out, _ = cli("fork", duel, "--at", at, "--seed", 99)
    forked = duel.with_name(f"duel-2-0-fork-{at}.jsonl")
    assert status == 0
    assert str(forked) in out
    assert duel.read_bytes() == before
    assert forked.read_bytes() != before
    assert forked.read_text().splitlines()[1 : at + 1] == before.decode().splitlines()[1 : at + 1]
    assert cli("verify", forked)[0] == 0


def test_fork_with_another_agent_and_a_value_set_by_hand(cli, duel):
    at = seq_of(duel, "RoundStarted")
    words = ["--set", "fighter.hp=5", "--agent", "fighter=random", "--out", "changed.jsonl"]
    status, out, _ = cli("fork", duel, "--at", at, *words)
    assert status == 0
    assert "Set by hand: fighter.hp from 20 to 5." in out
    assert cli("verify", "changed.jsonl")[0] == 0


def test_fork_with_another_answer(cli, duel):
    at = seq_of(duel, "ActionsRegained")
    status, out, _ = cli("fork", duel, "--at", at, "--answer", "end")
    assert status == 0
    assert out.splitlines()[0].strip() == "Ironhide Brute ends the turn with 3 actions unused."


@pytest.mark.parametrize(
    "words",
    [
        ["--at", "10000"],
        ["--at", "7", "--agent", "fighter"],
        ["--at", "7", "--agent", "fighter=nobody"],
        ["--at", "7", "--agent", "figter=random"],
        ["--at", "7", "--set", "fighter.hp"],
        ["--at", "7", "--set", "fighter.charm=5"],
        ["--at", "7", "--set", "fighter.hp=500"],
    ],
)
def test_a_fork_that_cannot_be_is_bad_input(cli, duel, words):
    status, _, err = cli("fork", duel, *words)
    assert status == 2
    assert err
    assert sorted(path.name for path in duel.parent.iterdir()) == ["duel-2-0.jsonl"]


# --- test, scenarios, validate -----------------------------------------------------

CASE = """
- name: a hit
  scenario:
    ruleset: pf2e
    combatants:
      - {use: parties/level-1/fighter, id: fighter, side: heroes, at: [1, 1]}
      - {use: creatures/ironhide-brute, id: brute, side: foes, at: [2, 1]}
  play: {fighter: [strike brute with longsword]}
  dice: {fighter/attack: [DIE], fighter/damage: [3]}
  expect: {events: [{type: AttackRolled, roll: {degree: success}}]}
  until: event DamageRolled
"""


def test_rule_cases(cli, tmp_path):
    (tmp_path / "good.yaml").write_text(CASE.replace("DIE", "10"))
    (tmp_path / "bad.yaml").write_text(CASE.replace("DIE", "2"))
    assert cli("test", "good.yaml")[:2] == (0, "1 case, all fine.\n")
    status, out, _ = cli("test", tmp_path, "--junit", "out.xml")
    assert status == 1
    assert "bad.yaml:2: a hit" in out
    assert "2 cases, 1 failed." in out
    suite = ET.parse("out.xml").getroot()  # noqa: S314 # written by ourselves a moment ago
    assert (suite.get("tests"), suite.get("failures")) == ("2", "1")


def test_rule_cases_that_are_not_there(cli):
    status, _, err = cli("test", "nowhere")
    assert status == 2
    assert err.startswith("nowhere: ")


def test_scenarios_are_listed(cli):
    status, out, _ = cli("scenarios")
    assert status == 0
    assert {"ambush", "duel"} <= {line.split()[0] for line in out.splitlines()}


def test_every_shipped_file_is_valid(cli):
    status, out, err = cli("validate", ROOT / "scenarios")
    assert (status, err) == (0, "")
    assert {line.split(": ")[-1] for line in out.splitlines()} == {"scenario, fine", "creature, fine", "policy, fine"}


def test_validate_tells_the_faults_of_all_files(cli, tmp_path):
    (tmp_path / "fight.yaml").write_text("ruleset: pf2e\ncombatants: []\n")
    (tmp_path / "imp.yaml").write_text("name: Imp\nlevel: one\n")
    (tmp_path / "plan.yaml").write_text("policy: plan\nrules: [{do: dance}]\n")
    (tmp_path / "cases.yaml").write_text("- name: nothing\n")
    status, _, err = cli("validate", tmp_path)
    assert status == 2
    named = {Path(line.partition(":")[0]).name for line in err.splitlines()}
    assert named == {"fight.yaml", "imp.yaml", "plan.yaml", "cases.yaml"}


def test_validate_of_nothing(cli, tmp_path):
    assert cli("validate")[0] == 2
    assert cli("validate", tmp_path)[0] == 2
