"""Rule cases: tiny fights with given actions and dice that must come out as expected.

What a case does not say: a creature without a ``play`` list, or at the end of it, ends its
turn; one without a ``react`` list passes; initiative that is not given falls from 20 in
the order of the file, so that equal modifiers keep this order. Without ``until`` a case
ends with the fight, or when every action is used up and the next one is asked for.
Whatever was written and not used fails the case, like a question or a die too many.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from attrs import define, field, frozen

from sim.engine.fight import Fight
from sim.loading.rulesets import ruleset
from sim.model.errors import InputError, Problem
from sim.model.events import ActionRefused, AgentFaulted, EngineFaulted, Entry, RoundEnded, TurnEnded
from sim.record.case_format import Case
from sim.record.case_match import check_events, check_never, check_state, check_view, latest
from sim.record.case_reading import read_cases
from sim.record.case_script import CaseFailed, CaseStopped, ListedDice, ScriptedAnswers
from sim.record.case_statistics import check_win_rates


@frozen
class CaseResult:
    """How a case came out; ``message`` says what is wrong, or for statistical cases what was found."""

    name: str
    file: str
    line: int
    rules: tuple[str, ...]
    ok: bool
    message: str


def shipped_cases() -> Path:
    """Folder of the cases that come along: in the package when installed, else in the source tree."""
    package = Path(__file__).parents[1]
    inside = package / "cases"
    return inside if inside.is_dir() else package.parent / "tests" / "cases"


def case_files(paths: Iterable[Path] = ()) -> list[Path]:
    """Return the case files at ``paths``, folders searched through; the shipped ones without any.

    Raises:
        InputError: A path leads to no case file.
    """
    found: dict[Path, None] = {}
    problems = []
    for path in tuple(paths) or (shipped_cases(),):
        files = sorted(path.rglob("*.yaml")) if path.is_dir() else [path] if path.is_file() else []
        found.update(dict.fromkeys(files))
        if not files:
            problems.append(Problem("there are no case files; expected a file or a folder with *.yaml", str(path)))
    if problems:
        raise InputError.many(problems)
    return list(found)


def run_paths(paths: Iterable[Path] = ()) -> list[CaseResult]:
    """Run all cases in files and folders, by default the shipped ones.

    Raises:
        InputError: A path leads nowhere, or a file is no case file; every file is checked before any case runs.
    """
    cases: list[Case] = []
    problems: list[Problem] = []
    for path in case_files(paths):
        try:
            cases += read_cases(path)
        except InputError as error:
            problems += error.problems
    if problems:
        raise InputError.many(problems)
    return [run_case(case) for case in cases]


def run_file(path: Path) -> list[CaseResult]:
    """Run all cases of one file.

    Raises:
        InputError: It is no case file.
    """
    return [run_case(case) for case in read_cases(path)]


def run_case(case: Case) -> CaseResult:
    """Run one case."""
    if case.fights:
        ok, message = check_win_rates(case)
    else:
        message = _Run(case).outcome()
        ok = not message
    return CaseResult(case.name, case.file, case.line, case.rules, ok, message)


@define
class _Run:
    """One scripted case at work."""

    case: Case
    answers: ScriptedAnswers = field(init=False)
    dice: ListedDice = field(init=False)
    fight: Fight = field(init=False)
    over: bool = False

    def __attrs_post_init__(self) -> None:
        scenario = self.case.scenario
        self.answers = ScriptedAnswers(self.case)
        self.dice = ListedDice(self.case)
        rules = ruleset(scenario.ruleset)
        self.fight = Fight(scenario, rules, self.answers, self.dice, seed=0, sink=self.watch)

    def outcome(self) -> str:
        """Run the case and say what is wrong; empty when nothing is."""
        entries = self.fight.entries
        try:
            self.fight.run(lambda: self.over)
        except CaseStopped:
            pass
        except CaseFailed as failed:
            return f"{failed}\n  the last events:\n{latest(entries)}"
        return "\n".join(filter(None, self.faults()))

    def watch(self, entry: Entry) -> None:
        """Notice the event at which the case stops: at once for ``event TYPE``, else when its step is done."""
        until, event = self.case.until, entry.event
        if until is None:
            return
        if until.event == type(event).__name__:
            raise CaseStopped(until.event)
        if isinstance(event, RoundEnded):
            self.over |= event.number == until.round
        elif isinstance(event, TurnEnded) and event.actor == until.who:
            self.over |= until.turn in (0, self.fight.state.creatures[event.actor].turn)

    def faults(self) -> Iterable[str]:
        """Everything that is not as the case says."""
        case, entries = self.case, self.fight.entries
        yield from self.broken(entries)
        if case.until and not self.over and not self.stopped_at_event(entries):
            yield "the fight was over before the case's until"
        yield check_events(case.events, entries)
        yield check_never(case.never, entries)
        yield check_state(case.state, self.fight.state)
        yield check_view(case.view, self.fight.state, self.fight.ruleset)
        yield from self.answers.unused()
        yield from self.dice.unused()

    def stopped_at_event(self, entries: list[Entry]) -> bool:
        """Whether the last event is the one that the case waits for."""
        return self.case.until is not None and type(entries[-1].event).__name__ == self.case.until.event

    def broken(self, entries: list[Entry]) -> Iterable[str]:
        """Faults of the engine or of the case's answers, unless the case expects them."""
        expected = {pattern.type for pattern in self.case.events}
        for entry in entries:
            kind = type(entry.event).__name__
            if isinstance(entry.event, EngineFaulted | AgentFaulted | ActionRefused) and kind not in expected:
                yield f"{kind}: {entry.event.problem}"
