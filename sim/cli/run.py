"""``encounter run``."""

from __future__ import annotations

from pathlib import Path

from sim.cli import FAULT, FINE
from sim.cli.options import Count, Flag, Maps, Quiet, Seed, Verbose
from sim.cli.show import Show, level_of
from sim.cli.stopped import agent_stops
from sim.engine.fight import Fight
from sim.loading.library import find_scenario
from sim.loading.scenario import load_scenario
from sim.model.errors import InputError
from sim.model.scenario import Scenario
from sim.model.state import State
from sim.record.play import default_path, play, record_fight


def run(
    scenario: str,
    /,
    *,
    seed: Seed = 1,
    fight: Count = 0,
    log: Path | None = None,
    no_log: Flag = False,
    force: Flag = False,
    strict: Flag = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
    maps: Maps = None,
) -> int:
    """Play a fight and keep its log.

    Args:
        scenario: A scenario file, or the name of a scenario that comes along.
        seed: Keys the dice.
        fight: Number of the fight under this seed.
        log: Where the log goes; logs/SCENARIO-SEED-FIGHT.jsonl unless stated, compressed if it ends in .zst.
        no_log: Keep no log.
        force: Replace another log that stands there.
        strict: Stop when an agent answers illegally or breaks.
        quiet: Tell only who falls and who wins.
        verbose: Tell every event, with the agents' reasons.
        maps: Show the map at the start and after each round; by default in a terminal.
    """
    if log and no_log:
        raise InputError("--log and --no-log exclude each other")
    whole = load_scenario(find_scenario(scenario))
    state = State(whole)
    show = Show(state, level_of(quiet, verbose), maps)
    path = None if no_log else log or default_path(whole, seed, fight)
    with agent_stops(path) as stop:
        _play(whole, seed, fight, path, force, strict, show, state)
        show.finish()
        if path:
            show.console.print(f"Log: {path}", soft_wrap=True)
    return FAULT if stop.happened or state.faulted else FINE


def _play(
    whole: Scenario, seed: Seed, fight: int, path: Path | None, force: bool, strict: bool, show: Show, state: State
) -> Fight:
    if path is None:
        return play(whole, seed, fight, sink=show, strict=strict, state=state)
    return record_fight(whole, seed, fight, path=path, force=force, strict=strict, sink=show, state=state)
