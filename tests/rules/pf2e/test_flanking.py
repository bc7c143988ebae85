"""Flanking: the geometry against an independent one, and scripts that walk to where they flank."""

from __future__ import annotations

from fractions import Fraction

from attrs import define, field
from hypothesis import given, settings
from hypothesis import strategies as st

from sim.model import events as ev
from sim.model.actions import END
from sim.model.geometry import distance
from sim.rules.pf2e.flanking import opposite
from tests.engine.table import PF2E, one, scene, table

SPACES = st.integers(1, 4)
PLACES = st.tuples(st.integers(0, 9), st.integers(0, 9))


def meets(a, b, start, end):
    """Whether two segments have a point in common, by the sides on which their ends lie."""

    def side(p, q, r):
        turn = (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])
        return (turn > 0) - (turn < 0)

    def within(p, q, r):
        return all(min(p[i], q[i]) <= r[i] <= max(p[i], q[i]) for i in (0, 1))

    if side(a, b, start) != side(a, b, end) and side(start, end, a) != side(start, end, b):
        return True
    tips = ((a, b, start), (a, b, end), (start, end, a), (start, end, b))
    return any(side(p, q, r) == 0 and within(p, q, r) for p, q, r in tips)


@given(PLACES, SPACES, PLACES, SPACES, PLACES, SPACES)
@settings(max_examples=500, deadline=None)
def test_the_line_passes_through_opposite_sides_or_corners(a, a_space, b, b_space, target, space):
    one_, other = ((x + Fraction(s, 2), y + Fraction(s, 2)) for (x, y), s in ((a, a_space), (b, b_space)))
    (left, top), right, bottom = target, target[0] + space, target[1] + space
    sides = [((left, top), (left, bottom)), ((right, top), (right, bottom))]
    ends = [((left, top), (right, top)), ((left, bottom), (right, bottom))]
    expected = any(all(meets(one_, other, *side) for side in pair) for pair in (sides, ends))
    apart = all(distance(at, s, target, space) for at, s in ((a, a_space), (b, b_space)))
    if apart:  # nobody flanks from within the target's space
        assert opposite(a, a_space, b, b_space, target, space) == expected


@define
class Walks:
    """Answers that let ``rogue`` take the offered way to a flank, if it had not one before."""

    ends: list = field(factory=list)
    before: list = field(factory=list)
    spots: list = field(factory=list)

    def answer(self, question, state, legal, cause):
        action = END
        if question.who == "rogue" and not self.ends:
            me = state.creatures["rogue"]
            enemies = [c for c in state.creatures if state.creatures[c].side == "foes"]
            self.before = [self.flanked(state, foe) for foe in enemies]
            walked = legal.position("stride", "flank", enemies)
            self.spots = self.serving(state, legal, enemies)
            self.ends = [walked.square if walked else me.at]
            action = walked or END
        elif question.who == "rogue" and len(self.ends) == 1:
            foes = [c for c in state.creatures if state.creatures[c].side == "foes"]
            self.ends.append(any(self.flanked(state, foe) for foe in foes))
        return ev.ActionChosen(cause, question.who, str(action), question.kind, (question.seq, question.k), "script")

    @staticmethod
    def flanked(state, foe):
        return PF2E.facts["flanked"](state, state.creatures["rogue"], state.creatures[foe])

    @staticmethod
    def serving(state, legal, enemies):
        """Squares in reach of a Stride from where the rogue would flank."""
        me, ally = state.creatures["rogue"], state.creatures["ally"]
        return [
            action.square
            for action in legal.actions("stride")
            if any(
                distance(action.square, 1, foe.at, foe.space) == 5
                and distance(ally.at, 1, foe.at, foe.space) == 5
                and opposite(action.square, me.space, ally.at, 1, foe.at, foe.space)
                for foe in (state.creatures[each] for each in enemies)
            )
        ]


@given(st.lists(PLACES, min_size=4, max_size=4, unique=True))
@settings(max_examples=60, deadline=None)
def test_a_script_that_wants_to_flank_comes_to_a_flank_where_there_is_one(places):
    rogue, ally, first, second = places
    walks = Walks()
    scenario = scene(
        one("rogue", "heroes", rogue), one("ally", "heroes", ally), one("x", "foes", first), one("y", "foes", second)
    )
    table(scenario, walks).run()
    if any(walks.before):
        assert walks.ends[0] == rogue
    elif walks.spots:
        assert walks.ends[0] in walks.spots
        assert walks.ends[1] is True
    else:
        assert walks.ends[0] == rogue
