"""Ways that agents are offered lead around hazardous ground, where they serve as well."""

from __future__ import annotations

import pytest

from sim.model.scenario import Map, Terrain
from tests.engine.table import PF2E, Says, block, one, scene, table

COALS = Terrain("hazardous", ((4, 2),), damage="2d6 fire")
DITCH = Terrain("hazardous", tuple((4, y) for y in range(5)), damage="2d6 fire")


def legal(patch, **data):
    """What a hero may do that has an enemy beyond some hazardous ground."""
    hero = one("hero", "heroes", (2, 2), block("Hero", **data))
    fight = table(scene(hero, one("foe", "foes", (7, 2)), map=Map(12, 5, terrain=(patch,))), Says({}))
    fight.run(lambda: "hero" in fight.state.creatures and fight.state.creatures["hero"].actions == 3)
    return PF2E.legal(fight.state, "hero")


@pytest.mark.parametrize("immunities", [(), ("fire",)])
def test_an_approach_leads_around_unless_nothing_burns(immunities):
    action = legal(COALS, immunities=immunities).approach("stride", "foe", 5)
    assert action.square[0] == 6
    assert ((4, 2) in action.via) is (immunities == ("fire",))


def test_what_cannot_be_walked_around_is_crossed_but_not_safely():
    assert legal(DITCH).approach("stride", "foe", 5).square == (6, 2)
    assert legal(DITCH).approach("stride", "foe", 5, safely=True).square[0] == 3


def test_a_retreat_does_not_end_in_it():
    ground = Terrain("hazardous", tuple((0, y) for y in range(5)), damage="1 fire")
    action = legal(ground).retreat("stride", ["foe"], safely=True)
    assert action.square[0] == 1
