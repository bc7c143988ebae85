"""The hard moments of the loop: windows within windows, creatures that drop in the middle, waiting, time."""

from __future__ import annotations

import pytest

from sim.model import events as ev
from sim.model.actions import Action
from sim.model.reduce import fold
from sim.model.state import DEAD, DOWN, State
from sim.model.windows import DECLARED, Window
from sim.rules.pf2e import Pf2e
from sim.rules.pf2e.data import Ability, Bonus, Lasting, Save, Strike
from tests.engine.table import (
    BLOCK,
    BOW,
    KNIFE,
    SHIELD,
    SWORD,
    WATCH,
    Says,
    block,
    found,
    names,
    one,
    play,
    scene,
    table,
    the,
)

GUARD = block("Guard", abilities=(WATCH,))
FIRE = Ability(name="Fire", area="10 ft burst", range=60, save=Save(15, basic="reflex"), damage="30 fire")


# --- reactions ---------------------------------------------------------------------


def test_the_second_of_three_watchers_drops_the_mover_and_the_third_keeps_its_reaction():
    runner = block("Runner", hp=10, speeds={"land": 60})
    guards = [one(f"g{n}", "foes", (3 * n, 4), GUARD) for n in (1, 2, 3)]
    strike = "reactive_strike runner with sword"
    fight = play(
        scene(one("runner", "heroes", (2, 5), runner), *guards, one("friend", "heroes", (25, 15))),
        {"runner": ["stride 12,5"]},
        {"g1": [strike], "g2": [strike], "g3": [strike]},
    )
    creatures = fight.state.creatures
    assert creatures["runner"].at == (5, 5)
    assert creatures["runner"].status == DOWN
    assert [e.event.actor for e in found(fight, ev.ReactionUsed)] == ["g1", "g2"]
    assert found(fight, ev.Moved)[-1].event.path[-1] == (5, 5)
    assert creatures["g3"].reactions == 1


def test_a_critical_hit_disrupts_a_draw_whose_cost_stays_spent():
    thief = block("Thief", strikes=(KNIFE,))
    fight = play(
        scene(one("thief", "heroes", (2, 5), thief), one("guard", "foes", (3, 5), GUARD)),
        {"thief": ["draw knife"]},
        {"guard": ["reactive_strike thief with sword"]},
        {"guard/attack": [20]},
    )
    spent = the(fight, ev.ActionSpent, action="draw")
    assert spent.event.left == 2
    assert the(fight, ev.ActionDisrupted, actor="thief").event.action == spent.seq
    assert not found(fight, ev.ItemChanged)
    assert fight.state.creatures["thief"].items == {"knife": "stowed"}


def test_a_plain_hit_does_not_disrupt_a_draw():
    thief = block("Thief", strikes=(KNIFE,))
    fight = play(
        scene(one("thief", "heroes", (2, 5), thief), one("guard", "foes", (3, 5), GUARD)),
        {"thief": ["draw knife"]},
        {"guard": ["reactive_strike thief with sword"]},
    )
    assert fight.state.creatures["thief"].hp == 15
    assert fight.state.creatures["thief"].items == {"knife": "held"}


def test_a_reaction_answers_a_reaction_and_the_action_goes_on():
    knight = block("Knight", shield=SHIELD, abilities=(BLOCK,), strikes=())
    fight = play(
        scene(one("knight", "heroes", (2, 5), knight), one("guard", "foes", (3, 5), GUARD)),
        {"knight": ["raise shield", "stride 2,9"]},
        {"guard": ["reactive_strike knight with sword"], "knight": ["shield_block"]},
    )
    outer = the(fight, ev.ReactionUsed, actor="guard")
    inner = the(fight, ev.ReactionUsed, actor="knight")
    moved = the(fight, ev.Moved, actor="knight")
    assert outer.seq < inner.seq < the(fight, ev.DamageApplied).seq < moved.seq
    assert fight.state.creatures["knight"].at == (2, 9)


