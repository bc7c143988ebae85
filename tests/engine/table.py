"""A table for hand-made fights: stat blocks and scenarios with defaults, scripted answers, chosen dice."""

from __future__ import annotations

from attrs import Factory, define

from sim.engine.fight import Fight
from sim.loading.rulesets import ruleset
from sim.model import events as ev
from sim.model.actions import PASS, parse_action
from sim.model.protocols import Game
from sim.model.reduce import fold, reduce
from sim.model.scenario import AgentSpec, Combatant, Map, Scenario, Side
from sim.model.state import State
from sim.rules.pf2e.data import Ability, Saves, Shield, StatBlock, Strike

PF2E = ruleset("pf2e")
SWORD = Strike("sword", 9, "5 slashing", hands=1)
KNIFE = Strike("knife", 9, "2 piercing", hands=1, place="stowed")
BOW = Strike("bow", 9, "5 piercing", range=60, hands=1)
WATCH = Ability(use="attack_of_opportunity")
BLOCK = Ability(use="shield_block")
SHIELD = Shield(bonus=2, hardness=5, hp=20, broken=10)


def block(name="Soldier", **changes):
    """A soldier with a sword: AC 15, 20 HP, 25 ft, whose sword hits AC 15 from a 6 on, for 5."""
    plain = {"level": 1, "ac": 15, "hp": 20, "saves": Saves(5, 5, 5), "perception": 0, "strikes": (SWORD,)}
    return StatBlock(name, **(plain | changes))


def one(who, side, at, data=None, **changes):
    """A combatant at a square."""
    return Combatant(who, side, data or block(who.title()), AgentSpec("random", "random"), at, **changes)


def scene(*combatants, options=(), **changes):
    """A scenario of 30 by 20 squares that ends after one round; all have their reaction from the start."""
    first = {name: values[0] for name, values in PF2E.options.items()}
    sides = tuple(Side(side, "pc" if side == "heroes" else "adversary") for side in ("heroes", "foes"))
    chosen = first | {"reactions_before_first_turn": True} | dict(options)
    plain = {"map": Map(30, 20), "round_limit": 1, "options": chosen}
    return Scenario("scene", "Scene", "pf2e", "core", sides=sides, combatants=combatants, **(plain | changes))


@define
class Says:
    """Answers by creature: ``does`` its actions and then "end", ``reacts`` its reactions in turn and then "pass".

    Attributes:
        asked: Every question so far.
    """

    does: dict[str, list[str]] = Factory(dict)
    reacts: dict[str, list[str]] = Factory(dict)
    asked: list = Factory(list)

    def answer(self, question, state, legal, cause):
        self.asked.append(question)
        script = self.does if question.kind == "action" else self.reacts
        lines = script.get(question.who, [])
        action = parse_action(lines.pop(0) if lines else "end" if question.kind == "action" else "pass")
        assert not legal.check(action), legal.check(action)
        if action == PASS:
            return None
        at = (question.seq, question.k)
        return ev.ActionChosen(cause, question.who, str(action), question.kind, at, "script")


@define
class Faces:
    """Dice that show chosen faces by label and then 10, or their highest face; initiative goes by ``order``."""

    order: tuple[str, ...]
    chosen: dict[str, list[int]]

    def roll(self, label, n, sizes, seq):
        who, _, what = label.partition("/")
        if what == "initiative" and label not in self.chosen:
            return (20 - self.order.index(who),)
        lines = self.chosen.get(label, [])
        start = n * len(sizes)
        return tuple(lines[start : start + len(sizes)]) or tuple(min(10, size) for size in sizes)


def table(scenario, answers=None, dice=None, *, rules=PF2E, **more):
    """A fight that is ready to run; with chosen ``dice`` creatures act in the order of the scenario."""
    faces = dice if hasattr(dice, "roll") else Faces(tuple(c.id for c in scenario.combatants), dice or {})
    return Fight(scenario, rules, answers or Says(), faces, seed=1, **more)


def play(scenario, does=None, reacts=None, dice=None):
    """Run a fight to its end, see that nothing broke and that folding gives the same state, and return it."""
    fight = table(scenario, Says(does or {}, reacts or {}), dice)
    fight.run()
    assert not fight.state.faulted, fight.entries[-1].event
    assert fold(State(scenario), fight.entries) == fight.state
    return fight


def tell(state, event):
    """Let something happen in a state, and return its seq."""
    reduce(state, ev.Entry(state.seq + 1, state.t, event))
    return state.seq


def drive(state, rule, *arguments, dice=None):
    """Run a rule that opens no window, and return the events it made."""
    play_ = rule(Game(state, Faces((), dice or {})), *arguments)
    made = []
    reply = None
    try:
        while True:
            made.append(play_.send(reply))
            reply = tell(state, made[-1])
    except StopIteration:
        return made


def found(fight, kind, /, **fields):
    """Entries of a type whose fields have these values."""
    return [
        entry
        for entry in fight.entries
        if isinstance(entry.event, kind) and all(getattr(entry.event, name) == value for name, value in fields.items())
    ]


def the(fight, kind, /, **fields):
    """The only entry of a type whose fields have these values."""
    (entry,) = found(fight, kind, **fields)
    return entry


def names(entries):
    """Names of the events of entries."""
    return [type(entry.event).__name__ for entry in entries]
