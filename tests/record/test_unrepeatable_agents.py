"""Agents that nobody can ask again, such as people: their answers come from the log."""

from __future__ import annotations

import sys

import pytest
from attrs import evolve

from sim.loading.rulesets import agent_factory
from sim.model.scenario import AgentSpec
from sim.record.fork import resume
from sim.record.log import read_log
from sim.record.play import record_fight
from sim.record.verify import OK, TRUNCATED, verify
from tests.support.logs import scenario

PERSON = """
from sim.model.protocols import Choice

class Person:
    name = "person"
    deterministic = False
    asked = 0

    def decide(self, view, legal, rng):
        Person.asked += 1
        options = list(legal)
        return Choice(options[Person.asked * 7 % len(options)])

def person(spec):
    return Person()
"""


@pytest.fixture
def person(tmp_path, monkeypatch):
    """The class of an agent whose answers depend on how often it was ever asked."""
    info = tmp_path / "person-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: person\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[encounter_sim.agents]\nperson = person_agent:person\n")
    (tmp_path / "person_agent.py").write_text(PERSON)
    monkeypatch.syspath_prepend(str(tmp_path))
    agent_factory("person")
    yield sys.modules["person_agent"].Person
    agent_factory.cache_clear()
    del sys.modules["person_agent"]


@pytest.fixture
def path(person, tmp_path):
    whole = scenario("duel", 3)
    first, *others = whole.combatants
    played = evolve(whole, combatants=(evolve(first, agent=AgentSpec("person", "person")), *others))
    record_fight(played, 1, path=tmp_path / "duel.jsonl")
    return tmp_path / "duel.jsonl"


def test_they_are_not_asked_again_by_verify(path, person):
    asked = person.asked
    assert asked > 3
    report = verify(path)
    assert report.ok
    assert report.execution.status == OK
    assert person.asked == asked


def test_nor_where_the_log_breaks_off(path, person, tmp_path):
    data = path.read_bytes()
    asked = person.asked
    for cut in range(data.index(b"\n") + 1, len(data), 997):
        (tmp_path / "cut.jsonl").write_bytes(data[:cut])
        report = verify(tmp_path / "cut.jsonl")
        assert (report.integrity.status, report.execution.status) == (TRUNCATED, OK), (cut, report)
    assert person.asked == asked


def test_resume_keeps_what_they_answered(path, tmp_path):
    data = path.read_bytes()
    cut = tmp_path / "cut.jsonl"
    cut.write_bytes(data[: len(data) // 2])
    before = read_log(cut).entries
    resume(read_log(cut), cut)
    assert read_log(cut).entries[: len(before)] == before
    assert verify(cut).ok
