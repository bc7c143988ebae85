"""Healing and temporary Hit Points."""

from __future__ import annotations

from sim.model import events as ev
from sim.model.protocols import Game, Play
from sim.rules.pf2e.health import wake
from sim.rules.pf2e.numbers import situation
from sim.rules.pf2e.persistent import stop_bleeding
from sim.rules.pf2e.stacking import stack


def heal(game: Game, by: str, who: str, amount: int, cause: int) -> Play:
    """Restore Hit Points up to the maximum; with 1 or more an unconscious creature wakes.

    What bears on ``healing`` adds to it or takes off, but healing never hurts.
    """
    creature = game.state.creatures[who]
    change, _ = stack(situation(game.state, creature, "healing"))
    after = min(creature.hp + max(amount + change, 0), creature.max_hp)
    seq = yield ev.Healed(cause, by, who, after - creature.hp, creature.hp, after)
    if after == creature.max_hp:
        yield from stop_bleeding(game, who, seq)
    yield from wake(game, who, seq)


def gain_temp_hp(game: Game, who: str, amount: int, cause: int) -> Play:
    """Temporary Hit Points do not add up: the higher number stays."""
    before = game.state.creatures[who].temp_hp
    if amount > before:
        yield ev.TempHpChanged(cause, who, before, amount)
