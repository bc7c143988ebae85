"""What breaks and who answers: faulty rules and agents, views, resuming in the middle of a step."""

from __future__ import annotations

import pytest
from attrs import define

from sim.engine.answers import AgentAnswers, AgentStopped, RecordedAnswers
from sim.engine.fight import Diverged
from sim.model import events as ev
from sim.model.actions import END, PASS, Action, parse_action
from sim.model.protocols import Choice
from sim.model.reduce import fold
from sim.model.state import State
from sim.rules.pf2e import Pf2e
from tests.engine.table import BLOCK, BOW, SHIELD, WATCH, Says, block, found, names, one, play, scene, table, the


def duel(**changes):
    return scene(one("hero", "heroes", (2, 5)), one("orc", "foes", (3, 5)), **changes)


# --- rules that break --------------------------------------------------------------------


class Broken(Pf2e):
    """Pays for an action and breaks."""

    def perform(self, game, who, action, cause):
        yield ev.ActionSpent(cause, who, action.kind, 1, 2, ())
        raise ZeroDivisionError("the rule")


def test_a_broken_rule_is_written_down_with_its_address_and_the_fight_stops():
    fight = table(duel(), Says({"hero": ["strike orc with sword"]}), rules=Broken(), fight=7)
    fight.run()
    chosen, spent, fault = fight.entries[-3:]
    assert names([chosen, spent, fault]) == ["ActionChosen", "ActionSpent", "EngineFaulted"]
    assert fault.event.step == chosen.seq
    assert fault.event.cause == spent.seq
    assert fault.event.problem == "ZeroDivisionError: the rule"
    assert fault.event.repeat == "encounter run scene --seed 1 --fight 7"
    assert fight.state.faulted
    assert fold(State(fight.scenario), fight.entries) == fight.state


class BrokenStart(Pf2e):
    """Breaks before the first event of a turn."""

    def begin_turn(self, game, who, slot):
        raise KeyError(who)


def test_a_fault_at_a_steps_very_beginning_has_no_cause():
    fight = table(duel(), rules=BrokenStart())
    fight.run()
    fault = fight.entries[-1]
    assert (fault.event.cause, fault.event.step) == (0, fault.seq)


# --- agents ------------------------------------------------------------------------------


@define
class Does:
    """An agent that answers by a function of view and legal actions."""

    choose: object
    name: str = "does"
    deterministic: bool = True

    def decide(self, view, legal, rng):
        return Choice(self.choose(view, legal))


def ends(view, legal):
    return END if view.question.kind == "action" else PASS


def breaks(view, legal):
    raise LookupError("lost the thread")


def against(scenario, choose, *, strict=False, others=ends):
    """A fight in which the hero's agent chooses so."""
    agents = {c.id: Does(choose if c.id == "hero" else others) for c in scenario.combatants}
    return table(scenario, AgentAnswers(agents, Pf2e(), 1, 0, strict))


def test_an_agent_that_breaks_loses_its_turn_only():
    fight = against(duel(), breaks)
    fight.run()
    fault = the(fight, ev.AgentFaulted, actor="hero")
    assert fault.event.problem == "LookupError: lost the thread"
    following = fight.entries[fault.seq].event
    assert (following.action, following.policy, following.cause) == ("end", "engine", fault.seq)
    assert found(fight, ev.TurnStarted, actor="orc")
    assert fight.state.outcome.reason == "round limit"


def test_an_agent_that_returns_no_choice_at_all_breaks_nothing():
    fight = against(duel(), lambda view, legal: None)
    fight.run()
    assert found(fight, ev.AgentFaulted, actor="hero")
    assert fight.state.outcome.reason == "round limit"


@pytest.mark.parametrize("action", ["strike orc with halberd", "stride 3,5", "fly 9,9", "stand", "use song"])
def test_an_illegal_answer_is_refused_and_the_fight_goes_on(action):
    fight = against(duel(), lambda view, legal: parse_action(action))
    fight.run()
    refused = the(fight, ev.ActionRefused, actor="hero").event
    assert refused.action == action
    assert refused.problem
    assert not found(fight, ev.ActionSpent)
    assert fight.state.outcome.reason == "round limit"


@pytest.mark.parametrize(
    "action",
    [
        Action("ready", then=Action("stride", square=(1_000_000, 1_000_000)), when="moves"),
        Action("delay", target="a b"),
        Action("delay", square=[3, 4]),
    ],
)
def test_an_action_that_its_text_does_not_give_back_is_refused(action):
    fight = against(duel(), lambda view, legal: action)
    fight.run()
    assert the(fight, ev.ActionRefused, actor="hero").event.problem
    assert fight.state.outcome.reason == "round limit"


def test_a_refused_reaction_passes_the_window():
    scenario = scene(one("orc", "foes", (3, 5)), one("hero", "heroes", (2, 5), block("Hero", abilities=(WATCH,))))
    leave = lambda view, legal: Action("stride", square=(6, 5)) if view.me.at == (3, 5) else END  # noqa: E731
    answer = lambda view, legal: END if view.question.kind == "action" else Action("return")  # noqa: E731
    fight = against(scenario, answer, others=leave)
    fight.run()
    assert the(fight, ev.ActionRefused, actor="hero").event.action == "return"
    assert not found(fight, ev.ReactionUsed)
    assert fight.state.creatures["orc"].at == (6, 5)


