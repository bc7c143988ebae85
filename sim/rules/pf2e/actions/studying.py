"""Recall Knowledge and Sense Motive: secret checks that tell something about a creature."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Final

from attrs import evolve

from sim.model import events as ev
from sim.model.actions import Action
from sim.model.protocols import Game, Play
from sim.model.state import Creature, State
from sim.model.values import DEGREES, Effect, Ends
from sim.rules.pf2e import lore
from sim.rules.pf2e.actions.contesting import foe_problem, foes
from sim.rules.pf2e.actions.kind import Kind, Offers, Problem
from sim.rules.pf2e.checks import chances, roll_total
from sim.rules.pf2e.conditions import start_effect
from sim.rules.pf2e.numbers import luck
from sim.rules.pf2e.opposed import roll_against
from sim.rules.registry import nothing, rule

TRAITS: Final = ("concentrate", "secret")


def _offers(name: str, problem: Problem) -> Offers:
    def offers(state: State, creature: Creature) -> Iterator[Action]:
        actions = (Action(name, target.id) for target in foes(state, creature))
        return (action for action in actions if not problem(state, creature, action))

    return offers


# --- Recall Knowledge ------------------------------------------------------------


def _recall_problem(state: State, creature: Creature, action: Action) -> str:
    problem = foe_problem(state, creature, action.target)
    if problem:
        return problem
    tried = lore.recalled(creature, state.creatures[action.target])
    return f"{creature.id} has recalled already what it can about {action.target}" if tried else ""


@rule("pf2e.action.recall_knowledge", neutral=nothing)
def _recall(game: Game, who: str, action: Action, spent: int) -> Play:
    """The best skill for this kind of creature against a DC by its level, once for all of one name."""
    state = game.state
    creature, other = state.creatures[who], state.creatures[action.target]
    name, (bonus, modifiers) = lore.best_skill(state, creature, other.data)
    dc, lies = lore.recall_dc(other.data), luck(state, creature, name)
    roll = evolve(roll_total(game, f"{who}/recall_knowledge", bonus, modifiers, dc, luck=lies), secret=True)
    seq = yield ev.CheckRolled(spent, who, "recall_knowledge", roll, other.id)
    yield ev.CounterChanged(seq, who, lore.counter_of(other), 0, DEGREES.index(roll.degree) + 1)


def _recall_odds(state: State, creature: Creature, action: Action) -> Mapping[str, Fraction]:
    data = state.creatures[action.target].data
    name, (bonus, _) = lore.best_skill(state, creature, data)
    return chances(bonus, lore.recall_dc(data), luck(state, creature, name))


# --- Sense Motive ----------------------------------------------------------------


def _sense_problem(state: State, creature: Creature, action: Action) -> str:
    problem = foe_problem(state, creature, action.target)
    if problem:
        return problem
    seen = lore.motive(state, creature, state.creatures[action.target])
    return f"{action.target} has done nothing since {creature.id} looked at it" if seen else ""


@rule("pf2e.action.sense_motive", neutral=nothing)
def _sense(game: Game, who: str, action: Action, spent: int) -> Play:
    """Perception against the Deception DC; what one makes of it stands until the other's next turn."""
    target = action.target
    rolled = yield from roll_against(game, who, "sense_motive", "perception", [target], "deception", spent)
    _, degree, seq = rolled[0]
    other = game.state.creatures[target]
    seen = lore.taken_for(lore.intent(other), degree)
    ends = Ends(target, other.turn + 1, "start")
    effect = Effect(game.state.made + 1, lore.SENSED, who, target, ends=ends, detail=seen)
    yield from start_effect(game, effect, seq)


RECALL_KNOWLEDGE: Final = Kind(
    "recall_knowledge",
    1,
    _recall_problem,
    _offers("recall_knowledge", _recall_problem),
    _recall,
    TRAITS,
    odds=_recall_odds,
)
SENSE_MOTIVE: Final = Kind("sense_motive", 1, _sense_problem, _offers("sense_motive", _sense_problem), _sense, TRAITS)

KINDS: Final = (RECALL_KNOWLEDGE, SENSE_MOTIVE)
