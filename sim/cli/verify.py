"""``encounter verify``."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from rich.text import Text

from sim.cli import FAILED, FINE
from sim.model.errors import InputError, Problem
from sim.record.verify import NOT_COMPARABLE, OK, Report, verify
from sim.report.console import stdout

STYLES: Final = {OK: "green", NOT_COMPARABLE: "yellow"}


def verify_logs(*logs: Path) -> int:
    """Check logs, each in three ways.

    Integrity: the log is whole and no byte of it was changed. Fold: its events lead to the states it states.
    Re-execution: played again by the same code, the fight comes out the same.

    Args:
        logs: The logs.
    """
    if not logs:
        raise InputError("no log to check; expected files")
    fine, unreadable = True, list[Problem]()
    for log in logs:
        try:
            report = verify(log)
        except InputError as error:
            unreadable += error.problems
        else:
            _print(report)
            fine &= report.ok
    if unreadable:
        raise InputError.many(unreadable)
    return FINE if fine else FAILED


def _print(report: Report) -> None:
    console = stdout()
    console.print(Text(str(report.path), style="bold"), soft_wrap=True)
    verdicts = {"integrity": report.integrity, "fold": report.fold, "re-execution": report.execution}
    for name, verdict in verdicts.items():
        status = (f"{verdict.status:<15}", STYLES.get(verdict.status, "bold red"))
        console.print(Text.assemble(f"  {name:<13} ", status, verdict.detail), soft_wrap=True)
