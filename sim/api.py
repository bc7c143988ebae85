"""The Python interface, as ``import sim`` shows it: load, play, read, ask for odds, verify."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TypeAlias, TypeVar, cast

import attrs
from attrs import define, frozen

from sim.engine.answers import AgentStopped
from sim.loading.library import find_scenario
from sim.loading.rulesets import agent_factory
from sim.loading.scenario import load_scenario
from sim.model import events
from sim.model.actions import END, PASS, Action, parse_action
from sim.model.errors import InputError, Problem, did_you_mean
from sim.model.events import Entry, Event
from sim.model.protocols import Agent, Choice, Legal, Rng, View
from sim.model.scenario import AgentSpec, Scenario
from sim.model.state import State
from sim.record.folding import take_in
from sim.record.forecast import Outlook, forecast
from sim.record.log import read_log
from sim.record.play import play as play_fight
from sim.record.play import record_fight
from sim.record.verify import Report
from sim.record.verify import verify as verify_log

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

Kind = TypeVar("Kind", bound=Event)
Decide: TypeAlias = Callable[[View, Legal, Rng], Choice | Action | str]
"""Answers one question with an action, its text, or a choice with reason and memory."""

FUNCTION = "function"
"""Kind of an agent that no log can make anew."""


@frozen
class Played:
    """A fight that was played.

    Attributes:
        scenario: The fight, with the agents that played it.
        seed: What keyed the dice.
        fight: Number of the fight under this seed.
        entries: Everything that happened.
        state: How everybody is at the end.
    """

    scenario: Scenario
    seed: int
    fight: int
    entries: tuple[Entry, ...]
    state: State

    @property
    def winners(self) -> tuple[str, ...]:
        """The sides that won; none in a draw, or if a rule broke."""
        return self.state.outcome.winners if self.state.outcome else ()

    @property
    def rounds(self) -> int:
        """How many rounds were begun."""
        return self.state.round

    def of(self, kind: type[Kind]) -> Iterator[Kind]:
        """The events of a class, such as ``events.DamageApplied``."""
        return (entry.event for entry in self.entries if isinstance(entry.event, kind))


def load(scenario: str | Path) -> Scenario:
    """Load a scenario: a path that ends in .yaml, or a name, here or shipped.

    Raises:
        InputError: With everything that is wrong in it and in the files it uses.
    """
    return load_scenario(find_scenario(str(scenario)))


def play(
    scenario: Scenario | str | Path,
    seed: int = 1,
    fight: int = 0,
    *,
    agents: Mapping[str, Agent | Decide] | None = None,
    log: str | Path | None = None,
    force: bool = False,
    strict: bool = False,
) -> Played:
    """Play a fight to its end.

    Args:
        scenario: The fight, or what `load` takes.
        seed: Keys the dice.
        fight: Number of the fight under this seed.
        agents: By the id of a combatant, who decides for it in place of what the scenario says: a function or an agent.
        log: Where to write the log, if anywhere.
        force: Whether another log that stands there may be replaced.
        strict: Whether an illegal or broken answer stops the fight with `AgentStopped`.

    Raises:
        InputError: The scenario is wrong, ``agents`` names nobody, or the log cannot be written.
    """
    whole = scenario if isinstance(scenario, Scenario) else load(scenario)
    own = {who: _as_agent(who, given) for who, given in (agents or {}).items()}
    whole = _decided_by(whole, own)
    everyone = {c.id: own.get(c.id) or agent_factory(c.agent.kind)(c.agent) for c in whole.combatants}
    if log is None:
        table = play_fight(whole, seed, fight, agents=everyone, strict=strict)
    else:
        table = record_fight(whole, seed, fight, path=Path(log), force=force, agents=everyone, strict=strict)
    return Played(whole, seed, fight, tuple(table.entries), table.state)


def entries(log: str | Path) -> tuple[Entry, ...]:
    """Read what happened from a log; one that was cut short has its beginning.

    Raises:
        InputError: It is no log, or was changed.
    """
    found = read_log(Path(log))
    if found.problems:
        raise InputError.many(found.problems)
    return tuple(found.entries)


def fold(log: str | Path, to: int | None = None) -> State:
    """Return the state after the event of number ``to``, by default the last; needs neither rules nor agents.

    Raises:
        InputError: It is no log, was changed, or has no such event.
    """
    found = read_log(Path(log))
    last = len(found.entries)
    if found.problems:
        raise InputError.many(found.problems)
    if to is not None and not 0 <= to <= last:
        raise InputError(Problem(f"there is no event {to}; expected 0 to {last}", str(log)))
    state = State(found.scenario)
    for entry in found.entries[:to]:
        take_in(state, entry, str(log))
    return state


def odds(scenario: Scenario | str | Path, actor: str, action: Action | str) -> list[Outlook]:
    """Return exactly what an action would bring at the start of its maker's first turn, for each it concerns.

    Raises:
        InputError: There is no such creature, the action is not legal, or its dice fall in too many ways.
    """
    whole = scenario if isinstance(scenario, Scenario) else load(scenario)
    return forecast(whole, actor, parse_action(action) if isinstance(action, str) else action)


def verify(log: str | Path) -> Report:
    """Examine a log: integrity, fold and re-execution.

    Raises:
        InputError: It cannot be read at all.
    """
    return verify_log(Path(log))


# --- agents ------------------------------------------------------------------------------


@define
class _FunctionAgent:
    name: str
    function: Decide
    deterministic: bool = False

    def decide(self, view: View, legal: Legal, rng: Rng) -> Choice:
        """See `sim.model.protocols.Agent.decide`."""
        answer = self.function(view, legal, rng)
        if isinstance(answer, Choice):
            return answer
        return Choice(parse_action(answer) if isinstance(answer, str) else answer)


def agent(function: Decide, name: str = "") -> Agent:
    """Make an agent of a function that answers one question; named after it unless stated."""
    return _FunctionAgent(name or getattr(function, "__name__", FUNCTION), function)


def _as_agent(who: str, given: Agent | Decide) -> Agent:
    if hasattr(given, "decide"):
        return cast("Agent", given)
    if not callable(given):
        raise InputError(f"agents: expected a function or an agent for {who}, not {given!r:.60}")
    return agent(given)


def _decided_by(scenario: Scenario, agents: Mapping[str, Agent]) -> Scenario:
    """The scenario with agents that come from outside named in it, as its log will tell them."""
    known = [combatant.id for combatant in scenario.combatants]
    for who in agents:
        if who not in known:
            hint = did_you_mean(who, known) or f"; expected one of {', '.join(known)}"
            raise InputError(f"agents: there is no combatant {who!r}{hint}")
    combatants = [
        attrs.evolve(c, agent=AgentSpec(FUNCTION, agents[c.id].name)) if c.id in agents else c
        for c in scenario.combatants
    ]
    return attrs.evolve(scenario, combatants=tuple(combatants))
