"""``make bench``: how fast fights are played and folded, as ratios to a calibration loop of the same run.

Absolute numbers depend on the machine and what else it does; the ratio to the fixed
pure-Python loop, timed in turn with the fights, can be compared between commits. The
checksum covers the final state of every fight: a faster wrong answer shows.
"""

from __future__ import annotations

import argparse
import cProfile
import gc
import hashlib
import pstats
import statistics
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import Any

from attrs import Factory, define

from sim.engine.fight import Fight
from sim.loading.library import find_scenario
from sim.loading.scenario import load_scenario
from sim.model.events import ActionChosen
from sim.model.reduce import fold
from sim.model.scenario import Scenario
from sim.model.state import State
from sim.record.codec import encode
from sim.record.play import make_agents, play
from sim.record.state_hash import state_hash

ROOT = Path(__file__).resolve().parents[2]
SEED = 1
CALIBRATION = 100_000
FOUR_AGAINST_FOUR = ("bench-4v4", "d20-bench-4v4", "d100-bench-4v4")
"""A usual fight of each system."""
PHASES = (
    ("decide", ("agents/", "sim/engine/views", "sim/model/expr")),
    ("legal", ("sim/rules/legal", "sim/rules/pf2e/legal", "sim/rules/basic/legal")),
    ("reduce", ("sim/model/reduce",)),
    ("record", ("sim/engine/", "simpy", "generated methods sim.model.events")),
    ("perform", ("sim/rules/", "sim/model/dice")),
    ("grid", ("sim/model/g",)),
)
"""Parts of file names by phase; the first that fits counts."""


def calibrate() -> float:
    """Seconds of a loop of calls, dict look-ups and integer work that never changes."""

    def step(table: dict[int, int], at: int) -> int:
        table[at & 255] = at
        return table.get(at >> 1 & 255, at) + at

    table: dict[int, int] = {}
    total = 0
    start = perf_counter()
    for at in range(CALIBRATION):
        total += step(table, at) & 7
    return perf_counter() - start


def timed(work: Callable[[], object]) -> float:
    """Seconds of one piece of work."""
    start = perf_counter()
    work()
    return perf_counter() - start


def phases(scenario: Scenario, agents: dict, fights: int) -> list[tuple[str, float]]:
    """Share of own time by phase under the profiler, which weighs small functions too heavily."""
    profile = cProfile.Profile()
    profile.enable()
    for number in range(fights):
        play(scenario, SEED, number, agents=agents)
    profile.disable()
    shares: Counter[str] = Counter()
    for (file, _, name), (_, _, own, _, _) in pstats.Stats(profile).stats.items():  # type: ignore[attr-defined]
        place = file.replace(str(ROOT) + "/", "") + name
        phase = next((phase for phase, parts in PHASES if any(part in place for part in parts)), "other")
        shares[phase] += own
    whole = sum(shares.values())
    return [(phase, share / whole) for phase, share in shares.most_common()]


@define
class Figures:
    """What is kept of the fights of a bench; the fights themselves would slow the collector down."""

    fights: int = 0
    events: int = 0
    decisions: int = 0
    seconds: list[float] = Factory(list)
    ratios: list[float] = Factory(list)
    folds: list[float] = Factory(list)
    encodes: list[float] = Factory(list)
    winners: Counter[str] = Factory(Counter)
    states: Any = Factory(hashlib.sha256)

    def take(self, table: Fight) -> None:
        """Count a fight, fold it again and encode it."""
        entries = table.entries
        self.fights += 1
        self.events += len(entries)
        self.decisions += sum(isinstance(entry.event, ActionChosen) for entry in entries)
        self.states.update(state_hash(table.state).encode())
        self.winners[" ".join(table.state.outcome.winners) if table.state.outcome else "fault"] += 1
        self.folds.append(timed(lambda: fold(State(table.scenario), entries)) / len(entries))
        self.encodes.append(timed(lambda: [encode(entry) for entry in entries]) / len(entries))


def bench(name: str, fights: int, batch: int) -> None:
    """Print the figures of one scenario."""
    scenario = load_scenario(find_scenario(name))
    agents = make_agents(scenario)
    play(scenario, SEED, agents=agents)
    gc.collect()
    figures = Figures()
    for start in range(0, fights, batch):
        before = calibrate()
        began = perf_counter()
        tables = [play(scenario, SEED, number, agents=agents) for number in range(start, start + batch)]
        took = perf_counter() - began
        figures.seconds.append(took)
        figures.ratios.append(batch / took * (before + calibrate()) / 2)
        for table in tables:
            figures.take(table)
    report(name, figures, batch)
    shares = ", ".join(f"{phase} {share:.0%}" for phase, share in phases(scenario, agents, batch))
    print(f"  own time by phase: {shares}")


def report(name: str, figures: Figures, batch: int) -> None:
    """Print what was measured."""
    events, decisions = figures.events / figures.fights, figures.decisions / figures.fights
    best, typical = batch / min(figures.seconds), batch / statistics.median(figures.seconds)
    print(f"{name}: {figures.fights} fights, {events:.0f} events and {decisions:.0f} decisions a fight")
    print(f"  play    {typical:.0f} fights/s ({best:.0f} at best)")
    print(f"          {typical * events:,.0f} events/s ({best * events:,.0f} at best), log in memory")
    print(f"  ratio   {statistics.median(figures.ratios):.3f} fights in the time of {CALIBRATION:,} calibration steps")
    for what, times in (("fold", figures.folds), ("encode", figures.encodes)):
        print(f"  {what:<7} {1 / statistics.median(times):,.0f} events/s ({1 / min(times):,.0f} at best)")
    print(f"  winners {dict(figures.winners)}")
    print(f"  checksum of final states {figures.states.hexdigest()[:16]}")


def main() -> None:
    """Read the command line and run."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("scenarios", nargs="*", default=FOUR_AGAINST_FOUR)
    parser.add_argument("--fights", type=int, default=400)
    parser.add_argument("--batch", type=int, default=20)
    asked = parser.parse_args()
    for name in asked.scenarios or FOUR_AGAINST_FOUR:
        bench(name, asked.fights, asked.batch)


if __name__ == "__main__":
    main()
