"""Find plug-ins by entry points: rulesets and agents, ours and a stranger's alike."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib.metadata import entry_points
from typing import Any, TypeAlias

from sim.model.errors import InputError, did_you_mean
from sim.model.protocols import Agent, Ruleset
from sim.model.scenario import AgentSpec

RULESETS = "encounter_sim.rulesets"
AGENTS = "encounter_sim.agents"

AgentFactory: TypeAlias = Callable[[AgentSpec], Agent]
"""Makes an agent; raises InputError if the spec's args are not what the agent needs."""


@cache
def ruleset(name: str) -> Ruleset:
    """Return the ruleset that is installed under a name.

    Raises:
        InputError: No such ruleset is installed, or it cannot be imported.
    """
    found: Ruleset = _load(RULESETS, "ruleset", name)()
    return found


@cache
def agent_factory(kind: str) -> AgentFactory:
    """Return the agent plug-in that is installed under a name.

    Raises:
        InputError: No such agent is installed, or it cannot be imported.
    """
    found: AgentFactory = _load(AGENTS, "agent", kind)
    return found


def ruleset_names() -> tuple[str, ...]:
    """Names of all installed rulesets, in order."""
    return tuple(sorted(entry_points(group=RULESETS).names))


def known_kinds() -> frozenset[str]:
    """Every kind of action that an installed ruleset knows, with those that all know."""
    kinds = (kind for name in ruleset_names() for kind in ruleset(name).kinds)
    return frozenset(("end", "end_turn", "pass", *kinds))


def agent_names() -> tuple[str, ...]:
    """Names of all installed agent plug-ins, in order."""
    return tuple(sorted(entry_points(group=AGENTS).names))


def _load(group: str, what: str, name: str) -> Any:
    known = entry_points(group=group)
    found = sorted(known.select(name=name), key=lambda point: point.value)
    if not found:
        names = sorted(known.names)
        hint = did_you_mean(name, names) or f"; installed are: {', '.join(names) or 'none'}"
        raise InputError(f"unknown {what} {name!r}{hint}")
    try:
        return found[0].load()
    except (ImportError, AttributeError) as error:
        raise InputError(f"the {what} {name!r} ({found[0].value}) cannot be loaded: {error}") from error
