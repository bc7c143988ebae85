"""The map and the result table."""

from __future__ import annotations

import io
from types import SimpleNamespace

import pytest
from rich.console import Console

from sim.model import events as ev
from sim.model.reduce import fold
from sim.model.scenario import AgentSpec, Combatant, Map, Scenario, Side, Terrain
from sim.model.state import State
from sim.model.values import Roll
from sim.report.board import board, glyphs
from sim.report.table import Tally, result

AGENT = AgentSpec("scripted", "scripted", [])
SIDES = (Side("heroes", "pc"), Side("raiders", "adversary"))


def scenario(ground, *names):
    whole = [Combatant(who, side, SimpleNamespace(name=name), AGENT) for who, name, side in names]
    return Scenario("test", "Test", "pf2e", "core", ground, SIDES, tuple(whole))


def drawn(what, width=100):
    console = Console(file=io.StringIO(), width=width, highlight=False)
    console.print(what)
    return [line.rstrip() for line in console.file.getvalue().splitlines()]


def console(width=100):
    return Console(file=io.StringIO(), width=width)


def joined(who, side, at, space=1):
    return ev.CombatantJoined(0, who, side, 20, 20, at, space, 5, {}, {}, ())


def folded(whole, *events):
    return fold(State(whole), [ev.Entry(seq, 0, event) for seq, event in enumerate(events, 1)])


PAIR = scenario(
    Map(6, 4, ((2, 0), (2, 1)), (Terrain("difficult", ((0, 3), (1, 3))),)),
    ("vessa", "Vessa", "heroes"),
    ("ogre", "Ogre", "raiders"),
)
JOINED = (joined("vessa", "heroes", (0, 1)), joined("ogre", "raiders", (3, 1), space=2))


def test_the_map_shows_walls_ground_and_whole_spaces():
    assert drawn(board(folded(PAIR, *JOINED), console(20)))[:5] == [
        "    0 1 2 3 4 5",
        "  0 · · # · · ·",
        "  1 V · # o o ·",
        "  2 · · · o o ·",
        "  3 ~ ~ · · · ·",
    ]


def test_the_dead_leave_the_map_and_stay_in_the_legend():
    lines = drawn(board(folded(PAIR, *JOINED, ev.CombatantDied(0, "ogre", "vessa")), console(20)))
    assert lines[2] == "  1 V · # · · ·"
    assert any("Ogre" in line and line.endswith("dead") for line in lines)


def test_the_legend_shows_hit_points_and_conditions():
    hurt = ev.DamageApplied(0, "ogre", "vessa", "club", (), 15, 0, 0, 20, 5)
    scared = ev.ConditionChanged(0, "vessa", "frightened", 0, 2, "ogre")
    lines = drawn(board(folded(PAIR, *JOINED, hurt, scared), console()))
    (legend,) = [line for line in lines if "Vessa" in line]
    assert legend.endswith("V Vessa ███░░░░░░░  5/20 frightened 2")


def test_a_creature_with_one_hit_point_shows_a_cell():
    hurt = ev.DamageApplied(0, "ogre", "vessa", "club", (), 19, 0, 0, 20, 1)
    (legend,) = [line for line in drawn(board(folded(PAIR, *JOINED, hurt), console())) if "Vessa" in line]
    assert "█░░░░░░░░░" in legend


def test_a_terminal_that_knows_ascii_only_gets_ascii_only():
    output = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    narrow = Console(file=output, width=100)
    narrow.print(board(folded(PAIR, *JOINED), narrow))
    output.flush()
    told = output.buffer.getvalue().decode("ascii")
    assert "V . #" in told
    assert "==========" in told


def test_map_and_legend_stand_side_by_side_only_where_there_is_room():
    state = folded(PAIR, *JOINED)
    assert len(drawn(board(state, console(100)))) == 5
    assert len(drawn(board(state, console(40)))) == 7


def test_a_large_map_is_cut_to_what_is_around_the_creatures():
    whole = scenario(Map(200, 200), ("vessa", "Vessa", "heroes"), ("ogre", "Ogre", "raiders"))
    lines = drawn(
        board(folded(whole, joined("vessa", "heroes", (100, 50)), joined("ogre", "raiders", (104, 51))), console())
    )
    rows = [line[:3] for line in lines[2:]]
    assert rows == [f"{row:>3}" for row in range(47, 55)]
    assert max(map(len, lines)) <= 100


@pytest.mark.parametrize("count", [1, 10, 60])
def test_no_glyph_is_given_twice(count):
    many = [(f"goblin-{n}", "Goblin", "raiders") for n in range(count)]
    found = glyphs(scenario(Map(5, 5), ("vessa", "Vessa", "heroes"), *many))
    assert len(set(found.values())) == count + 1
    assert found["vessa"] == "V"
    assert found["goblin-0"] == "g"


def attack(who, target, degree):
    return ev.AttackRolled(0, who, target, "club", Roll(f"{who}/attack", 0, 20, (9,), 9, (), 9, 10, degree), 1)


def test_deeds_are_counted():
    tally = Tally()
    for event in (
        attack("vessa", "ogre", "success"),
        ev.DamageApplied(1, "vessa", "ogre", "club", (), 30, 4, 0, 20, 0),
        ev.CombatantDowned(2, "ogre", "vessa"),
        ev.CombatantDied(3, "ogre", "vessa"),
        attack("vessa", "ogre", "critical_success"),
        attack("vessa", "ogre", "failure"),
    ):
        tally.add(event)
    deeds = tally.of("vessa")
    assert (deeds.hits, deeds.attacks, deeds.criticals) == (2, 3, 1)
    assert deeds.dealt == tally.of("ogre").taken == 24  # what was there to lose, temporary Hit Points too
    assert deeds.downs == 1  # downed and then dead is once


def test_hurting_oneself_is_no_deed():
    tally = Tally()
    tally.add(ev.DamageApplied(1, "vessa", "vessa", "bomb", (), 5, 0, 0, 20, 15))
    assert (tally.of("vessa").dealt, tally.of("vessa").taken) == (0, 5)


@pytest.mark.parametrize(
    ("end", "headline"),
    [
        (
            ev.EncounterEnded(0, ("heroes",), "last side standing", {}),
            "Winners: heroes after 1 round (last side standing).",
        ),
        (ev.EncounterEnded(0, (), "round limit", {}), "A draw after 1 round (round limit)."),
        (ev.EngineFaulted(0, 3, "KeyError: 'x'", "encounter run"), "The fight broke off in round 1."),
        (ev.RoundEnded(0, 1), "The fight is not over; it stands in round 1."),
    ],
)
def test_the_result_begins_with_the_outcome(end, headline):
    lines = drawn(result(folded(PAIR, *JOINED, ev.RoundStarted(0, 1), end), Tally()))
    assert headline in lines


def test_the_table_has_a_row_for_everyone_also_for_who_never_came():
    lines = drawn(result(folded(PAIR, JOINED[0]), Tally()), width=80)
    assert [line.split() for line in lines if line.startswith(("Vessa", "Ogre"))] == [
        ["Vessa", "heroes", "20/20", "up", "0", "0", "0/0", "0", "0"],
        ["Ogre", "raiders", "-", "not", "yet", "there"],
    ]
