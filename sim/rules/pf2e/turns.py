"""The encounter's frame: joining, initiative, start and end of turns, outcome."""

from __future__ import annotations

from sim.model import events as ev
from sim.model.dice import Dice
from sim.model.protocols import Game, Play
from sim.model.reduce import ROUND_SECONDS
from sim.model.scenario import Combatant
from sim.model.state import DEAD, Outcome, State
from sim.model.values import Square
from sim.model.windows import TURN_ENDED, Window
from sim.rules.pf2e import reactions
from sim.rules.pf2e.checks import roll_total
from sim.rules.pf2e.conditions import able, expire, frightened_falls, gain
from sim.rules.pf2e.detection import first_sight
from sim.rules.pf2e.health import recovery_check
from sim.rules.pf2e.movement import nearest_free, settle
from sim.rules.pf2e.numbers import luck, melee_reach, side_kind, starting_items, statistic
from sim.rules.pf2e.persistent import persistent_turn
from sim.rules.pf2e.rerolls import POINTS
from sim.rules.pf2e.spaces import space_of

ACTIONS, REACTIONS = 3, 1
"""Regained at the start of each turn (pf2e.turn.actions)."""


def open_encounter(game: Game, cause: int) -> Play:
    """Those present join and roll initiative; the others get a timer (pf2e.encounter.initiative)."""
    state = game.state
    for combatant in state.scenario.combatants:
        if not combatant.round:
            yield from _enter(game, combatant, cause)
    for combatant in state.scenario.combatants:
        if combatant.round:
            yield ev.TimerSet(cause, f"join {combatant.id}", (combatant.round - 1) * ROUND_SECONDS)
    for who in tuple(state.creatures):
        yield from _roll_initiative(game, who, cause)
    yield ev.OrderChanged(cause, _by_initiative(state), 0, "initiative")
    for who in tuple(state.creatures):
        yield from _early_reaction(game, who, cause)


def join(game: Game, who: str, cause: int) -> Play:
    """A reinforcement enters and takes its place in the order."""
    combatant = next(c for c in game.state.scenario.combatants if c.id == who)
    yield from _enter(game, combatant, cause)
    rolled = yield from _roll_initiative(game, who, cause)
    order = list(game.state.order)
    rank = _rank(game.state, who)
    place = next((at for at, other in enumerate(order) if _rank(game.state, other) > rank), len(order))
    yield ev.OrderChanged(rolled, (*order[:place], who, *order[place:]), 0, "joined")
    yield from _early_reaction(game, who, cause)


def _early_reaction(game: Game, who: str, cause: int) -> Play:
    """Where the option says so, a creature can react before its first turn (pf2e.reaction.before_first_turn)."""
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
    """What a creature has of its shield's Hit Points, and a character of hero points."""
    data, points = combatant.data, state.scenario.options["hero_points"]
    counters = {"shield_hp": data.shield.hp} if data.shield else {}
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


def _roll_initiative(game: Game, who: str, cause: int) -> Play:
    creature = game.state.creatures[who]
    bonus, modifiers = statistic(game.state, creature, "perception")
    roll = roll_total(game, f"{who}/initiative", bonus, modifiers, 0, luck=luck(game.state, creature, "perception"))
    seq = yield ev.InitiativeRolled(cause, who, "perception", roll)
    return seq


def _rank(state: State, who: str) -> tuple[int, bool, int]:
    """Highest first; adversaries before characters, then the scenario's order (pf2e.encounter.initiative_ties)."""
    creature = state.creatures[who]
    ids = [combatant.id for combatant in state.scenario.combatants]
    return -creature.counters["initiative"], side_kind(state.scenario, creature.side) == "pc", ids.index(who)


def _by_initiative(state: State) -> tuple[str, ...]:
    return tuple(sorted(state.creatures, key=lambda who: _rank(state, who)))


def begin_turn(game: Game, who: str, slot: int) -> Play:
    """Durations, recovery check, and last the actions (pf2e.turn.start_order).

    A creature that returns from Delay goes on with the turn it delayed.
    """
    creature = game.state.creatures[who]
    if creature.returning:
        start = yield ev.TurnStarted(0, who, creature.turn, slot)
    else:
        start = yield ev.TurnStarted(0, who, creature.turn + 1, slot)
        yield from expire(game, who, "start", start)
        yield from recovery_check(game, who, start)
    if creature.status == DEAD:
        return
    acts = able(game.state, who)  # pf2e.turn.cannot_act_regain
    yield ev.ActionsRegained(start, who, ACTIONS if acts else 0, REACTIONS if acts else 0)


def end_turn(game: Game, who: str) -> Play:
    """Persistent damage, then frightened, then durations; then those who delay may return (pf2e.turn.end_order)."""
    creature = game.state.creatures[who]
    end = yield ev.TurnEnded(0, who)
    yield from settle(game, who, end)
    if creature.status != DEAD:
        if creature.counters.get("delayed_turn") != creature.turn:
            yield from persistent_turn(game, who, end)
        yield from frightened_falls(game, who, end)
    yield from expire(game, who, "end", end)
    if TURN_ENDED in game.state.watchers:
        yield Window(TURN_ENDED, who, 0, stops=False)


def pass_slot(game: Game, who: str, slot: int) -> Play:
    """The turn of a creature that is gone would come: what lasts until then ends."""
    passed = yield ev.SlotPassed(0, who, game.state.creatures[who].turn + 1, slot)
    yield from expire(game, who, "start", passed)
    yield from expire(game, who, "end", passed)


def slot_needed(state: State, who: str) -> bool:
    """Whether an effect ends by the turns of this creature."""
    return any(effect.ends is not None and effect.ends.owner == who for effect in state.effects.values())


def outcome(state: State) -> Outcome | None:
    """The fight is over when at most one side stands or is still to come (pf2e.encounter.end)."""
    if len(state.standing) > 1:
        return None
    coming = {timer.timer.removeprefix("join ") for timer in state.timers}
    left = tuple(dict.fromkeys((*state.standing, *(c.side for c in state.scenario.combatants if c.id in coming))))
    if len(left) > 1:
        return None
    return Outcome(left, "last side standing" if left else "nobody is left")
