"""Fights of a shipped scenario in which all combatants follow one policy."""

from __future__ import annotations

from attrs import evolve

from sim.engine.answers import AgentAnswers
from sim.engine.fight import Fight
from sim.loading.policies import Policies
from sim.loading.rulesets import agent_factory, ruleset
from sim.loading.scenario import load_scenario
from sim.model.dice import KeyedDice
from sim.model.scenario import AgentSpec

SEED = 7
STOCK = ("brute", "archer", "skirmisher", "defender", "leader", "solo")


def fights(root, scenario, policy, count, first=0):
    """Finished fights; ``policy`` is a name or a script."""
    folder = root / "scenarios"
    scenario = load_scenario(folder / f"{scenario}.yaml")
    spec = Policies(folder).agent(policy) if isinstance(policy, str) else AgentSpec("gambit", "stupid", policy)
    scenario = evolve(scenario, combatants=tuple(evolve(who, agent=spec) for who in scenario.combatants))
    rules, agent = ruleset(scenario.ruleset), agent_factory(spec.kind)(spec)
    for number in range(first, first + count):
        answers = AgentAnswers({who.id: agent for who in scenario.combatants}, rules, SEED, number)
        fight = Fight(scenario, rules, answers, KeyedDice.of(SEED, number), seed=SEED, fight=number)
        fight.run()
        yield fight
