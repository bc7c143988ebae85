"""Scenarios and logs for the tests of the record."""

from __future__ import annotations

import hashlib
import json
from functools import cache
from pathlib import Path

from attrs import evolve

from sim.loading.scenario import load_scenario
from sim.model.events import ActionChosen
from sim.record.codec import to_line
from sim.record.log import read_log
from sim.record.play import record_fight

HERE = Path(__file__).parent
SHIPPED = tuple(sorted(path.stem for path in (HERE.parents[1] / "scenarios").glob("*.yaml")))
SEALS = ("Checkpoint", "Footer")


@cache
def scenario(name, rounds=0):
    """A shipped scenario, or one that stands beside this module; perhaps with another round limit."""
    folder = HERE.parents[1] / "scenarios" if name in SHIPPED else HERE
    whole = load_scenario(folder / f"{name}.yaml")
    return evolve(whole, round_limit=rounds) if rounds else whole


def recorded(path, name="duel", seed=1, rounds=0):
    """Play a fight, write its log and read it."""
    record_fight(scenario(name, rounds), seed, path=path)
    return read_log(path)


def put(path, lines):
    """Write lines as a log and return the path."""
    path.write_bytes(b"".join(lines))
    return path


def lines_of(path):
    """The lines of a log, each with its break."""
    return path.read_bytes().splitlines(keepends=True)


def edited(line, **changes):
    """A line with other values, in the form in which logs are written."""
    return to_line({**json.loads(line), **changes})


def chained(lines):
    """The lines with all chains computed anew, as somebody would who wants an edit to go unnoticed."""
    chain = hashlib.sha256()
    fresh = []
    for line in lines:
        whole = edited(line, chain=chain.hexdigest()) if json.loads(line)["type"] in SEALS else line
        chain.update(whole)
        fresh.append(whole)
    return fresh


def index_of(lines, kind, nth=0):
    """Index of the nth line of a type."""
    return [at for at, line in enumerate(lines) if json.loads(line)["type"] == kind][nth]


def depths(log):
    """How deep in reactions each event is, by seq: 1 within a reaction, 2 within a reaction to a reaction."""
    found = {0: 0}
    for seq, _, event in log.entries:
        reacts = isinstance(event, ActionChosen) and event.kind == "reaction"
        found[seq] = found[event.cause] + reacts
    return found


def decision_points(log):
    """Addresses of all answers of a log, by the event they come after."""
    return sorted({e.event.asked[0] for e in log.entries if isinstance(e.event, ActionChosen)})
