"""``make bench``: how fast fights are played and folded, as ratios to a calibration loop of the same run.

Absolute numbers depend on the machine and what else it does; the ratio to the fixed
pure-Python loop, timed in turn with the fights, can be compared between commits. The
checksum covers the final state of every fight: a faster wrong answer shows.
"""

from __future__ import annotations

import argparse
import cProfile
import hashlib
import pstats
import statistics
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from time import perf_counter

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
PHASES = (
    ("decide", ("agents/", "sim/engine/views", "sim/model/expr")),
    ("legal", ("sim/rules/pf2e/legal",)),
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


def bench(name: str, fights: int, batch: int) -> None:
    """Print the figures of one scenario."""
    scenario = load_scenario(find_scenario(name))
    agents = make_agents(scenario)
    play(scenario, SEED, agents=agents)
    seconds, ratios, played = [], [], []
    for start in range(0, fights, batch):
        loop = calibrate()
        tables: list[Fight] = []
        seconds.append(
            timed(
                lambda s=start, t=tables: t.extend(play(scenario, SEED, n, agents=agents) for n in range(s, s + batch))
            )
        )
        ratios.append(batch / seconds[-1] * (loop + calibrate()) / 2)
        played += tables
    events = sum(len(table.entries) for table in played)
    decisions = sum(isinstance(entry.event, ActionChosen) for table in played for entry in table.entries)
    states = hashlib.sha256("".join(state_hash(table.state) for table in played).encode()).hexdigest()
    best, typical = batch / min(seconds), batch / statistics.median(seconds)
    mean = events / len(played)
    print(f"{name}: {len(played)} fights, {mean:.0f} events and {decisions / len(played):.0f} decisions a fight")
    print(
        f"  play    {typical:8.0f} fights/s ({best:.0f} at best), {typical * mean:,.0f} events/s ({best * mean:,.0f})"
    )
    print(f"  ratio   {statistics.median(ratios):8.3f} fights in the time of {CALIBRATION:,} calibration steps")
    folds = [timed(lambda t=table: fold(State(scenario), t.entries)) / len(table.entries) for table in played]
    print(f"  fold    {1 / statistics.median(folds):,.0f} events/s in memory ({1 / min(folds):,.0f} at best)")
    codes = [timed(lambda t=table: [encode(e) for e in t.entries]) / len(table.entries) for table in played[:20]]
    print(f"  encode  {1 / statistics.median(codes):,.0f} events/s to log lines")
    print(f"  sides   {dict(Counter(table.state.outcome.winners if table.state.outcome else () for table in played))}")
    print(f"  checksum of final states {states[:16]}")
    shares = ", ".join(f"{phase} {share:.0%}" for phase, share in phases(scenario, agents, batch))
    print(f"  own time by phase: {shares}")


def main() -> None:
    """Read the command line and run."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("scenarios", nargs="*", default=["bench-4v4"])
    parser.add_argument("--fights", type=int, default=400)
    parser.add_argument("--batch", type=int, default=20)
    asked = parser.parse_args()
    for name in asked.scenarios or ["bench-4v4"]:
        bench(name, asked.fights, asked.batch)


if __name__ == "__main__":
    main()
