"""Ready: naming a trigger and one other action."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from sim.model import events as ev
from sim.model.actions import Action
from sim.model.protocols import Game, Play
from sim.model.state import UNNOTICED, Creature, State
from sim.rules.pf2e.abilities import stated
from sim.rules.pf2e.actions.kind import Kind, price
from sim.rules.pf2e.attack_penalty import attempt_number
from sim.rules.pf2e.data import SKILLS
from sim.rules.pf2e.detection import of_pair
from sim.rules.pf2e.numbers import strikes
from sim.rules.pf2e.strikes import way_and_strike
from sim.rules.pf2e.triggers import TRIGGERS, read_trigger
from sim.rules.registry import nothing, rule

MOVES = ("stride", "step")
"""What leads to a square."""


def ready_kind(kinds: Mapping[str, Kind]) -> Kind:
    """Make the kind that readies one of the others."""

    def problem(state: State, creature: Creature, action: Action) -> str:
        return _trigger_problem(state, creature, action.when) or _problem(kinds, state, creature, action.then)

    def offers(state: State, creature: Creature) -> Iterator[Action]:
        for kind in kinds.values():
            for action in kind.readied(state, creature) if kind.readied else ():
                for trigger in TRIGGERS:
                    yield Action("ready", then=action, when=trigger)

    return Kind("ready", 2, problem, offers, _ready, ("concentrate",))


def _trigger_problem(state: State, creature: Creature, text: str) -> str:
    who, word = read_trigger(text)
    if word not in TRIGGERS:
        return f"ready takes when {' | '.join(TRIGGERS)}"
    return f"there is no {who!r}" if who and not _heard_of(state, creature, who) else ""


def _heard_of(state: State, creature: Creature, who: str) -> bool:
    """Whether somebody of this name is there, as far as a creature knows."""
    return who in state.creatures and of_pair(state, creature.id, who) != UNNOTICED


def _problem(kinds: Mapping[str, Kind], state: State, creature: Creature, action: Action | None) -> str:
    """Why an action cannot be readied; whether it is possible is seen when its trigger comes."""
    if action is None or action.kind not in kinds:
        return f"ready takes one of {', '.join(kinds)} in [ ]"
    if action.target and not _heard_of(state, creature, action.target):
        return f"there is no {action.target!r}"
    unknown = _item_problem(creature, action)
    if unknown:
        return unknown
    cost = price(kinds[action.kind], creature, action)[1]
    if cost > 1:
        return f"one action can be readied, {action.item or action.kind} takes {cost}"
    if action.kind in MOVES and action.square is None:
        return f"{action.kind} needs a square"
    straight = action.kind != "step" or not action.via
    return "" if straight else "a Step leads straight to an adjacent square; it takes no via"


def _item_problem(creature: Creature, action: Action) -> str:
    item = action.item
    if action.kind == "strike":
        return "" if way_and_strike(creature, item)[1] else f"{creature.id} has no Strike {item!r}"
    if action.kind == "use":
        return "" if item in stated(creature) else f"{creature.id} has no ability {item!r}"
    known = not item or item in creature.items or item in strikes(creature) or item in SKILLS
    return "" if known else f"{creature.id} has no {item!r}"


@rule("pf2e.action.ready", neutral=nothing)
def _ready(game: Game, who: str, action: Action, spent: int) -> Play:
    """The turn ends; an attack keeps the multiple attack penalty of this moment (pf2e.action.ready_map)."""
    watch = TRIGGERS[read_trigger(action.when)[1]].window
    yield ev.Readied(spent, who, str(action.then), action.when, watch, attempt_number(game.state, who), ends_turn=True)
