"""The loop: performs steps, records what rules yield, opens windows, asks."""

from __future__ import annotations

import gc
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from itertools import count
from typing import Any, ClassVar, Final

import simpy
import structlog

from sim.engine.answers import AgentStopped, Answers, Options, fallback
from sim.engine.steps import Step, decided, next_step
from sim.model import events as ev
from sim.model.actions import END, PASS, Action, parse_action
from sim.model.dice import Dice
from sim.model.errors import InputError
from sim.model.protocols import Game, Legal, Play, Ruleset
from sim.model.reduce import OVERRIDABLE, reduce
from sim.model.scenario import Scenario
from sim.model.state import State
from sim.model.values import Question
from sim.model.windows import Ask, Window

MAX_DEPTH = 16
"""Reactions to reactions go no deeper."""

log = structlog.get_logger()


COLLECTED_EVERY: Final = 1024
"""Fights after which garbage is looked for."""
_played = count(1)


@cache
def _others_freeze() -> bool:
    """Whether somebody else keeps objects from the collector; asked once, as they are counted one by one."""
    return gc.get_freeze_count() > 0


@contextmanager
def _collector_resting() -> Iterator[None]:
    """A fight leaves a dozen objects of cyclic garbage: to look for it in each whole log is time lost.

    So what a fight made counts as old when it is over, unless somebody else keeps objects from the collector.
    """
    resting = not gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if not resting:
            if not _others_freeze():
                gc.freeze()
                gc.unfreeze()
            gc.enable()
            if not next(_played) % COLLECTED_EVERY:
                gc.collect()


class Diverged(Exception):
    """A repeated step made another event than the log holds.

    Attributes:
        expected: The log's entry.
        found: The entry made now.
    """

    def __init__(self, expected: ev.Entry, found: ev.Entry) -> None:
        self.expected = expected
        self.found = found
        super().__init__(f"event {expected.seq} differs: expected {expected.event}, found {found.event}")


