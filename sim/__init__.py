"""Fights from YAML, played by scripted agents; see docs/python.md for what is here.

Each name is imported when it is first used, so that ``encounter --help`` is there at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

__all__ = [
    "END",
    "PASS",
    "Action",
    "Agent",
    "AgentStopped",
    "Choice",
    "Entry",
    "InputError",
    "Legal",
    "Outlook",
    "Played",
    "Problem",
    "Report",
    "Rng",
    "Scenario",
    "State",
    "View",
    "agent",
    "entries",
    "events",
    "fold",
    "load",
    "odds",
    "parse_action",
    "play",
    "verify",
]

if TYPE_CHECKING:
    from sim.api import (
        END,
        PASS,
        Action,
        Agent,
        AgentStopped,
        Choice,
        Entry,
        InputError,
        Legal,
        Outlook,
        Played,
        Problem,
        Report,
        Rng,
        Scenario,
        State,
        View,
        agent,
        entries,
        events,
        fold,
        load,
        odds,
        parse_action,
        play,
        verify,
    )
else:

    def __getattr__(name):  # noqa: ANN001, ANN202 # type checkers look at the imports above
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from importlib import import_module

        return getattr(import_module("sim.api"), name)

    def __dir__():  # noqa: ANN202
        return sorted([*globals(), *__all__])
