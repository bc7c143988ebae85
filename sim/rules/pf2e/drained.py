"""Drained: maximum and present Hit Points fall with it, and the maximum rises again as it goes."""

from __future__ import annotations

from sim.model import events as ev
from sim.model.protocols import Game, Play
from sim.rules.pf2e.health import Blow, reach_zero
from sim.rules.registry import rule, zero


@rule("pf2e.condition.drained", neutral=zero)
def points_drained(level: int, value: int) -> int:
    """Hit Points that a drained value takes: level, at least 1, for each point."""
    return max(level, 1) * value


def drain(game: Game, who: str, before: int, after: int, source: str, cause: int) -> Play:
    """Bring Hit Points in line with a new drained value; this is no damage."""
    creature = game.state.creatures[who]
    level = creature.data.level
    loss = points_drained(level, after) - points_drained(level, before)
    if not loss:
        return
    most = max(creature.max_hp - loss, 0)
    left = min(max(creature.hp - max(loss, 0), 0), most)
    fell = creature.hp > 0 and left == 0
    seq = yield ev.MaxHpChanged(cause, who, creature.max_hp, most, creature.hp, left)
    if fell:
        yield from reach_zero(game, who, Blow(source, loss, critical=False, nonlethal=False), seq)
