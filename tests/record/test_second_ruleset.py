"""A stranger's ruleset, found through its entry point: engine, record and agents know none by name."""

from __future__ import annotations

import sys

import pytest

from sim.loading.rulesets import ruleset, ruleset_names
from sim.loading.scenario import load_scenario
from sim.model import events as ev
from sim.model.errors import InputError
from sim.record.fork import fork, resume
from sim.record.log import read_log
from sim.record.play import record_fight
from sim.record.verify import OK, verify
from tests.support.logs import HERE, decision_points

COIN = HERE / "coin"


@pytest.fixture(autouse=True)
def installed(monkeypatch):
    """As if it had been installed: its folder, with the metadata of a distribution, is on the search path."""
    monkeypatch.syspath_prepend(str(COIN))
    yield
    ruleset.cache_clear()
    sys.modules.pop("coin_rules", None)


@pytest.fixture
def toss():
    return load_scenario(COIN / "coin-toss.yaml")


@pytest.fixture
def log(toss, tmp_path):
    record_fight(toss, 4, path=tmp_path / "toss.jsonl")
    return read_log(tmp_path / "toss.jsonl")


def test_it_is_found(toss):
    assert {"coin", "pf2e"} <= set(ruleset_names())
    assert toss.edition == "first"
    assert toss.options == {"hits_on": 2}
    assert {combatant.agent.kind for combatant in toss.combatants} == {"gambit", "random", "scripted"}


def test_without_it_the_scenario_is_refused(monkeypatch):
    monkeypatch.setattr(sys, "path", [place for place in sys.path if place != str(COIN)])
    with pytest.raises(InputError, match="unknown ruleset 'coin'"):
        load_scenario(COIN / "coin-toss.yaml")


def test_its_creatures_are_checked_by_itself(tmp_path):
    text = (COIN / "coin-toss.yaml").read_text().replace("{name: Bob}", "{name: Bob, hp: 0, ac: 3}")
    text = text.replace("hp: 6", "hp: -6").replace("agent: bold", "agent: random")
    (tmp_path / "toss.yaml").write_text(text)
    with pytest.raises(InputError) as wrong:
        load_scenario(tmp_path / "toss.yaml")
    assert [(problem.line, problem.message.split(";")[0]) for problem in wrong.value.problems] == [
        (7, "unknown key 'ac'"),
        (8, "expected at least 1 Hit Point, not -6"),
    ]


def test_a_fight_has_actions_choices_and_reactions(log):
    kinds = {entry.event.kind for entry in log.entries if isinstance(entry.event, ev.ActionChosen)}
    assert kinds == {"action", "choice", "reaction"}
    policies = {entry.event.policy for entry in log.entries if isinstance(entry.event, ev.ActionChosen)}
    assert policies == {"bold", "random", "scripted"}
    reduced = [e.event.amount for e in log.entries if isinstance(e.event, ev.DamageApplied) if e.event.amount == 1]
    assert reduced, "nobody dodged a low hit"
    assert log.outcome.winners in {("heads",), ("tails",)}


def test_its_log_verifies(log):
    report = verify(log.path)
    assert [report.integrity.status, report.fold.status, report.execution.status] == [OK, OK, OK]


def test_it_resumes_after_every_event(log, tmp_path):
    assert len(decision_points(log)) > 10
    for at in range(len(log.entries) + 1):
        resume(log, tmp_path / "again.jsonl", at=at)
        assert (tmp_path / "again.jsonl").read_bytes() == log.path.read_bytes(), at


def test_it_forks_in_a_window_and_at_a_choice(log, tmp_path):
    for kind, other in (("reaction", "pass"), ("choice", None)):
        chosen = next(e.event for e in log.entries if isinstance(e.event, ev.ActionChosen) and e.event.kind == kind)
        at = chosen.asked[0]
        answer = other or ("low" if chosen.action == "high" else "high")
        path = tmp_path / f"{kind}.jsonl"
        fork(log, at, path, answer=f"{chosen.actor}: {answer}")
        forked = read_log(path)
        assert forked.entries[:at] == log.entries[:at]
        assert forked.entries[at] != log.entries[at]
        assert verify(path).ok
