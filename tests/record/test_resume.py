"""Folding gives what was played, and a fight goes on from any of its points as if it had never stopped."""

from __future__ import annotations

import pytest

from sim.model.errors import InputError
from sim.model.events import ActionChosen
from sim.model.reduce import fold, reduce
from sim.model.state import State
from sim.record.fork import cut_at, resume, state_at
from sim.record.log import read_log
from sim.record.play import play
from sim.record.state_hash import state_hash
from tests.support.logs import SHIPPED, decision_points, depths, lines_of, put, recorded, scenario

EVERYWHERE = (*SHIPPED, "melee")


def fold_along(name, seed):
    """Play, and compare a second state, folded from the events alone, with the live one after each event."""
    whole = scenario(name)
    live, folded = State(whole), State(whole)

    def compare(entry):
        reduce(folded, entry)
        assert folded == live, entry

    fight = play(whole, seed, sink=compare, state=live)
    assert fight.state.outcome
    assert not fight.state.faulted


@pytest.mark.parametrize("name", SHIPPED)
def test_folded_equals_live_after_every_event(name):
    for seed in range(3):
        fold_along(name, seed)


@pytest.mark.soak
@pytest.mark.parametrize("name", EVERYWHERE)
def test_folded_equals_live_after_every_event_of_20_fights(name):
    for seed in range(20):
        fold_along(name, seed)


@pytest.mark.parametrize("name", SHIPPED)
def test_folded_equals_live_at_the_end_of_20_fights(name):
    for seed in range(20):
        fight = play(scenario(name), seed)
        folded = fold(State(scenario(name)), fight.entries)
        assert folded == fight.state
        assert state_hash(folded) == state_hash(fight.state)


@pytest.mark.parametrize("name", SHIPPED)
def test_what_comes_back_from_a_log_is_what_was_played(name, tmp_path):
    log = recorded(tmp_path / "log.jsonl", name)
    fight = play(scenario(name), 1)
    assert log.scenario == scenario(name)
    assert log.entries == fight.entries
    folded = state_at(log, len(log.entries))
    assert folded == fight.state
    for who, creature in folded.creatures.items():
        live = fight.state.creatures[who]
        assert list(creature.items) == list(live.items)
        assert list(creature.counters) == list(live.counters)


def check_points(log, points):
    """Resume at each point; what comes out must be the log, byte for byte."""
    whole = log.path.read_bytes()
    again = log.path.with_name("again.jsonl")
    for at in points:
        resume(log, again, at=at)
        assert again.read_bytes() == whole, f"resumed after event {at}"


@pytest.mark.parametrize("name", ["duel", "d20-bench-4v4", "d100-bench-4v4"])
def test_resume_after_every_event(name, tmp_path):
    log = recorded(tmp_path / "log.jsonl", name, 3)
    check_points(log, range(len(log.entries) + 1))


@pytest.mark.parametrize("name", SHIPPED)
def test_resume_at_decision_points(name, tmp_path):
    log = recorded(tmp_path / "log.jsonl", name, 5)
    check_points(log, decision_points(log)[::12])


def deep_points(log, least=2):
    """Decision points and events within reactions to reactions."""
    depth = depths(log)
    answers = {e.event.asked[0] for e in log.entries if isinstance(e.event, ActionChosen) and depth[e.seq] >= least}
    return sorted(answers), sorted(seq for seq, deep in depth.items() if deep >= least)


def test_resume_within_reactions_to_reactions(tmp_path):
    log = recorded(tmp_path / "melee.jsonl", "melee", 2, rounds=3)
    questions, events = deep_points(log)
    assert len(questions) >= 5
    check_points(log, sorted({*questions, *events}))


def test_a_step_that_was_begun_is_performed_again(tmp_path):
    log = recorded(tmp_path / "melee.jsonl", "melee", 2, rounds=3)
    _, events = deep_points(log)
    cut = cut_at(log, events[0])
    assert cut.repeated[0].event.cause == 0
    assert [*cut.folded, *cut.repeated] == log.entries[: events[0]]


def test_a_log_cut_anywhere_resumes_in_its_own_place(tmp_path):
    log = recorded(tmp_path / "duel.jsonl", "duel", 3)
    lines = lines_of(log.path)
    for kept in range(1, len(lines), 9):
        cut = read_log(put(tmp_path / "cut.jsonl", [*lines[:kept], lines[kept][:-5]]))
        resume(cut, cut.path)
        assert lines_of(cut.path) == lines


def test_only_events_of_the_log_can_be_resumed_at(tmp_path):
    log = recorded(tmp_path / "duel.jsonl")
    for at in (-1, len(log.entries) + 1):
        with pytest.raises(InputError, match=f"no event {at}; the log has 1 to {len(log.entries)}"):
            resume(log, tmp_path / "again.jsonl", at=at)
    assert not (tmp_path / "again.jsonl").exists()


def test_a_log_of_other_rules_is_refused_and_nothing_is_written(tmp_path):
    log = recorded(tmp_path / "duel.jsonl")
    at = next(at for at in range(20, 40) if len(cut_at(log, at).repeated) > 1)
    log.entries[at - 1] = log.entries[at - 1]._replace(t=99)
    with pytest.raises(InputError, match=f"plays the log differently: event {at} differs"):
        resume(log, tmp_path / "again.jsonl", at=at)
    assert [path.name for path in tmp_path.iterdir()] == ["duel.jsonl"]


@pytest.mark.soak
def test_resume_at_every_decision_point_of_20_logs(tmp_path):
    total = questions_within = events_within = 0
    for number, name in enumerate(EVERYWHERE * 5):
        log = recorded(tmp_path / f"{number}.jsonl", name, 100 + number)
        questions, events = deep_points(log)
        points = sorted({*decision_points(log), *events})
        check_points(log, points)
        total += len(points)
        questions_within += len(questions)
        events_within += len(events)
    within = f"{questions_within} decisions and {events_within} events of them within reactions to reactions"
    print(f"\n{total} points of 20 logs resumed byte-identical, {within}")
    assert questions_within >= 50
