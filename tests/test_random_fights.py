"""Fights of agents that do anything legal break nothing, on every shipped scenario and in a crowd of all kinds."""

from __future__ import annotations

import time
from collections import Counter
from functools import cache
from multiprocessing import get_context
from pathlib import Path

import pytest
from attrs import define, evolve, field
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sim.engine.answers import AgentAnswers
from sim.engine.fight import Fight
from sim.loading.rulesets import agent_factory, ruleset
from sim.loading.scenario import load_scenario
from sim.model import events as ev
from sim.model.actions import parse_action
from sim.model.dice import KeyedDice
from sim.model.geometry import squares_of
from sim.model.grid import grid_of
from sim.model.reduce import fold
from sim.model.scenario import AgentSpec, Scenario
from sim.model.state import FLED, UP, State
from sim.model.values import Roll
from sim.rules.pf2e.numbers import armor_class, attack_bonus, statistic, strikes
from sim.rules.pf2e.spaces import passes
from sim.rules.pf2e.water import SUFFOCATING
from tests.engine.zoo import zoo

FOLDER = Path(__file__).parents[1] / "scenarios"
SHIPPED = tuple(sorted(path.stem for path in FOLDER.glob("*.yaml")))
SCENARIOS = (*SHIPPED, "zoo")
ROUNDS = 10
SEED = 20
CHUNK = 20
FAULTS = (ev.EngineFaulted, ev.ActionRefused, ev.AgentFaulted)


@cache
def random_scenario(name):
    scenario = zoo() if name == "zoo" else load_scenario(FOLDER / f"{name}.yaml")
    anything = AgentSpec("random", "random")
    fighters = tuple(evolve(combatant, agent=anything) for combatant in scenario.combatants)
    return evolve(scenario, combatants=fighters, round_limit=ROUNDS)


def pick(number):
    """The scenario of a fight: the shipped ones in turn, and the zoo, which is slow, every tenth time."""
    return "zoo" if number % 10 == 9 else SHIPPED[number % len(SHIPPED)]


@define
class Watch:
    """Checks the invariants as each entry is recorded; ``closely`` also folds along and compares every time."""

    scenario: Scenario
    closely: bool
    fight: Fight = field(init=False)
    step: int = 1
    actions: dict[str, int] = field(factory=dict)
    places: dict[str, tuple[int, int]] = field(factory=dict)
    tumbled: tuple[str, str] = ("", "")
    folded: State = field(init=False)

    def __attrs_post_init__(self):
        self.folded = State(self.scenario)

    def run(self, answers, number):
        """Play a fight; a broken invariant, an exception under the engine's hands, becomes a fault in its log."""
        rules, dice = ruleset(self.scenario.ruleset), KeyedDice.of(SEED, number)
        self.fight = Fight(self.scenario, rules, answers, dice, seed=SEED, fight=number, sink=self.check)
        self.fight.run(self.step_begins)
        assert not self.fight.state.faulted, self.fight.entries[-1].event
        return self.fight

    def step_begins(self):
        """Called between steps: what may be in flux within one must have come to rest."""
        self.step, self.tumbled = self.fight.state.seq + 1, ("", "")
        for creature in self.fight.state.creatures.values():
            airless = creature.counters.get(SUFFOCATING, 0) > 0
            assert (creature.status in (UP, FLED)) == (creature.hp > 0) or airless, creature
            assert creature.status != UP or "dying" not in creature.conditions, creature
            assert creature.status == UP or creature.readied is None, creature
        return False

    def check(self, entry):
        seq, _, event = entry
        assert not isinstance(event, FAULTS), event
        assert event.cause < seq
        assert (event.cause == 0) == (seq == self.step), event
        self.check_cost(event)
        self.check_dice(event)
        self.check_way(event)
        for creature in self.fight.state.creatures.values():
            assert 0 <= creature.hp <= creature.max_hp, event
            assert 0 <= creature.actions <= 3, event
            assert creature.reactions >= 0, event
            self.actions[creature.id] = creature.actions
            self.places[creature.id] = creature.at
        if self.closely:
            fold(self.folded, [entry])
            check_whole(self.fight.state, self.folded)

    def check_cost(self, event):
        if isinstance(event, ev.ActionSpent):
            assert event.cost <= self.actions[event.actor], event
            assert event.left == self.actions[event.actor] - event.cost, event

    def check_dice(self, event):
        if isinstance(event, ev.DamageRolled):
            for part in event.parts:
                count, _, sides = part.dice.partition("d")
                assert len(part.faces) == int(count or 0)
                assert all(1 <= face <= int(sides) for face in part.faces), event
        roll = getattr(event, "roll", None)
        if isinstance(roll, Roll):
            assert all(1 <= face <= roll.die for face in roll.faces), event

    def check_way(self, event):
        """A move goes from square to adjacent square, where its creature fits and nobody stands who bars it.

        By Tumble Through it goes through the space of the one who failed to bar it; who is parted from
        another by force may come to lie farther off. A fall may end anywhere.
        """
        if isinstance(event, ev.ActionSpent):
            self.tumbled = ("", "")
        if isinstance(event, ev.CheckRolled) and event.check == "tumble_through" and "success" in event.roll.degree:
            self.tumbled = event.actor, event.target
        if not isinstance(event, ev.Moved) or event.mode == "fall":
            return
        state = self.fight.state
        mover, here = state.creatures[event.actor], self.places[event.actor]
        for square in event.path:
            assert event.forced or max(abs(square[0] - here[0]), abs(square[1] - here[1])) == 1, event
            assert grid_of(state.scenario.map).free(square, mover.space), event
            there = [who for each in squares_of(square, mover.space) for who in state.occupied.get(each, ())]
            assert all(passes(mover, state.creatures[who]) or (mover.id, who) == self.tumbled for who in there), event
            here = square


