"""The log file: its lines, its chain, its bytes, and what happens to what stands there already."""

from __future__ import annotations

import hashlib
import json
import os
import stat
import sys
from pathlib import Path

import pytest
import rfc8785
from attrs import evolve

from sim.model.errors import InputError
from sim.model.protocols import Choice
from sim.model.scenario import AgentSpec
from sim.model.state import State
from sim.record.log import header, read_log
from sim.record.play import default_path, play, record_fight
from sim.record.state_hash import state_hash
from sim.record.verify import OK, verify
from tests.support.logs import SEALS, SHIPPED, index_of, lines_of, recorded, scenario

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

EVERYWHERE = (*SHIPPED, "melee")


@pytest.fixture
def path(tmp_path):
    recorded(tmp_path / "log.jsonl", "ambush", 7)
    return tmp_path / "log.jsonl"


def test_the_header_stands_alone(path):
    head = json.loads(lines_of(path)[0])
    assert head["type"] == "Header"
    assert (head["log"], head["seed"], head["fight"]) == (1, "blake2b-1:7", 0)
    assert (head["ruleset"], head["edition"], head["segments"]) == ("pf2e", "core", [])
    assert len(head["fingerprint"]) == 64
    assert len(head["scenario"]["combatants"]) == len(scenario("ambush").combatants)
    assert read_log(path).scenario == scenario("ambush")


def test_entries_are_numbered_and_flat(path):
    entries = [json.loads(line) for line in lines_of(path)[1:]]
    entries = [entry for entry in entries if entry["type"] not in SEALS]
    assert [entry["seq"] for entry in entries] == list(range(1, len(entries) + 1))
    assert all({"seq", "t", "type", "v", "cause"} <= set(entry) for entry in entries)
    assert entries[0] == {
        "seq": 1, "t": 0, "type": "EncounterStarted", "v": 1, "cause": 0,
        "scenario": "ambush", "ruleset": "pf2e", "edition": "core", "seed": 7, "fight": 0,
    }  # fmt: skip


def test_a_checkpoint_follows_each_round(path):
    lines = [json.loads(line) for line in lines_of(path)]
    ends = [at for at, line in enumerate(lines) if line["type"] == "RoundEnded"]
    assert len(ends) > 2
    for at in ends:
        assert lines[at + 1]["type"] == "Checkpoint"
        assert (lines[at + 1]["round"], lines[at + 1]["seq"]) == (lines[at]["number"], lines[at]["seq"])
    assert sum(line["type"] == "Checkpoint" for line in lines) == len(ends)


def test_the_footer_tells_the_end(path):
    lines = lines_of(path)
    footer = json.loads(lines[-1])
    fight = play(scenario("ambush"), 7)
    assert footer["type"] == "Footer"
    assert footer["count"] == len(fight.entries)
    assert footer["state"] == state_hash(fight.state)
    assert footer["outcome"] == {"winners": list(fight.state.outcome.winners), "reason": fight.state.outcome.reason}
    assert footer["faulted"] is False


def test_the_chain_covers_all_bytes_before_the_line(path):
    lines = lines_of(path)
    seals = [at for at, line in enumerate(lines) if json.loads(line)["type"] in SEALS]
    for at in seals:
        assert json.loads(lines[at])["chain"] == hashlib.sha256(b"".join(lines[:at])).hexdigest()


@pytest.mark.parametrize("name", EVERYWHERE)
def test_each_line_is_rfc_8785(name, tmp_path):
    recorded(tmp_path / "log.jsonl", name, 11, rounds=5)
    for line in lines_of(tmp_path / "log.jsonl"):
        assert line == rfc8785.dumps(json.loads(line)) + b"\n"


@pytest.mark.parametrize("name", EVERYWHERE)
def test_every_shipped_scenario_verifies(name, tmp_path):
    log = recorded(tmp_path / "log.jsonl", name, 12)
    report = verify(log.path)
    assert report.ok
    assert [report.integrity.status, report.fold.status, report.execution.status] == [OK, OK, OK]


def frames(packed):
    """The content of each zstd frame."""
    while packed:
        frame = zstd.ZstdDecompressor()
        yield frame.decompress(packed)
        packed = frame.unused_data


