"""An agent that does anything legal: the measure that every other policy has to beat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from sim.model.actions import END
from sim.model.errors import InputError
from sim.model.protocols import Agent, Choice, Legal, Rng, View
from sim.model.scenario import AgentSpec

_Thing = TypeVar("_Thing")


class RandomAgent:
    """Takes a kind of action at random, then one of that kind; of reactions and choices any option."""

    deterministic = True

    def __init__(self, name: str) -> None:
        self.name = name

    def decide(self, view: View, legal: Legal, rng: Rng) -> Choice:
        """See `sim.model.protocols.Agent.decide`."""
        if view.question.kind != "action":
            return Choice(_any(tuple(legal), rng), reason="Any option.")
        kind = _any(legal.kinds() or (END.kind,), rng)
        return Choice(_any(legal.actions(kind) or (END,), rng), reason="Anything legal.")


def _any(things: Sequence[_Thing], rng: Rng) -> _Thing:
    return things[rng.pick(len(things))]


def random_agent(spec: AgentSpec) -> Agent:
    """Make an agent that acts at random; it takes no ``args``.

    Raises:
        InputError: It was given some.
    """
    if spec.args:
        raise InputError(f"agent {spec.name!r}: expected no further settings, not {spec.args!r}")
    return RandomAgent(spec.name)
