"""An agent that follows a list of actions, for rule cases and demonstrations."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sim.model.actions import END, PASS, Action, parse_action
from sim.model.errors import InputError, Problem, did_you_mean
from sim.model.protocols import Agent, Choice, Legal, Rng, View
from sim.model.scenario import AgentSpec

_KEYS = ("actions", "reactions")


class Scripted:
    """Takes its actions in order and then ends its turns; how far it is stands in the memory.

    An action is put forward even where it is illegal: the engine refuses it, and it comes
    again next turn. A reaction waits until it is legal; meanwhile others are declined.
    """

    deterministic = True

    def __init__(self, name: str, actions: tuple[Action, ...], reactions: tuple[Action, ...] = ()) -> None:
        self.name = name
        self._actions = actions
        self._reactions = reactions

    def decide(self, view: View, legal: Legal, rng: Rng) -> Choice:
        """See `sim.model.protocols.Agent.decide`."""
        memory = view.memory if isinstance(view.memory, dict) else {}  # a fork may hand on another agent's
        done = {key: memory.get(key, 0) for key in _KEYS}
        if view.question.kind == "action":
            return self._act(done)
        return self._answer(view, legal, done)

    def _act(self, done: dict[str, int]) -> Choice:
        at = done["actions"]
        if at >= len(self._actions):
            return Choice(END, reason="The list is done.", memory=done)
        reason = f"Action {at + 1} of {len(self._actions)}."
        return Choice(self._actions[at], reason=reason, memory={**done, "actions": at + 1})

    def _answer(self, view: View, legal: Legal, done: dict[str, int]) -> Choice:
        at = done["reactions"]
        if at < len(self._reactions) and not legal.check(self._reactions[at]):
            reason = f"Reaction {at + 1} of {len(self._reactions)}."
            return Choice(self._reactions[at], reason=reason, memory={**done, "reactions": at + 1})
        other = PASS if view.question.kind == "reaction" else next(iter(legal))
        return Choice(other, reason="Not on the list.", memory=done)


def scripted(spec: AgentSpec) -> Agent:
    """Make an agent that follows a list.

    Args:
        spec: ``args`` is a list of action texts, or ``{actions: [...], reactions: [...]}``.

    Raises:
        InputError: A text is no action; every fault is reported.
    """
    written = {"actions": spec.args} if isinstance(spec.args, list | tuple) else spec.args
    if not isinstance(written, Mapping):
        raise InputError(f"agent {spec.name!r}: expected a list of actions such as [strike goblin-1, end]")
    problems = [
        Problem(f"agent {spec.name!r}: unknown key {key!r}{did_you_mean(str(key), _KEYS)}; expected actions, reactions")
        for key in written
        if key not in _KEYS
    ]
    actions, reactions = (_read(spec.name, key, written.get(key, ()), problems) for key in _KEYS)
    if problems:
        raise InputError.many(problems)
    return Scripted(spec.name, actions, reactions)


def _read(name: str, key: str, texts: Any, problems: list[Problem]) -> tuple[Action, ...]:
    if not isinstance(texts, list | tuple):
        problems.append(Problem(f"agent {name!r}, {key}: expected a list of actions, not {texts!r}"))
        return ()
    found = []
    for place, text in enumerate(texts, 1):
        try:
            found.append(_action(key, text))
        except InputError as wrong:
            problems.append(Problem(f"agent {name!r}, {key}, entry {place}: {wrong}"))
    return tuple(found)


def _action(key: str, text: Any) -> Action:
    if not isinstance(text, str):
        raise InputError(f"expected an action such as strike goblin-1, not {text!r}")
    action = parse_action(text)
    if action == PASS and key == "reactions":
        # A declined window leaves no event, so nothing could remember that this entry is done.
        raise InputError("expected no pass; a reaction on the list waits until it is legal, all others are declined")
    return action
