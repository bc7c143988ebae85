"""``encounter agents``."""

from __future__ import annotations

from pathlib import Path

from rich.text import Text

from sim.cli import FAILED, FINE
from sim.loading.agents import ListedAgent, list_plugins, list_policies
from sim.loading.library import find_file
from sim.loading.lint import warnings_of
from sim.loading.policies import policy_folders, read_policy, spec_of
from sim.model.errors import InputError, Problem
from sim.report.console import stdout


def list_agents() -> None:
    """List every agent that a scenario here can name: policies, here and shipped, and plug-ins.

    Each with where it comes from, the systems in which all of its rules can apply, in brackets those in which
    some of them can, and what it does.
    """
    found = [*list_policies(Path()), *list_plugins()]
    names, origins, systems = (max(map(len, column)) for column in zip(*map(_columns, found), strict=True))
    console = stdout()
    for agent in found:
        name, origin, system = _columns(agent)
        about = Text(agent.about, style="" if agent.fine else "red")
        left = f"{name:<{names}}  {origin:<{origins}}  {system:<{systems}}  "
        console.print(Text.assemble(left, about), soft_wrap=True)


def lint(*policies: str) -> int:
    """Check policies: what is wrong in them, and what is odd, such as rules that can never apply.

    Exit status 1 if something is odd, 2 if something is wrong.

    Args:
        policies: Policy files, or names of policies, here or shipped.
    """
    if not policies:
        raise InputError("nothing to check; expected policy files or names of policies")
    wrong: dict[Problem, None] = {}
    odd = 0
    for name in policies:
        try:
            odd += _lint(name)
        except InputError as error:
            wrong.update(dict.fromkeys(error.problems))
    if wrong:
        raise InputError.many(wrong)
    return FAILED if odd else FINE


def _lint(name: str) -> int:
    """Tell what is odd in one policy and return how much that is."""
    path = Path(name)
    if path.suffix not in (".yaml", ".yml"):
        path = find_file(name, policy_folders(Path()), "policy")
    policy = read_policy(path)
    spec_of(policy, path.stem)
    found, console = warnings_of(policy), stdout()
    for problem in found:
        console.print(Text.assemble(("warning: ", "yellow"), str(problem)), soft_wrap=True)
    if not found:
        console.print(f"{path}: policy, fine", soft_wrap=True)
    return len(found)


def _columns(agent: ListedAgent) -> tuple[str, str, str]:
    """Name, origin and systems of an agent."""
    brackets = [f"({', '.join(agent.partly)})"] if agent.partly else []
    return agent.name, agent.origin, " ".join([", ".join(agent.rulesets), *brackets]).strip()
