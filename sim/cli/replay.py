"""``encounter replay``."""

from __future__ import annotations

from pathlib import Path

from sim.cli import FINE, complain
from sim.cli.options import Maps, Quiet, Verbose
from sim.cli.show import Show, level_of
from sim.model.errors import InputError, Problem
from sim.model.state import State
from sim.record.folding import take_in
from sim.record.log import read_log


def replay(
    log: Path, /, *, to: int | None = None, quiet: Quiet = False, verbose: Verbose = False, maps: Maps = None
) -> int:
    """Tell a fight from its log; needs neither its rules nor its agents.

    Args:
        log: The log.
        to: Stop after the event of this number; --verbose shows the numbers.
        quiet: Tell only who falls and who wins.
        verbose: Tell every event, with the agents' reasons.
        maps: Show the map at the start and after each round; by default in a terminal.
    """
    found = read_log(log)
    last = len(found.entries)
    if to is not None and not 1 <= to <= last:
        raise InputError(Problem(f"there is no event {to}; expected 1 to {last}", str(log)))
    state = State(found.scenario)
    show = Show(state, level_of(quiet, verbose), maps)
    for entry in found.entries[:to]:
        take_in(state, entry, str(log))
        show(entry)
    show.finish()
    if to is None:
        if found.problems:
            raise InputError.many(found.problems)
        if not found.finished:
            cut = found.torn or "there is no footer"
            complain([f"{log}: the log is cut after event {last} ({cut}); encounter resume goes on with it"])
    return FINE
