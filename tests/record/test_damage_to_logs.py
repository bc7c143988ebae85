"""What may befall a log, and what is said of it: cut short is told from changed, and nothing ends in a traceback."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time

import pytest

from sim.model.errors import InputError
from sim.model.events import Unknown
from sim.record.codec import to_line
from sim.record.fork import fork, resume
from sim.record.log import read_log
from sim.record.verify import FAILED, NOT_COMPARABLE, OK, TRUNCATED, problems_of, verify
from tests.machine import ROOT
from tests.support.logs import chained, edited, index_of, lines_of, put, recorded

SCENARIO, SEED, ROUNDS = "melee", 3, 2


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """A log's lines."""
    return lines_of(recorded(tmp_path_factory.mktemp("whole") / "log.jsonl", SCENARIO, SEED, ROUNDS).path)


@pytest.fixture(scope="module")
def packed(tmp_path_factory):
    """The bytes of the same log, compressed."""
    return recorded(tmp_path_factory.mktemp("packed") / "log.jsonl.zst", SCENARIO, SEED, ROUNDS).path.read_bytes()


@pytest.fixture
def path(tmp_path):
    return tmp_path / "log.jsonl"


def statuses(path):
    report = verify(path)
    return report.integrity.status, report.fold.status, report.execution.status


# --- cut short -----------------------------------------------------------------------


def check_truncated(path, whole):
    """A log that is cut verifies as such and resumes to the whole."""
    assert statuses(path) == (TRUNCATED, OK, OK)
    assert not verify(path).ok
    resume(read_log(path), path)
    assert lines_of(path) == whole
    assert verify(path).ok


def test_cut_after_any_line(path, whole):
    for kept in range(1, len(whole), 31):
        check_truncated(put(path, whole[:kept]), whole)


