"""``encounter resume``."""

from __future__ import annotations

from pathlib import Path

from sim.cli import FAULT, FINE
from sim.cli.going_on import tell_onward
from sim.cli.options import Quiet, Verbose
from sim.cli.show import level_of
from sim.record.fork import cut_at, resume
from sim.record.log import read_log
from sim.report.console import stdout


def resume_log(log: Path, /, *, quiet: Quiet = False, verbose: Verbose = False) -> int:
    """Play a log that was cut short to its end; it comes out as if it had never been cut.

    Args:
        log: The log, which is completed in place.
        quiet: Tell only who falls and who wins.
        verbose: Tell every event, with the agents' reasons.
    """
    found = read_log(log)
    if found.finished and not found.problems:
        stdout().print(f"{log} is whole: nothing is left to play.", soft_wrap=True)
        return FINE
    if not found.problems:
        cut_at(found, len(found.entries))  # refuses what cannot be gone on with before anything is told
    show, sink = tell_onward(found, len(found.entries), level_of(quiet, verbose))
    table = resume(found, log, sink=sink)
    show.finish()
    show.console.print(f"Log: {log}", soft_wrap=True)
    return FAULT if table.state.faulted else FINE
