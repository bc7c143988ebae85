"""What resume and fork share: telling a fight from an event in its middle."""

from __future__ import annotations

from collections.abc import Callable

from sim.cli.show import Show
from sim.model.events import Entry
from sim.model.reduce import reduce
from sim.model.state import State
from sim.record.folding import take_in
from sim.record.log import Log


def tell_onward(log: Log, at: int, level: str) -> tuple[Show, Callable[[Entry], None]]:
    """Return a show that knows a log up to event ``at``, and the sink that feeds it what comes after."""
    state = State(log.scenario)
    show = Show(state, level, None)
    if not log.problems:  # else going on is refused in a moment
        for entry in log.entries[:at]:
            take_in(state, entry, str(log.path))
            show.pass_over(entry)

    def sink(entry: Entry) -> None:
        reduce(state, entry)
        show(entry)

    return show, sink