def check_whole(live, folded):
    """Folded equals live, occupancy fits the creatures, and no kept number is stale."""
    assert folded == live
    assert folded.occupied == live.occupied
    assert {square: set(who) for square, who in live.occupied.items()} == occupancy(live)
    assert all(len(set(who)) == len(who) for who in live.occupied.values())
    assert folded.watchers == live.watchers
    if live.scenario.ruleset == "pf2e":
        check_numbers(live, folded)


def check_numbers(live, folded):
    """The numbers that are kept are those worked out anew."""
    for creature in folded.creatures.values():
        creature.numbers.clear()
        ours = live.creatures[creature.id]
        assert armor_class(live, ours) == armor_class(folded, creature)
        for name in ("fortitude", "reflex", "will", "perception"):
            assert statistic(live, ours, name) == statistic(folded, creature, name)
        for strike in strikes(creature).values():
            assert attack_bonus(live, ours, strike) == attack_bonus(folded, creature, strike)


def occupancy(state):
    """Who stands where, worked out from the creatures alone; sharers of a square in no order."""
    found: dict[tuple[int, int], set[str]] = {}
    for creature in state.creatures.values():
        if creature.status == UP:
            for square in squares_of(creature.at, creature.space):
                found.setdefault(square, set()).add(creature.id)
    return found


def play(name, number, *, closely=False, answers=lambda agents: agents):
    scenario = random_scenario(name)
    rules = ruleset(scenario.ruleset)
    agents = {c.id: agent_factory(c.agent.kind)(c.agent) for c in scenario.combatants}
    fight = Watch(scenario, closely).run(answers(AgentAnswers(agents, rules, SEED, number)), number)
    assert fight.state.outcome
    check_whole(fight.state, fold(State(scenario), fight.entries))
    return fight


@pytest.mark.parametrize("first", range(0, 200, CHUNK))
def test_200_fights_break_nothing(first):
    for number in range(first, first + CHUNK):
        play(pick(number), number)


@pytest.mark.parametrize("name", SCENARIOS)
def test_folded_equals_live_after_every_event(name):
    for number in range(1000, 1003):
        play(name, number, closely=True)


@define
class Checked:
    """Answers of agents, each after a look at all that was offered."""

    then: AgentAnswers

    def answer(self, question, state, legal, cause):
        for action in legal:
            assert not legal.check(action), f"{action}: {legal.check(action)}"
            assert parse_action(str(action)) == action
        return self.then.answer(question, state, legal, cause)


@settings(max_examples=8, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(st.sampled_from(SCENARIOS), st.integers(0, 2**31))
def test_every_legal_action_passes_its_check_and_can_be_written(name, number):
    play(name, number, answers=Checked)


def _soak(number):
    fight = play(pick(number), number)
    return len(fight.entries), fight.state.round, fight.state.outcome.reason


@pytest.mark.soak
def test_10000_fights_break_nothing():
    total = 10_000
    began = time.perf_counter()
    with get_context("spawn").Pool(2) as pool:
        results = pool.map(_soak, range(total), chunksize=50)
    seconds = time.perf_counter() - began
    events = sum(entries for entries, _, _ in results)
    reasons = Counter(reason for _, _, reason in results)
    print(f"\n{total} fights of random agents, {events} events, {sum(r for _, r, _ in results)} rounds")
    print(f"{total / seconds:.0f} fights and {events / seconds:.0f} events a second on 2 processes; {dict(reasons)}")
    assert len(results) == total
