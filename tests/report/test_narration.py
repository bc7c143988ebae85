"""Narration of events made by hand."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from attrs import evolve

from sim.model import events as ev
from sim.model.reduce import reduce
from sim.model.scenario import AgentSpec, Combatant, Map, Scenario, Side
from sim.model.state import State
from sim.model.values import (
    Adjustment,
    DamageLine,
    DamagePart,
    Effect,
    EffectModifier,
    Ends,
    Modifier,
    Roll,
)
from sim.report.narration import NORMAL, QUIET, VERBOSE, Narrator

AGENT = AgentSpec("scripted", "scripted", [])


def combatant(who, name, side):
    return Combatant(who, side, SimpleNamespace(name=name), AGENT)


SCENARIO = Scenario(
    "test",
    "Test",
    "pf2e",
    "core",
    Map(12, 8),
    (Side("heroes", "pc"), Side("raiders", "adversary")),
    (
        combatant("vessa", "Vessa", "heroes"),
        combatant("goblin-1", "Goblin", "raiders"),
        combatant("goblin-2", "Goblin", "raiders"),
    ),
)


def joined(who, side, hp, at):
    return ev.CombatantJoined(0, who, side, hp, hp, at, 1, 5, {}, {}, ())


OPENING = (
    ev.EncounterStarted(0, "test", "pf2e", "core", 7, 0),
    joined("vessa", "heroes", 22, (1, 1)),
    joined("goblin-1", "raiders", 18, (2, 1)),
    joined("goblin-2", "raiders", 18, (3, 3)),
    ev.RoundStarted(0, 1),
    ev.TurnStarted(0, "vessa", 1, 1),
    ev.ActionsRegained(6, "vessa", 3, 1),
)
FIRST = len(OPENING) + 1
"""Seq of the first event after the opening."""


def narrate(*events, level=NORMAL, since=FIRST, system="pf2e"):
    """Tell events that follow the opening, as indented plain lines."""
    state = State(evolve(SCENARIO, ruleset=system))
    narrator = Narrator(state, level)
    lines = []
    for seq, event in enumerate((*OPENING, *events), 1):
        entry = ev.Entry(seq, 0, event)
        reduce(state, entry)
        told = narrator.tell(entry)
        lines += told if seq >= since else []
    lines += narrator.rest()
    return ["  " * line.indent + line.text.plain for line in lines]


def chosen(who, action, kind="action", cause=0):
    return ev.ActionChosen(cause, who, action, kind, (FIRST, 0), "brute", "close-in", "the nearest one")


ATTACK = Modifier("untyped", "longsword", 9, "pf2e.attack.stat_block")
PENALTY = Modifier("untyped", "multiple attack penalty", -5, "pf2e.attack.map")
PRONE = Modifier("circumstance", "off_guard", -2, "pf2e.condition.off_guard")
SHADOWED = Modifier("status", "bless", 1, "pf2e.check.bonus_stacking", counted=False)


def attacked(face, total, degree, *more, cause=FIRST + 1, dc=16, against=()):
    roll = Roll("vessa/attack", 0, 20, (face,), face, (ATTACK, *more), total, dc, degree, against)
    return ev.AttackRolled(cause, "vessa", "goblin-1", "longsword", roll, 1)


def rolled(*parts, cause=FIRST + 2, source="longsword", actor="vessa"):
    return ev.DamageRolled(cause, actor, source, f"{actor}/damage", 0, parts, sum(part.total for part in parts))


FOUR = (Modifier("untyped", "damage", 4, "pf2e.attack.stat_block"),)
SLASH = DamagePart("slashing", "1d8", (6,), FOUR, 10)


def applied(amount, after, *lines, cause=FIRST + 2, before=18, temp=(0, 0)):
    return ev.DamageApplied(cause, "vessa", "goblin-1", "longsword", lines, amount, *temp, before, after)


STRIKE = (
    chosen("vessa", "strike goblin-1 with longsword"),
    ev.ActionSpent(FIRST, "vessa", "strike", 1, 2, ("attack",)),
)


def test_a_hit_takes_two_lines_from_the_die_to_the_hit_points():
    assert narrate(
        *STRIKE, attacked(14, 18, "success", PENALTY), rolled(SLASH), applied(10, 8, DamageLine("slashing", 10, (), 10))
    ) == [
        "  Vessa strikes goblin-1 with longsword: d20 (14) + 9 attack - 5 multiple attack penalty = 18 vs AC 16: hit.",
        "    for 1d8 (6) + 4 = 10 slashing; goblin-1 drops from 18 to 8 HP.",
    ]


def test_a_critical_hit_tells_what_doubling_and_resistance_make_of_the_dice():
    steps = (
        Adjustment("doubled", "doubled", 20, "pf2e.damage.double"),
        Adjustment("resistance", "physical", 15, "pf2e.damage.resistance"),
    )
    told = narrate(
        *STRIKE,
        attacked(20, 29, "critical_success"),
        rolled(SLASH),
        applied(15, 3, DamageLine("slashing", 10, steps, 15)),
    )
    assert told == [
        "  Vessa strikes goblin-1 with longsword: d20 (20) + 9 attack = 29 vs AC 16: critical hit.",
        (
            "    for 1d8 (6) + 4 = 10 slashing, doubled to 20, resistance to physical makes it 15; "
            "goblin-1 drops from 18 to 3 HP."
        ),
    ]


def test_critical_hits_are_bold():
    state = State(SCENARIO)
    narrator = Narrator(state)
    texts = []
    for seq, event in enumerate((*OPENING, *STRIKE, attacked(20, 29, "critical_success")), 1):
        reduce(state, ev.Entry(seq, 0, event))
        texts = [line.text for line in narrator.tell(ev.Entry(seq, 0, event))]
    (text,) = texts
    assert "critical hit" in [text.plain[span.start : span.end] for span in text.spans if "bold" in str(span.style)]


def test_a_changed_armor_class_shows_its_stated_value():
    assert narrate(*STRIKE, attacked(2, 11, "failure", dc=14, against=(PRONE,))) == [
        "  Vessa strikes goblin-1 with longsword: d20 (2) + 9 attack = 11 vs AC 14 (16 - 2 off guard): miss.",
    ]


def test_damage_of_several_types():
    fire = DamagePart("fire", "1d6", (3,), (), 3)
    lines = (DamageLine("slashing", 10, (), 10), DamageLine("fire", 3, (), 3))
    assert narrate(*STRIKE, attacked(14, 23, "success"), rolled(SLASH, fire), applied(13, 5, *lines))[1] == (
        "    for 1d8 (6) + 4 slashing + 1d6 (3) fire = 13; goblin-1 drops from 18 to 5 HP."
    )


def test_temporary_hit_points_go_first():
    told = narrate(*STRIKE, attacked(14, 23, "success"), rolled(SLASH), applied(10, 13, temp=(5, 0)))
    assert told[1] == ("    for 1d8 (6) + 4 = 10 slashing; goblin-1 loses 5 temporary HP and drops from 18 to 13 HP.")


def test_a_reaction_between_dice_and_damage_stands_between_them_and_deeper():
    block = Adjustment("reaction", "shield", 5, "pf2e.reaction.shield_block")
    told = narrate(
        *STRIKE,
        attacked(14, 23, "success"),
        rolled(SLASH),
        chosen("goblin-1", "shield_block", "reaction", cause=FIRST + 3),
        ev.ReactionUsed(FIRST + 4, "goblin-1", "shield_block", "vessa", 0),
        ev.DamageReduced(FIRST + 5, "goblin-1", "goblin-1", 5, "shield"),
        applied(5, 13, DamageLine("slashing", 10, (block,), 5)),
    )
    assert told[1:] == [
        "    longsword: 1d8 (6) + 4 = 10 slashing.",
        "    Reaction: goblin-1's shield block, triggered by Vessa.",
        "      goblin-1 takes 5 off the damage (shield).",
        "    goblin-1 takes 5 slashing (10 rolled, shield leaves 5) and drops from 18 to 13 HP.",
    ]


def test_a_stride_that_is_interrupted_goes_on():
    told = narrate(
        chosen("vessa", "stride 4,1"),
        ev.ActionSpent(FIRST, "vessa", "stride", 1, 2, ("move",)),
        ev.Moved(FIRST + 1, "vessa", ((1, 2), (2, 2)), 10, "land", False, 0),
        ev.Moved(FIRST + 1, "vessa", ((3, 2), (4, 1)), 10, "land", False, 1),
        chosen("vessa", "step 4,0"),
        ev.ActionSpent(FIRST + 4, "vessa", "step", 1, 1, ("move",)),
        ev.Moved(FIRST + 5, "vessa", ((4, 0),), 5, "land", False, 1),
    )
    assert told == [
        "  Vessa strides to 2,2 (10 ft).",
        "  Vessa goes on to 4,1 (10 ft).",
        "  Vessa steps to 4,0 (5 ft).",
    ]


def test_an_effect_on_several_creatures_is_told_once():
    def started(number, target):
        song = (EffectModifier("attack", "status", 1),)
        return ev.EffectStarted(FIRST + 1, Effect(number, "war_song", target, "vessa", song, Ends("vessa", 2, "start")))

    told = narrate(
        chosen("vessa", "use war-song"),
        ev.ActionSpent(FIRST, "vessa", "war-song", 1, 2, ()),
        started(1, "vessa"),
        started(2, "goblin-1"),
        started(3, "goblin-2"),
    )
    assert told == [
        "  Vessa uses war song (1 action).",
        "    Vessa, goblin-1 and goblin-2 have war song (+1 status to attack) until the start of Vessa's next turn.",
    ]


def test_a_condition_is_told_with_its_end():
    blinded = Effect(1, "off_guard", "goblin-1", "vessa", ends=Ends("vessa", 2, "end"), detail="value 1")
    assert narrate(
        ev.EffectStarted(8, blinded),
        ev.ConditionChanged(9, "goblin-1", "off_guard", 0, 1, "vessa"),
        ev.EffectEnded(9, "goblin-1", 1, "off_guard", "expired"),
        ev.ConditionChanged(10, "goblin-1", "off_guard", 1, 0, "vessa"),
    ) == [
        "    goblin-1 is off guard until the end of Vessa's next turn.",
        "  goblin-1 is no longer off guard.",
    ]


def test_persistent_damage_is_told_with_its_dice():
    burning = Effect(1, "persistent_damage", "goblin-1", "vessa", detail="2/1 1d6 fire")
    assert narrate(ev.EffectStarted(0, burning)) == ["    goblin-1 has persistent damage (doubled 1d6 fire)."]


def test_going_down_is_told_without_what_comes_with_it():
    down = FIRST
    told = narrate(
        ev.CombatantDowned(1, "vessa", "goblin-1"),
        ev.ConditionChanged(down, "vessa", "unconscious", 0, 1, "goblin-1"),
        ev.ConditionChanged(down, "vessa", "prone", 0, 1, "goblin-1"),
        ev.ItemChanged(down, "vessa", "longsword", "held", "dropped", 5),
        ev.OrderChanged(down, ("vessa", "goblin-1", "goblin-2"), 2, "dying"),
        ev.ConditionChanged(down, "vessa", "dying", 0, 1, "goblin-1"),
    )
    assert told == ["    Vessa goes down.", "    Vessa is dying 1."]


def test_conditions_show_a_value_only_where_they_have_one():
    told = narrate(
        ev.ConditionChanged(1, "goblin-1", "frightened", 0, 1, "vessa"),
        ev.ConditionChanged(1, "goblin-1", "prone", 0, 1, "vessa"),
        ev.ConditionChanged(1, "goblin-1", "frightened", 2, 1, "vessa"),
        ev.ConditionChanged(1, "goblin-1", "prone", 1, 0, "vessa"),
    )
    assert [line.strip() for line in told] == [
        "goblin-1 is frightened 1.",
        "goblin-1 is prone.",
        "goblin-1 is now frightened 1 (before: 2).",
        "goblin-1 is no longer prone.",
    ]


def test_saves_name_what_they_are_against():
    will = Roll("goblin-1/will", 0, 20, (3,), 3, (Modifier("untyped", "will", 4, "x"),), 7, 17, "critical_failure")
    assert narrate(ev.SaveRolled(1, "goblin-1", "will", "marrow-howl", will)) == [
        "  goblin-1's will save against marrow howl: d20 (3) + 4 = 7 vs DC 17: critical failure."
    ]


def test_healing_is_one_line():
    part = DamagePart("healing", "1d8", (5,), FOUR, 9)
    assert narrate(rolled(part, source="mend"), ev.Healed(FIRST, "vessa", "goblin-1", 0, 18, 18)) == [
        "    for 1d8 (5) + 4 = 9 healing; goblin-1 stays at 18 HP."
    ]


def test_dice_that_nothing_follows_are_told_at_last():
    assert narrate(rolled(SLASH)) == ["    longsword: 1d8 (6) + 4 = 10 slashing."]


def test_unused_actions_are_told_and_used_up_turns_are_not():
    assert narrate(chosen("vessa", "end")) == ["  Vessa ends the turn with 3 actions unused."]
    spent = ev.ActionSpent(1, "vessa", "strike", 3, 0, ())
    assert narrate(spent, chosen("vessa", "end")) == []


def test_noise_is_left_out():
    assert narrate(ev.ActionsRegained(1, "vessa", 3, 1), ev.TurnEnded(0, "vessa"), ev.RoundEnded(0, 1)) == []


def test_headings():
    told = narrate(since=5)
    assert told == ["", "Round 1", "Vessa (22/22 HP)"]


@pytest.mark.parametrize(
    ("winners", "line"),
    [
        (("heroes",), "The heroes win: last side standing."),
        (("heroes", "raiders"), "The heroes and raiders win: last side standing."),
        ((), "No side wins: last side standing."),
    ],
)
def test_the_end_names_the_winners(winners, line):
    assert narrate(ev.EncounterEnded(0, winners, "last side standing", {})) == ["", line]


def test_the_end_tells_what_the_rules_have_to_say_about_the_whole():
    end = ev.EncounterEnded(0, ("heroes",), "last side standing", {"xp": 80, "threat": "moderate"})
    assert narrate(end) == ["", "The heroes win: last side standing (threat moderate, xp 80)."]


def test_quiet_tells_who_falls_and_who_wins():
    fate = (ev.CombatantDied(1, "goblin-1", "vessa"), ev.EncounterEnded(0, ("heroes",), "last side standing", {}))
    told = narrate(*STRIKE, attacked(14, 23, "success"), rolled(SLASH), applied(10, 8), *fate, level=QUIET, since=1)
    assert told == ["goblin-1 is dead.", "The heroes win: last side standing."]


def test_verbose_tells_every_event_with_reasons_and_what_did_not_count():
    told = narrate(*STRIKE, attacked(14, 23, "success", SHADOWED), ev.TurnEnded(0, "vessa"), level=VERBOSE)
    assert told == [
        "  Vessa decides: strike goblin-1 with longsword.  [brute, close-in: the nearest one]",
        "  Vessa spends 1 action on strike, 2 left.",
        "  Vessa strikes goblin-1 with longsword: d20 (14) + 9 attack = 23 (+ 1 bless does not stack) vs AC 16: hit.",
        "  TurnEnded: actor vessa",
    ]


def test_verbose_numbers_its_lines():
    state = State(SCENARIO)
    narrator = Narrator(state, VERBOSE)
    numbers = []
    for seq, event in enumerate(OPENING, 1):
        reduce(state, ev.Entry(seq, 0, event))
        numbers += [line.seq for line in narrator.tell(ev.Entry(seq, 0, event))]
    assert numbers == list(range(1, FIRST))


def test_an_agents_mistake_is_told():
    refused = ev.ActionRefused(0, "vessa", "strike goblin-9", (FIRST, 0), "brute", "there is no 'goblin-9' to attack")
    assert narrate(refused) == ["  Vessa's agent brute was refused (strike goblin-9): there is no 'goblin-9' to attack"]


@pytest.mark.parametrize(
    ("system", "attack", "check"),
    [("pf2e", "AC", "DC"), ("d20", "defense", "difficulty"), ("d100", "threshold", "threshold"), ("gone", "AC", "DC")],
)
def test_each_system_has_its_word_for_what_rolls_are_against(system, attack, check):
    roll = Roll("vessa/climb", 0, 20, (9,), 9, (), 9, 12, "failure")
    told = narrate(*STRIKE, attacked(14, 23, "success"), ev.CheckRolled(FIRST, "vessa", "climb", roll), system=system)
    assert told == [
        f"  Vessa strikes goblin-1 with longsword: d20 (14) + 9 attack = 23 vs {attack} 16: hit.",
        f"  Vessa's climb check: d20 (9) vs {check} 12: failure.",
    ]


@pytest.mark.parametrize(
    ("resource", "left", "told"),
    [
        ("fire-wave/uses", 1, "1 use of fire wave"),
        ("fire-wave/uses", 0, "0 uses of fire wave"),
        ("arrows", 3, "3 of arrows"),
    ],
)
def test_what_is_left_of_a_resource(resource, left, told):
    assert narrate(ev.ResourceSpent(FIRST, "vessa", resource, left + 1, left)) == [f"  Vessa has {told} left."]


def test_an_order_without_those_who_are_out_is_not_told_again():
    assert narrate(ev.OrderChanged(FIRST, ("vessa",), 0, "out of the fight")) == []
    assert len(narrate(ev.OrderChanged(FIRST, ("vessa",), 0, "joined"))) == 1