def test_shield_block_takes_its_hardness_off_the_damage_that_opened_its_window():
    knight = block("Knight", shield=SHIELD, abilities=(BLOCK,), strikes=())
    axe = Strike("axe", 9, "9 slashing")
    fight = play(
        scene(one("knight", "heroes", (2, 5), knight), one("orc", "foes", (3, 5), block("Orc", strikes=(axe,)))),
        {"knight": ["raise shield"], "orc": ["strike knight with axe"]},
        {"knight": ["shield_block"]},
    )
    applied = the(fight, ev.DamageApplied).event
    assert (applied.lines[0].rolled, applied.amount, applied.hp_after) == (9, 4, 16)
    assert [step.after for step in applied.lines[0].steps if step.step == "reaction"] == [4]
    assert fight.state.creatures["knight"].counters["shield_hp"] == 16
    reduced = the(fight, ev.DamageReduced)
    assert the(fight, ev.DamageRolled).seq < reduced.seq < the(fight, ev.DamageApplied).seq


def test_a_readied_attack_has_the_penalty_of_the_moment_of_readying():
    fight = play(
        scene(one("hero", "heroes", (2, 5)), one("orc", "foes", (3, 5))),
        {"hero": ["strike orc with sword", "ready [strike with sword] when moves"], "orc": ["stride 6,5"]},
        {"hero": ["readied orc with sword"]},
    )
    first, second = (e.event for e in found(fight, ev.AttackRolled))
    assert (first.roll.total, first.attempt) == (19, 1)
    assert (second.roll.total, second.attempt) == (14, 0)
    assert found(fight, ev.AttackRolled)[1].seq < the(fight, ev.Moved).seq


def shooting(answers):
    """The archer shoots the hero's friend beside a hero who both watches and has readied a strike."""
    hero = block("Hero", abilities=(WATCH,), strikes=(SWORD,))
    archer = block("Archer", strikes=(BOW,))
    people = one("hero", "heroes", (2, 5), hero), one("archer", "foes", (3, 5), archer), one("friend", "heroes", (9, 5))
    return table(scene(*people), answers)


SHOTS = {"hero": ["ready [strike with sword] when attacks"], "archer": ["strike friend with bow"]}


def copied(lines):
    return {who: list(texts) for who, texts in lines.items()}


def test_two_windows_at_one_event_are_asked_apart():
    says = Says(copied(SHOTS), {"hero": ["pass", "readied archer with sword"]})
    fight = shooting(says)
    fight.run()
    first, second = [question for question in says.asked if question.who == "hero" and question.kind == "reaction"]
    assert (first.about, second.about) == ("declared", "attacking")
    assert first.seq == second.seq
    assert (first.k, second.k) == (1, 2)
    assert the(fight, ev.ReactionUsed).event.reaction == "readied"
    assert the(fight, ev.ActionChosen, kind="reaction").event.asked == (second.seq, 2)


def test_a_reaction_used_in_the_first_window_is_not_offered_in_the_second():
    says = Says(copied(SHOTS), {"hero": ["reactive_strike archer with sword", "pass"]})
    fight = shooting(says)
    fight.run()
    assert [q.about for q in says.asked if q.kind == "reaction"] == ["declared"]
    assert the(fight, ev.ReactionUsed).event.reaction == "reactive_strike"


class Endless(Pf2e):
    """Whoever sees a declaration declares something in turn."""

    def reactions(self, state, window, who):
        return () if who == window.actor else (Action("echo"),)

    def react(self, game, who, window, action, cause):
        used = yield ev.ReactionUsed(cause, who, "echo", window.actor, 1)
        yield Window(DECLARED, who, used, stops=True)


def test_reactions_nest_sixteen_deep_and_no_deeper():
    thief = block("Thief", strikes=(KNIFE,), abilities=(WATCH,))
    scenario = scene(one("thief", "heroes", (2, 5), thief), one("guard", "foes", (3, 5), GUARD))
    echoes = ["echo"] * 20
    fight = table(scenario, Says({"thief": ["draw knife"]}, {"thief": echoes, "guard": list(echoes)}), rules=Endless())
    fight.run()
    assert not fight.state.faulted
    assert [e.event.actor for e in found(fight, ev.ReactionUsed)] == ["guard", "thief"] * 8
    assert fight.state.creatures["thief"].items["knife"] == "held"


# --- creatures that drop in the middle -----------------------------------------------