@pytest.mark.parametrize("choose", [breaks, lambda view, legal: Action("stand")])
def test_strict_stops_at_a_bad_answer(choose):
    with pytest.raises(AgentStopped, match="hero"):
        against(duel(), choose, strict=True).run()


# --- what is known -----------------------------------------------------------------------


def looked(knowledge):
    """What the hero sees of the wounded orc in its first decision."""
    seen = []

    def look(view, legal):
        orc = view.enemies[0]
        seen.append({name: getattr(orc, name, None) for name in ("hp", "max_hp", "actions", "hp_pct", "at", "items")})
        return END

    scenario = scene(one("hero", "heroes", (2, 5)), one("orc", "foes", (3, 5), hp=7), knowledge=knowledge)
    against(scenario, look).run()
    return seen[0]


def test_a_fair_view_hides_an_enemys_numbers():
    unknown = {"hp": None, "max_hp": None, "actions": None, "items": None}
    assert looked("fair") == unknown | {"hp_pct": 50, "at": (3, 5)}


def test_an_open_view_shows_them():
    assert looked("open") == {
        "hp": 7,
        "max_hp": 20,
        "actions": 0,
        "hp_pct": 35,
        "at": (3, 5),
        "items": {"sword": "held"},
    }


def test_asking_for_a_hidden_number_is_the_agents_fault():
    fight = against(duel(), lambda view, legal: Action("strike", view.enemies[0].hp))
    fight.run()
    assert "AttributeError" in the(fight, ev.AgentFaulted).event.problem


# --- resuming in the middle of a step ------------------------------------------------------


def busy():
    """Shield Block against an Attack of Opportunity, a shot with two windows at one event, a reinforcement, Delay."""
    hero = block("Hero", abilities=(WATCH, BLOCK), shield=SHIELD)
    guard = block("Guard", abilities=(WATCH,), strikes=(*block().strikes, BOW))
    scenario = scene(
        one("hero", "heroes", (2, 5), hero),
        one("guard", "foes", (3, 5), guard),
        one("friend", "heroes", (4, 6)),
        one("late", "foes", (3, 4), round=2),
        round_limit=2,
    )
    does = {
        "hero": ["raise shield", "stride 2,6", "end", "ready [strike with sword] when attacks"],
        "guard": ["strike hero with sword", "strike friend with bow", "end", "strike friend with bow"],
        "friend": ["delay"],
    }
    reacts = {
        "guard": ["reactive_strike hero with sword"],
        "hero": ["shield_block", "pass", "readied guard with sword"],
        "friend": ["pass", "return"],
    }
    return scenario, Says(does, reacts)


def starts_of(entries):
    return [entry.seq for entry in entries if entry.event.cause == 0]


def resumed(scenario, entries, cut, answers):
    """The fight gone on with after event ``cut``: fold up to its step, and perform that step again."""
    first = max(seq for seq in starts_of(entries) if seq <= cut)
    state = fold(State(scenario), entries[: first - 1])
    source = RecordedAnswers(entries, cut, answers)
    return table(scenario, source, state=state, expected=entries[first - 1 : cut]), entries[: first - 1]


def test_a_fight_resumed_after_any_event_comes_out_the_same():
    scenario, says = busy()
    whole = table(scenario, says)
    whole.run()
    assert not whole.state.faulted
    assert [e.event.reaction for e in found(whole, ev.ReactionUsed)][:2] == ["reactive_strike", "shield_block"]
    assert found(whole, ev.Returned)
    rest = RecordedAnswers(whole.entries, whole.state.seq + 1, Says())
    for cut in range(1, whole.state.seq + 1):
        fight, before = resumed(scenario, whole.entries, cut, rest)
        fight.run()
        assert before + fight.entries == whole.entries, cut
        assert fight.state == whole.state, cut


def test_another_answer_in_a_window_leaves_the_prefix_as_it_was():
    scenario, says = busy()
    whole = table(scenario, says)
    whole.run()
    blocked = the(whole, ev.ActionChosen, action="shield_block")
    fight, before = resumed(scenario, whole.entries, blocked.seq - 1, Says())
    fight.run()
    assert (before + fight.entries)[: blocked.seq - 1] == whole.entries[: blocked.seq - 1]
    applied = [found(one_fight, ev.DamageApplied, target="hero")[0].event.amount for one_fight in (fight, whole)]
    assert applied == [5, 0]


def test_a_repeated_step_that_differs_from_the_log_says_where():
    scenario = duel()
    whole = play(scenario, {"hero": ["strike orc with sword"]})
    rolled = the(whole, ev.AttackRolled)
    first = max(seq for seq in starts_of(whole.entries) if seq <= rolled.seq)
    state = fold(State(scenario), whole.entries[: first - 1])
    again = table(
        scenario,
        RecordedAnswers(whole.entries, rolled.seq, Says()),
        {"hero/attack": [3]},
        state=state,
        expected=whole.entries[first - 1 : rolled.seq],
    )
    with pytest.raises(Diverged) as differing:
        again.run()
    assert differing.value.expected == rolled
    assert differing.value.found.event.roll.faces == (3,)
