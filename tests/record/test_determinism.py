"""The same scenario, seed and version give the same bytes, whatever the process."""

from __future__ import annotations

import hashlib
import sys

import pytest

from tests.machine import ROOT, run
from tests.support.logs import SHIPPED, recorded

NAMES = (*SHIPPED, "melee")
SEED = 13

PLAY = """
import hashlib, sys
from pathlib import Path
from sim.record.fork import fork
from sim.record.log import read_log
from sim.record.verify import verify
from tests.support.logs import recorded
folder, seed, *names = sys.argv[1:]
for name in names:
    log = recorded(Path(folder) / f"{name}.jsonl", name, int(seed))
    other = log.path.with_name(f"{name}-fork.jsonl")
    fork(log, len(log.entries) // 2, other, seed=99)
    assert verify(log.path).ok and verify(other).ok
    print(name, *(hashlib.sha256(path.read_bytes()).hexdigest() for path in (log.path, other)))
"""


def played(folder, hash_seed):
    """Names and digests of logs that a fresh process wrote."""
    folder.mkdir()
    done = run(sys.executable, "-c", PLAY, folder, SEED, *NAMES, PYTHONHASHSEED=hash_seed, PYTHONPATH=str(ROOT))
    assert done.returncode == 0, done.stderr
    return [line.split() for line in done.stdout.splitlines()]


@pytest.fixture(scope="module")
def reference(tmp_path_factory):
    return played(tmp_path_factory.mktemp("reference") / "0", "0")


@pytest.mark.parametrize("hash_seed", ["1", "random"])
def test_fresh_processes_write_the_same_bytes(hash_seed, reference, tmp_path):
    assert [name for name, *_ in reference] == list(NAMES)
    assert played(tmp_path / hash_seed, hash_seed) == reference


def test_this_process_writes_them_too(reference, tmp_path):
    for name, digest, _ in reference:
        log = recorded(tmp_path / f"{name}.jsonl", name, SEED)
        assert hashlib.sha256(log.path.read_bytes()).hexdigest() == digest


def test_other_seeds_are_other_fights(tmp_path):
    logs = [recorded(tmp_path / f"{seed}.jsonl", "melee", seed, rounds=1) for seed in range(4)]
    assert len({str(log.entries) for log in logs}) == 4
