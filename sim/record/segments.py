"""A forked fight is played in segments: from an event on with other dice, agents, answers or values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from attrs import Factory, define, field, frozen

from sim.engine.answers import AgentAnswers, AgentStopped, Answer, Answers, RecordedAnswers
from sim.loading.rulesets import agent_factory, ruleset
from sim.loading.structure import structure
from sim.loading.yaml_file import Document
from sim.model.actions import PASS, Action, parse_action
from sim.model.dice import KeyedDice, dice_key
from sim.model.errors import InputError
from sim.model.events import ActionChosen, Entry
from sim.model.protocols import Agent, Legal
from sim.model.scenario import AgentSpec, Scenario
from sim.model.state import State
from sim.model.values import Question


@frozen
class Segment:
    """What changes after an event.

    Attributes:
        since: Seq of the last event before the change (``from`` in headers).
        seed: Keys the dice from here on.
        agents: New agents by combatant.
        answer: Text of the answer to a question asked right after that event, or empty.
        answerer: Whose answer that is; empty for whoever is asked.
        overrides: Values set by hand ("goblin-1.hp": 5).
    """

    since: int = field(metadata={"key": "from"})
    seed: int
    agents: dict[str, AgentSpec] = Factory(dict)
    answer: str = ""
    answerer: str = ""
    overrides: dict[str, int] = Factory(dict)


def read_segments(plain: Sequence[Any]) -> tuple[Segment, ...]:
    """Read the segments of a header.

    Raises:
        InputError: They are none.
    """
    try:
        segments = structure(Document("", list(plain)), tuple[Segment, ...])
        for segment in segments:
            if segment.answer:
                parse_action(segment.answer)
    except InputError as error:
        raise InputError(f"the segments in the header cannot be used: {error}") from None
    return segments


def dice_of(seed: int, fight: int, segments: Sequence[Segment]) -> KeyedDice:
    """Return the dice of a fight in segments."""
    later = ((segment.since, dice_key(segment.seed, fight)) for segment in segments)
    return KeyedDice(((0, dice_key(seed, fight)), *later))


def agents_of(scenario: Scenario, segments: Sequence[Segment]) -> list[dict[str, Agent]]:
    """Return the agents of the beginning and of each segment."""
    specs = {c.id: c.agent for c in scenario.combatants}
    every = [dict(specs)]
    for segment in segments:
        specs |= segment.agents
        every.append(dict(specs))
    return [{who: agent_factory(spec.kind)(spec) for who, spec in specs.items()} for specs in every]


@define
class _Part:
    """Who answers from an event on.

    An action by hand answers the first question right after that event at which it is
    legal; a pass declines all of them.
    """

    since: int
    answers: AgentAnswers
    answerer: str = ""
    by_hand: Action | None = None
    given: bool = False

    def take(self, question: Question, legal: Legal) -> Action | None:
        """The answer by hand if it is for this question."""
        by_hand = self.by_hand
        if by_hand is None or question.seq != self.since or self.answerer not in ("", question.who):
            return None
        if (self.given and by_hand != PASS) or legal.check(by_hand):
            return None
        self.given = True
        return by_hand


class SegmentedAnswers:
    """Asks the agents of the segment in which the question comes (see `sim.engine.answers.Answers`)."""

    def __init__(
        self, scenario: Scenario, seed: int, fight: int, segments: Sequence[Segment], *, strict: bool = False
    ) -> None:
        rules = ruleset(scenario.ruleset)
        first, *others = agents_of(scenario, segments)
        self._parts = [_Part(0, AgentAnswers(first, rules, seed, fight, strict))]
        for segment, agents in zip(segments, others, strict=True):
            answers = AgentAnswers(agents, rules, segment.seed, fight, strict)
            by_hand = parse_action(segment.answer) if segment.answer else None
            self._parts.append(_Part(segment.since, answers, segment.answerer, by_hand))

    def part(self, seq: int) -> _Part:
        """The part in which a question after event ``seq`` comes."""
        return next(part for part in reversed(self._parts) if part.since <= seq)

    def check_given(self) -> None:
        """Refuse a last answer by hand that nobody asked for.

        Raises:
            InputError: No question came right after that event at which the answer was legal.
        """
        part = self._parts[-1]
        if part.by_hand is not None and not part.given:
            who = part.answerer or "anybody"
            raise InputError(f"no question to {who} right after event {part.since} can be answered with {part.by_hand}")

    def agent(self, question: Question, state: State) -> Agent:
        """Who decides a question."""
        answers = self.part(question.seq).answers
        return answers.agents[answers.ruleset.decider(state, question.who)]

    def answer(self, question: Question, state: State, legal: Legal, cause: int) -> Answer | None:
        """See `Answers.answer`."""
        part = self.part(question.seq)
        by_hand = part.take(question, legal)
        if by_hand is not None:
            return _by_hand(by_hand, question, cause)
        return part.answers.answer(question, state, legal, cause)


def _by_hand(action: Action, question: Question, cause: int) -> Answer | None:
    if action == PASS and question.kind == "reaction":
        return None
    asked = (question.seq, question.k)
    return ActionChosen(cause, question.who, str(action), question.kind, asked, "fork", reason="Answered by hand.")


class RepeatedAnswers:
    """Live agents again, but those that are not deterministic answer from the log, and nobody beyond its end."""

    def __init__(self, live: SegmentedAnswers, entries: Sequence[Entry]) -> None:
        self._live = live
        self._recorded = RecordedAnswers(entries, len(entries), _LogOver())

    def answer(self, question: Question, state: State, legal: Legal, cause: int) -> Answer | None:
        """See `Answers.answer`."""
        source: Answers = self._live if self._live.agent(question, state).deterministic else self._recorded
        return source.answer(question, state, legal, cause)


class _LogOver:
    """Where a log breaks off nobody is asked."""

    def answer(self, question: Question, state: State, legal: Legal, cause: int) -> Answer | None:
        raise AgentStopped("the log holds no answer beyond its last event")
