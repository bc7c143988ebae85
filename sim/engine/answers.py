"""Who answers a decision point: live agents, or the log."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol

from attrs import define, field

from sim.engine.views import FightView, KeyedRng, Sights
from sim.model.actions import END, PASS, Action, parse_action
from sim.model.dice import dice_key
from sim.model.errors import InputError
from sim.model.events import ActionChosen, ActionRefused, AgentFaulted, Entry
from sim.model.plain import plain
from sim.model.protocols import Agent, Legal, Ruleset
from sim.model.state import State
from sim.model.values import Question, Square

Answer = ActionChosen | ActionRefused | AgentFaulted
"""What an answer leaves in the log; None for a declined window."""


class AgentStopped(Exception):
    """Under ``strict``: an agent answered illegally or broke."""


class Options:
    """The legal actions of a reaction or a choice: a few, named beforehand (see `protocols.Legal`)."""

    def __init__(self, options: Sequence[Action]) -> None:
        self._options = tuple(options)

    def __iter__(self) -> Iterator[Action]:
        return iter(self._options)

    def kinds(self) -> tuple[str, ...]:
        """Kinds among the options."""
        return tuple(dict.fromkeys(option.kind for option in self._options))

    def ruled_out(self) -> frozenset[str]:
        """Nothing: these options stand for one question."""
        return frozenset()

    def actions(self, kind: str) -> tuple[Action, ...]:
        """The options of a kind."""
        return tuple(option for option in self._options if option.kind == kind)

    def targets(self, kind: str) -> tuple[str, ...]:
        """Targets of the options of a kind."""
        return tuple(dict.fromkeys(o.target for o in self.actions(kind) if o.target))

    def items(self, kind: str, target: str = "") -> tuple[str, ...]:
        """Items of the options of a kind, on a target if one is named."""
        fitting = (o for o in self.actions(kind) if not target or o.target == target)
        return tuple(dict.fromkeys(option.item for option in fitting if option.item))

    def squares(self, kind: str, item: str = "") -> tuple[Square, ...]:
        """Squares of the options of a kind, with an item if one is named."""
        fitting = (o for o in self.actions(kind) if not item or o.item == item)
        return tuple(dict.fromkeys(option.square for option in fitting if option.square))

    def approach(self, kind: str, target: str, feet: int, *, safely: bool = False) -> Action | None:
        """No move is offered among options."""
        return None

    def retreat(self, kind: str, threats: Sequence[str], *, safely: bool = False) -> Action | None:
        """No move is offered among options."""
        return None

    def position(
        self, kind: str, wish: str, about: Sequence[str], feet: int = 0, *, safely: bool = False
    ) -> Action | None:
        """No move is offered among options."""
        return None

    def check(self, action: Action) -> str:
        """Why an action is not among the options; empty when it is."""
        if action in self._options:
            return ""
        return f"{action} is not among {', '.join(map(str, self._options))}"


class Answers(Protocol):
    """A source of answers."""

    def answer(self, question: Question, state: State, legal: Legal, cause: int) -> Answer | None:
        """Answer a question; None declines a reaction."""
        ...


@define
class AgentAnswers:
    """Asks each creature's agent.

    Attributes:
        agents: By combatant.
        ruleset: Says whose agent decides, and gives odds.
        seed: Keys the agents' own dice, with ``fight``.
        strict: Whether an illegal or broken answer stops the fight.
    """

    agents: Mapping[str, Agent]
    ruleset: Ruleset
    seed: int
    fight: int
    strict: bool = False
    _key: bytes = field(init=False)
    _sights: Sights | None = None

    @_key.default
    def _make_key(self) -> bytes:
        return dice_key(self.seed, self.fight, -1)

    def answer(self, question: Question, state: State, legal: Legal, cause: int) -> Answer | None:
        """See `Answers.answer`."""
        who, asked = question.who, (question.seq, question.k)
        agent = self.agents[self.ruleset.decider(state, who)]
        if self._sights is None or not self._sights.of(state):
            self._sights = Sights(state)
        view = FightView(state, self.ruleset, question, self._sights)
        try:
            choice = agent.decide(view, legal, KeyedRng(self._key, question))
            action = choice.action
            text = _written(action)
            problem = legal.check(action) or _misread(text, action)
            memory = plain(choice.memory)
            rule, reason = _text(choice.rule), _text(choice.reason)
        except Exception as broken:  # noqa: BLE001 # whatever a stranger's agent raises must not break the fight
            message = _printable(f"{type(broken).__name__}: {broken}")
            return self._fault(AgentFaulted(cause, who, asked, agent.name, message))
        if problem:
            refused = _printable(text), asked, agent.name, _printable(problem)
            return self._fault(ActionRefused(cause, who, *refused))
        if question.kind == "reaction" and action == PASS:
            return None
        return ActionChosen(cause, who, text, question.kind, asked, agent.name, rule, reason, memory)

    def _fault(self, event: ActionRefused | AgentFaulted) -> Answer:
        if self.strict:
            raise AgentStopped(f"{event.actor} ({event.policy}): {event.problem}")
        return event


def _written(action: Any) -> str:
    if type(action) is not Action:
        raise TypeError(f"expected an Action, not {action!r:.60}")
    return str(action)


def _misread(text: str, action: Action) -> str:
    """Why the text that the log keeps of an action is not that action; empty when it is."""
    try:
        read = parse_action(text)
    except InputError as error:
        return str(error)
    return "" if read is action or read == action else f"{text} reads as another action: {read!r}"


def _text(value: Any) -> str:
    if type(value) is not str:
        raise TypeError(f"expected a text for rule and reason, not {value!r:.40}")
    if not value.isascii():
        value.encode()  # a lone surrogate raises a ValueError
    return value


def _printable(text: str) -> str:
    """A message as a log can hold it."""
    return text.encode(errors="replace").decode()


class RecordedAnswers:
    """Answers from a log up to event ``until``; beyond it another source is asked.

    A question before it without a recorded answer was declined.
    """

    def __init__(self, entries: Iterable[Entry], until: int, then: Answers) -> None:
        self._until = until
        self._then = then
        self._recorded: dict[tuple[int, int], Answer] = {}
        for seq, _, event in entries:
            if seq <= until and isinstance(event, ActionChosen | ActionRefused | AgentFaulted):
                self._recorded.setdefault(event.asked, event)

    def answer(self, question: Question, state: State, legal: Legal, cause: int) -> Answer | None:
        """See `Answers.answer`."""
        if question.seq < self._until:
            return self._recorded.get((question.seq, question.k))
        return self._then.answer(question, state, legal, cause)


def fallback(kind: str, legal: Legal) -> Action | None:
    """What happens when an answer was refused: the turn ends, the window passes, the first option is taken."""
    if kind == "action":
        return END
    return None if kind == "reaction" else next(iter(legal))
