"""What nobody should see a creature do, counted from a fight's log and state alone; no script is asked.

Each count has a name of `COUNTS`; the state is folded up to each choice and looked at there.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from heapq import heappop, heappush
from itertools import pairwise

from sim.loading.rulesets import ruleset
from sim.model.actions import parse_action
from sim.model.events import ActionChosen
from sim.model.geometry import distance, within_reach
from sim.model.reduce import fold
from sim.model.state import UP, State
from sim.model.windows import LEAVING
from sim.rules.pf2e.numbers import strikes

COUNTS = ("idle", "provoking", "shot in melee", "struck the fallen")
USELESS = Fraction(1, 20)
"""A Strike that hits on a natural 20 only is not useful."""


def count(fight):
    """Every count of a finished fight."""
    state, found = State(fight.state.scenario), Counter()
    for entry in fight.entries:
        event = entry.event
        if isinstance(event, ActionChosen) and event.kind == "action":
            found.update(seen(state, event.actor, parse_action(event.action)))
        fold(state, [entry])
    return found


def seen(state, who, action):
    me = state.creatures[who]
    if action.kind == "end" and me.actions and useful_strike(state, me):
        yield "idle"
    if action.kind == "stride" and provokes_for_nothing(state, me, action):
        yield "provoking"
    if action.kind == "strike":
        if shot_in_melee(state, me, action):
            yield "shot in melee"
        if state.creatures[action.target].status != UP and standing_enemies(state, me):
            yield "struck the fallen"


def standing_enemies(state, me):
    return [other for other in state.creatures.values() if other.side != me.side and other.status == UP]


def useful_strike(state, me):
    rules = ruleset(state.scenario.ruleset)
    for strike in rules.legal(state, me.id).actions("strike"):
        odds = rules.odds(state, me.id, strike)
        hits = odds.get("success", 0) + odds.get("critical_success", 0)
        if state.creatures[strike.target].status == UP and hits > USELESS:
            return True
    return False


def shot_in_melee(state, me, action):
    """A ranged Strike beside an enemy, though a melee weapon is in hand or can come there in time to strike."""
    if strikes(me)[action.item].range is None:
        return False
    if not any(distance(me.at, me.space, foe.at, foe.space) <= 5 for foe in standing_enemies(state, me)):
        return False
    blades = [name for name, strike in strikes(me).items() if strike.range is None and strike.hands]
    if any(me.items.get(name) == "held" for name in blades):
        return True
    legal = ruleset(state.scenario.ruleset).legal(state, me.id)
    drawn = [option.item for kind in legal.kinds() if kind in ("draw", "swap") for option in legal.actions(kind)]
    return me.actions >= 2 and any(name in blades for name in drawn)


# --- ways that provoke ---------------------------------------------------------------


def provokes_for_nothing(state, me, action):
    """Whether a Stride provokes though a way no longer leads to its end without."""
    reactors = [
        foe for foe in standing_enemies(state, me) if LEAVING in foe.watches and foe.reactions > 0 and not foe.delayed
    ]
    way = (me.at, *action.via, action.square)
    if not action.via:
        path = state.grid.path(me.at, me.space, action.square, 10_000, me.tally.get("diagonals", 0), barred(state, me))
        way = (me.at, *path.squares)
    if not any(threatened(foe, me, at) for foe in reactors for at in way[:-1]):
        return False
    length = cost(state, me, way)
    return shortest_safe(state, me, reactors, action.square, length) is not None


def threatened(foe, me, at):
    return within_reach(foe.at, foe.space, at, me.space, foe.reach)


def barred(state, me):
    """Squares that cannot be crossed; where a move may end, the rules have said."""
    return {square for square, there in state.occupied.items() if any(foe(state, me, who) for who in there)}


def foe(state, me, who):
    return state.creatures[who].side != me.side


def cost(state, me, way):
    feet, diagonals = 0, me.tally.get("diagonals", 0)
    for before, after in pairwise(way):
        feet, diagonals = feet + step_cost(state, me, before, after, diagonals), diagonals + diagonal(before, after)
    return feet


def diagonal(before, after):
    return before[0] != after[0] and before[1] != after[1]


def step_cost(state, me, before, after, diagonals):
    dear = diagonal(before, after) and diagonals % 2
    return 5 + 5 * dear + state.grid.extra(after, me.space)


def shortest_safe(state, me, reactors, goal, limit):
    """Length of the shortest way that leaves no threatened square, up to a limit; found square by square."""
    start = (me.at, me.tally.get("diagonals", 0) % 2)
    open_list, done = [(0, *start)], set()
    grid = state.grid
    while open_list:
        so_far, at, odd = heappop(open_list)
        if at == goal:
            return so_far
        if (at, odd) in done or any(threatened(foe, me, at) for foe in reactors):
            continue
        done.add((at, odd))
        for x in (-1, 0, 1):
            for y in (-1, 0, 1):
                to = (at[0] + x, at[1] + y)
                if to == at or not grid.free(to, me.space) or not passable(state, me, at, to):
                    continue
                total = so_far + step_cost(state, me, at, to, odd)
                if total <= limit:
                    heappush(open_list, (total, to, (odd + diagonal(at, to)) % 2))
    return None


def passable(state, me, at, to):
    """Whether the grid itself lets the mover go from one square to the next."""
    enemies = barred(state, me)
    space = [(to[0] + i, to[1] + j) for i in range(me.space) for j in range(me.space)]
    if any(square in enemies for square in space):
        return False
    blocked = not (state.grid.free((to[0], at[1]), me.space) or state.grid.free((at[0], to[1]), me.space))
    return not (diagonal(at, to) and blocked)
