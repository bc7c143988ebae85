"""What if: forks at any event, with other dice, answers, agents or values."""

from __future__ import annotations

import pytest

from sim.model import events as ev
from sim.model.errors import InputError
from sim.model.scenario import AgentSpec
from sim.record.fork import cut_at, fork, resume
from sim.record.log import read_log
from sim.record.verify import verify
from tests.support.logs import depths, lines_of, put, recorded

RANDOM = AgentSpec("random", "random")


@pytest.fixture
def log(tmp_path):
    return recorded(tmp_path / "melee.jsonl", "melee", 2, rounds=3)


def forked(log, at, name="fork.jsonl", **changes):
    """Fork, check what is true of every fork, and return it."""
    before = log.path.read_bytes()
    path = log.path.with_name(name)
    fork(log, at, path, **changes)
    assert log.path.read_bytes() == before
    assert entry_lines(path)[:at] == entry_lines(log.path)[:at]
    report = verify(path)
    assert report.ok, report
    return read_log(path)


def entry_lines(path):
    """The lines of a log that are events: all but header, checkpoints and footer."""
    return [line for line in lines_of(path) if b'"cause":' in line]


def first(log, cls, start=0, **fields):
    """The first entry of a class after ``start`` whose event has these fields."""
    return next(
        entry
        for entry in log.entries[start:]
        if isinstance(entry.event, cls) and all(getattr(entry.event, key) == value for key, value in fields.items())
    )


def test_a_fork_at_any_event_keeps_what_was_before(tmp_path):
    log = recorded(tmp_path / "duel.jsonl", "duel", 3)
    for at in range(0, len(log.entries) + 1, 5):
        other = forked(log, at, f"{at}.jsonl", seed=99)
        assert other.entries[:at] == log.entries[:at]
        assert [segment["from"] for segment in other.head["segments"]] == [at]