class Fight:
    """One fight from its scenario, dice and answers.

    Args:
        scenario: The fight.
        ruleset: Its rules.
        answers: Where decisions come from.
        dice: Where faces come from.
        seed: Named in the log.
        fight: Number of the fight under this seed.
        state: A folded state to go on from, at the start of a step; None for a new fight.
        expected: Entries that must come out next, one for one.
        sink: Called with each entry once it is recorded, or None.
        overrides: Values set by hand between two steps ("goblin-1.hp": 5), by the seq of the last event before.
    """

    def __init__(
        self,
        scenario: Scenario,
        ruleset: Ruleset,
        answers: Answers,
        dice: Dice,
        *,
        seed: int,
        fight: int = 0,
        state: State | None = None,
        expected: Sequence[ev.Entry] = (),
        sink: Callable[[ev.Entry], None] | None = None,
        overrides: Mapping[int, Mapping[str, int]] | None = None,
    ) -> None:
        self.scenario = scenario
        self.ruleset = ruleset
        self.answers = answers
        self.state = state or State(scenario)
        self.entries: list[ev.Entry] = []
        self._game = Game(self.state, dice)
        self._seed = seed
        self._fight = fight
        self._expected = {entry.seq: entry for entry in expected}
        self._sink = sink
        self._overrides = dict(overrides or {})
        self._now = self.state.t
        self._asked = (0, 0)  # the last event and the questions since

    def run(self, stop: Callable[[], bool] | None = None) -> State:
        """Play on a SimPy clock of seconds to the end, or until ``stop`` says so between steps; return the state."""
        clock = simpy.Environment(initial_time=self.state.t)
        with _collector_resting():
            clock.run(clock.process(self._play(clock, stop)))
        return self.state

    def _play(self, clock: simpy.Environment, stop: Callable[[], bool] | None) -> Generator[simpy.Event, Any, None]:
        while not (stop and stop()):
            if self._overrides:
                self._override()
            step = next_step(self.state, self.ruleset)
            if step is None:
                return
            if step.at > self._now:
                yield clock.timeout(step.at - self._now)
                self._now = step.at
            self._perform_step(step)

    def _perform_step(self, step: Step) -> None:
        first = self.state.seq + 1
        try:
            self._STEPS[step.kind](self, step)
        except (Diverged, AgentStopped, InputError, OSError):
            raise  # not a rule's doing: the log differs, an agent stops the fight, a sink cannot write
        except Exception as broken:
            log.exception("rule broke", step=first, scenario=self.scenario.name, seed=self._seed, fight=self._fight)
            again = f"encounter run {self.scenario.name} --seed {self._seed} --fight {self._fight}"
            cause = self.state.seq if self.state.seq >= first else 0
            self._record(ev.EngineFaulted(cause, first, f"{type(broken).__name__}: {broken}", again))

    # --- recording ---------------------------------------------------------------

    def _record(self, event: ev.Event) -> int:
        state = self.state
        seq = state.seq + 1
        entry = ev.entry_of((seq, self._now, event))
        if self._expected:
            wanted = self._expected.pop(seq, entry)
            if wanted != entry:
                raise Diverged(wanted, entry)
        reduce(state, entry)
        self.entries.append(entry)
        if self._sink:
            self._sink(entry)
        return seq

    def _override(self) -> None:
        since = self.state.seq
        for path, value in sorted(self._overrides.pop(since, {}).items()):
            who, _, name = path.rpartition(".")
            creature = self.state.creatures.get(who)
            if creature is None or name not in OVERRIDABLE:
                raise InputError(f"{path!r} cannot be set after event {since}")
            before = getattr(creature, name)
            self._record(ev.Overridden(since, path, before, value))

    # --- steps -------------------------------------------------------------------

    def _open_encounter(self, step: Step) -> None:
        scenario = self.scenario
        started = ev.EncounterStarted(0, scenario.name, scenario.ruleset, scenario.edition, self._seed, self._fight)
        self._drive(self.ruleset.open(self._game, self._record(started)), 0)

    def _close_encounter(self, step: Step) -> None:
        outcome = decided(self.state, self.ruleset)
        assert outcome is not None  # next_step saw it
        summary = self.ruleset.summary(self.state)
        self._record(ev.EncounterEnded(0, outcome.winners, outcome.reason, summary))

    def _start_round(self, step: Step) -> None:
        self._record(ev.RoundStarted(0, self.state.round + 1))

    def _end_round(self, step: Step) -> None:
        self._record(ev.RoundEnded(0, self.state.round))

    def _fire_timer(self, step: Step) -> None:
        timer = self.state.timers[0]
        seq = self._record(ev.TimerFired(0, timer.timer, timer.due))
        self._drive(self.ruleset.join(self._game, timer.timer.removeprefix("join "), seq), 0)

    def _begin_turn(self, step: Step) -> None:
        self._drive(self.ruleset.begin_turn(self._game, step.who, step.slot), 0)

    def _pass_slot(self, step: Step) -> None:
        self._drive(self.ruleset.pass_slot(self._game, step.who, step.slot), 0)

    def _end_turn(self, step: Step) -> None:
        self._drive(self.ruleset.end_turn(self._game, step.who), 0)

    def _act(self, step: Step) -> None:
        who = step.who
        action, cause = self._ask(who, "action", "", self.ruleset.legal(self.state, who), 0)
        if action is not None and action.kind != END.kind:
            self._drive(self.ruleset.perform(self._game, who, action, cause), 0)

    # --- what rules yield --------------------------------------------------------

    def _drive(self, play: Play, depth: int) -> None:
        """Run a rule to its end, or until it is stopped in a window."""
        reply: Any = None
        send = play.send
        while True:
            try:
                item = send(reply)
            except StopIteration:
                return
            if isinstance(item, ev.Event):
                reply = self._record(item)
            elif isinstance(item, Window):
                reply = self._open_window(item, depth)
                if item.stops and self._stopped(item, reply):
                    play.close()
                    return
            else:
                reply = self._choose(item)

    def _open_window(self, window: Window, depth: int) -> tuple[ev.Entry, ...]:
        """Ask those who may react, in order of initiative, each once; return what happened meanwhile."""
        start = len(self.entries)
        opened = self.state.seq  # causes every reaction, whoever reacted before
        asked = set() if window.asked is None else window.asked
        while depth < MAX_DEPTH and (found := self._next_reactor(window, asked)):
            who, options = found
            asked.add(who)
            action, cause = self._ask(who, "reaction", window.kind, Options((*options, PASS)), opened)
            if action is None:
                continue
            self._drive(self.ruleset.react(self._game, who, window, action, cause), depth + 1)
            if window.stops and self._stopped(window, self.entries[start:]):
                break
        return tuple(self.entries[start:])

    def _next_reactor(self, window: Window, asked: set[str]) -> tuple[str, tuple[Action, ...]] | None:
        """The first who may react, by initiative from the creature whose turn it is; found afresh each time."""
        found = [
            (who, options)
            for who in self.state.watchers.get(window.kind, ())
            if who not in asked and (options := self.ruleset.reactions(self.state, window, who))
        ]
        if len(found) < 2:
            return found[0] if found else None
        order = self.state.order
        rank = {who: place for place, who in enumerate(order)}
        first = rank.get(self.state.turn, 0)
        return min(found, key=lambda pair: (rank.get(pair[0], 0) - first) % max(len(order), 1))

    def _stopped(self, window: Window, meanwhile: Sequence[ev.Entry]) -> bool:
        """Whether the action of a window was disrupted or its doer can no longer act."""
        disrupted = any(
            isinstance(event, ev.ActionDisrupted) and event.action == window.action for _, _, event in meanwhile
        )
        return disrupted or not self.ruleset.able(self.state, window.actor)

    def _choose(self, ask: Ask) -> Action:
        action, _ = self._ask(ask.who, "choice", ask.prompt, Options(ask.options), self.state.seq)
        assert action is not None  # only reactions are declined
        return action

    # --- questions ---------------------------------------------------------------

    def _ask(self, who: str, kind: str, about: str, legal: Legal, cause: int) -> tuple[Action | None, int]:
        """Put a question and record its answer; return the action (None: declined) and the answer's seq."""
        seq, k = self.state.seq, 0
        if kind != "action":
            k = self._asked[1] + 1 if self._asked[0] == seq else 1
            self._asked = (seq, k)
        question = Question(seq, k, who, kind, about)
        answer = self.answers.answer(question, self.state, legal, cause)
        if answer is None:
            return None, 0
        seq = self._record(answer)
        if isinstance(answer, ev.ActionChosen):
            return parse_action(answer.action), seq
        action = fallback(kind, legal)
        if action is None:
            return None, seq
        chosen = ev.ActionChosen(
            seq, who, str(action), kind, (seq, 0), "engine", memory=self.state.creatures[who].memory
        )
        return action, self._record(chosen)

    # what each kind of step performs
    _STEPS: ClassVar[Mapping[str, Callable[[Fight, Step], None]]] = {
        "open": _open_encounter,
        "round": _start_round,
        "timer": _fire_timer,
        "turn": _begin_turn,
        "pass": _pass_slot,
        "act": _act,
        "end_turn": _end_turn,
        "end_round": _end_round,
        "close": _close_encounter,
    }
