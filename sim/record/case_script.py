"""Answers and dice of a rule case: taken from its lists, all of which must be used up."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import define, field

from sim.engine.answers import AgentStopped, Answer
from sim.loading.rulesets import ruleset
from sim.model.actions import END, PASS, Action
from sim.model.errors import did_you_mean
from sim.model.events import ActionChosen, ActionRefused
from sim.model.protocols import Legal
from sim.model.state import State
from sim.model.values import Question
from sim.record.case_format import Case, Script

POLICY = "case"


class CaseStopped(AgentStopped):
    """The case has come to its end."""


class CaseFailed(AgentStopped):
    """The case cannot go on; its text says why."""


@define
class ScriptedAnswers:
    """Answers from a case; see `sim.record.cases` for what is answered where nothing is written."""

    case: Case
    refusable: bool = field(init=False)
    _used: dict[tuple[str, str], int] = field(factory=dict)

    @refusable.default
    def _make_refusable(self) -> bool:
        return any(pattern.type == "ActionRefused" for pattern in self.case.events)

    def answer(self, question: Question, state: State, legal: Legal, cause: int) -> Answer | None:
        """See `sim.engine.answers.Answers.answer`."""
        chooser = ruleset(state.scenario.ruleset).decider(state, question.who)
        action = getattr(self, f"_{question.kind}")(question._replace(who=chooser), legal)
        if action == PASS and question.kind == "reaction":
            return None
        who, asked = question.who, (question.seq, question.k)
        problem = legal.check(action)
        if not problem:
            return ActionChosen(cause, who, str(action), question.kind, asked, POLICY)
        if not self.refusable:
            raise CaseFailed(f"{who} may not {action} (round {state.round}, after event {state.seq}): {problem}")
        return ActionRefused(cause, who, str(action), asked, POLICY, problem)

    def unused(self) -> list[str]:
        """What was written and never asked for, one line a creature."""
        lines = []
        for key in ("play", "react", "choose"):
            for who, actions in getattr(self.case, key).items():
                left = actions[self._used.get((key, who), 0) :]
                if left:
                    lines.append(f"unused {key} of {who}: {', '.join(map(str, left))}")
        return lines

    def _next(self, key: str, script: Script, who: str) -> Action | None:
        used = self._used.get((key, who), 0)
        actions = script.get(who, ())
        if used >= len(actions):
            return None
        self._used[key, who] = used + 1
        return actions[used]

    def _action(self, question: Question, legal: Legal) -> Action:
        play = self.case.play
        action = self._next("play", play, question.who)
        if action:
            return action
        if self.case.until is None and all(self._used.get(("play", who), 0) >= len(play[who]) for who in play):
            raise CaseStopped("every action is used up")
        return END

    def _reaction(self, question: Question, legal: Legal) -> Action:
        who = question.who
        if who not in self.case.react:
            return PASS
        action = self._next("react", self.case.react, who)
        if action is None:
            raise CaseFailed(f"{who} is asked for one reaction more ({_asked(question)}): {_options(legal)}")
        return action

    def _choice(self, question: Question, legal: Legal) -> Action:
        who = question.who
        action = self._next("choose", self.case.choose, who) or self._next("react", self.case.react, who)
        if action is None:
            raise CaseFailed(f"{who} must choose ({_asked(question)}) and the case does not say: {_options(legal)}")
        return action


@define
class ListedDice:
    """Dice from a case's lists; see `sim.model.dice.Dice`."""

    case: Case
    _used: dict[str, int] = field(factory=dict)
    _rolls: dict[str, int] = field(factory=dict)

    def roll(self, label: str, n: int, sizes: Sequence[int], seq: int) -> tuple[int, ...]:
        """Take the next faces of a label."""
        given = self.case.dice.get(label)
        if given is None:
            given = self._initiative(label, sizes)
        used = self._used.get(label, 0)
        faces = given[used : used + len(sizes)]
        if len(faces) < len(sizes):
            wanted = " ".join(f"d{size}" for size in sizes)
            hint = "" if label in self.case.dice else did_you_mean(label, self.case.dice)
            raise CaseFailed(f"no die given for {label} roll {n + 1} ({wanted}, after event {seq}){hint}")
        for face, size in zip(faces, sizes, strict=True):
            if face > size:
                raise CaseFailed(f"{label} roll {n + 1} is a d{size} and cannot show {face}")
        self._used[label] = used + len(sizes)
        return faces

    def unused(self) -> list[str]:
        """Dice that were given and never rolled, one line a label."""
        left = {label: faces[self._used.get(label, 0) :] for label, faces in self.case.dice.items()}
        return [f"dice never rolled, {label}: {', '.join(map(str, faces))}" for label, faces in left.items() if faces]

    def _initiative(self, label: str, sizes: Sequence[int]) -> tuple[int, ...]:
        """Initiative that is not given falls from the highest face in the order of the file."""
        who, _, what = label.partition("/")
        if what != "initiative":
            return ()
        ids = [combatant.id for combatant in self.case.scenario.combatants]
        return tuple(max(1, size - ids.index(who)) for size in sizes)


def _asked(question: Question) -> str:
    return f"{question.about}, after event {question.seq}"


def _options(legal: Legal) -> str:
    return ", ".join(map(str, legal))
