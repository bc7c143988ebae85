"""What ``import sim`` offers, as a stranger's program uses it."""

from __future__ import annotations

import doctest
import subprocess
import sys

import pytest

import sim
from sim import api
from sim.cli import main
from sim.loading.rulesets import agent_factory
from sim.model.scenario import AgentSpec
from sim.record.verify import NOT_COMPARABLE, OK
from tests.conftest import ROOT


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def idle(view, legal, rng):
    return "end" if view.question.kind == "action" else sim.PASS


def test_the_guide_tells_the_truth():
    found = doctest.testfile(str(ROOT / "docs" / "python.md"), module_relative=False)
    assert found.attempted > 20
    assert found.failed == 0


def test_every_name_is_there():
    assert sim.__all__ == api.__all__
    assert all(getattr(sim, name) is getattr(api, name) for name in sim.__all__)
    assert set(sim.__all__) < set(dir(sim))
    with pytest.raises(AttributeError, match="has no attribute 'lod'"):
        _ = sim.lod


def test_the_package_itself_imports_nothing():
    code = "import sys; before = set(sys.modules); import sim; print(*sorted(set(sys.modules) - before))"
    found = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    imported = [name.partition(".")[0] for name in found.stdout.split()]
    assert imported.count("sim") == 1
    assert "attr" not in imported


def test_agents_of_the_scenario_play_whoever_is_left_to_them():
    played = sim.play("duel", 3, agents={"fighter": idle}, strict=True)
    chosen = {(event.actor, event.policy) for event in played.of(sim.events.ActionChosen)}
    assert chosen == {("fighter", "idle"), ("brute", "brute")}
    assert played.winners == ("raiders",)
    assert played.scenario.combatants[0].agent == AgentSpec("function", "idle")


def test_an_agent_object_will_do_as_well():
    played = sim.play("duel", agents={"fighter": sim.agent(idle, "sleeper")}, strict=True)
    assert {event.policy for event in played.of(sim.events.ActionChosen) if event.actor == "fighter"} == {"sleeper"}


def test_a_choice_keeps_reason_and_memory():
    def counting(view, legal, rng):
        done = view.memory or 0
        return sim.Choice(sim.END, "count", f"Turn {done + 1}.", done + 1)

    played = sim.play("duel", agents={"fighter": counting, "brute": idle}, strict=True)
    reasons = [event.reason for event in played.of(sim.events.ActionChosen) if event.actor == "fighter"]
    assert reasons[:3] == ["Turn 1.", "Turn 2.", "Turn 3."]


def test_a_function_that_breaks_does_not_break_the_fight():
    played = sim.play("duel", agents={"fighter": lambda view, legal, rng: 1 / 0})
    assert "ZeroDivisionError" in next(played.of(sim.events.AgentFaulted)).problem
    with pytest.raises(sim.AgentStopped, match="ZeroDivisionError"):
        sim.play("duel", agents={"fighter": lambda view, legal, rng: 1 / 0}, strict=True)


def test_a_log_of_a_function_folds_but_cannot_be_played_again():
    played = sim.play("duel", agents={"fighter": idle}, log="it.jsonl")
    assert sim.fold("it.jsonl") == played.state
    report = sim.verify("it.jsonl")
    assert (report.integrity.status, report.fold.status, report.execution.status) == (OK, OK, NOT_COMPARABLE)
    assert "unknown agent 'function'" in report.execution.detail


def test_a_log_is_that_of_the_command_line(tmp_path):
    sim.play("duel", 2, 1, log="it.jsonl")
    assert main(["run", "duel", "--seed", "2", "--fight", "1", "-q"]) == 0
    assert (tmp_path / "it.jsonl").read_bytes() == (tmp_path / "logs" / "duel-2-1.jsonl").read_bytes()


def test_a_plug_in_is_found_by_its_entry_point(tmp_path, monkeypatch):
    (tmp_path / "idle_agent.py").write_text(
        '"""Does nothing at all."""\nimport sim\n\n'
        "def idle(spec):\n    return sim.agent(lambda view, legal, rng: next(iter(legal)), spec.name)\n"
    )
    (tmp_path / "idle-0.dist-info").mkdir()
    (tmp_path / "idle-0.dist-info" / "METADATA").write_text("Metadata-Version: 2.1\nName: idle\nVersion: 0\n")
    (tmp_path / "idle-0.dist-info" / "entry_points.txt").write_text("[encounter_sim.agents]\nidle = idle_agent:idle\n")
    monkeypatch.syspath_prepend(tmp_path)
    try:
        assert agent_factory("idle")(AgentSpec("idle", "idle")).name == "idle"
    finally:
        agent_factory.cache_clear()


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: sim.load("dule"), "there is no scenario 'dule' (did you mean 'duel'?)"),
        (lambda: sim.load("lost.yaml"), "lost.yaml: there is no such file"),
        (lambda: sim.play("duel", agents={"nobody": idle}), "expected one of fighter, brute"),
        (
            lambda: sim.play("duel", agents={"fighter": "brute"}),
            "expected a function or an agent for fighter, not 'brute'",
        ),
        (lambda: sim.odds("duel", "fighter", "dance"), "fighter cannot dance"),
        (lambda: sim.entries("lost.jsonl"), "lost.jsonl"),
        (lambda: sim.fold("lost.jsonl"), "lost.jsonl"),
    ],
)
def test_mistakes_are_input_errors(call, message):
    with pytest.raises(sim.InputError) as caught:
        call()
    assert message in str(caught.value)


def test_a_log_that_was_changed_is_refused_and_so_is_an_event_that_is_not_there(tmp_path):
    sim.play("duel", log="it.jsonl")
    with pytest.raises(sim.InputError, match="there is no event 100000; expected 0 to "):
        sim.fold("it.jsonl", to=100_000)
    path = tmp_path / "it.jsonl"
    path.write_text(path.read_text().replace('"hp_after":', '"hp_after":1', 1))
    for read in (sim.entries, sim.fold):
        with pytest.raises(sim.InputError):
            read("it.jsonl")


def test_the_start_of_a_fight_is_before_its_first_event():
    sim.play("duel", log="it.jsonl")
    assert sim.fold("it.jsonl", to=0).creatures == {}
