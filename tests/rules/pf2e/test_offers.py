"""What is offered to agents: only what may be of use, and ways to squares that serve a wish."""

from __future__ import annotations

from sim.model.creature import Feet
from sim.model.geometry import center
from sim.model.scenario import Map, Terrain
from sim.rules.pf2e.cover import STANDARD, of_terrain
from sim.rules.pf2e.data import Ability, Strike, TemporaryImmunity
from tests.engine.table import PF2E, Says, block, one, scene, table

MINUTE = TemporaryImmunity("1 minute")
DUST = Ability(name="Dust", range=Feet(30), affects="enemies", temporary_immunity=MINUTE)
ROAR = Ability(name="Roar", area="15 ft emanation", affects="enemies", temporary_immunity=MINUTE)
BALM = Ability(name="Balm", range=Feet(30), affects="allies", healing="5", recharge="once")
BOW = Strike("bow", 9, "5 piercing", range=Feet(60), hands=1)


def with_actions_left(scenario, left, **does):
    """A fight in the first turn of ``hero``, with so many actions left."""
    fight = table(scenario, Says(does))
    fight.run(lambda: "hero" in fight.state.creatures and fight.state.creatures["hero"].actions == left)
    return fight.state


def uses(state):
    return [str(action) for action in PF2E.legal(state, "hero").actions("use")]


def test_what_a_creature_is_immune_to_for_a_while_is_not_offered_against_it():
    hero = one("hero", "heroes", (2, 2), block("Hero", abilities=(DUST, ROAR)))
    scenario = scene(hero, one("near", "foes", (5, 2)), one("far", "foes", (8, 2)))
    assert uses(with_actions_left(scenario, 3)) == ["use dust on near", "use dust on far", "use roar"]
    dusted = with_actions_left(scenario, 2, hero=["use dust on near", "end"])
    assert uses(dusted) == ["use dust on far", "use roar"]
    assert uses(with_actions_left(scenario, 2, hero=["use roar", "end"])) == ["use dust on near", "use dust on far"]


def test_how_far_a_creature_can_heal_others_as_long_as_it_can():
    scenario = scene(one("hero", "heroes", (2, 2), block("Hero", abilities=(BALM,))), one("foe", "foes", (9, 2)))

    def mends(state):
        return PF2E.facts["mends"](state, state.creatures["hero"], state.creatures["hero"])

    assert mends(with_actions_left(scenario, 3)) == 30
    assert mends(with_actions_left(scenario, 2, hero=["use balm on hero", "end"])) == 0


def test_a_way_into_cover_leads_behind_terrain_and_leaves_the_enemy_in_range():
    ground = Map(16, 9, terrain=(Terrain("cover", ((4, 1),)),))
    hero = one("hero", "heroes", (2, 4), block("Hero", strikes=(BOW,)))
    state = with_actions_left(scene(hero, one("foe", "foes", (12, 1)), map=ground), 3)
    way = PF2E.legal(state, "hero").position("stride", "in_cover", ["foe"], 60)
    me, foe = state.creatures["hero"], state.creatures["foe"]
    assert of_terrain(state, center(foe.at, 1), foe, me) < STANDARD
    assert of_terrain(state, center(foe.at, 1), foe, me, way.square) == STANDARD


def test_who_is_in_cover_already_stays():
    ground = Map(16, 9, terrain=(Terrain("cover", ((4, 4),)),))
    hero = one("hero", "heroes", (3, 4), block("Hero", strikes=(BOW,)))
    state = with_actions_left(scene(hero, one("foe", "foes", (12, 4)), map=ground), 3)
    assert PF2E.legal(state, "hero").position("stride", "in_cover", ["foe"], 60) is None
