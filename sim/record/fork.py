"""Going on with a fight from any of its events: resume as it was, fork with something changed."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from attrs import frozen

from sim.engine.answers import RecordedAnswers
from sim.engine.fight import Diverged, Fight
from sim.loading.rulesets import ruleset
from sim.loading.structure import converter
from sim.model.errors import InputError, Problem, did_you_mean
from sim.model.events import Entry, Overridden, Unknown
from sim.model.reduce import OVERRIDABLE
from sim.model.scenario import AgentSpec
from sim.model.state import UP, State
from sim.record.folding import take_in
from sim.record.log import Log, header
from sim.record.play import Sink, save, write_log
from sim.record.segments import Segment, SegmentedAnswers, dice_of, read_segments


@frozen
class Cut:
    """Where a log is taken up again: whole steps to fold, and events of a begun step to repeat."""

    folded: list[Entry]
    repeated: list[Entry]


def cut_at(log: Log, at: int) -> Cut:
    """Cut a log after event ``at``.

    A step ends where the next begins; the last step of an unfinished log may be torn, so
    it is repeated.

    Raises:
        InputError: There is no such event, or one before it is unknown.
    """
    entries = log.entries
    if not 0 <= at <= len(entries):
        raise InputError(Problem(f"there is no event {at}; the log has 1 to {len(entries)}", str(log.path)))
    strange = next((entry for entry in entries[:at] if isinstance(entry.event, Unknown)), None)
    if strange:
        raise InputError(
            Problem(f"event {strange.seq} is of an unknown type; nothing after it can go on", str(log.path))
        )
    ended = at == len(entries) and log.finished
    if ended or (at < len(entries) and entries[at].event.cause == 0):
        return Cut(entries[:at], [])
    start = step_start(log, at)
    return Cut(entries[: start - 1], entries[start - 1 : at]) if start else Cut([], [])


def step_start(log: Log, at: int) -> int:
    """Seq of the first event of the step that event ``at`` belongs to; 0 for none."""
    return next((entry.seq for entry in reversed(log.entries[:at]) if entry.event.cause == 0), 0)


def state_at(log: Log, at: int) -> State:
    """Fold a log up to and with event ``at``.

    Raises:
        InputError: An event up to there does not fit the state before it.
    """
    state = State(log.scenario)
    for entry in log.entries[:at]:
        take_in(state, entry, str(log.path))
    return state


def resume(log: Log, path: Path, *, at: int | None = None, force: bool = True, sink: Sink | None = None) -> Fight:
    """Play a log to its end from event ``at`` (None: its last) and write it whole to ``path``.

    Raises:
        InputError: The log is damaged, or was played by other code whose events differ.
    """
    segments = read_segments(log.head["segments"])
    return _go_on(log, len(log.entries) if at is None else at, segments, path, force=force, sink=sink)


def fork(
    log: Log,
    at: int,
    path: Path,
    *,
    seed: int | None = None,
    agents: Mapping[str, AgentSpec] | None = None,
    answer: str = "",
    overrides: Mapping[str, int] | None = None,
    force: bool = False,
    sink: Sink | None = None,
) -> Fight:
    """Play on from event ``at`` with something changed and write a whole new log to ``path``.

    Args:
        log: The log to fork; it stays as it is.
        at: Seq of the last event that is kept.
        path: Where the new log goes.
        seed: Keys the dice from there on; None for the same dice.
        agents: New agents by combatant.
        answer: The answer to a question asked right after that event, "who: text" or "text"; a pass declines
            all of them.
        overrides: Values set by hand ("goblin-1.hp": 5); only where a step ends.
        force: Whether another log at ``path`` may be replaced.
        sink: Called with each new entry.

    Raises:
        InputError: Something of this is not possible.
    """
    answerer, _, text = answer.rpartition(": ") if ": " in answer else ("", "", answer)
    # a segment that began after the cut is no part of the new fight
    kept = tuple(segment for segment in read_segments(log.head["segments"]) if segment.since < at)
    running = kept[-1].seed if kept else log.seed
    segment = Segment(
        at,
        running if seed is None else seed,
        dict(agents or {}),
        text,
        answerer,
        dict(sorted((overrides or {}).items())),
    )
    _check(log, at, segment)
    return _go_on(log, at, (*kept, segment), path, force=force, sink=sink)


def _check(log: Log, at: int, segment: Segment) -> None:
    names = {combatant.id for combatant in log.scenario.combatants}
    strangers = [*segment.agents, *filter(None, [segment.answerer])]
    problems = [f"there is no combatant {who!r}{did_you_mean(who, names)}" for who in strangers if who not in names]
    if segment.overrides:
        problems += _override_problems(log, at, segment.overrides)
    if problems:
        raise InputError(*(Problem(problem, str(log.path)) for problem in problems))


def _override_problems(log: Log, at: int, overrides: Mapping[str, int]) -> list[str]:
    following = log.entries[at].event if at < len(log.entries) else None
    if following and following.cause and not isinstance(following, Overridden):
        before, after = step_start(log, at) - 1, next_step_end(log, at)
        return [f"values can be set only where a step ends; near event {at} that is after {before} or {after}"]
    state = state_at(log, at)
    problems = []
    for path, value in overrides.items():
        who, _, name = path.rpartition(".")
        creature = state.creatures.get(who)
        if creature is None or name not in OVERRIDABLE:
            problems.append(f"{path!r} cannot be set; expected a creature and one of {', '.join(OVERRIDABLE)}")
            continue
        if creature.status != UP:
            problems.append(f"{path} cannot be set; {who} is {creature.status}")
            continue
        least = 1 if name == "hp" else 0
        most = creature.max_hp if name == "hp" else 1_000
        if not least <= value <= most:
            problems.append(f"{path} is {value}; expected {least} to {most}")
    return problems


def next_step_end(log: Log, at: int) -> int:
    """Seq of the last event of the step that event ``at`` belongs to."""
    following = (entry.seq - 1 for entry in log.entries[at:] if entry.event.cause == 0)
    return next(following, len(log.entries))


def _go_on(log: Log, at: int, segments: tuple[Segment, ...], path: Path, *, force: bool, sink: Sink | None) -> Fight:
    if log.problems:
        raise InputError(*log.problems)
    cut = cut_at(log, at)
    scenario, rules = log.scenario, ruleset(log.scenario.ruleset)
    live = SegmentedAnswers(scenario, log.seed, log.fight, segments)

    def play_on(state: State, write: Sink) -> Fight:
        def both(entry: Entry) -> None:
            write(entry)
            if sink and entry.seq > at:
                sink(entry)

        table = Fight(
            scenario,
            rules,
            RecordedAnswers(cut.repeated, at, live),
            dice_of(log.seed, log.fight, segments),
            seed=log.seed,
            fight=log.fight,
            state=state,
            expected=cut.repeated,
            sink=both,
            overrides={segment.since: segment.overrides for segment in segments},
        )
        table.run()
        if segments and segments[-1].since == at:
            live.check_given()
        return table

    head = header(scenario, log.seed, log.fight, tuple(converter.unstructure(segments)))
    produce = write_log(path, head, cut.folded, play_on, State(scenario))
    try:
        return save(path, head, produce, force=force)
    except Diverged as error:
        raise InputError(Problem(f"this program plays the log differently: {error}", str(log.path))) from None
