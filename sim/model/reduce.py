"""The only writer of state: each event assigns the results it states."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from sim.model import events as ev
from sim.model.geometry import squares_of
from sim.model.state import DEAD, DOWN, FLED, OBSERVED, UP, Creature, Outcome, Ready, State, Timer
from sim.model.windows import TURN_ENDED, TURN_MOMENTS

ROUND_SECONDS = 6


def fold(state: State, entries: Iterable[ev.Entry]) -> State:
    """Apply entries to ``state`` in place and return it; needs neither dice nor rules."""
    reducers = REDUCERS
    for seq, t, event in entries:
        state.seq = seq
        state.t = t
        reducers[type(event)](state, event)
    return state


def reduce(state: State, entry: ev.Entry) -> None:
    """Apply one entry to ``state`` in place."""
    state.seq, state.t, event = entry
    REDUCERS[type(event)](state, event)


# --- derived fields --------------------------------------------------------------


def _occupy(state: State, creature: Creature) -> None:
    state.layout += 1
    occupied = state.occupied
    for square in squares_of(creature.at, creature.space):
        occupied[square] = (*occupied.get(square, ()), creature.id)


def _vacate(state: State, creature: Creature) -> None:
    state.layout += 1
    occupied = state.occupied
    for square in squares_of(creature.at, creature.space):
        left = tuple([who for who in occupied.get(square, ()) if who != creature.id])
        if left:
            occupied[square] = left
        else:
            occupied.pop(square, None)


def _unwatch(state: State, who: str) -> None:
    """Take one creature out of the index, as it falls or goes."""
    index = state.watchers
    for window in [window for window, watchers in index.items() if who in watchers]:
        left = tuple([other for other in index[window] if other != who])
        if left:
            index[window] = left
        else:
            del index[window]


def _index_watchers(state: State) -> None:
    index: dict[str, tuple[str, ...]] = {}
    for creature in state.creatures.values():
        watches = creature.watches
        if creature.readied:
            watches = (*watches, creature.readied.watch)
        if creature.delayed:
            watches = (TURN_ENDED, *[window for window in TURN_MOMENTS if window in watches])
        for window in dict.fromkeys(watches):
            if creature.status == UP:
                index[window] = (*index.get(window, ()), creature.id)
    state.watchers = index


def _count_standing(state: State, side: str, change: int) -> None:
    left = state.standing.get(side, 0) + change
    if left:
        state.standing[side] = left
    else:
        del state.standing[side]


def _set_status(state: State, who: str, status: str) -> None:
    creature = state.creatures[who]
    if creature.status == UP:
        _vacate(state, creature)
        _count_standing(state, creature.side, -1)
    creature.status = status
    creature.numbers.clear()
    state.roster += 1
    if status == UP:
        _occupy(state, creature)
        _count_standing(state, creature.side, 1)
        _index_watchers(state)
    else:
        creature.readied = None
        _unwatch(state, who)


# --- the encounter and its order -------------------------------------------------


def _encounter_started(state: State, event: ev.EncounterStarted) -> None:
    state.phase = "between"


def _combatant_joined(state: State, event: ev.CombatantJoined) -> None:
    data = next(c.data for c in state.scenario.combatants if c.id == event.actor)
    creature = Creature(
        id=event.actor,
        side=event.side,
        data=data,
        hp=event.hp,
        max_hp=event.max_hp,
        at=event.at,
        space=event.space,
        reach=event.reach,
        # in the order in which they come back from a log, so that rules see the same either way
        items=dict(sorted(event.items.items())),
        counters=dict(sorted(event.counters.items())),
        watches=event.watches,
    )
    state.creatures[event.actor] = creature
    state.roster += 1
    _occupy(state, creature)
    _count_standing(state, event.side, 1)
    for window in dict.fromkeys(event.watches):
        state.watchers[window] = (*state.watchers.get(window, ()), event.actor)


def _initiative_rolled(state: State, event: ev.InitiativeRolled) -> None:
    _count_roll(state, event)
    state.creatures[event.actor].counters["initiative"] = event.roll.total


def _order_changed(state: State, event: ev.OrderChanged) -> None:
    state.order = event.order
    state.slot = event.slot


def _round_started(state: State, event: ev.RoundStarted) -> None:
    state.round = event.number
    state.phase = "round"
    state.slot = 0
    state.round_due = state.t + ROUND_SECONDS


def _turn_started(state: State, event: ev.TurnStarted) -> None:
    creature = state.creatures[event.actor]
    state.phase = "turn"
    state.turn = event.actor
    state.slot = event.slot
    state.ending = False
    creature.turn = event.number
    creature.acted = False
    creature.tally.clear()
    creature.returning = False
    if creature.delayed or creature.readied:
        creature.delayed = False
        creature.readied = None
        _index_watchers(state)


def _actions_regained(state: State, event: ev.ActionsRegained) -> None:
    creature = state.creatures[event.actor]
    creature.actions = event.actions
    creature.reactions = event.reactions


def _turn_ended(state: State, event: ev.TurnEnded) -> None:
    creature = state.creatures[event.actor]
    creature.actions = 0
    creature.tally.clear()
    state.phase = "round"


def _slot_passed(state: State, event: ev.SlotPassed) -> None:
    state.creatures[event.actor].turn = event.number
    state.slot = event.slot


def _round_ended(state: State, event: ev.RoundEnded) -> None:
    state.phase = "between"
    state.turn = ""


def _encounter_ended(state: State, event: ev.EncounterEnded) -> None:
    state.outcome = Outcome(event.winners, event.reason)


# --- decisions and their cost ----------------------------------------------------


def _action_chosen(state: State, event: ev.ActionChosen) -> None:
    creature = state.creatures[event.actor]
    creature.memory = event.memory
    if event.kind == "action":
        creature.acted = True
        if event.action == "end":
            state.ending = True


def _nothing(state: State, event: ev.Event) -> None:
    """The event changes no state beyond its own place in the log."""


def _engine_faulted(state: State, event: ev.EngineFaulted) -> None:
    state.faulted = True


def _action_spent(state: State, event: ev.ActionSpent) -> None:
    creature = state.creatures[event.actor]
    creature.actions = event.left
    creature.tally[event.action] = creature.tally.get(event.action, 0) + 1


def _reaction_used(state: State, event: ev.ReactionUsed) -> None:
    creature = state.creatures[event.actor]
    creature.reactions = event.left
    creature.tally.pop("readied", None)
    if event.reaction in ("readied", "aid") and creature.readied:
        creature.tally["readied"] = creature.readied.attempt
        creature.readied = None
        _index_watchers(state)


def _delayed(state: State, event: ev.Delayed) -> None:
    creature = state.creatures[event.actor]
    creature.delayed = True
    creature.actions = 0
    creature.reactions = 0
    creature.readied = None
    state.phase = "round"
    _index_watchers(state)


def _returned(state: State, event: ev.Returned) -> None:
    creature = state.creatures[event.actor]
    creature.delayed = False
    creature.returning = True
    state.order = event.order
    state.slot = event.slot
    _index_watchers(state)


def _readied(state: State, event: ev.Readied) -> None:
    creature = state.creatures[event.actor]
    creature.readied = Ready(event.action, event.trigger, event.watch, event.attempt)
    state.ending = event.ends_turn
    _index_watchers(state)


# --- rolls -----------------------------------------------------------------------


def _count_roll(state: State, event: Any) -> None:
    roll = event.roll
    state.rolls[roll.label] = roll.n + 1
    state.creatures[event.actor].rolled = roll


def _attack_rolled(state: State, event: ev.AttackRolled | ev.CheckRolled | ev.FlatCheckRolled) -> None:
    roll = event.roll
    state.rolls[roll.label] = roll.n + 1
    creature = state.creatures[event.actor]
    creature.rolled = roll
    if event.attempt:
        creature.tally["attacks"] = event.attempt


def _damage_rolled(state: State, event: ev.DamageRolled) -> None:
    state.rolls[event.label] = event.n + 1


# --- hit points, conditions, effects ---------------------------------------------


def _damage_applied(state: State, event: ev.DamageApplied) -> None:
    creature = state.creatures[event.target]
    creature.hp = event.hp_after
    creature.temp_hp = event.temp_after


def _healed(state: State, event: ev.Healed) -> None:
    state.creatures[event.target].hp = event.hp_after


def _temp_hp_changed(state: State, event: ev.TempHpChanged) -> None:
    state.creatures[event.target].temp_hp = event.after


def _max_hp_changed(state: State, event: ev.MaxHpChanged) -> None:
    creature = state.creatures[event.target]
    creature.max_hp = event.after
    creature.hp = event.hp_after


def _side_changed(state: State, event: ev.SideChanged) -> None:
    creature = state.creatures[event.target]
    if creature.status == UP:
        _count_standing(state, creature.side, -1)
        _count_standing(state, event.after, 1)
    creature.side = event.after
    state.layout += 1


def _condition_changed(state: State, event: ev.ConditionChanged) -> None:
    creature = state.creatures[event.target]
    if event.after:
        creature.conditions[event.condition] = event.after
    else:
        creature.conditions.pop(event.condition, None)
    creature.numbers.clear()
    state.layout += 1


def _effect_started(state: State, event: ev.EffectStarted) -> None:
    effect = event.effect
    state.effects[effect.id] = effect
    state.made = effect.id
    state.creatures[effect.target].numbers.clear()


def _effect_ended(state: State, event: ev.EffectEnded) -> None:
    del state.effects[event.effect]
    state.creatures[event.target].numbers.clear()


def _counter_changed(state: State, event: ev.CounterChanged) -> None:
    creature = state.creatures[event.target]
    creature.counters[event.counter] = event.after
    creature.numbers.clear()


def _detection_changed(state: State, event: ev.DetectionChanged) -> None:
    observers = state.detection.setdefault(event.target, {})
    if event.after != OBSERVED:
        observers[event.observer] = event.after
    else:
        observers.pop(event.observer, None)
        if not observers:
            del state.detection[event.target]
    state.layout += 1
    state.roster += 1


def _resource_spent(state: State, event: ev.ResourceSpent) -> None:
    state.creatures[event.actor].counters[event.resource] = event.after


# --- place and things ------------------------------------------------------------


def _moved(state: State, event: ev.Moved) -> None:
    creature = state.creatures[event.actor]
    _vacate(state, creature)
    creature.at = event.path[-1]
    if event.diagonals:
        creature.tally["diagonals"] = event.diagonals
    if creature.status == UP:  # the fallen may be dragged, and are in nobody's way
        _occupy(state, creature)


def _item_changed(state: State, event: ev.ItemChanged) -> None:
    creature = state.creatures[event.actor]
    creature.items[event.item] = event.after
    if event.at is not None:
        creature.lying[event.item] = event.at
    else:
        creature.lying.pop(event.item, None)
    state.layout += 1
    creature.reach = event.reach
    creature.numbers.clear()


# --- time and fate ---------------------------------------------------------------


def _timer_set(state: State, event: ev.TimerSet) -> None:
    state.timers = tuple(sorted((*state.timers, Timer(event.due, state.seq, event.timer))))


def _timer_fired(state: State, event: ev.TimerFired) -> None:
    gone = next(timer for timer in state.timers if (timer.due, timer.timer) == (event.due, event.timer))
    state.timers = tuple(timer for timer in state.timers if timer is not gone)


def _combatant_downed(state: State, event: ev.CombatantDowned) -> None:
    _set_status(state, event.actor, DOWN)


def _combatant_rose(state: State, event: ev.CombatantRose) -> None:
    _set_status(state, event.actor, UP)


def _combatant_died(state: State, event: ev.CombatantDied) -> None:
    _set_status(state, event.actor, DEAD)


def _combatant_fled(state: State, event: ev.CombatantFled) -> None:
    _set_status(state, event.actor, FLED)


OVERRIDABLE = ("hp", "temp_hp", "actions", "reactions")
"""Fields of a creature that a fork may set by hand."""


def _overridden(state: State, event: ev.Overridden) -> None:
    who, _, name = event.path.rpartition(".")
    if name not in OVERRIDABLE:
        raise ValueError(f"{event.path!r} is nothing that can be set by hand")
    setattr(state.creatures[who], name, event.after)


REDUCERS: dict[type[ev.Event], Callable[[State, Any], None]] = {
    ev.EncounterStarted: _encounter_started,
    ev.CombatantJoined: _combatant_joined,
    ev.InitiativeRolled: _initiative_rolled,
    ev.OrderChanged: _order_changed,
    ev.RoundStarted: _round_started,
    ev.TurnStarted: _turn_started,
    ev.ActionsRegained: _actions_regained,
    ev.TurnEnded: _turn_ended,
    ev.SlotPassed: _slot_passed,
    ev.RoundEnded: _round_ended,
    ev.EncounterEnded: _encounter_ended,
    ev.ActionChosen: _action_chosen,
    ev.ActionRefused: _nothing,
    ev.AgentFaulted: _nothing,
    ev.EngineFaulted: _engine_faulted,
    ev.ActionSpent: _action_spent,
    ev.ReactionUsed: _reaction_used,
    ev.ActionDisrupted: _nothing,
    ev.Delayed: _delayed,
    ev.Returned: _returned,
    ev.Readied: _readied,
    ev.AttackRolled: _attack_rolled,
    ev.SaveRolled: _count_roll,
    ev.CheckRolled: _attack_rolled,
    ev.FlatCheckRolled: _attack_rolled,
    ev.DamageRolled: _damage_rolled,
    ev.DamageReduced: _nothing,
    ev.DamageApplied: _damage_applied,
    ev.Healed: _healed,
    ev.TempHpChanged: _temp_hp_changed,
    ev.MaxHpChanged: _max_hp_changed,
    ev.SideChanged: _side_changed,
    ev.ConditionChanged: _condition_changed,
    ev.EffectStarted: _effect_started,
    ev.EffectEnded: _effect_ended,
    ev.CounterChanged: _counter_changed,
    ev.DetectionChanged: _detection_changed,
    ev.ResourceSpent: _resource_spent,
    ev.Moved: _moved,
    ev.ItemChanged: _item_changed,
    ev.TimerSet: _timer_set,
    ev.TimerFired: _timer_fired,
    ev.CombatantDowned: _combatant_downed,
    ev.CombatantRose: _combatant_rose,
    ev.CombatantDied: _combatant_died,
    ev.CombatantFled: _combatant_fled,
    ev.Overridden: _overridden,
}
