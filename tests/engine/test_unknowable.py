"""No view and no list of legal actions holds what its creature cannot know.

Two fights that differ only in what a creature cannot know look the same to it: where an
undetected enemy is, and of an unnoticed one even whether it is there at all.
"""

from __future__ import annotations

from random import Random

import pytest
from attrs import define, field

from sim.engine.views import FightView, Sights
from sim.model import events as ev
from sim.model.actions import parse_action
from sim.model.scenario import Map, Terrain
from sim.model.values import Question
from sim.rules.pf2e.data import Ability, Save, Strike
from tests.engine.table import BOW, PF2E, SWORD, WATCH, Says, block, one, scene, table

SPELLS = (
    Ability(name="Ball", area="10 ft burst", range=60, save=Save(17, basic="reflex"), damage="5d6 fire"),
    Ability(name="Gust", area="15 ft cone", save=Save(17, basic="reflex"), damage="2d6 cold"),
    Ability(name="Bolt", area="30 ft line", affects="enemies", save=Save(17, basic="reflex"), damage="3d6 electricity"),
    Ability(name="Ring", area="15 ft emanation", affects="enemies", damage="1d6 force"),
    Ability(name="Dart", range=60, affects="enemies", damage="1d4 force"),
    Ability(name="Song", area="30 ft emanation", affects="allies", temp_hp="1d4"),
)
SCOUT = block(
    "Scout",
    perception=90,
    skills={"stealth": 5, "athletics": 5, "acrobatics": 5, "deception": 5, "intimidation": 5},
    strikes=(SWORD, BOW, Strike("fist", 7, "3 bludgeoning")),
    abilities=SPELLS,
    languages=("common",),
)
GROUND = Map(
    14,
    11,
    walls=tuple((6, row) for row in (0, 1, 2, 8)),
    terrain=(
        Terrain("difficult", ((4, 5), (4, 6), (5, 6))),
        Terrain("fog", ((8, 3), (8, 4), (9, 3), (9, 4))),
        Terrain("object", ((3, 2), (10, 7))),
        Terrain("cover", ((7, 6),)),
    ),
)
GUESSES = (
    "strike gob with sword",
    "strike gob with bow",
    "use dart on gob",
    "trip gob",
    "feint gob",
    "demoralize gob",
    "recall_knowledge gob",
    "point_out gob",
    "tumble_through gob at 5,5",
    "hide",
    "sneak 5,5",
    "seek cone at 9,5",
)
NAMED = ("ready [strike gob with bow] when moves", "ready [strike with bow] when gob moves")
"""Those who are not even known to be there cannot be named."""
CLOSED = (*GROUND.walls, (3, 2), (10, 7))
SQUARES = [(x, y) for x in range(14) for y in range(11) if (x, y) not in CLOSED]


@define
class Looks:
    """Answers: everybody ends its turn; what the scout is shown at its first question is kept."""

    named: tuple = ()
    shown: dict = field(factory=dict)

    def answer(self, question, state, legal, cause):
        if question.kind != "action":
            return None
        if question.who == "scout" and not self.shown:
            self.shown = shown(state, question, legal, self.named)
        return ev.ActionChosen(cause, question.who, "end", "action", (question.seq, question.k), "script")


def shown(state, question, legal, named=()):
    """All that the scout can ask."""
    view = FightView(state, PF2E, question, Sights(state))
    known = [view.me, *view.allies, *view.enemies]
    enemies = [creature.id for creature in view.enemies]
    actions = list(legal)
    moves = {
        (kind, wish, who): str(legal.position(kind, wish, [who], 60))
        for kind in ("stride", "step")
        for wish in ("out_of_reach", "in_range", "in_cover", "flank")
        for who in enemies
    }
    steps = {
        (kind, who, safely): (
            str(legal.approach(kind, who, 5, safely=safely)),
            str(legal.retreat(kind, [who, "gob"], safely=safely)),
        )
        for kind in ("stride", "step")
        for who in enemies
        for safely in (False, True)
    }
    return {
        "creatures": [(c.id, c.at, c.status, c.hp_pct, dict(c.conditions)) for c in known],
        "distances": [view.distance("scout", c.id) for c in known],
        "facts": [(name, c.id, view.fact(name, c.id)) for c in known for name in PF2E.facts],
        "kinds": legal.kinds(),
        "actions": [str(action) for action in actions],
        "odds": [(str(action), view.odds(action)) for action in actions],
        "strides": [legal.check(parse_action(f"stride {x},{y}")) for x, y in SQUARES],
        "ways": [legal.check(parse_action(f"stride {x},{y} via {x - 1},{y}")) for x, y in SQUARES if x],
        "guesses": [legal.check(parse_action(text)) for text in (*GUESSES, *named)],
        "moves": moves,
        "steps": steps,
        "toward": str(legal.approach("stride", "gob", 5)),
        "rolled": view.rolled,
    }


def looked(places, how):
    """What the scout is shown, with the goblin that it cannot place in a square, or nowhere."""
    scout, friend, orc, drake, gob = places
    people = [
        one("scout", "heroes", scout, SCOUT),
        one("friend", "heroes", friend, block("Friend", perception=80)),
        one("orc", "foes", orc, block("Orc", abilities=(WATCH,))),
        one("drake", "foes", drake, block("Drake", size="large", reach=10, abilities=(WATCH,))),
    ]
    if gob:
        people.append(one("gob", "foes", gob, block("Gob", abilities=(WATCH,)), detection={"heroes": how}))
    answers = Looks(NAMED if how == "unnoticed" else ())
    fight = table(scene(*people, map=GROUND), answers)
    fight.run()
    assert not fight.state.faulted
    assert answers.shown
    return answers.shown


def places(seed):
    """Where everybody is, and two squares for the goblin."""
    rng = Random(seed)  # noqa: S311 - places only
    free = list(SQUARES)
    found = []
    for size in (1, 1, 1, 2, 1, 1):
        fits = [at for at in free if all((at[0] + i, at[1] + j) in free for i in range(size) for j in range(size))]
        near = [at for at in fits if not found or max(abs(at[0] - found[0][0]), abs(at[1] - found[0][1])) < 5]
        x, y = rng.choice(near or fits)
        found.append((x, y))
        taken = {(x + i, y + j) for i in range(size) for j in range(size)} if len(found) < 5 else set()
        free = [at for at in free if at not in taken]
    return found


@pytest.mark.parametrize("seed", range(40))
def test_wherever_an_undetected_enemy_is_everything_looks_the_same(seed):
    *others, here, there = places(seed)
    assert looked((*others, here), "undetected") == looked((*others, there), "undetected")


@pytest.mark.parametrize("seed", range(40, 70))
def test_whether_an_unnoticed_enemy_is_there_or_not_everything_looks_the_same(seed):
    *others, here, _ = places(seed)
    assert looked((*others, here), "unnoticed") == looked((*others, None), "unnoticed")


def test_a_creature_in_sight_would_be_told_apart():
    *others, here, there = places(3)
    assert here != there
    assert looked((*others, here), "hidden") != looked((*others, there), "hidden")


def test_nobody_asks_about_whom_one_cannot_place():
    people = one("ann", "heroes", (2, 5)), one("gob", "foes", (4, 5), detection={"heroes": "undetected"})
    fight = table(scene(*people), Says(), {})
    fight.run()
    view = FightView(fight.state, PF2E, Question(0, 0, "ann", "action"), Sights(fight.state))
    with pytest.raises(LookupError, match="ann does not know where gob is"):
        view.fact("cover", "gob")
    with pytest.raises(LookupError, match="ann does not know where gob is"):
        view.odds(parse_action("strike gob with sword"))
