"""Statistical rule cases: how often a side wins, with a confidence interval."""

from __future__ import annotations

from collections import Counter
from math import sqrt
from typing import Final

from sim.engine.answers import AgentAnswers
from sim.engine.fight import Fight
from sim.loading.rulesets import agent_factory, ruleset
from sim.model.dice import KeyedDice
from sim.model.protocols import Agent
from sim.model.scenario import Scenario
from sim.record.case_format import Case

Z99: Final = 2.5758293035489004
"""The standard normal quantile of a two-sided 99 % interval."""


def wilson(successes: int, trials: int, z: float = Z99) -> tuple[float, float]:
    """Wilson's interval for the probability behind ``successes`` in ``trials`` (at least 1)."""
    share = successes / trials
    spread = z * z / trials
    middle = share + spread / 2
    half = z * sqrt(share * (1 - share) / trials + spread / (4 * trials))
    return (middle - half) / (1 + spread), (middle + half) / (1 + spread)


def check_win_rates(case: Case) -> tuple[bool, str]:
    """Fight until every interval lies inside its range or one lies outside; return (ok, what was found).

    Fights come in lots of ``case.fights`` up to ``case.max_fights``, after which an
    undecided case fails.
    """
    wins: Counter[str] = Counter()
    agents = {who.id: agent_factory(who.agent.kind)(who.agent) for who in case.scenario.combatants}
    fought = 0
    while True:
        lot = min(case.fights, case.max_fights - fought)
        for number in range(fought, fought + lot):
            winners, problem = _fight(case.scenario, agents, case.seed, number)
            if problem:
                return False, f"fight {number} of seed {case.seed} broke: {problem}"
            wins.update(winners)
        fought += lot
        verdict, message = _judge(case, wins, fought)
        if verdict != "undecided" or fought >= case.max_fights:
            return verdict == "inside", f"{message}, {verdict} after {fought} fights"


def _judge(case: Case, wins: Counter[str], fought: int) -> tuple[str, str]:
    """Compare each side's interval with its range: ``inside``, ``outside`` or ``undecided``."""
    verdicts, found = [], []
    for side, (low, high) in case.win_rate.items():
        lower, upper = wilson(wins[side], fought)
        inside, outside = low <= lower and upper <= high, upper < low or high < lower
        verdicts.append("inside" if inside else "outside" if outside else "undecided")
        rate = f"{wins[side] / fought:.4f} ({lower:.4f} to {upper:.4f})"
        found.append(f"{side} won {rate}, expected {low:.2f} to {high:.2f}")
    verdict = next((v for v in ("outside", "undecided") if v in verdicts), "inside")
    return verdict, "; ".join(found)


def _fight(scenario: Scenario, agents: dict[str, Agent], seed: int, number: int) -> tuple[tuple[str, ...], str]:
    """One fight: its winners, and what broke."""
    rules = ruleset(scenario.ruleset)
    answers = AgentAnswers(agents, rules, seed, number)
    fight = Fight(scenario, rules, answers, KeyedDice.of(seed, number), seed=seed, fight=number)
    outcome = fight.run().outcome
    return (outcome.winners, "") if outcome else ((), str(fight.entries[-1].event))
