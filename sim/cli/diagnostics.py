"""Diagnostics on standard error, as loud as ``ENCOUNTER_LOG`` says: debug, info, warning (the default), error."""

from __future__ import annotations

import logging
import os
import sys

import structlog

from sim.model.errors import InputError

LEVELS = ("debug", "info", "warning", "error", "critical")


def configure() -> None:
    """Set structlog up.

    Raises:
        InputError: ``ENCOUNTER_LOG`` is no level.
    """
    level = os.environ.get("ENCOUNTER_LOG", "warning").lower()
    if level not in LEVELS:
        raise InputError(f"ENCOUNTER_LOG is {level!r}; expected one of {', '.join(LEVELS)}")
    renderer = structlog.dev.ConsoleRenderer(
        colors=sys.stderr.isatty(), exception_formatter=structlog.dev.plain_traceback
    )
    structlog.configure(
        processors=[structlog.processors.add_log_level, renderer],
        wrapper_class=structlog.make_filtering_bound_logger(getattr(logging, level.upper())),
        logger_factory=lambda *_: structlog.PrintLogger(sys.stderr),  # whatever standard error is by then
        cache_logger_on_first_use=False,
    )
