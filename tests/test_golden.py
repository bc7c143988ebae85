"""Kept logs: what they hold is still what is played. A meant change: ``python -m tests.golden``."""

from pathlib import Path

import pytest

from sim.loading.library import list_scenarios
from sim.loading.scenario import load_scenario
from sim.record.log import read_log
from sim.record.play import play
from sim.record.verify import check_fold, check_integrity

ROOT = Path(__file__).parents[1]
GOLDEN = ROOT / "tests" / "golden"
KEPT = [*sorted(GOLDEN.glob("*.jsonl.zst")), ROOT / "logs" / "sample.jsonl"]


def test_every_shipped_scenario_has_a_kept_log():
    assert [path.name.split(".")[0] for path in KEPT[:-1]] == [scenario.name for scenario in list_scenarios()]


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.name)
def test_a_kept_log_is_unharmed_and_folds(path):
    log = read_log(path)
    assert check_integrity(log).status == "ok"
    assert check_fold(log).status == "ok"


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.name)
def test_the_same_events_are_played_today(path):
    log = read_log(path)
    shipped = next(scenario.path for scenario in list_scenarios() if scenario.name == log.scenario.name)
    scenario = load_scenario(shipped)
    assert log.scenario == scenario
    assert play(scenario, log.seed, log.fight).entries == log.entries