def test_the_caster_drops_in_its_own_fire_and_the_others_still_save():
    mage = block("Mage", abilities=(FIRE,))
    people = one("mage", "foes", (5, 5), mage), one("a", "heroes", (6, 5)), one("b", "heroes", (5, 6))
    fight = play(
        scene(*people, one("friend", "foes", (25, 15))),
        {"mage": ["use fire at 5,5"]},
        dice={"mage/reflex": [5], "a/reflex": [20]},
    )
    died = the(fight, ev.CombatantDied, actor="mage")
    assert died.seq < the(fight, ev.SaveRolled, actor="a").seq < the(fight, ev.SaveRolled, actor="b").seq
    assert fight.state.creatures["a"].hp == 20  # a critical success
    assert fight.state.creatures["b"].hp == 5  # a success: half


def test_an_area_kills_several_while_it_goes_through_them():
    mage = block("Mage", abilities=(FIRE,))
    goblins = [one(f"goblin-{n}", "foes", (9 + n, 5)) for n in range(3)]
    fight = play(
        scene(one("mage", "heroes", (2, 5), mage), *goblins),
        {"mage": ["use fire at 10,5"]},
        dice={"goblin-0/reflex": [2], "goblin-1/reflex": [2]},
    )
    assert [e.event.actor for e in found(fight, ev.CombatantDied)] == ["goblin-0", "goblin-1"]
    assert fight.state.creatures["goblin-2"].hp == 5
    assert {fight.state.creatures["goblin-0"].at, fight.state.creatures["goblin-1"].at}.isdisjoint(fight.state.occupied)


def test_of_two_persistent_damages_the_first_kills_and_the_second_is_not_dealt():
    torch = Strike("torch", 9, "1 slashing plus 19 persistent fire plus 19 persistent acid")
    fight = play(
        scene(one("hero", "heroes", (2, 5), block("Hero", strikes=(torch,))), one("orc", "foes", (3, 5))),
        {"hero": ["strike orc with torch"]},
    )
    assert [e.event.amount for e in found(fight, ev.DamageApplied)] == [1, 19]
    assert fight.state.creatures["orc"].status == DEAD
    assert fight.state.outcome.winners == ("heroes",)


def test_both_persistent_damages_end_by_their_flat_checks_at_one_turn_end():
    torch = Strike("torch", 9, "1 slashing plus 2 persistent fire plus 3 persistent acid")
    fight = play(
        scene(one("hero", "heroes", (2, 5), block("Hero", strikes=(torch,))), one("orc", "foes", (3, 5))),
        {"hero": ["strike orc with torch"]},
        dice={"orc/persistent-fire-flat": [15], "orc/persistent-acid-flat": [15]},
    )
    assert [e.event.amount for e in found(fight, ev.DamageApplied)] == [1, 2, 3]
    assert not fight.state.effects


# --- waiting ---------------------------------------------------------------------------


def test_a_return_from_delay_takes_the_place_behind_and_goes_on_with_the_same_turn():
    people = one("hero", "heroes", (2, 5)), one("orc", "foes", (9, 5)), one("troll", "foes", (9, 9))
    fight = play(scene(*people), {"hero": ["delay", "stride 3,5"]}, {"hero": ["return"]})
    assert [(e.event.actor, e.event.number) for e in found(fight, ev.TurnStarted)] == [
        ("hero", 1),
        ("orc", 1),
        ("hero", 1),
        ("troll", 1),
    ]
    assert fight.state.order == ("orc", "hero", "troll")
    assert fight.state.creatures["hero"].at == (3, 5)
    assert not found(fight, ev.TurnEnded, actor="hero")[1:]


def test_a_delay_lapses_after_a_whole_round():
    people = one("hero", "heroes", (2, 5)), one("orc", "foes", (9, 5)), one("troll", "foes", (9, 9))
    fight = play(scene(*people, round_limit=2), {"hero": ["delay", "end"]}, {"hero": ["pass", "pass", "pass"]})
    assert [e.event.number for e in found(fight, ev.TurnStarted, actor="hero")] == [1, 2]
    assert fight.state.order == ("hero", "orc", "troll")
    assert not fight.state.creatures["hero"].delayed
    assert not found(fight, ev.Returned)


@pytest.mark.parametrize("last", ["end", "ready [strike with sword] when moves"])
def test_having_ended_the_turn_is_state(last):
    scenario = scene(one("hero", "heroes", (2, 5)), one("orc", "foes", (9, 5)))
    fight = table(scenario, Says({"hero": ["step 3,5", last]}))
    fight.run(lambda: fight.state.ending)
    again = table(scenario, Says({"hero": ["stride 4,5"]}), state=fold(State(scenario), fight.entries))
    again.run()
    assert names(again.entries)[:2] == ["TurnEnded", "TurnStarted"]
    assert [e.event.actor for e in again.entries[:2]] == ["hero", "orc"]


