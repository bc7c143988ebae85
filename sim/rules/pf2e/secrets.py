"""What a creature learns of its own checks: not the DC, and of secret ones only what comes of them."""

from __future__ import annotations

from sim.model.protocols import Told
from sim.model.state import State
from sim.model.values import Roll
from sim.rules.registry import always, never, rule


def told(state: State, who: str) -> Told | None:
    """What a creature learns of its latest check; None of one that is secret."""
    roll = state.creatures[who].rolled
    if roll is None or is_secret(state.scenario.options["secret_checks"], roll):
        return None
    what = roll.label.partition("/")[2]
    return Told(what, roll.total, roll.degree, roll.dc if knows_dc(state.scenario.knowledge) else 0)


@rule("pf2e.check.secret", neutral=never)
def is_secret(option: str, roll: Roll) -> bool:
    """Checks with the trait are rolled secretly; option secret_checks: none or all of them."""
    return option == "all" or (option == "by_trait" and roll.secret)


@rule("pf2e.check.unknown_dc", neutral=always)
def knows_dc(knowledge: str) -> bool:
    """The roller need not know the DC: only under open knowledge it is told."""
    return knowledge == "open"


@rule("pf2e.check.secret_fortune", neutral=always)
def may_choose(option: str, roll: Roll, own: bool) -> bool:
    """Luck that is chosen needs a check that its roller knows of: one of its own actions, or one that is not secret."""
    return own or not is_secret(option, roll)
