"""Verify a log: integrity, fold and re-execution, each told apart."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

from attrs import frozen

from sim.engine.answers import AgentStopped
from sim.engine.fight import Diverged, Fight
from sim.loading.rulesets import ruleset
from sim.model.errors import InputError, Problem
from sim.model.events import Entry, Unknown
from sim.model.state import State
from sim.record.fingerprint import fingerprint
from sim.record.folding import take_in
from sim.record.log import Log, read_log
from sim.record.segments import RepeatedAnswers, SegmentedAnswers, dice_of, read_segments
from sim.record.state_hash import state_hash

OK: Final = "ok"
TRUNCATED: Final = "truncated"
FAILED: Final = "failed"
NOT_COMPARABLE: Final = "not comparable"


@frozen
class Verdict:
    """How one examination came out, and what there is to say about it."""

    status: str
    detail: str = ""


@frozen
class Report:
    """The three verdicts on a log."""

    path: Path
    integrity: Verdict
    fold: Verdict
    execution: Verdict

    @property
    def ok(self) -> bool:
        """Whether nothing speaks against the log and it is whole."""
        return self.integrity.status == OK and FAILED not in (self.fold.status, self.execution.status)


def verify(path: Path) -> Report:
    """Examine a log.

    Raises:
        InputError: It cannot be read at all.
    """
    log = read_log(path)
    return Report(path, check_integrity(log), check_fold(log), check_execution(log))


def check_integrity(log: Log) -> Verdict:
    """Chain, numbering and form; a log cut short is told from one that was changed."""
    if log.problems:
        return Verdict(FAILED, str(log.problems[0]))
    if not log.finished:
        torn = f" ({log.torn})" if log.torn else ""
        return Verdict(TRUNCATED, f"cut after event {len(log.entries)}, there is no footer{torn}")
    return Verdict(OK, f"{len(log.entries)} events, {len(log.checkpoints)} checkpoints")


def check_fold(log: Log) -> Verdict:
    """State hashes as stated, causes before effects, and nobody beyond their bounds."""
    state = State(log.scenario)
    stated = {point.seq: point for point in log.checkpoints}
    for entry in log.entries:
        if isinstance(entry.event, Unknown):
            name = entry.event.raw.get("type")
            return Verdict(NOT_COMPARABLE, f"event {entry.seq} is {name!r}, which is unknown; the fold stops there")
        try:
            take_in(state, entry)
        except InputError as error:
            return Verdict(FAILED, str(error))
        broken = next(broken_invariants(state, entry), "")
        if broken:
            return Verdict(FAILED, f"event {entry.seq}: {broken}")
        point = stated.get(entry.seq)
        if point and point.state != state_hash(state):
            return _other_state(log, f"the state after event {entry.seq} is not the one stated in line {point.line}")
    if log.finished and (log.outcome, log.faulted) != (state.outcome, state.faulted):
        return Verdict(FAILED, "the footer states another end than the events")
    return Verdict(OK, f"{len(log.entries)} events folded")


def _other_state(log: Log, message: str) -> Verdict:
    """Other code may keep other things in its states, which is no fault of the log."""
    if log.head.get("fingerprint") == fingerprint(log.scenario.ruleset):
        return Verdict(FAILED, message)
    return Verdict(NOT_COMPARABLE, f"{message}; the log was played by other code")


def broken_invariants(state: State, entry: Entry) -> Iterator[str]:
    """What can never be, whatever the rules."""
    if not 0 <= entry.event.cause < entry.seq:
        yield f"its cause {entry.event.cause} is not an earlier event"
    who = getattr(entry.event, "target", "") or getattr(entry.event, "actor", "")
    creature = state.creatures.get(who)
    if creature is None:
        return
    if not 0 <= creature.hp <= creature.max_hp:
        yield f"{who} has {creature.hp} of {creature.max_hp} Hit Points"
    if creature.actions < 0 or creature.reactions < 0 or creature.temp_hp < 0:
        yield f"{who} has {creature.actions} actions, {creature.reactions} reactions, {creature.temp_hp} temporary HP"


def check_execution(log: Log) -> Verdict:
    """Play the fight again and compare event by event."""
    if log.head.get("fingerprint") != fingerprint(log.scenario.ruleset):
        return Verdict(NOT_COMPARABLE, "the log was played by other code")
    if any(isinstance(entry.event, Unknown) for entry in log.entries):
        return Verdict(NOT_COMPARABLE, "the log holds unknown events")
    try:
        table = _repeat(log)
    except Diverged as error:
        return Verdict(FAILED, str(error))
    except InputError as error:
        return Verdict(NOT_COMPARABLE, f"the fight cannot be played again: {error}")
    if len(table.entries) < len(log.entries) or (log.finished and len(table.entries) > len(log.entries)):
        return Verdict(FAILED, f"played again the fight has {len(table.entries)} events, not {len(log.entries)}")
    return Verdict(OK, f"{len(log.entries)} events come out the same")


def _repeat(log: Log) -> Fight:
    segments = read_segments(log.head["segments"])
    live = SegmentedAnswers(log.scenario, log.seed, log.fight, segments)
    last = len(log.entries)
    table = Fight(
        log.scenario,
        ruleset(log.scenario.ruleset),
        RepeatedAnswers(live, log.entries),
        dice_of(log.seed, log.fight, segments),
        seed=log.seed,
        fight=log.fight,
        expected=log.entries,
        overrides={segment.since: segment.overrides for segment in segments},
    )
    with suppress(AgentStopped):  # the log breaks off where somebody is asked who cannot be asked again
        table.run(stop=lambda: not log.finished and table.state.seq >= last)
    return table


def problems_of(report: Report) -> list[Problem]:
    """What speaks against a log, as problems."""
    verdicts = (("integrity", report.integrity), ("fold", report.fold), ("re-execution", report.execution))
    return [Problem(f"{name}: {v.detail}", str(report.path)) for name, v in verdicts if v.status in (FAILED, TRUNCATED)]
