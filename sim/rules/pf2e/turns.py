"""Start and end of turns: what happens then, step by step."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from sim.model import events as ev
from sim.model.actions import Action
from sim.model.protocols import Game, Play
from sim.model.state import DEAD, FLED, Creature, State
from sim.model.windows import TURN_ENDED, TURN_ENDING, TURN_STARTED, Ask, Window
from sim.rules.pf2e.afflictions import afflictions_turn, due_afflictions
from sim.rules.pf2e.breath import air_turn, breath_turn, gets_air, winded
from sim.rules.pf2e.compelled import compelled
from sim.rules.pf2e.conditions import due, expire, frightened_falls
from sim.rules.pf2e.drifting import adrift, drift_turn
from sim.rules.pf2e.flight import flee, flees
from sim.rules.pf2e.happening import Happening, happen, happening, harms
from sim.rules.pf2e.health import recovery_check
from sim.rules.pf2e.movement import settle
from sim.rules.pf2e.persistent import persistent, persistent_turn
from sim.rules.pf2e.reactions import offered
from sim.rules.pf2e.regaining import regain
from sim.rules.pf2e.regenerating import healing_turn, regained
from sim.rules.pf2e.spaces import crowded
from sim.rules.pf2e.waiting import delayed_effects, delayed_now
from sim.rules.registry import nothing, rule


class Part(NamedTuple):
    """A step of a turn's start or end.

    Attributes:
        name: As the creature is asked for it.
        matters: Whether it does something to the creature now, so that its place among others may count.
        perform: What happens.
        outlives: Whether it happens for the dead as well.
    """

    name: str
    matters: Callable[[State, Creature], bool]
    perform: Callable[[Game, str, int], Play]
    outlives: bool = False


def begin_turn(game: Game, who: str, slot: int) -> Play:
    """The steps of the start, and last flight or actions; who returns from Delay goes on with the turn it delayed."""
    creature = game.state.creatures[who]
    if resumes(creature):
        start = yield ev.TurnStarted(0, who, creature.turn, slot)
    else:
        start = yield ev.TurnStarted(0, who, creature.turn + 1, slot)
        yield from _in_turn(game, who, START, start)
    if creature.status == DEAD:
        return
    if flees(game.state, creature):
        yield from flee(game, who, start)
        return
    yield from regain(game, who, start)
    if creature.conditions:
        yield from compelled(game, who, start)


def end_turn(game: Game, who: str) -> Play:
    """The steps of the end; then those who delay may return."""
    end = yield from over(game, who)
    gone = game.state.creatures[who].status == FLED
    yield from _turn_passes(game, who, end) if gone else _in_turn(game, who, END, end)
    if TURN_ENDED in game.state.watchers:
        yield Window(TURN_ENDED, who, 0, stops=False)


def _unspent_stay(game: Game, who: str) -> Play:
    creature = game.state.creatures[who]
    actions, reactions = creature.actions, creature.reactions
    end = yield ev.TurnEnded(0, who)
    yield ev.ActionsRegained(end, who, actions, reactions)
    return end


@rule("pf2e.turn.end_early", neutral=_unspent_stay)
def over(game: Game, who: str) -> Play:
    """A turn is over by choice or as all actions are spent: what is unspent is lost, the reaction stays."""
    return (yield ev.TurnEnded(0, who))


@rule("pf2e.action.delay_lapse", neutral=lambda creature: creature.returning or creature.delayed)
def resumes(creature: Creature) -> bool:
    """Whether its turn is the one it delayed: after a whole round away that one is lost."""
    return creature.returning


# --- the steps -------------------------------------------------------------------


@rule("pf2e.turn.start_durations", neutral=nothing)
def _rounds_pass(game: Game, who: str, start: int) -> Play:
    """What a creature made for a number of rounds ends as its turn starts."""
    return expire(game, who, "start", start)


@rule("pf2e.turn.end_durations", neutral=nothing)
def _turn_passes(game: Game, who: str, end: int) -> Play:
    """What lasts until the end of the turn ends."""
    return expire(game, who, "end", end)


def _worse_first(game: Game, who: str, end: int) -> Play:
    yield from frightened_falls(game, who, end)
    yield from afflictions_turn(game, who, end)
    yield from persistent_turn(game, who, end, delayed_effects(game.state.creatures[who]))


@rule("pf2e.turn.end_order", neutral=_worse_first)
def _chain(game: Game, who: str, end: int) -> Play:
    """Persistent damage, then saves against afflictions, then frightened falls, always in this order."""
    creature = game.state.creatures[who]
    yield from persistent_turn(game, who, end, delayed_effects(creature))
    if creature.status != DEAD:
        yield from afflictions_turn(game, who, end)
    if creature.status != DEAD:
        yield from frightened_falls(game, who, end)


@rule("pf2e.turn.end_other", neutral=nothing)
def _whatever_else(game: Game, who: str, end: int) -> Play:
    """Whatever else is said to happen at the end: two in one square are forced apart, abilities act by themselves."""
    yield from settle(game, who, end)
    yield from happen(game, _happening_at_end(game.state, game.state.creatures[who]), end)


@rule("pf2e.turn.start_healing", neutral=nothing)
def _begins_with(game: Game, who: str, start: int) -> Play:
    """Other effects of the start of a turn come with fast healing and regeneration."""
    yield from happen(game, happening(game.state, who, TURN_STARTED), start)


def _happening_at_end(state: State, creature: Creature) -> list[Happening]:
    """What acts by itself as a turn ends; what enemies do then has been suffered by who delayed it."""
    suffered = delayed_now(creature)
    found = happening(state, creature.id, TURN_ENDING)
    return [each for each in found if not (suffered and harms(state, creature.id, each))]


def _happens_at_start(state: State, creature: Creature) -> bool:
    return bool(happening(state, creature.id, TURN_STARTED))


def _happens_at_end(state: State, creature: Creature) -> bool:
    return bool(_happening_at_end(state, creature))


@rule("pf2e.turn.start_triggers", neutral=nothing)
def _start_trigger(game: Game, who: str, start: int) -> Play:
    """One free action or reaction that the start of the turn triggers; a reaction is that of the round before."""
    if who in game.state.watchers.get(TURN_STARTED, ()):
        yield Window(TURN_STARTED, who, 0, stops=False)


@rule("pf2e.turn.end_triggers", neutral=nothing)
def _end_trigger(game: Game, who: str, end: int) -> Play:
    """One free action or reaction that the end of the turn triggers."""
    if who in game.state.watchers.get(TURN_ENDING, ()):
        yield Window(TURN_ENDING, who, 0, stops=False)


def _may_react(window: str) -> Callable[[State, Creature], bool]:
    """Whether a creature has something to use as its turn starts or ends."""

    def may(state: State, creature: Creature) -> bool:
        watches = creature.id in state.watchers.get(window, ())
        return watches and bool(offered(state, Window(window, creature.id, 0, stops=False), creature.id))

    return may


def _ends_on_it(at: str) -> Callable[[State, Creature], bool]:
    """Whether something that lies on the creature itself ends now."""

    def ends(state: State, creature: Creature) -> bool:
        if not state.effects:
            return False
        return any(effect.target == creature.id for effect in due(state, creature.id, at, creature.turn))

    return ends


def _harmed(state: State, creature: Creature) -> bool:
    return bool(state.effects) and bool(persistent(state, creature.id) or due_afflictions(state, creature))


def _dying(state: State, creature: Creature) -> bool:
    return "dying" in creature.conditions


def _heals(state: State, creature: Creature) -> bool:
    return creature.hp < creature.max_hp and regained(state, creature) > 0


START: Final = (
    Part("durations", _ends_on_it("start"), _rounds_pass),
    Part("air", gets_air, air_turn),
    Part("trigger", _may_react(TURN_STARTED), _start_trigger),
    Part("recovery_check", _dying, recovery_check),
    Part("healing", _heals, healing_turn),
    Part("whatever_else", _happens_at_start, _begins_with),
)
"""Before the actions are regained, in the order that holds unless the creature wants another."""
END: Final = (
    Part("whatever_else", _happens_at_end, _whatever_else, outlives=True),
    Part("harm", _harmed, _chain),
    Part("breath", winded, breath_turn),
    Part("water", adrift, drift_turn),
    Part("trigger", _may_react(TURN_ENDING), _end_trigger),
    Part("durations", _ends_on_it("end"), _turn_passes, outlives=True),
)
KINDS: Final = tuple(dict.fromkeys(part.name for part in (*START, *END)))
"""Kinds of answers to the question which step comes first."""


def _in_turn(game: Game, who: str, parts: Sequence[Part], cause: int) -> Play:
    """Perform all steps; where more than one matters the creature chooses which of these comes first."""
    creature = game.state.creatures[who]
    if _calm(game.state, creature):
        return
    wanted = [part for part in parts if part.matters(game.state, creature)]
    if len(wanted) > 1:
        chosen = iter((yield from (start_order if parts is START else end_order)(who, wanted)))
        parts = [next(chosen) if part in wanted else part for part in parts]
    for part in parts:
        if creature.status != DEAD or part.outlives:
            yield from part.perform(game, who, cause)


def _calm(state: State, creature: Creature) -> bool:
    """Whether nothing lies on anybody, waits for turns or is amiss with the creature: then no step does anything."""
    watchers = state.watchers
    if state.effects or creature.conditions or TURN_STARTED in watchers or TURN_ENDING in watchers:
        return False
    return not (_heals(state, creature) or crowded(state, creature) or _in_trouble(state, creature))


def _in_trouble(state: State, creature: Creature) -> bool:
    """Whether water harms a creature."""
    return bool(state.grid.water) and (winded(state, creature) or adrift(state, creature))


def _as_listed(who: str, parts: list[Part]) -> Play:
    yield from ()
    return parts


@rule("pf2e.turn.start_order", neutral=_as_listed)
def start_order(who: str, parts: list[Part]) -> Play:
    """The steps of the start come in any order the creature chooses, regaining actions last."""
    return (yield from _chosen(who, parts, "start of turn"))


@rule("pf2e.turn.end_any_order", neutral=_as_listed)
def end_order(who: str, parts: list[Part]) -> Play:
    """The steps of the end come in any order the creature chooses; within the chain there is no choice."""
    return (yield from _chosen(who, parts, "end of turn"))


def _chosen(who: str, parts: list[Part], prompt: str) -> Play:
    left, order = list(parts), []
    while len(left) > 1:
        choice = yield Ask(who, tuple(Action(part.name) for part in left), prompt)
        order.append(next(part for part in left if part.name == choice.kind))
        left.remove(order[-1])
    return [*order, *left]


# --- places of those who are gone ------------------------------------------------


def pass_slot(game: Game, who: str, slot: int) -> Play:
    """The turn of a creature that is gone would come: what lasts until then ends."""
    passed = yield ev.SlotPassed(0, who, game.state.creatures[who].turn + 1, slot)
    yield from expire(game, who, "start", passed)
    yield from expire(game, who, "end", passed)


def slot_needed(state: State, who: str) -> bool:
    """Whether an effect ends by the turns of this creature."""
    return any(effect.ends is not None and effect.ends.owner == who for effect in state.effects.values())