def test_a_fork_that_changes_nothing_plays_the_same_fight(log):
    assert forked(log, len(log.entries) // 2).entries == log.entries


def test_fresh_dice_between_attack_roll_and_damage(log):
    hit = first(log, ev.DamageRolled).seq - 1
    assert isinstance(log.entries[hit - 1].event, ev.AttackRolled)
    rolls = {forked(log, hit, f"{seed}.jsonl", seed=seed).entries[hit].event.total for seed in range(6)}
    assert len(rolls) > 1
    assert forked(log, hit, "same.jsonl", seed=log.seed).entries == log.entries


def test_a_reaction_is_declined_instead(log):
    blocked = first(log, ev.ActionChosen, kind="reaction", action="shield_block")
    at = blocked.event.asked[0]
    other = forked(log, at, answer=f"{blocked.event.actor}: pass")
    assert isinstance(other.entries[at].event, ev.DamageApplied)
    assert other.entries[at].event.amount > first(log, ev.DamageApplied, at).event.amount


def test_a_reaction_is_used_that_was_declined(log):
    blocked = first(log, ev.ActionChosen, kind="reaction", action="shield_block")
    who, at = blocked.event.actor, blocked.event.asked[0]
    declined = forked(log, at, "declined.jsonl", answer=f"{who}: pass")
    used = forked(declined, at, "used.jsonl", answer=f"{who}: shield_block")
    chosen = used.entries[at].event
    assert (chosen.actor, chosen.action, chosen.asked, chosen.policy) == (
        who,
        "shield_block",
        blocked.event.asked,
        "fork",
    )
    assert isinstance(used.entries[at + 1].event, ev.ReactionUsed)


def test_a_reaction_to_a_reaction_is_declined_instead(log):
    depth = depths(log)
    deep = next(e for e in log.entries if isinstance(e.event, ev.ActionChosen) and depth[e.seq] == 2)
    at = deep.event.asked[0]
    other = forked(log, at, answer=f"{deep.event.actor}: pass")
    assert other.entries[at] != log.entries[at]
    assert not isinstance(other.entries[at].event, ev.ActionChosen)


def test_the_second_question_at_an_event_is_answered_when_the_first_was_declined(log):
    reactions = [e.event for e in log.entries if isinstance(e.event, ev.ActionChosen) and e.event.kind == "reaction"]
    for chosen in reactions:
        at = chosen.asked[0]
        other = forked(log, at, f"{at}.jsonl", answer=f"{chosen.actor}: pass")
        if getattr(other.entries[at].event, "asked", None) == (at, 2):
            break
    else:
        pytest.fail("no window with two who could react")
    second = other.entries[at].event.actor
    assert second != chosen.actor
    resume(other, log.path.with_name("again.jsonl"), at=at)
    assert lines_of(log.path.with_name("again.jsonl")) == lines_of(other.path)
    neither = forked(other, at, "neither.jsonl", answer="pass")
    assert getattr(neither.entries[at].event, "kind", "") != "reaction"
    assert neither.entries[:at] == log.entries[:at]


def test_another_action_is_chosen(log):
    turn = first(log, ev.ActionChosen, kind="action")
    other = forked(log, turn.seq - 1, answer="end")
    assert (other.entries[turn.seq - 1].event.action, other.entries[turn.seq - 1].event.actor) == (
        "end",
        turn.event.actor,
    )


@pytest.mark.parametrize("answer", ["nobody: pass", "red-1: strike the-moon", "blue-1: end", "fly"])
def test_an_answer_that_nobody_can_give_is_refused(log, answer):
    blocked = first(log, ev.ActionChosen, kind="reaction", action="shield_block")
    path = log.path.with_name("fork.jsonl")
    with pytest.raises(InputError, match=r"no combatant 'nobody'|no question to .* right after event"):
        fork(log, blocked.event.asked[0], path, answer=answer)
    assert not path.exists()


def test_a_fork_with_an_answer_resumes_at_each_of_its_points(log):
    blocked = first(log, ev.ActionChosen, kind="reaction", action="shield_block")
    at = blocked.event.asked[0]
    other = forked(log, at, answer=f"{blocked.event.actor}: pass")
    for point in (0, at - 3, *range(at, at + 40, 3)):
        resume(other, log.path.with_name("again.jsonl"), at=point)
        assert lines_of(log.path.with_name("again.jsonl")) == lines_of(other.path), point


def test_a_fork_cut_within_the_part_it_shares_resumes_to_the_whole(log):
    other = forked(log, len(log.entries) // 2, seed=4)
    lines = lines_of(other.path)
    for kept in (1, 30, len(log.entries) // 2 + 1, len(lines) - 1):
        cut = read_log(put(log.path.with_name("cut.jsonl"), lines[:kept]))
        resume(cut, cut.path)
        assert lines_of(cut.path) == lines


def test_values_are_set_where_a_step_ends(log):
    at = first(log, ev.TurnStarted).seq - 1
    values = {"red-1.hp": 7, "blue-2.reactions": 0, "blue-1.temp_hp": 3}
    other = forked(log, at, overrides=values)
    found = {e.event.path: e.event.after for e in other.entries if isinstance(e.event, ev.Overridden)}
    assert found == values
    for point in range(at - 1, at + 6):
        resume(other, log.path.with_name("again.jsonl"), at=point)
        assert lines_of(log.path.with_name("again.jsonl")) == lines_of(other.path), point


def test_values_are_refused_within_a_step(log):
    at = first(log, ev.AttackRolled).seq
    with pytest.raises(InputError) as wrong:
        fork(log, at, log.path.with_name("fork.jsonl"), overrides={"red-1.hp": 7})
    message = str(wrong.value)
    assert "only where a step ends" in message
    before, after = (int(word) for word in message.split() if word.isdigit() and int(word) != at)
    assert before < at < after
    for point in (before, after):
        assert cut_at(log, point).repeated == []


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        ("red-9.hp", 5, "'red-9.hp' cannot be set"),
        ("red-1.side", 5, "'red-1.side' cannot be set"),
        ("hp", 5, "'hp' cannot be set"),
        ("red-1.hp", 0, "red-1.hp is 0; expected 1 to 40"),
        ("red-1.hp", 41, "red-1.hp is 41; expected 1 to 40"),
        ("red-1.actions", -1, "expected 0 to"),
    ],
)
def test_impossible_values_are_refused(log, path, value, message):
    at = first(log, ev.TurnStarted).seq - 1
    with pytest.raises(InputError, match=message):
        fork(log, at, log.path.with_name("fork.jsonl"), overrides={path: value})
    assert not log.path.with_name("fork.jsonl").exists()


def test_agents_are_replaced_from_there_on(log):
    at = len(log.entries) // 2
    other = forked(log, at, agents={"red-1": RANDOM, "blue-1": RANDOM})
    chosen = [e for e in other.entries if isinstance(e.event, ev.ActionChosen)]
    assert {e.event.policy for e in chosen if e.seq <= at} == {"restless"}
    later = [e.event for e in chosen if e.seq > at]
    assert {event.policy for event in later if event.actor in ("red-1", "blue-1")} == {"random"}
    assert {event.policy for event in later if event.actor not in ("red-1", "blue-1")} == {"restless"}


def test_an_agent_for_a_stranger_is_refused(log):
    with pytest.raises(InputError, match=r"no combatant 'red-11' \(did you mean 'red-1'\?\)"):
        fork(log, 30, log.path.with_name("fork.jsonl"), agents={"red-11": RANDOM})


def test_a_fork_of_a_fork(log):
    third = len(log.entries) // 3
    once = forked(log, third, "once.jsonl", seed=8, agents={"red-1": RANDOM})
    twice = forked(once, third + 60, "twice.jsonl", seed=9)
    assert [(segment["from"], segment["seed"]) for segment in twice.head["segments"]] == [(third, 8), (third + 60, 9)]
    assert twice.entries != once.entries
    later = [e.event for e in twice.entries[third + 60 :] if isinstance(e.event, ev.ActionChosen)]
    assert {event.policy for event in later if event.actor == "red-1"} == {"random"}


def test_a_fork_before_a_fork_leaves_it_behind(log):
    third = len(log.entries) // 3
    once = forked(log, third, "once.jsonl", seed=8)
    assert forked(once, third - 20, "back.jsonl").entries == log.entries


def test_another_log_in_its_place_stays_unless_forced(log):
    before = log.path.read_bytes()
    with pytest.raises(InputError, match="another log stands here"):
        fork(log, 60, log.path, seed=5)
    assert log.path.read_bytes() == before
    fork(log, 60, log.path, seed=5, force=True)
    assert log.path.read_bytes() != before
    assert verify(log.path).ok