def test_a_compressed_log_holds_the_same_bytes(path):
    packed = recorded(path.with_name("log.jsonl.zst"), "ambush", 7)
    assert b"".join(frames(packed.path.read_bytes())) == path.read_bytes()
    assert packed.path.stat().st_size < path.stat().st_size // 4
    assert packed.entries == read_log(path).entries
    assert verify(packed.path).ok


def test_each_round_is_a_frame(path):
    packed = recorded(path.with_name("log.jsonl.zst"), "ambush", 7)
    parts = [part.splitlines() for part in frames(packed.path.read_bytes())]
    types = [json.loads(part[-1])["type"] for part in parts]
    assert types == ["Header", *["Checkpoint"] * (len(parts) - 2), "Footer"]
    rounds = [json.loads(part[-1])["round"] for part in parts[1:-1]]
    assert rounds == list(range(1, len(rounds) + 1))


def test_default_path():
    assert default_path(scenario("duel"), 7, 2) == Path("logs/duel-7-2.jsonl")


# --- what stands there already -------------------------------------------------------


@pytest.mark.parametrize("ending", ["jsonl", "jsonl.zst"])
def test_an_identical_log_is_left_untouched(tmp_path, ending):
    path = recorded(tmp_path / f"log.{ending}").path
    os.utime(path, (1_000, 1_000))
    before = path.stat()
    record_fight(scenario("duel"), 1, path=path)
    assert (path.stat().st_mtime_ns, path.stat().st_ino) == (before.st_mtime_ns, before.st_ino)


@pytest.mark.parametrize("there", [b"something else\n", b"\x00"])
def test_another_file_is_refused(tmp_path, there):
    path = tmp_path / "log.jsonl"
    path.write_bytes(there)
    with pytest.raises(InputError, match="another log stands here; --force replaces it"):
        record_fight(scenario("duel"), 1, path=path)
    assert path.read_bytes() == there
    assert list(tmp_path.iterdir()) == [path]


def test_an_empty_file_is_what_a_killed_process_left_and_is_written_over(tmp_path):
    path = tmp_path / "log.jsonl"
    path.touch()
    record_fight(scenario("duel"), 1, path=path)
    assert path.read_bytes() == recorded(tmp_path / "other.jsonl", seed=1).path.read_bytes()


def test_a_taken_name_is_told_before_anything_is_played_and_a_torn_log_is_to_be_resumed(tmp_path):
    path = recorded(tmp_path / "log.jsonl", seed=1).path
    told = []
    with pytest.raises(InputError, match="another log stands here"):
        record_fight(scenario("duel"), 2, path=path, sink=told.append)
    assert not told
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:-1]))
    with pytest.raises(InputError, match="encounter resume plays it on"):
        record_fight(scenario("duel"), 1, path=path)


def test_another_file_is_replaced_by_force_when_all_is_written(tmp_path):
    path = recorded(tmp_path / "log.jsonl", seed=1).path
    before = path.read_bytes()

    def look(entry):
        assert path.read_bytes() == before

    record_fight(scenario("duel"), 2, path=path, force=True, sink=look)
    assert read_log(path).seed == 2
    assert verify(path).ok
    assert list(tmp_path.iterdir()) == [path]


def test_a_fight_that_is_broken_off_by_force_leaves_the_old_log(tmp_path):
    path = recorded(tmp_path / "log.jsonl", seed=1).path
    before = path.read_bytes()

    def break_off(entry):
        if entry.seq == 30:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        record_fight(scenario("duel"), 2, path=path, force=True, sink=break_off)
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_a_new_log_that_is_broken_off_keeps_its_rounds(tmp_path):
    path = tmp_path / "log.jsonl"

    def break_off(entry):
        if entry.seq == 60:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        record_fight(scenario("duel"), 1, path=path, sink=break_off)
    whole = recorded(tmp_path / "whole.jsonl").path.read_bytes()
    assert whole.startswith(path.read_bytes())
    assert json.loads(lines_of(path)[-1])["type"] == "Checkpoint"


def test_folders_are_made(tmp_path):
    log = recorded(tmp_path / "new" / "folder" / "log.jsonl")
    assert log.finished


