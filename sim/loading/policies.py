"""Who decides: from what a scenario writes under ``agent`` to an `AgentSpec` that stands alone.

An agent is the name of a policy file, the name of an installed agent, or a list of
actions (``{scripted: [...]}``). Policy files may extend others: the parents' rules come
after the own ones, and of two knobs of one name the nearer counts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from attrs import Factory, define, frozen

from sim.loading.library import find_file, shipped
from sim.loading.rulesets import agent_factory, agent_names, known_kinds
from sim.loading.structure import MAX_INT, describe, structure
from sim.loading.yaml_file import Document, KeyPath, read_yaml
from sim.model.errors import InputError, Problem, did_you_mean
from sim.model.scenario import AgentSpec

SCRIPT_AGENT = "gambit"
"""The agent that plays policy files."""
DEFAULTS = ("otherwise", "reactions")
"""What a policy says for the case that no rule applies."""
LIST_AGENT = "scripted"
"""The agent that plays a list of actions."""


@frozen
class WrittenPolicy:
    """A policy file; what its rules say is checked by the agent that plays them."""

    policy: str
    rules: tuple[dict[str, Any], ...] = ()
    extends: tuple[str, ...] = ()
    knobs: dict[str, Any] = Factory(dict)
    otherwise: str | None = None
    reactions: str | None = None
    description: str = ""


@frozen
class PolicyRule:
    """A rule and where it stands."""

    document: Document
    path: KeyPath
    content: dict[str, Any]

    @property
    def key(self) -> tuple[object, ...]:
        """Its id, by which a nearer policy replaces a rule of its parents; without one, its place."""
        name = self.content.get("id")
        return (name,) if isinstance(name, str) else (self.document.file, *self.path)

    @property
    def kinds(self) -> list[Any]:
        """The kinds of action that it names: one, or several to try in turn."""
        written = self.content.get("do")
        return written if isinstance(written, list) else [written]

    @property
    def line(self) -> int:
        """The line it begins in."""
        return self.document.places[self.path].line


@frozen
class Policy:
    """A policy with its parents merged in; ``document`` is its own file."""

    document: Document
    name: str
    knobs: dict[str, Any]
    rules: tuple[PolicyRule, ...]
    defaults: dict[str, str]
    description: str = ""

    @property
    def args(self) -> dict[str, Any]:
        """The script as plain data."""
        rules = [rule.content for rule in self.rules]
        return {"policy": self.name, "knobs": self.knobs, "rules": rules, **self.defaults}


@define
class Policies:
    """Reads each policy once; ``folder`` is that of the scenario."""

    folder: Path
    _specs: dict[str, AgentSpec | InputError] = Factory(dict)

    def agent(self, written: Any) -> AgentSpec:
        """Return the agent that ``written`` means, tried out.

        Raises:
            InputError: It is unknown, or its file or its rules are wrong.
        """
        if isinstance(written, dict) and list(written) == ["scripted"]:
            return _scripted(written["scripted"])
        if not isinstance(written, str):
            raise InputError(f"expected the name of a policy or {{scripted: [actions]}}, not {describe(written)}")
        if written not in self._specs:
            self._specs[written] = self._remembered(written)
        spec = self._specs[written]
        if isinstance(spec, InputError):
            raise spec
        return spec

    def _remembered(self, name: str) -> AgentSpec | InputError:
        try:
            return self._named(name)
        except InputError as error:
            return error

    def _named(self, name: str) -> AgentSpec:
        try:
            path = find_file(name, policy_folders(self.folder), "policy")
        except InputError as error:
            return _installed(name, self.folder, error)
        return spec_of(read_policy(path), name)


def policy_folders(folder: Path) -> list[Path]:
    """Where the policies are looked for that a file in ``folder`` names."""
    return [folder, folder / "policies", shipped() / "policies"]


def spec_of(policy: Policy, name: str) -> AgentSpec:
    """Return the agent of a policy, tried out.

    Raises:
        InputError: Its rules are wrong, each told with its place.
    """
    spec = AgentSpec(SCRIPT_AGENT, name, policy.args)
    try:
        agent_factory(spec.kind)(spec)
    except InputError as error:
        raise InputError.many(_placed(problem, policy) for problem in error.problems) from None
    problems = [_placed(Problem(message), policy) for message in _unknown_kinds(policy)]
    if problems:
        raise InputError.many(problems)
    return spec


def read_policy(path: Path, chain: Sequence[Path] = ()) -> Policy:
    """Read a policy file and merge its parents in.

    Raises:
        InputError: A file is wrong or missing, names a rule twice, or policies extend each other in a circle.
    """
    document = read_yaml(path)
    written = structure(document, WrittenPolicy)
    _refuse_odd_values(document, document.value, ())
    own = tuple(PolicyRule(document, ("rules", at), rule) for at, rule in enumerate(written.rules))
    _refuse_twice(own)
    parents = [
        _parent(document, ("extends", at), name, path, (*chain, path)) for at, name in enumerate(written.extends)
    ]
    rules: dict[tuple[object, ...], PolicyRule] = {}
    knobs = dict(written.knobs)
    defaults = {key: text for key in DEFAULTS if (text := getattr(written, key)) is not None}
    for rule in (*own, *(rule for parent in parents for rule in parent.rules)):
        rules.setdefault(rule.key, rule)
    for parent in parents:
        knobs = {**parent.knobs, **knobs}
        defaults = {**parent.defaults, **defaults}
    return Policy(document, written.policy, knobs, tuple(rules.values()), defaults, written.description)


def _parent(document: Document, at: KeyPath, name: str, path: Path, chain: Sequence[Path]) -> Policy:
    try:
        parent = find_file(name, policy_folders(path.parent), "policy")
    except InputError as error:
        raise InputError(document.problem(at, str(error))) from None
    if parent.resolve() in [link.resolve() for link in chain]:
        circle = " -> ".join(link.stem for link in (*chain, parent))
        raise InputError(document.problem(at, f"policies extend each other in a circle: {circle}"))
    return read_policy(parent, chain)


def _refuse_twice(rules: Sequence[PolicyRule]) -> None:
    """Merging takes the second rule of an id for that of a parent, so within one file it is told before."""
    first: dict[tuple[object, ...], PolicyRule] = {}
    problems = []
    for rule in rules:
        before = first.setdefault(rule.key, rule)
        if before is not rule:
            message = f"rule {rule.key[0]!r} stands in line {before.line} already; expected each id once"
            problems.append(rule.document.problem((*rule.path, "id"), message))
    if problems:
        raise InputError.many(problems)


def _refuse_odd_values(document: Document, value: Any, path: KeyPath) -> None:
    """Logs hold whole numbers only, and policies stand in logs; ids of rules are texts."""
    if isinstance(value, float) or (isinstance(value, int) and abs(value) > MAX_INT):
        raise InputError(document.problem(path, f"expected a whole number up to 2^53, not {value}"))
    if path[-1:] == ("id",) and not isinstance(value, str):
        raise InputError(document.problem(path, f"expected a text, not {describe(value)}"))
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in parts:
        _refuse_odd_values(document, part, (*path, key))


def _placed(problem: Problem, policy: Policy) -> Problem:
    """Point a problem at the rule whose id or number it names, else at the file."""
    for number, rule in enumerate(policy.rules, 1):
        if f"rule {rule.content.get('id')!r}:" in problem.message or f"rule {number}:" in problem.message:
            return rule.document.problem(rule.path, problem.message)
    return Problem(problem.message, policy.document.file, 1, 1)


def _unknown_kinds(policy: Policy) -> Iterator[str]:
    """Kinds of action that no installed ruleset has: a rule with one could never apply."""
    known = sorted(known_kinds())
    named = [
        (f"rule {rule.content.get('id', at)!r}: ", kind)
        for at, rule in enumerate(policy.rules, 1)
        for kind in rule.kinds
    ]
    for place, kind in (*named, ("otherwise: ", policy.defaults.get("otherwise", "end"))):
        if kind not in known:
            hint = did_you_mean(str(kind), known) or f"; known are {', '.join(known)}"
            yield f"{place}no ruleset has an action {kind!r}{hint}"


def _scripted(actions: Any) -> AgentSpec:
    """A list of action texts; the agent itself says what is wrong with it."""
    spec = AgentSpec(LIST_AGENT, LIST_AGENT, actions)
    agent_factory(spec.kind)(spec)
    return spec


def _installed(name: str, folder: Path, missing: InputError) -> AgentSpec:
    """The agent plug-in of a name that no policy file has."""
    if name not in agent_names():
        files = [path.stem for place in policy_folders(folder)[1:] for path in place.glob("*.yaml")]
        hint = did_you_mean(name, [*agent_names(), *files])
        raise InputError(f"unknown agent {name!r}{hint}" if hint else str(missing)) from None
    spec = AgentSpec(name, name)
    agent_factory(name)(spec)
    return spec