def test_cut_anywhere_within_a_line(path, whole):
    for at in range(5, len(whole), 67):
        for letters in (1, len(whole[at]) // 2, len(whole[at]) - 1):
            put(path, [*whole[:at], whole[at][:letters]])
            assert "the last line is cut" in verify(path).integrity.detail
            check_truncated(path, whole)


def test_header_only(path, whole):
    check_truncated(put(path, whole[:1]), whole)


def test_cut_within_a_frame(tmp_path, packed, whole):
    path = tmp_path / "log.jsonl.zst"
    for kept in range(len(packed) // 2, len(packed), 487):
        path.write_bytes(packed[:kept])
        assert statuses(path) == (TRUNCATED, OK, OK)
        resume(read_log(path), path)
        assert path.read_bytes() == packed


def test_cut_within_the_header(path, whole):
    put(path, [whole[0][:200]])
    with pytest.raises(InputError, match="expected a first line with the header"):
        verify(path)


KILLED = """
import sys
from pathlib import Path
from attrs import evolve
from sim.record.play import record_fight
from tests.support.logs import scenario
whole = scenario("melee", 20)
sturdy = [evolve(one, data=evolve(one.data, hp=2000)) for one in whole.combatants]
record_fight(evolve(whole, combatants=tuple(sturdy)), 5, path=Path(sys.argv[1]))
"""


def played(path):
    """Start a long fight in a process of its own."""
    return subprocess.Popen([sys.executable, "-c", KILLED, str(path)], cwd=ROOT)


@pytest.mark.parametrize("ending", ["jsonl", "jsonl.zst"])
def test_a_killed_process_leaves_a_beginning_that_resumes_to_the_whole(tmp_path, ending):
    path = tmp_path / f"killed.{ending}"
    process = played(path)
    until = time.monotonic() + 60
    while not path.exists() or path.stat().st_size < 30_000 // (1 if ending == "jsonl" else 6):
        assert process.poll() is None, "the fight was over before it could be killed"
        assert time.monotonic() < until, "the fight did not get going"
        time.sleep(0.005)
    process.send_signal(signal.SIGKILL)
    process.wait()
    log = read_log(path)
    assert log.entries
    assert statuses(path) == (TRUNCATED, OK, OK)
    resume(log, path)
    again = tmp_path / f"again.{ending}"
    assert played(again).wait() == 0
    assert path.read_bytes() == again.read_bytes()
    assert verify(path).ok


# --- changed -------------------------------------------------------------------------


def check_tampered(path, line, words):
    """A changed log fails, with the number of a line and why; nothing goes on from it."""
    report = verify(path)
    assert report.integrity.status == FAILED
    assert report.integrity.detail.startswith(f"{path}:{line}: ")
    assert words in report.integrity.detail
    assert not report.ok
    assert any("integrity" in problem.message for problem in problems_of(report))
    log = read_log(path)
    before = path.read_bytes()
    for go_on in (lambda: resume(log, path), lambda: fork(log, 3, path.with_name("fork.jsonl"))):
        with pytest.raises(InputError, match=words):
            go_on()
    assert path.read_bytes() == before
    assert not path.with_name("fork.jsonl").exists()


def test_an_edited_number(path, whole):
    at = index_of(whole, "DamageApplied")
    lines = [*whole]
    lines[at] = edited(lines[at], amount=json.loads(lines[at])["amount"] + 1)
    seal = next(number for number, line in enumerate(lines) if number > at and b'"chain":' in line)
    check_tampered(put(path, lines), seal + 1, "the chain is broken")


def test_reordered_lines(path, whole):
    lines = [*whole]
    lines[30], lines[31] = lines[31], lines[30]
    check_tampered(put(path, lines), 31, "seq is 31, expected 30")


def test_a_line_twice(path, whole):
    check_tampered(put(path, [*whole[:31], *whole[30:]]), 32, "seq is 30, expected 31")


def test_a_line_lost(path, whole):
    check_tampered(put(path, [*whole[:30], *whole[31:]]), 31, "seq is 31, expected 30")


def test_a_checkpoint_lost(path, whole):
    first, second = index_of(whole, "Checkpoint"), index_of(whole, "Checkpoint", 1)
    check_tampered(put(path, [*whole[:first], *whole[first + 1 :]]), second, "the chain is broken")


def test_other_spacing(path, whole):
    lines = [*whole]
    lines[30] = lines[30].replace(b",", b", ", 1)
    check_tampered(put(path, lines), 31, "not the form")


@pytest.mark.parametrize(
    "line",
    [b"garbage\n", b"\n", b"[1,2]\n", b"null\n", b"\xff\xfe\x00\n", b"[" * 5000 + b"\n", b'{"a":' * 5000 + b"\n"],
)
def test_a_line_that_is_no_entry(path, whole, line):
    check_tampered(put(path, [*whole[:30], line, *whole[30:]]), 31, "no JSON object")


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        ({}, "missing"),
        ({"type": [], "seq": 30, "t": 0, "v": 1, "cause": 0}, "expected"),
        ({"type": {}, "seq": 30, "t": 0, "v": 1, "cause": 0}, "expected"),
        ({"type": "RoundStarted", "seq": True, "t": 0, "v": 1, "cause": 0, "number": 1}, "expected seq, t, v"),
        ({"type": "RoundStarted", "seq": 30, "t": 0, "v": 1, "cause": 0, "number": "1"}, "expected a whole number"),
        ({"type": "RoundStarted", "seq": 30, "t": 0, "v": 1, "cause": 0, "number": None}, "expected a whole number"),
        ({"type": "RoundStarted", "seq": 30, "t": 0, "v": 1, "cause": 0}, "the key 'number' is missing"),
        ({"type": "RoundStarted", "seq": 30, "t": 0, "v": 1, "cause": 0, "number": 1, "x": 1}, "unknown key x"),
        ({"type": "RoundStarted", "seq": 30, "t": 0, "v": 0, "cause": 0, "number": 1}, "version 0 of RoundStarted"),
        ({"type": "Checkpoint", "round": 1}, "missing"),
        ({"type": "Checkpoint", "round": 1, "seq": 29, "chain": 5, "state": ""}, "expected a text"),
        ({"type": "Footer", "count": 29, "chain": "", "state": "", "outcome": 5, "faulted": False}, "expected"),
        ({"type": "Header"}, "missing"),
    ],
)
def test_a_line_that_is_not_what_it_claims(path, whole, raw, words):
    check_tampered(put(path, [*whole[:30], to_line(raw), *whole[30:]]), 31, words)


def test_numbers_with_fractions_are_no_whole_numbers(path, whole):
    at = index_of(whole, "RoundStarted")
    lines = [*whole]
    lines[at] = lines[at].replace(b'"number":1', b'"number":1.0')
    check_tampered(put(path, lines), at + 1, "expected a whole number")


@pytest.mark.parametrize("more", [b"{}\n", b"garbage\n", b"\n", b"{", b"garbage", b"\x00"])
def test_something_after_the_footer(path, whole, more):
    words = "something stands after the footer" if more.endswith(b"\n") else "what stands at the end"
    check_tampered(put(path, [*whole, more]), len(whole) + 1, words)


def test_a_footer_that_tells_another_end(path, whole):
    for change in ({"outcome": {"reason": "by luck", "winners": ["blue"]}}, {"outcome": None}, {"faulted": True}):
        put(path, [*whole[:-1], edited(whole[-1], **change)])
        assert verify(path).fold.status == FAILED
        assert not verify(path).ok