# --- time ------------------------------------------------------------------------------


def reinforced():
    late = one("late", "foes", (9, 9), round=2)
    return scene(one("hero", "heroes", (2, 5)), one("orc", "foes", (9, 5)), late, round_limit=2)


def test_a_reinforcement_comes_before_the_round_of_the_same_second():
    fight = play(reinforced())
    fired, round_two = the(fight, ev.TimerFired), the(fight, ev.RoundStarted, number=2)
    assert fired.t == round_two.t == 6
    assert fired.seq < the(fight, ev.CombatantJoined, actor="late").seq < round_two.seq
    assert found(fight, ev.TurnStarted, actor="late")


@pytest.mark.parametrize("pending", [1, 0])
def test_a_reinforcement_comes_once_whether_resumed_before_or_after_it(pending):
    scenario = reinforced()
    whole = play(scenario)
    first = table(scenario)
    first.run(lambda: first.state.phase == "between" and first.state.round == 1 and len(first.state.timers) == pending)
    second = table(scenario, state=fold(State(scenario), first.entries))
    second.run()
    assert first.entries + second.entries == whole.entries
    assert bool(found(second, ev.TimerFired)) is bool(pending)


@pytest.mark.parametrize("until", ["start of next turn", "end of next turn"])
def test_an_effect_until_the_bards_next_turn_ends_when_that_turn_would_have_come(until):
    lasting = Lasting("song", (Bonus("ac", "status", 1),), until)
    song = Ability(name="Song", area="30 ft emanation", affects="allies", effect=lasting)
    people = (
        one("bard", "foes", (9, 5), block("Bard", hp=5, abilities=(song,))),
        one("hero", "heroes", (8, 5)),
        one("orc", "foes", (9, 6)),
    )
    fight = play(scene(*people, round_limit=3), {"bard": ["use song"], "hero": ["strike bard with sword"]})
    assert fight.state.creatures["bard"].status == DEAD
    passed = the(fight, ev.SlotPassed)
    ended = the(fight, ev.EffectEnded, target="orc")
    assert ended.event.cause == passed.seq
    assert the(fight, ev.RoundStarted, number=2).seq < passed.seq < found(fight, ev.TurnStarted, actor="hero")[1].seq


@pytest.mark.parametrize("trigger", ["attacks", "moves"])
def test_a_readied_action_out_of_reach_does_not_use_up_the_trigger_of_a_later_square(trigger):
    hero = block("Hero", abilities=(WATCH,))
    fight = play(
        scene(one("hero", "heroes", (6, 4), hero), one("orc", "foes", (2, 5))),
        {"hero": [f"ready [strike with sword] when {trigger}"], "orc": ["stride 7,5 via 3,5 4,5 5,5 6,5"]},
        {"hero": ["reactive_strike orc with sword"]},
    )
    assert the(fight, ev.ReactionUsed).event.reaction == "reactive_strike"


def test_a_blow_that_kills_leaves_no_persistent_damage_behind():
    torch = Strike("torch", 9, "30 slashing plus 5 persistent fire")
    fight = play(
        scene(one("hero", "heroes", (2, 5), block("Hero", strikes=(torch,))), one("orc", "foes", (3, 5))),
        {"hero": ["strike orc with torch"]},
    )
    assert fight.state.creatures["orc"].status == DEAD
    assert not found(fight, ev.EffectStarted)


def test_a_paralyzed_creature_does_not_react():
    held = {"failure": {"paralyzed": 1}}
    hold = Ability(name="Hold", range=30, affects="enemies", save=Save(30, type="will"), conditions=held)
    thief = block("Thief", strikes=(KNIFE,), abilities=(hold,))
    says = Says({"thief": ["use hold on guard", "draw knife"]})
    fight = table(scene(one("thief", "heroes", (2, 5), thief), one("guard", "foes", (3, 5), GUARD)), says)
    fight.run()
    assert fight.state.creatures["guard"].conditions == {"paralyzed": 1}
    assert not [question for question in says.asked if question.kind == "reaction"]