def test_a_place_that_is_no_folder_is_refused(tmp_path):
    (tmp_path / "file").write_text("here\n")
    with pytest.raises(InputError, match="the log cannot be written"):
        record_fight(scenario("duel"), 1, path=tmp_path / "file" / "log.jsonl")
    assert (tmp_path / "file").read_text() == "here\n"


def test_a_folder_in_its_place_is_refused(tmp_path):
    (tmp_path / "log.jsonl").mkdir()
    for force in (False, True):
        with pytest.raises(InputError, match="this is no file"):
            record_fight(scenario("duel"), 1, path=tmp_path / "log.jsonl", force=force)
    assert [path.name for path in tmp_path.iterdir()] == ["log.jsonl"]


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_without_permission_is_refused(tmp_path):
    path = recorded(tmp_path / "log.jsonl").path
    before = path.read_bytes()
    tmp_path.chmod(stat.S_IRUSR | stat.S_IXUSR)
    try:
        with pytest.raises(InputError, match="the log cannot be written"):
            record_fight(scenario("duel"), 2, path=path, force=True)
        with pytest.raises(InputError, match="the log cannot be written"):
            record_fight(scenario("duel"), 2, path=tmp_path / "other.jsonl")
    finally:
        tmp_path.chmod(stat.S_IRWXU)
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


@pytest.fixture
def small_disk():
    """No file may become longer than a duel's header and some rounds."""
    resource = pytest.importorskip("resource", reason="limits of file sizes are a matter of Unix")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, hard))
    yield
    resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_a_full_disk_is_told_and_the_old_log_stays(tmp_path, small_disk):
    path = tmp_path / "log.jsonl"
    path.write_text("here\n")
    with pytest.raises(InputError, match="the log cannot be written: File too large"):
        record_fight(scenario("duel"), 1, path=path, force=True)
    assert path.read_text() == "here\n"
    assert list(tmp_path.iterdir()) == [path]


def test_a_full_disk_leaves_a_beginning(tmp_path, small_disk):
    with pytest.raises(InputError, match="the log cannot be written: File too large"):
        record_fight(scenario("duel"), 1, path=tmp_path / "log.jsonl")
    log = read_log(tmp_path / "log.jsonl")
    assert log.entries
    assert not log.problems


# --- what cannot stand in a log --------------------------------------------------------


class Odd:
    """An agent that gives what a log cannot hold."""

    name = "odd"
    deterministic = True

    def __init__(self, **choice):
        self._choice = choice

    def decide(self, view, legal, rng):
        return Choice(next(iter(legal)), **self._choice)


@pytest.mark.parametrize(
    "choice",
    [
        {"memory": 1.5},
        {"memory": {"seen": {1, 2}}},
        {"memory": [2**53]},
        {"memory": {5: 6}},
        {"memory": "\ud800"},
        {"reason": 5},
        {"reason": "\ud800"},
        {"rule": None},
    ],
)
def test_what_a_log_cannot_hold_is_the_agents_fault(choice, tmp_path):
    whole = scenario("duel", 2)
    state = State(whole)
    agents = {combatant.id: Odd(**choice) for combatant in whole.combatants}
    fight = play(whole, 1, agents=agents, state=state)
    kinds = {type(entry.event).__name__ for entry in fight.entries}
    assert "AgentFaulted" in kinds
    assert not fight.state.faulted


def test_a_scenario_that_a_log_cannot_hold_is_refused():
    first, *others = scenario("duel").combatants
    odd = evolve(first, agent=AgentSpec("random", "random", {"temper": 0.5}))
    with pytest.raises(InputError, match=r"0\.5 is no plain data"):
        header(evolve(scenario("duel"), combatants=(odd, *others)), 1, 0)


def test_a_last_checkpoint_may_be_the_log_of_a_whole_round(path):
    lines = lines_of(path)
    cut = path.with_name("cut.jsonl")
    cut.write_bytes(b"".join(lines[: index_of(lines, "Checkpoint") + 1]))
    log = read_log(cut)
    assert not log.finished
    assert not log.problems
    assert log.entries == read_log(path).entries[: len(log.entries)]
