"""Play a scenario and keep its log."""

from __future__ import annotations

import io
import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, BinaryIO

from sim.engine.answers import AgentAnswers
from sim.engine.fight import Diverged, Fight
from sim.loading.rulesets import agent_factory, ruleset
from sim.model.dice import KeyedDice
from sim.model.errors import InputError, Problem
from sim.model.events import Entry
from sim.model.protocols import Agent
from sim.model.scenario import Scenario
from sim.model.state import State
from sim.record.folding import take_in
from sim.record.log import LogWriter, header, read_log

Sink = Callable[[Entry], None]


def make_agents(scenario: Scenario) -> dict[str, Agent]:
    """Make the agent of each combatant.

    Raises:
        InputError: An agent is not installed, or refuses what the scenario gives it.
    """
    return {c.id: agent_factory(c.agent.kind)(c.agent) for c in scenario.combatants}


def play(
    scenario: Scenario,
    seed: int,
    fight: int = 0,
    *,
    agents: Mapping[str, Agent] | None = None,
    sink: Sink | None = None,
    strict: bool = False,
    state: State | None = None,
) -> Fight:
    """Play a fight to its end.

    Args:
        scenario: The fight.
        seed: Keys the dice.
        fight: Number of the fight under this seed.
        agents: By combatant; made from the scenario if None.
        sink: Called with each entry once it is in the state.
        strict: Whether an illegal or broken answer stops the fight.
        state: A fresh state to play on, for sinks that look at it.

    Returns:
        The fight, with its ``state`` and ``entries``.
    """
    rules = ruleset(scenario.ruleset)
    answers = AgentAnswers(agents or make_agents(scenario), rules, seed, fight, strict)
    table = Fight(scenario, rules, answers, KeyedDice.of(seed, fight), seed=seed, fight=fight, state=state, sink=sink)
    table.run()
    return table


def default_path(scenario: Scenario, seed: int, fight: int) -> Path:
    """Where a fight's log goes unless the user says otherwise."""
    return Path("logs") / f"{scenario.name}-{seed}-{fight}.jsonl"


def record_fight(
    scenario: Scenario,
    seed: int,
    fight: int = 0,
    *,
    path: Path,
    force: bool = False,
    agents: Mapping[str, Agent] | None = None,
    strict: bool = False,
    sink: Sink | None = None,
    state: State | None = None,
) -> Fight:
    """Play a fight and write its log.

    A log that stands there already is left alone if its bytes are the same, and else only
    replaced with ``force``, at once and whole. A new log is written as the fight goes on,
    so that a killed process leaves a valid beginning.

    Raises:
        InputError: The log cannot be written, or another one stands there.
    """
    live = state if state is not None else State(scenario)
    head = header(scenario, seed, fight)

    def produce(file: BinaryIO) -> Fight:
        writer = LogWriter(file, head, live, compress=path.suffix == ".zst")

        def both(entry: Entry) -> None:
            writer.add(entry)
            if sink:
                sink(entry)

        table = play(scenario, seed, fight, agents=agents, sink=both, strict=strict, state=live)
        writer.close()
        return table

    return save(path, head, produce, force=force)


def save(path: Path, head: Mapping[str, Any], produce: Callable[[BinaryIO], Fight], *, force: bool) -> Fight:
    """Write what ``produce`` writes to ``path`` without ever losing what stands there.

    Args:
        path: Where the log goes.
        head: The header it will have.
        produce: Writes the log, header included, and returns the fight.
        force: Whether another log that stands there may be replaced.

    Raises:
        InputError: As of `record_fight`.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            return _write_new(path, produce)
        if not path.is_file():
            raise InputError(Problem("this is no file; expected the name of a log", str(path)))
        if force or not path.stat().st_size:  # a process killed at its very beginning leaves an empty file
            return _replace(path.resolve(), produce)
        _refuse_other(path, head)
        return _compare(path, produce)
    except OSError as error:
        raise InputError(Problem(f"the log cannot be written: {error.strerror}", str(path))) from None


def _write_new(path: Path, produce: Callable[[BinaryIO], Fight]) -> Fight:
    try:
        with path.open("xb") as file:
            return produce(file)
    except (InputError, Diverged):
        path.unlink(missing_ok=True)  # this fight cannot be; a killed or stopped one keeps its beginning
        raise


def _replace(path: Path, produce: Callable[[BinaryIO], Fight]) -> Fight:
    beside = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with beside.open("xb") as file:
            table = produce(file)
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)
    return table


def _refuse_other(path: Path, head: Mapping[str, Any]) -> None:
    """See from the header, before anything is played, that another log stands there."""
    try:
        same = read_log(path).head == head
    except InputError:
        same = False
    if not same:
        raise _another(path)


def _another(path: Path) -> InputError:
    return InputError(Problem("another log stands here; --force replaces it, another name leaves it alone", str(path)))


def _compare(path: Path, produce: Callable[[BinaryIO], Fight]) -> Fight:
    memory = io.BytesIO()
    table = produce(memory)
    if memory.getvalue() == path.read_bytes():
        return table
    if not read_log(path).finished:
        message = "the beginning of a log stands here; encounter resume plays it on, --force begins anew"
        raise InputError(Problem(message, str(path)))
    raise _another(path)


def write_log(
    path: Path, head: Mapping[str, Any], entries: Sequence[Entry], go_on: Callable[[State, Sink], Fight], state: State
) -> Callable[[BinaryIO], Fight]:
    """Return what `save` needs to write a log whose beginning is known.

    Args:
        path: Where it will go; its ending says whether to compress.
        head: The header.
        entries: The known beginning, to be folded into ``state`` one by one.
        go_on: Plays on from the state, giving each new entry to the sink.
        state: A fresh state.
    """

    def produce(file: BinaryIO) -> Fight:
        writer = LogWriter(file, head, state, compress=path.suffix == ".zst")
        for entry in entries:
            take_in(state, entry)
            writer.add(entry)
        table = go_on(state, writer.add)
        writer.close()
        return table

    return produce
