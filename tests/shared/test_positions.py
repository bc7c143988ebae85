"""Judged places: distances, ways, flanking, lines of effect, cover, and the order of creatures."""

from __future__ import annotations

from sim.model import events as ev
from sim.model.creature import SIZES
from sim.model.geometry import center, distance, within_reach
from sim.model.grid import grid_of
from sim.model.scenario import Map, Terrain
from sim.model.values import Square
from sim.rules.pf2e.cover import on_save, on_stealth
from sim.rules.pf2e.data import Saves
from sim.rules.pf2e.facing import armor_class_against
from sim.rules.pf2e.flanking import IMMUNITY, flanks
from sim.rules.pf2e.numbers import armor_class, statistic
from tests.engine.table import BOW, block, one, play, scene, the
from tests.shared.judged import judged

SUITE = "distance_flanking_cover_initiative"
SIZE_OF = {SIZES[size]: size for size in ("medium", "large", "huge", "gargantuan")}


def square(place) -> Square:
    return place["x"], place["y"]


def creature(who, side, place, **changes):
    """A creature as the case places it."""
    conditions = {"paralyzed": 1} if changes.pop("helpless", False) else {}
    return one(who, side, square(place), block(size=SIZE_OF[place["size"]], **changes), conditions=conditions)


# --- distances -------------------------------------------------------------------


@judged(SUITE, "dx", "dy", "reach")
def test_distances(case):
    there, reach, feet = (case["given"]["dx"], case["given"]["dy"]), case["given"]["reach"], case["expect"]["feet"]
    if reach is None:
        assert distance((0, 0), 1, there, 1) == feet
    else:
        assert within_reach((0, 0), 1, there, 1, reach) is (feet <= reach)


@judged(SUITE, "a", "b", without=("target",))
def test_distance_of_two_creatures(case):
    a, b = case["given"]["a"], case["given"]["b"]
    assert distance(square(a), a["size"], square(b), b["size"]) == case["expect"]["feet"]


@judged(SUITE, "steps")
def test_what_a_way_costs(case):
    way, rough = [(0, 0)], []
    for step in case["given"]["steps"]:
        x, y = way[-1]
        way.append((x + 1, y + step.startswith("diagonal")))
        if step.endswith("difficult"):
            rough.append(way[-1])
    walker = one("a", "heroes", way[0], block(speeds={"land": 60}))
    field = Map(30, 20, terrain=(Terrain("difficult", tuple(rough)),))
    to, *via = [f"{x},{y}" for x, y in (way[-1], *way[1:-1])]
    fight = play(scene(walker, one("b", "foes", (20, 19)), map=field), {"a": [f"stride {to} via {' '.join(via)}"]})
    assert the(fight, ev.Moved).event.feet == case["expect"]["feet"]


@judged(SUITE, "from", "feet", "check")
def test_how_far_one_comes(case):
    given = case["given"]
    reached = grid_of(Map(30, 20)).reachable(tuple(given["from"]), 1, given["feet"])
    costs = [reached[tuple(at)].feet if tuple(at) in reached else None for at in given["check"]]
    assert costs == case["expect"]["cost"]


# --- flanking --------------------------------------------------------------------


@judged(SUITE, "a", "b", "target", "reach")
def test_who_flanks(case):
    given = case["given"]
    awake, flankable = given.get("b_can_attack", True), given.get("target_flankable", True)
    state = play(
        scene(
            creature("a", "heroes", given["a"], reach=given["reach"]),
            creature("b", "heroes", given["b"], reach=given["reach"], helpless=not awake),
            creature("t", "foes", given["target"], immunities=() if flankable else (IMMUNITY,)),
        )
    ).state
    target = state.creatures["t"]
    found = [flanks(state, state.creatures[who], target) for who in ("a", "b")]
    assert found == [case["expect"]["flanked"]] * 2


