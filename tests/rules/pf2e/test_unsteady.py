"""Scripts can balance where nobody strides."""

from __future__ import annotations

from sim.model.creature import Feet
from sim.model.scenario import Map, Terrain
from tests.engine.table import PF2E, Says, block, one, scene, table

BEAM = Terrain("narrow", tuple((x, 0) for x in range(4, 8)), dc=15, height=Feet(20))


def legal(at, width=14):
    """What a hero may do in a corridor with a beam in it."""
    hero = one("hero", "heroes", (at, 0), block("Hero"))
    fight = table(scene(hero, one("foe", "foes", (12, 0)), map=Map(width, 1, terrain=(BEAM,))), Says({}))
    fight.run(lambda: "hero" in fight.state.creatures and fight.state.creatures["hero"].actions == 3)
    return PF2E.legal(fight.state, "hero")


def test_a_beam_is_approached_by_stride_and_crossed_by_balance():
    assert legal(1).approach("stride", "foe", 5).square == (3, 0)
    assert legal(3).approach("stride", "foe", 5) is None
    assert str(legal(3).approach("balance", "foe", 5)) == "balance 8,0 via 4,0 5,0 6,0 7,0"


def test_on_a_beam_only_balance_serves_and_elsewhere_it_does_not():
    assert legal(5).approach("stride", "foe", 5) is None
    assert legal(5).retreat("balance", ["foe"]).square == (0, 0)
    assert legal(9).approach("balance", "foe", 5) is None
    assert [action.kind for action in legal(5).actions("stride")] == []
