"""Who is off-guard to whom because of a feint: an effect from the one to the other."""

from __future__ import annotations

from typing import Final

from sim.model.protocols import Game, Play
from sim.model.state import Creature, State
from sim.model.values import Effect, Ends, Modifier
from sim.rules.pf2e.conditions import end_effect, start_effect
from sim.rules.pf2e.defenses import immune_to_condition
from sim.rules.registry import empty, nothing, rule

NAME: Final = "feinted"
ONCE: Final = "next attack"
"""Detail of a feint that the next attack uses up."""

_FEINTED: Final = Modifier("circumstance", "feinted", -2, "pf2e.action.feint")


def fool(game: Game, who: str, by: str, ends: Ends, cause: int, *, once: bool = False) -> Play:
    """Make a creature off-guard to another's melee attacks, or to the next one only."""
    if immune_to_condition(game.state.creatures[who], "off_guard"):
        return
    yield from start_effect(game, Effect(game.state.made + 1, NAME, who, by, (), ends, ONCE if once else ""), cause)


@rule("pf2e.action.feint", neutral=empty)
def feinted(state: State, victim: Creature, attacker: Creature) -> tuple[Modifier, ...]:
    """What a feint takes off AC against the melee attacks of who made it."""
    known: frozenset[str] | None = victim.numbers.get(NAME)
    if known is None:
        known = frozenset(e.source for e in state.effects.values() if e.name == NAME and e.target == victim.id)
        victim.numbers[NAME] = known
    return (_FEINTED,) if attacker.id in known else ()


@rule("pf2e.action.feint", neutral=nothing)
def use_up(game: Game, who: str, target: str, cause: int) -> Play:
    """A melee attack uses up a feint that was good for one."""
    for effect in tuple(game.state.effects.values()):
        if (effect.name, effect.target, effect.source, effect.detail) == (NAME, target, who, ONCE):
            yield from end_effect(game, effect, "used", cause)
