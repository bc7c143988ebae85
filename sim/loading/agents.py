"""Every agent that a scenario can name: policies by folder, and plug-ins."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from sim.loading.library import shipped
from sim.loading.policies import Policy, policy_folders, read_policy, spec_of
from sim.loading.rulesets import agent_factory, agent_names, ruleset, ruleset_names
from sim.loading.yaml_file import read_yaml
from sim.model.errors import InputError


class ListedAgent(NamedTuple):
    """An agent as a list shows it.

    Attributes:
        name: By which a scenario names it.
        origin: ``shipped``, ``plug-in``, or the folder of its file.
        rulesets: Where all of its rules can apply.
        partly: Where some of them can.
        about: What it does, or why it cannot be used.
        fine: Whether it can be used.
    """

    name: str
    origin: str
    rulesets: tuple[str, ...]
    partly: tuple[str, ...]
    about: str
    fine: bool = True


def list_policies(folder: Path) -> Iterator[ListedAgent]:
    """Return the policies that a scenario in ``folder`` can name; of one name the nearest counts."""
    seen: list[str] = []
    for place in policy_folders(folder):
        for path in sorted(place.glob("*.yaml")):
            if path.stem not in seen and (place != folder or _looks_like_a_policy(path)):
                seen.append(path.stem)
                yield _listed(path, "shipped" if place == shipped() / "policies" else place.as_posix())


def list_plugins() -> Iterator[ListedAgent]:
    """Return the installed agents; they have the rules of no system in mind."""
    for name in agent_names():
        try:
            about = _about(agent_factory(name))
        except InputError as error:
            yield ListedAgent(name, "plug-in", (), (), str(error), fine=False)
        else:
            yield ListedAgent(name, "plug-in", ruleset_names(), (), about)


def _looks_like_a_policy(path: Path) -> bool:
    """Whether a file beside fights and creatures is a policy; one that cannot be read is not listed."""
    try:
        value = read_yaml(path).value
    except InputError:
        return False
    return isinstance(value, dict) and "policy" in value


def _listed(path: Path, origin: str) -> ListedAgent:
    try:
        policy = read_policy(path)
        spec_of(policy, path.stem)
    except InputError as error:
        return ListedAgent(path.stem, origin, (), (), str(error.problems[0]), fine=False)
    kinds = [rule.kinds for rule in policy.rules]
    fitting = {name: [_fits(one, name) for one in kinds] for name in ruleset_names()}
    whole = tuple(name for name, fits in fitting.items() if all(fits))
    partly = tuple(name for name, fits in fitting.items() if any(fits) and not all(fits))
    return ListedAgent(path.stem, origin, whole, partly, _first_line(policy))


def _fits(kinds: list[str], system: str) -> bool:
    """Whether a rule with these kinds of action can apply in a system."""
    return any(kind in ("end", "end_turn", "pass", *ruleset(system).kinds) for kind in kinds)


def _first_line(policy: Policy) -> str:
    return policy.description.strip().partition("\n")[0]


def _about(factory: object) -> str:
    """The first line of what a plug-in's module says of itself, else of what its factory says."""
    module = sys.modules.get(getattr(factory, "__module__", ""))
    text = inspect.getdoc(module) or inspect.getdoc(factory) or ""
    return text.partition("\n")[0]
