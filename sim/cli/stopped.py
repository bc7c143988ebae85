"""What the commands that play do when an agent stops a strict fight."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from attrs import define

from sim.cli import complain
from sim.engine.answers import AgentStopped


@define
class Stop:
    """Whether the fight was stopped."""

    happened: bool = False


@contextmanager
def agent_stops(path: Path | None) -> Iterator[Stop]:
    """Tell of an agent that answered illegally or broke under ``--strict`` instead of failing."""
    stop = Stop()
    try:
        yield stop
    except AgentStopped as stopped:
        stop.happened = True
        kept = f"; the log up to there: {path}" if path and path.exists() else ""
        complain([f"stopped: {stopped}{kept}"])
