"""What a creature is shown of others, depending on how it perceives them."""

from __future__ import annotations

import pytest

from sim.engine.views import FightView, Sights
from sim.model import events as ev
from sim.model.reduce import reduce
from sim.model.values import Question
from tests.engine.table import PF2E, Says, one, play, scene, table


def fight_with(**detection):
    """Two heroes; of the foe's three kinds one is perceived as stated."""
    people = [
        one("ann", "heroes", (2, 5)),
        one("ben", "heroes", (2, 7)),
        one("gob", "foes", (4, 5), detection=detection),
    ]
    return scene(*people, one("orc", "foes", (9, 9)))


def views(scenario, *who):
    fight = table(scenario, Says(), {})
    fight.run()
    sights = Sights(fight.state)
    return [FightView(fight.state, PF2E, Question(0, 0, one, "action"), sights) for one in who]


def ids(creatures):
    return [creature.id for creature in creatures]


@pytest.mark.parametrize(
    ("how", "seen", "unseen"),
    [("hidden", ["gob", "orc"], ()), ("undetected", ["orc"], ("gob",)), ("unnoticed", ["orc"], ())],
)
def test_of_an_undetected_enemy_one_knows_that_it_is_there_of_an_unnoticed_one_nothing(how, seen, unseen):
    ann, ben = views(fight_with(ann=how), "ann", "ben")
    assert ids(ann.enemies) == seen
    assert ann.unseen == unseen
    assert ids(ben.enemies) == ["gob", "orc"]
    assert ben.unseen == ()


def test_nobody_measures_the_distance_to_whom_one_cannot_place():
    ann, ben = views(fight_with(ann="undetected"), "ann", "ben")
    assert ben.distance("ben", "gob") == 15
    with pytest.raises(LookupError, match="ann does not know where"):
        ann.distance("ann", "gob")


def test_views_change_as_creatures_are_found():
    fight = table(fight_with(heroes="undetected"), Says(), {})
    fight.run()
    sights = Sights(fight.state)
    view = FightView(fight.state, PF2E, Question(0, 0, "ann", "action"), sights)
    assert ids(view.enemies) == ["orc"]
    reduce(fight.state, ev.Entry(1000, 6, ev.DetectionChanged(0, "ann", "gob", "undetected", "hidden")))
    assert ids(view.enemies) == ["gob", "orc"]
    reduce(fight.state, ev.Entry(1001, 6, ev.DetectionChanged(0, "ann", "gob", "hidden", "observed")))
    reduce(fight.state, ev.Entry(1002, 6, ev.DetectionChanged(0, "ben", "gob", "undetected", "observed")))
    assert fight.state.detection == {}


def test_an_undetected_enemy_is_not_offered_and_its_square_may_be_guessed():
    scenario = fight_with(ann="undetected")
    fight = table(scenario, Says(), {})
    fight.run()
    assert "gob" not in PF2E.legal(fight.state, "ann").targets("strike")
    done = play(
        scene(*scenario.combatants), {"ann": ["stride 3,5", "strike with sword at 4,5"]}, dice={"ann/hidden": [11]}
    )
    assert [entry.event.target for entry in done.entries if isinstance(entry.event, ev.AttackRolled)] == ["gob"]