@judged(SUITE, "flanked", "ac")
def test_armor_class_of_the_flanked(case):
    target = one("t", "foes", (3, 3), block(ac=case["given"]["ac"]))
    heroes = [one(who, "heroes", at) for who, at in (("a", (2, 3)), ("b", (4, 3)), ("c", (3, 2)))]
    state = play(scene(*heroes, target)).state
    a, b, c = [
        armor_class_against(state, state.creatures["t"], state.creatures[who], ranged=False)[0]
        for who in ("a", "b", "c")
    ]
    assert a == b
    assert {"ac_vs_flankers": a, "ac_vs_others": c} == case["expect"]


# --- lines and cover -------------------------------------------------------------


def shooting(given):
    """The state of a fight in which ``a`` may shoot at ``t``."""
    others = [one(f"c{n}", "heroes", tuple(at)) for n, at in enumerate(given["creatures"])]
    archer = one("a", "heroes", tuple(given["attacker"]), block(strikes=(BOW,)))
    field = Map(30, 20, walls=tuple(map(tuple, given["walls"])))
    return play(scene(archer, one("t", "foes", tuple(given["target"])), *others, map=field)).state


@judged(SUITE, "attacker", "walls")
def test_lines_of_effect_and_cover_on_them(case):
    state = shooting(case["given"])
    archer, target = state.creatures["a"], state.creatures["t"]
    cover = armor_class_against(state, target, archer, ranged=True)[0] - armor_class(state, target)[0]
    line = state.grid.line_of_effect(archer.at, archer.space, target.at, target.space)
    found = {"line": line, "cover_ac": cover}
    assert {key: found[key] for key in case["expect"]} == case["expect"]


def test_a_creature_on_the_line_gives_lesser_cover_and_leaves_the_line_free():
    state = shooting({"attacker": (0, 0), "target": (3, 0), "creatures": [(1, 0)], "walls": []})
    archer, target = state.creatures["a"], state.creatures["t"]
    assert armor_class_against(state, target, archer, ranged=True)[0] == armor_class(state, target)[0] + 1
    assert state.grid.line_of_effect(archer.at, archer.space, target.at, target.space)


@judged(SUITE, "cover")
def test_bonuses_of_cover(case):
    found = [bonuses(degree) for degree in case["given"]["cover"]]
    assert (
        dict(zip(("ac", "reflex_vs_area", "stealth"), map(list, zip(*found, strict=True)), strict=True))
        == (case["expect"])
    )


def bonuses(degree):
    """What cover of a degree adds to AC, to Reflex against an area and to Stealth."""
    field = Map(30, 20, terrain=(Terrain("cover", ((4, 2),), cover=degree),))
    state = play(
        scene(one("a", "heroes", (2, 2)), one("t", "foes", (6, 2), block(saves=Saves(0, 3, 0))), map=field)
    ).state
    foe, target = state.creatures["a"], state.creatures["t"]
    bare = statistic(state, target, "reflex")
    return (
        armor_class_against(state, target, foe, ranged=True)[0] - armor_class(state, target)[0],
        on_save(state, target, "reflex", center(foe.at, foe.space), foe, bare)[0] - bare[0],
        sum(modifier.value for modifier in on_stealth(state, foe, target)),
    )


# --- initiative ------------------------------------------------------------------


@judged(SUITE, "totals")
def test_order_at_equal_totals(case):
    sides = {"pc": "heroes", "foe": "foes"}
    people = [
        one(who, sides[who], (2 + 4 * n, 2), block(perception=total - 10))
        for n, (who, total) in enumerate(case["given"]["totals"].items())
    ]
    dice = {f"{who}/initiative": [10] for who in sides}
    assert list(play(scene(*people), dice=dice).state.order) == case["expect"]["order"]


@judged(SUITE, "npc", "die")
def test_what_is_rolled_for_initiative(case):
    npc, die = case["given"]["npc"], case["given"]["die"]
    data = block(perception=npc["perception"])
    foe = one("npc", "foes", (2, 2), data, initiative=npc["initiative"]["statistic"])
    fight = play(scene(foe, one("a", "heroes", (9, 9))), dice={"npc/initiative": [die]})
    rolled = the(fight, ev.InitiativeRolled, actor="npc").event
    assert (rolled.statistic, rolled.roll.total) == (npc["initiative"]["statistic"], case["expect"]["total"])
