"""Start and end of turns."""

from __future__ import annotations

from sim.model import events as ev
from sim.model.protocols import Game, Play
from sim.model.state import DEAD, State
from sim.model.windows import TURN_ENDED, Window
from sim.rules.pf2e.compelled import compelled
from sim.rules.pf2e.conditions import expire, frightened_falls
from sim.rules.pf2e.health import recovery_check
from sim.rules.pf2e.movement import settle
from sim.rules.pf2e.persistent import persistent_turn
from sim.rules.pf2e.regaining import regain


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
    yield from regain(game, who, start)
    if creature.conditions:
        yield from compelled(game, who, start)


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
