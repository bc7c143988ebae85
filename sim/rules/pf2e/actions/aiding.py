"""Aid: prepared for in one's own turn, done as a reaction before an ally's attack roll or check of a skill."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from sim.model import events as ev
from sim.model.actions import Action, parse_action
from sim.model.protocols import Game, Play
from sim.model.state import UP, Creature, State
from sim.model.windows import ROLLING, Window
from sim.rules.pf2e.actions.kind import Kind
from sim.rules.pf2e.aid import CHECK
from sim.rules.pf2e.checks import roll_total
from sim.rules.pf2e.numbers import attack_bonus, luck, strikes, usable
from sim.rules.pf2e.skills import skill, trained
from sim.rules.pf2e.threats import reaches
from sim.rules.registry import empty, nothing, rule


def _problem(state: State, creature: Creature, action: Action) -> str:
    ally = state.creatures.get(action.target)
    if ally is None or ally.status != UP or ally.side != creature.side or ally is creature:
        return f"there is no ally {action.target!r}"
    if action.item in strikes(creature):
        held = usable(creature, action.item, strikes(creature)[action.item])
        return "" if held else f"{action.item} is not in hand"
    known = bool(action.item) and trained(creature, action.item)
    return "" if known else f"{creature.id} aids with a Strike or a skill it is trained in, not with {action.item!r}"


def _offers(state: State, creature: Creature) -> Iterator[Action]:
    for ally in state.creatures.values():
        for item in (*strikes(creature), *creature.data.skills):
            action = Action("aid", ally.id, item)
            if not _problem(state, creature, action):
                yield action


@rule("pf2e.action.aid", neutral=nothing)
def _prepare(game: Game, who: str, action: Action, spent: int) -> Play:
    """Until the next own turn the reaction may be used for it; the turn goes on."""
    yield ev.Readied(spent, who, str(action), f"{action.target} rolls", ROLLING, 0, ends_turn=False)


@rule("pf2e.action.aid", neutral=empty)
def aid_option(state: State, window: Window, creature: Creature) -> tuple[Action, ...]:
    """The ally attacks somebody whom the helper's Strike reaches, or rolls the helper's skill."""
    readied = creature.readied
    if readied is None or readied.watch != ROLLING:
        return ()
    prepared = parse_action(readied.action)
    strike = strikes(creature).get(prepared.item)
    if strike is None:
        helps = prepared.item in window.traits
    else:
        target = state.creatures.get(window.target)
        helps = (
            "attack" in window.traits
            and target is not None
            and reaches(state, creature, strike, target.at, target.space)
        )
    ready = helps and prepared.target == window.actor and not _problem(state, creature, prepared)
    return (prepared,) if ready else ()


def perform_aid(game: Game, who: str, action: Action, cause: int) -> Play:
    """Roll against the DC of the option; what comes of it counts for this one roll of the ally."""
    state = game.state
    creature = state.creatures[who]
    used = yield ev.ReactionUsed(cause, who, AID.name, action.target, creature.reactions - 1)
    strike = strikes(creature).get(action.item)
    bonus, parts = attack_bonus(state, creature, strike) if strike else skill(state, creature, action.item)
    lies = luck(state, creature, "attack" if strike else action.item)
    roll = roll_total(game, f"{who}/aid", bonus, parts, state.scenario.options["aid_dc"], (), lies)
    yield ev.CheckRolled(used, who, CHECK + action.item, roll, action.target)


AID: Final = Kind("aid", 1, _problem, _offers, _prepare)

KINDS: Final = (AID,)
