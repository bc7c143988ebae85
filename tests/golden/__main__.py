"""``python -m tests.golden``: play the kept logs anew, after a change of rules that is meant.

Look at the difference with ``encounter replay`` before committing it.
"""

from __future__ import annotations

from pathlib import Path

from sim.loading.library import list_scenarios
from sim.loading.scenario import load_scenario
from sim.record.play import record_fight

SEED = 1
HERE = Path(__file__).parent


def main() -> None:
    """Write one log for each shipped scenario, and the sample in logs/."""
    for name, _, path in list_scenarios():
        record_fight(load_scenario(path), SEED, path=HERE / f"{name}.jsonl.zst", force=True)
    sample = load_scenario(next(path for name, _, path in list_scenarios() if name == "duel"))
    record_fight(sample, SEED, path=HERE.parents[1] / "logs" / "sample.jsonl", force=True)


if __name__ == "__main__":
    main()
