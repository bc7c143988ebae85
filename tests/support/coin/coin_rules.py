"""A whole ruleset in one file: creatures hit each other on a 4 or more, and who dodges takes one point less."""

from __future__ import annotations

from fractions import Fraction

from attrs import frozen

from sim.engine.answers import Options
from sim.model import events as ev
from sim.model.actions import END, Action
from sim.model.errors import InputError
from sim.model.state import UP, Outcome
from sim.model.values import FAILURE, SUCCESS, DamageLine, Roll
from sim.model.windows import DAMAGE, Ask, Window

WAYS = (Action("high"), Action("low"))


@frozen
class Token:
    name: str
    hp: int = 5


class Coin:
    name, editions, creature_type, options = "coin", {"first": {}}, Token, {"hits_on": (4, 2)}
    facts, words = {}, {}
    kinds, forms = ("hit", "dodge", "high", "low"), {}
    conditions = ()
    terrain = ()
    initiative, adjustments = (), {}

    def open(self, game, cause):
        for one in game.state.scenario.combatants:
            yield ev.CombatantJoined(
                cause, one.id, one.side, one.data.hp, one.data.hp, one.at, 1, 5, {}, {"dodges": 2}, (DAMAGE,)
            )
        yield ev.OrderChanged(cause, tuple(game.state.creatures), 0, "as in the file")

    def begin_turn(self, game, who, slot):
        started = yield ev.TurnStarted(0, who, game.state.creatures[who].turn + 1, slot)
        yield ev.ActionsRegained(started, who, 1, 1)

    def end_turn(self, game, who):
        yield ev.TurnEnded(0, who)

    def told(self, state, who):
        return None

    def slot_needed(self, state, who):
        return False

    def perform(self, game, who, action, cause):
        spent = yield ev.ActionSpent(cause, who, "hit", 1, 0, ())
        way = yield Ask(who, WAYS, "high or low")
        label, dc = f"{who}/{way}", game.state.scenario.options["hits_on"]
        n, faces = game.roll(label, (6,))
        degree = SUCCESS if faces[0] >= dc else FAILURE
        roll = Roll(label, n, 6, faces, faces[0], (), faces[0], dc, degree)
        rolled = yield ev.AttackRolled(spent, who, action.target, str(way), roll, 1)
        if degree == SUCCESS:
            yield from self._damage(game, rolled, who, action.target, 3 if way.kind == "high" else 2)

    def _damage(self, game, cause, who, target, amount):
        during = yield Window(DAMAGE, who, cause, False, target, (), amount)
        left = amount - sum(e.event.amount for e in during if isinstance(e.event, ev.DamageReduced))
        before = game.state.creatures[target].hp
        after = max(before - left, 0)
        lines = (DamageLine("coin", amount, (), left),)
        hurt = yield ev.DamageApplied(cause, who, target, "hit", lines, left, 0, 0, before, after)
        if not after:
            yield ev.CombatantDied(hurt, target, who)

    def react(self, game, who, window, action, cause):
        used = yield ev.ReactionUsed(cause, who, "dodge", window.actor, 0)
        left = game.state.creatures[who].counters["dodges"]
        yield ev.CounterChanged(used, who, "dodges", left, left - 1)
        yield ev.DamageReduced(used, who, who, 1, "dodge")

    def reactions(self, state, window, who):
        me = state.creatures[who]
        return (Action("dodge"),) if who == window.target and me.reactions and me.counters["dodges"] else ()

    def legal(self, state, who):
        mine = state.creatures[who].side
        foes = (c.id for c in state.creatures.values() if c.status == UP and c.side != mine)
        return Options((*(Action("hit", foe) for foe in foes), END))

    def able(self, state, who):
        return state.creatures[who].status == UP

    def decider(self, state, who):
        return who

    def odds(self, state, who, action):
        chance = Fraction(7 - state.scenario.options["hits_on"], 6)
        return {SUCCESS: chance, FAILURE: 1 - chance}

    def single_check(self, data, text, options):
        raise InputError(f"{text!r} is no check of coins")

    def outcome(self, state):
        sides = {creature.side: 0 for creature in state.creatures.values() if creature.status == UP}
        return Outcome(tuple(sides), "last side standing") if len(sides) < 2 and state.creatures else None

    def summary(self, state):
        return {}

    def problems(self, data):
        return () if data.hp > 0 else [(("hp",), f"expected at least 1 Hit Point, not {data.hp}")]
