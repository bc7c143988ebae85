"""``encounter scenarios``."""

from __future__ import annotations

from rich.table import Table

from sim.loading.library import list_scenarios
from sim.report.console import stdout


def scenarios() -> None:
    """List the scenarios that come along; `encounter run NAME` plays one."""
    table = Table.grid(padding=(0, 2))
    for found in list_scenarios():
        table.add_row(found.name, found.title)
    stdout().print(table)
