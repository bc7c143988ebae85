"""0 Hit Points, dying, recovery, death and waking."""

from __future__ import annotations

from attrs import frozen

from sim.model import events as ev
from sim.model.protocols import Game, Play
from sim.model.state import DOWN, UP, Creature, State
from sim.rules.pf2e.conditions import lose, set_condition
from sim.rules.pf2e.flat import flat_check
from sim.rules.pf2e.hands import put
from sim.rules.pf2e.holds import break_holds
from sim.rules.pf2e.numbers import side_kind

DYING_KILLS = 4
"""Dying value that kills, less doomed (pf2e.damage.death)."""

RECOVERY = {"critical_success": -2, "success": -1, "failure": 1, "critical_failure": 2}


def can_die_slowly(state: State, creature: Creature) -> bool:
    """Characters and important monsters become dying; others die at 0 HP (pf2e.damage.zero_hp, dying)."""
    return creature.data.important or side_kind(state.scenario, creature.side) == "pc"


@frozen
class Blow:
    """Damage that left a creature at 0 Hit Points: who dealt it, how much, and how."""

    by: str
    amount: int
    critical: bool
    nonlethal: bool


def reach_zero(game: Game, who: str, blow: Blow, cause: int) -> Play:
    """What happens when damage leaves a creature at 0 Hit Points."""
    creature = game.state.creatures[who]
    if blow.nonlethal and "dying" not in creature.conditions:
        if creature.status == UP:
            yield from knock_out(game, who, blow.by, cause)
    elif blow.amount >= 2 * creature.max_hp or not can_die_slowly(game.state, creature):  # pf2e.damage.massive
        yield from die(game, who, blow.by, cause)
    elif creature.status == UP:
        downed = yield from knock_out(game, who, blow.by, cause)
        yield from _move_before_turn(game, who, downed)
        yield from start_dying(game, who, blow, downed)
    elif "dying" in creature.conditions:
        extra = creature.conditions.get("wounded", 0) if _option(game, "dying_damage_adds_wounded") else 0
        yield from raise_dying(game, who, (2 if blow.critical else 1) + extra, blow.by, cause)
    else:  # lost by recovery checks or never had, but still at 0
        yield from start_dying(game, who, blow, cause)


def knock_out(game: Game, who: str, by: str, cause: int) -> Play:
    """A creature falls unconscious and drops what it holds; by a nonlethal effect no more (pf2e.damage.nonlethal_ko).

    Returns:
        Seq of the CombatantDowned event.
    """
    creature = game.state.creatures[who]
    downed: int = yield ev.CombatantDowned(cause, who, by)
    for condition in ("unconscious", "prone"):
        yield from set_condition(game, who, condition, 1, by, downed)
    for item, place in tuple(creature.items.items()):
        if place == "held":
            yield from put(game, who, item, "dropped", downed)
    yield from break_holds(game, who, downed)
    return downed


def start_dying(game: Game, who: str, blow: Blow, cause: int) -> Play:
    """Dying 1, after a critical blow 2, and the wounded value (pf2e.damage.dying, dying_critical, wounded)."""
    wounded = game.state.creatures[who].conditions.get("wounded", 0)
    yield from raise_dying(game, who, (2 if blow.critical else 1) + wounded, blow.by, cause)


def _move_before_turn(game: Game, who: str, cause: int) -> Play:
    """Its place moves to directly before the turn in which it dropped (pf2e.damage.dying_initiative)."""
    state = game.state
    current = state.turn
    if not current or current == who or who not in state.order:
        return
    rest = [other for other in state.order if other != who]
    place = rest.index(current)
    order = (*rest[:place], who, *rest[place:])
    yield ev.OrderChanged(cause, order, place + 2, "dying")


def raise_dying(game: Game, who: str, by_value: int, by: str, cause: int) -> Play:
    """Raise the dying value; at 4 less doomed the creature is dead (pf2e.damage.dying_damage, death)."""
    conditions = game.state.creatures[who].conditions
    value = conditions.get("dying", 0) + by_value
    seq = yield from set_condition(game, who, "dying", value, by, cause)
    if value >= DYING_KILLS - conditions.get("doomed", 0):
        yield from die(game, who, by, seq)


def die(game: Game, who: str, by: str, cause: int) -> Play:
    """A creature is dead."""
    died = yield ev.CombatantDied(cause, who, by)
    yield from break_holds(game, who, died)


def recovery_check(game: Game, who: str, cause: int) -> Play:
    """Flat check DC 10 + dying at the start of the turn (pf2e.damage.recovery_check)."""
    creature = game.state.creatures[who]
    dying = creature.conditions.get("dying", 0)
    if not dying:
        return
    roll = flat_check(game, who, "recovery", 10 + dying)
    seq = yield ev.FlatCheckRolled(cause, who, "recovery", roll)
    change = RECOVERY[roll.degree]
    if change > 0:
        yield from raise_dying(game, who, change, who, seq)
    elif dying + change > 0:
        yield from set_condition(game, who, "dying", dying + change, who, seq)
    else:
        yield from lose_dying(game, who, seq)


def lose_dying(game: Game, who: str, cause: int) -> Play:
    """Losing dying raises wounded by 1 (pf2e.damage.wounded)."""
    creature = game.state.creatures[who]
    if "dying" in creature.conditions:
        yield from lose(game, who, "dying", cause)
        yield from set_condition(game, who, "wounded", creature.conditions.get("wounded", 0) + 1, who, cause)


def heal(game: Game, by: str, who: str, amount: int, cause: int) -> Play:
    """Restore Hit Points up to the maximum; with 1 or more an unconscious creature wakes (pf2e.damage.revived)."""
    creature = game.state.creatures[who]
    after = min(creature.hp + amount, creature.max_hp)
    seq = yield ev.Healed(cause, by, who, after - creature.hp, creature.hp, after)
    if creature.status == DOWN and after > 0:
        yield from lose_dying(game, who, seq)
        yield from lose(game, who, "unconscious", seq)
        yield ev.CombatantRose(seq, who)


def _option(game: Game, name: str) -> bool:
    return bool(game.state.scenario.options[name])
