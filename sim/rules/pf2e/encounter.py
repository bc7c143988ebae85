"""The encounter's frame: who joins when and where, and when it is over."""

from __future__ import annotations

from sim.model import events as ev
from sim.model.dice import Dice
from sim.model.protocols import Game, Play
from sim.model.reduce import ROUND_SECONDS
from sim.model.scenario import Combatant
from sim.model.state import Outcome, State
from sim.model.values import Square
from sim.rules.endings import ending
from sim.rules.pf2e import reactions
from sim.rules.pf2e.casting import supplies
from sim.rules.pf2e.conditions import gain
from sim.rules.pf2e.detection import first_sight
from sim.rules.pf2e.initiative import by_initiative, come_unseen, entry_of, roll_initiative, with_newcomer
from sim.rules.pf2e.movement import nearest_free
from sim.rules.pf2e.numbers import melee_reach, side_kind, starting_items
from sim.rules.pf2e.regaining import REACTIONS
from sim.rules.pf2e.rerolls import POINTS
from sim.rules.pf2e.spaces import space_of
from sim.rules.registry import nothing, rule, zero


def open_encounter(game: Game, cause: int) -> Play:
    """Those present join and roll initiative; the others get a timer."""
    state = game.state
    for combatant in state.scenario.combatants:
        if not combatant.round:
            yield from _enter(game, combatant, cause)
    for combatant in state.scenario.combatants:
        if combatant.round:
            yield ev.TimerSet(cause, f"join {combatant.id}", second_of(combatant.round))
    for who in tuple(state.creatures):
        yield from roll_initiative(game, who, cause)
    yield ev.OrderChanged(cause, by_initiative(state), 0, "initiative")
    for who in tuple(state.creatures):
        yield from come_unseen(game, who, cause)
        yield from _early_reaction(game, who, cause)


@rule("pf2e.encounter.round", neutral=zero)
def second_of(number: int) -> int:
    """When a round begins: each takes six seconds, from the first turn in the order to the last."""
    return (number - 1) * ROUND_SECONDS


def join(game: Game, who: str, cause: int) -> Play:
    """A reinforcement enters and takes its place in the order."""
    yield from _enter(game, entry_of(game.state, who), cause)
    rolled = yield from roll_initiative(game, who, cause)
    yield ev.OrderChanged(rolled, with_newcomer(game.state, who), 0, "joined")
    yield from come_unseen(game, who, rolled)
    yield from _early_reaction(game, who, cause)


@rule("pf2e.reaction.before_first_turn", neutral=nothing)
def _early_reaction(game: Game, who: str, cause: int) -> Play:
    """Where the option says so, a creature can react before its first turn."""
    if game.state.scenario.options["reactions_before_first_turn"]:
        yield ev.ActionsRegained(cause, who, 0, REACTIONS)


def _enter(game: Game, combatant: Combatant, cause: int) -> Play:
    state, data = game.state, combatant.data
    items = starting_items(data)
    joined = yield ev.CombatantJoined(
        cause,
        combatant.id,
        combatant.side,
        data.hp if combatant.hp is None else combatant.hp,
        data.hp,
        _place(state, game.dice, combatant),
        space_of(data),
        melee_reach(data, items),
        items,
        _counters(state, combatant),
        reactions.watches(data),
    )
    for condition, value in combatant.conditions.items():
        yield from gain(game, combatant.id, condition, value, combatant.id, joined)
    yield from first_sight(game, combatant.id, joined)


def _counters(state: State, combatant: Combatant) -> dict[str, int]:
    """What a creature has of its shield's Hit Points, of slots and uses, and a character of hero points."""
    data, points = combatant.data, state.scenario.options["hero_points"]
    counters = ({"shield_hp": data.shield.hp} if data.shield else {}) | supplies(data)
    return counters | {POINTS: points} if points and side_kind(state.scenario, combatant.side) == "pc" else counters


def _place(state: State, dice: Dice, combatant: Combatant) -> Square:
    """Where a creature enters: its square, or a free one of its zone by dice; never on another creature."""
    space = space_of(combatant.data)
    wanted = combatant.at
    if wanted is None:
        grid = state.grid
        free = [square for square in combatant.zone if grid.free(square, space)]
        free = [square for square in free if square not in state.occupied] or free
        # each creature is placed once, so the roll needs no count in the state
        wanted = free[dice.roll(f"{combatant.id}/place", 0, (len(free),), state.seq)[0] - 1]
    return nearest_free(state, wanted, space)


@rule("pf2e.encounter.end", neutral=lambda state: None)
def outcome(state: State) -> Outcome | None:
    """One side is left, the others have given up, or a goal of the scenario is reached."""
    return ending(state)
