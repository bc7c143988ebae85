"""A forked fight is played in segments: from an event on with other dice, agents, answers or values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from attrs import Factory, define, field, frozen

from sim.engine.answers import AgentAnswers, Answer, Answers
from sim.loading.rulesets import agent_factory, ruleset
from sim.loading.structure import converter
from sim.model.actions import PASS, parse_action
from sim.model.dice import KeyedDice, dice_key
from sim.model.errors import InputError
from sim.model.events import ActionChosen
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
        answer: Text of the first answer given from here on, or empty.
        answerer: Whose answer that is; empty for whoever is asked first.
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
        return tuple(converter.structure(list(plain), tuple[Segment, ...]))
    except Exception as error:  # the converter raises many kinds
        raise InputError(f"the segments in the header cannot be used: {error}") from None


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
    since: int
    answers: AgentAnswers
    answerer: str = ""
    answer: str = ""


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
            self._parts.append(_Part(segment.since, answers, segment.answerer, segment.answer))

    def part(self, seq: int) -> _Part:
        """The part in which a question after event ``seq`` comes."""
        return next(part for part in reversed(self._parts) if part.since <= seq)

    def agent(self, question: Question) -> Agent:
        """Who decides a question."""
        return self.part(question.seq).answers.agents[question.who]

    def answer(self, question: Question, state: State, legal: Legal, cause: int) -> Answer | None:
        """See `Answers.answer`."""
        part = self.part(question.seq)
        if part.answer and part.answerer in ("", question.who):
            text, part.answer = part.answer, ""
            return _by_hand(text, question, legal, cause)
        return part.answers.answer(question, state, legal, cause)


def _by_hand(text: str, question: Question, legal: Legal, cause: int) -> Answer | None:
    action = parse_action(text)
    problem = legal.check(action)
    if problem:
        raise InputError(f"{text!r} is no answer of {question.who} at event {question.seq}: {problem}")
    if action == PASS and question.kind == "reaction":
        return None
    asked = (question.seq, question.k)
    return ActionChosen(cause, question.who, str(action), question.kind, asked, "fork", reason="Answered by hand.")


class RepeatedAnswers:
    """Live agents again, but those that are not deterministic answer from the log."""

    def __init__(self, live: SegmentedAnswers, recorded: Answers) -> None:
        self._live = live
        self._recorded = recorded

    def answer(self, question: Question, state: State, legal: Legal, cause: int) -> Answer | None:
        """See `Answers.answer`."""
        source: Answers = self._live if self._live.agent(question).deterministic else self._recorded
        return source.answer(question, state, legal, cause)
