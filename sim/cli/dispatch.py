"""Find the command that a command line names, read its options, and call it."""

from __future__ import annotations

import sys

from cyclopts import App, CycloptsError

from sim.cli import BAD_INPUT, COMMANDS, FINE


def make_app() -> App:
    """Return the command line."""
    app = App(name="encounter", version=_version, help_format="plaintext")
    groups: dict[str, App] = {}
    for words, (function, summary) in COMMANDS.items():
        group, _, name = words.rpartition(" ")
        if group and group not in groups:
            app.command(groups.setdefault(group, App(name=group)))
        groups.get(group, app).command(function, name=name, help=summary)
    return app


def dispatch(words: list[str]) -> int:
    """Run a command line; wrong usage is told by cyclopts and is bad input."""
    try:
        command, bound, _ = make_app().parse_args(words, exit_on_error=False, print_error=True)
    except CycloptsError:
        return BAD_INPUT
    if command.__module__.startswith("sim.cli"):
        _prepare()
    status = command(*bound.args, **bound.kwargs)
    return status if isinstance(status, int) else FINE


def _prepare() -> None:
    """Set up diagnostics, and an output that replaces what it cannot encode."""
    from sim.cli.diagnostics import configure

    configure()
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="replace")


def _version() -> str:
    from importlib.metadata import version

    return version("encounter-sim")