def test_a_damaged_frame(tmp_path, packed):
    path = tmp_path / "log.jsonl.zst"
    middle = len(packed) * 2 // 3
    path.write_bytes(packed[:middle] + bytes([packed[middle] ^ 0xFF]) + packed[middle + 1 :])
    assert verify(path).integrity.status == FAILED


@pytest.mark.parametrize("more", [b"garbage", b"\x28\xb5\x2f\xfd"])
def test_something_after_the_last_frame(tmp_path, packed, more):
    path = tmp_path / "log.jsonl.zst"
    path.write_bytes(packed + more)
    assert verify(path).integrity.status == FAILED


# --- changed with all chains computed anew ---------------------------------------------


def test_an_edited_number_with_fresh_chains_is_found_by_folding(path, whole):
    at = index_of(whole, "DamageApplied")
    event = json.loads(whole[at])
    lines = [*whole]
    lines[at] = edited(lines[at], hp_after=event["hp_after"] - 1)
    put(path, chained(lines))
    assert statuses(path) == (OK, FAILED, FAILED)


def test_an_edited_die_with_fresh_chains_is_found_by_playing_again(path, whole):
    at = index_of(whole, "AttackRolled")
    roll = json.loads(whole[at])["roll"]
    lines = [*whole]
    lines[at] = edited(lines[at], roll={**roll, "kept": 20, "faces": [20]})
    put(path, chained(lines))
    report = verify(path)
    assert (report.integrity.status, report.execution.status) == (OK, FAILED)
    assert f"event {at} differs" in report.execution.detail
    assert not report.ok


def test_another_seed_with_fresh_chains_is_found_by_playing_again(path, whole):
    put(path, chained([edited(whole[0], seed="blake2b-1:77"), *whole[1:]]))
    assert statuses(path) == (OK, OK, FAILED)


def test_a_last_round_left_out_with_fresh_chains(path, whole):
    at = index_of(whole, "Checkpoint") + 1
    footer = edited(whole[-1], count=read_log(put(path, whole[:at])).entries[-1].seq)
    put(path, chained([*whole[:at], footer]))
    report = verify(path)
    assert report.integrity.status == OK
    assert (report.fold.status, report.execution.status) == (FAILED, FAILED)


@pytest.mark.parametrize(
    "change",
    [
        {"target": "nobody"},
        {"hp_after": -5},
        {"hp_after": 9_999},
        {"cause": 10_000},
    ],
)
def test_what_can_never_be_is_told_with_its_event(path, whole, change):
    at = index_of(whole, "DamageApplied")
    lines = [*whole]
    lines[at] = edited(lines[at], **change)
    report = verify(put(path, chained(lines)))
    assert report.fold.status == FAILED
    assert f"event {at}" in report.fold.detail or f"event {at + 1}" in report.fold.detail


def test_an_override_of_what_cannot_be_overridden(path, whole):
    for field in ("conditions", "hp", "id", "nonsense", ""):
        event = {"type": "Overridden", "path": f"red-1.{field}", "before": 1, "after": 5}
        put(path, [*whole[:30], to_line({"seq": 30, "t": 6, "v": 1, "cause": 0, **event})])
        assert verify(path).execution.status == FAILED


def test_a_space_larger_than_any_map_is_refused_before_it_is_folded(path, whole):
    at = index_of(whole, "CombatantJoined")
    lines = [*whole]
    lines[at] = edited(lines[at], space=10**9)
    report = verify(put(path, chained(lines)))
    assert report.integrity.status == FAILED
    assert "space" in report.integrity.detail


def test_a_space_set_by_hand_does_not_fit(path, whole):
    event = {"type": "Overridden", "path": "red-1.space", "before": 1, "after": 10**9}
    put(path, [*whole[:30], to_line({"seq": 30, "t": 6, "v": 1, "cause": 0, **event})])
    report = verify(path)
    assert report.fold.status == FAILED
    assert "event 30 does not fit" in report.fold.detail


@pytest.mark.parametrize("value", ["nobody.hp", "red-1.space", "red-1"])
def test_a_segment_that_sets_what_cannot_be_set(path, whole, value):
    lines = [*whole]
    segment = {"from": 30, "seed": 1, "overrides": {value: 5}}
    lines[0] = edited(lines[0], segments=[segment])
    report = verify(put(path, chained(lines)))
    assert report.execution.status == NOT_COMPARABLE
    assert "cannot be set" in report.execution.detail


# --- from elsewhere --------------------------------------------------------------------


@pytest.mark.parametrize("change", [{"type": "MoonRose"}, {"v": 2}])
def test_unknown_types_and_newer_versions_are_kept(path, whole, change):
    lines = [*whole]
    lines[30] = edited(lines[30], **change)
    put(path, chained(lines))
    report = verify(path)
    assert report.integrity.status == OK
    assert (report.fold.status, report.execution.status) == (NOT_COMPARABLE, NOT_COMPARABLE)
    log = read_log(path)
    seq = json.loads(lines[30])["seq"]
    kept = log.entries[seq - 1].event
    assert isinstance(kept, Unknown)
    assert kept.raw == json.loads(lines[30])
    assert f"event {seq}" in report.fold.detail
    assert len(log.entries) == len(read_log(put(path.with_name("whole.jsonl"), whole)).entries)
    with pytest.raises(InputError, match=f"event {seq} is of an unknown type"):
        resume(log, path.with_name("again.jsonl"), at=seq + 1)
    resume(log, path.with_name("again.jsonl"), at=seq - 1)
    assert lines_of(path.with_name("again.jsonl")) == whole


def test_a_log_of_other_code_is_not_comparable(path, whole):
    put(path, chained([edited(whole[0], fingerprint="0" * 64), *whole[1:]]))
    report = verify(path)
    assert (report.integrity.status, report.fold.status, report.execution.status) == (OK, OK, NOT_COMPARABLE)
    assert "other code" in report.execution.detail
    assert report.ok


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "expected a first line with the header"),
        (b"\n", "expected the header"),
        (b"\x00\x01\x02\xff" * 100 + b"\n", "expected the header"),
        (b"name: not a log\n", "expected the header"),
        (b"[]\n", "expected the header"),
        (b"[" * 100_000 + b"\n", "expected the header"),
        (b'{"type":"Footer"}\n', "expected the header"),
        (b'{"type":"Header"}\n', "log version None is not known"),
        (b'{"log":2,"type":"Header"}\n', "log version 2 is not known"),
        (b'{"log":1.5,"type":"Header"}\n', "1.5"),
    ],
)
def test_what_is_no_log(path, content, words):
    path.write_bytes(content)
    with pytest.raises(InputError, match=words) as wrong:
        verify(path)
    assert wrong.value.problems[0].file == str(path)


@pytest.mark.parametrize(
    "change",
    [
        {"seed": "mt19937:4"},
        {"seed": "blake2b-1:--5"},
        {"seed": "blake2b-1:²"},
        {"seed": "blake2b-1:" + "9" * 5000},
        {"seed": 5},
        {"fight": "0"},
        {"segments": None},
        {"scenario": None},
        {"scenario": {}},
        {"log": "1"},
    ],
)
def test_a_header_that_cannot_be_used(path, whole, change):
    put(path, chained([edited(whole[0], **change), *whole[1:]]))
    with pytest.raises(InputError) as wrong:
        verify(path)
    assert (wrong.value.problems[0].file, wrong.value.problems[0].line) == (str(path), 1)


@pytest.mark.parametrize(
    "segments",
    [
        [5],
        [{"from": "x", "seed": 1}],
        [{"from": 3, "seed": 1, "why": "x"}],
        [{"from": 3, "seed": 1, "answer": "["}],
    ],
)
def test_segments_that_cannot_be_used(path, whole, segments):
    put(path, chained([edited(whole[0], segments=segments), *whole[1:]]))
    with pytest.raises(InputError, match=":1: the segments in the header cannot be used"):
        verify(path)


def test_an_agent_that_is_not_installed(path, whole):
    gone = {"from": 3, "seed": 1, "agents": {"red-1": {"kind": "gone", "name": "gone", "args": None}}}
    put(path, chained([edited(whole[0], segments=[gone]), *whole[1:]]))
    report = verify(path)
    assert (report.integrity.status, report.fold.status, report.execution.status) == (OK, OK, NOT_COMPARABLE)
    assert "unknown agent 'gone'" in report.execution.detail
    with pytest.raises(InputError, match="unknown agent 'gone'"):
        resume(read_log(path), path.with_name("again.jsonl"))
    assert not path.with_name("again.jsonl").exists()


def test_no_file_and_a_folder(tmp_path):
    for place in (tmp_path / "none.jsonl", tmp_path):
        with pytest.raises(InputError, match="cannot be read"):
            verify(place)


@pytest.mark.parametrize("content", [b"", b"garbage", b"\x28\xb5\x2f\xfd"])
def test_what_is_no_compressed_log(tmp_path, content):
    path = tmp_path / "log.jsonl.zst"
    path.write_bytes(content)
    with pytest.raises(InputError, match=r"no zstd file|expected a first line with the header"):
        verify(path)
