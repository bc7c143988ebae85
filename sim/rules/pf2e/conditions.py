"""Conditions and effects: gaining, losing, running out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from sim.model import events as ev
from sim.model.protocols import Game, Play
from sim.model.state import DEAD, UP, Creature, State
from sim.model.values import Effect, Ends
from sim.rules.pf2e.condition_texts import Grade, parse_grade
from sim.rules.pf2e.defenses import immune_to_condition
from sim.rules.registry import RuleTable, rule

CANNOT_ACT: Final[Mapping[str, bool]] = RuleTable(
    "conditions.CANNOT_ACT",
    dict.fromkeys(("paralyzed", "petrified", "stunned"), True),
    ids="pf2e.condition.{}",
    neutral=False,
)
"""Conditions in which nothing is done; the unconscious are down anyway."""

HELPFUL: Final = frozenset({"concealed", "invisible", "quickened"})
"""Conditions that are good to have."""

SOURCED: Final = frozenset({"controlled", "fascinated", "fleeing", "sickened"})
"""Conditions for which it matters who gave them; they are kept as effects too."""

Consequence = Callable[[Game, str, int, int, str, int], Play]
"""What a change of a condition does beyond it: (game, who, before, after, source, seq of the change)."""

CONSEQUENCES: Final[dict[str, Consequence]] = {}
"""By condition; `sim.rules.pf2e` fills it from the modules that know."""


@rule("pf2e.turn.cannot_act", neutral=lambda state, who: state.creatures[who].status == UP)
def able(state: State, who: str) -> bool:
    """Whether a creature can act, reactions and free actions included."""
    creature = state.creatures[who]
    if creature.status != UP:
        return False
    return not creature.conditions or not any(CANNOT_ACT.get(condition) for condition in creature.conditions)


def set_condition(game: Game, who: str, condition: str, value: int, source: str, cause: int) -> Play:
    """Give a condition this value; return the seq of the change, or ``cause`` where nothing changed."""
    before = game.state.creatures[who].conditions.get(condition, 0)
    if before == value:
        return cause
    seq: int = yield ev.ConditionChanged(cause, who, condition, before, value, source)
    if condition in CONSEQUENCES:
        yield from CONSEQUENCES[condition](game, who, before, value, source, seq)
    return seq


def gain(
    game: Game,
    who: str,
    condition: str,
    value: int,
    source: str,
    cause: int,
    ends: Ends | None = None,
    *,
    dc: int = 0,
    only: tuple[str, ...] = (),
    of: str = "",
) -> Play:
    """Gain a condition.

    Args:
        game: The game.
        who: Who gains it.
        condition: Its name.
        value: Its value; 1 where it has none.
        source: Who gives it.
        cause: Seq of the event that brings it about.
        ends: When it ends; one that ends is kept as an effect of its name.
        dc: The DC to shake it off, where there is one.
        only: What the action that it gives is for.
        of: What keeps it up, as of an `Effect`.
    """
    creature = game.state.creatures[who]
    if creature.status == DEAD or immune_to_condition(creature, condition):
        return
    if ends or dc or only or of or condition in SOURCED:
        yield from _keep_lasting(game, creature, condition, cause)
        detail = str(Grade(value, dc, only))
        effect = Effect(game.state.made + 1, condition, who, source, ends=ends, detail=detail, of=of)
        yield from start_effect(game, effect, cause)
    yield from set_condition(
        game, who, condition, together(creature.conditions.get(condition, 0), value), source, cause
    )


@rule("pf2e.condition.values", neutral=lambda before, value: before + value)
def together(before: int, value: int) -> int:
    """The same condition twice counts once, at the higher value."""
    return max(before, value)


def _keep_lasting(game: Game, creature: Creature, condition: str, cause: int) -> Play:
    """A condition without an end becomes an effect beside one that ends, so that it counts again afterwards."""
    value = creature.conditions.get(condition, 0)
    if value and not laying(game.state, creature.id, condition):
        detail = str(Grade(value))
        yield ev.EffectStarted(cause, Effect(game.state.made + 1, condition, creature.id, creature.id, detail=detail))


def laying(state: State, who: str, condition: str) -> list[Effect]:
    """The effects by which a creature has a condition, in the order they began."""
    return [effect for effect in state.effects.values() if effect.name == condition and effect.target == who]


def lose(game: Game, who: str, condition: str, cause: int) -> Play:
    """Lose a condition, if the creature has it, with all that lays it."""
    for effect in laying(game.state, who, condition):
        yield ev.EffectEnded(cause, who, effect.id, effect.name, "ended")
    yield from set_condition(game, who, condition, 0, who, cause)


def frightened_falls(game: Game, who: str, cause: int) -> Play:
    """Frightened falls by 1 at the end of each own turn (pf2e.condition.frightened)."""
    value = game.state.creatures[who].conditions.get("frightened", 0)
    if value:
        yield from set_condition(game, who, "frightened", value - 1, who, cause)


def end_effect(game: Game, effect: Effect, reason: str, cause: int) -> Play:
    """End an effect with what it kept up; the condition that it gave falls to what others still give."""
    ended = yield ev.EffectEnded(cause, effect.target, effect.id, effect.name, reason)
    for other in kept_up(game.state, effect):
        yield from end_effect(game, other, "ended", ended)
    value = game.state.creatures[effect.target].conditions.get(effect.name, 0)
    left = still_given(game.state, effect)
    if left < value:
        yield from set_condition(game, effect.target, effect.name, left, effect.target, ended)


def kept_up(state: State, effect: Effect) -> list[Effect]:
    """What an effect, such as an affliction, keeps up on the same creature."""
    return [
        other
        for other in state.effects.values()
        if other.of == effect.name and (other.target, other.source) == (effect.target, effect.source)
    ]


@rule("pf2e.condition.values", neutral=lambda state, effect: 0)
def still_given(state: State, effect: Effect) -> int:
    """A lower value that lasts longer counts again."""
    others = laying(state, effect.target, effect.name)
    return max((parse_grade(other.detail).value for other in others), default=0)


def expire(game: Game, owner: str, at: str, cause: int) -> Play:
    """End the effects that last until this moment of the owner's turn."""
    turn = game.state.creatures[owner].turn
    for effect in due(game.state, owner, at, turn):
        if effect.id in game.state.effects:
            yield from end_effect(game, effect, "expired", cause)


def due(state: State, owner: str, at: str, turn: int) -> list[Effect]:
    """The effects that last until this moment of a turn of their owner."""
    return [
        effect
        for effect in state.effects.values()
        if (ends := effect.ends) and ends.owner == owner and (ends.turn < turn or (ends.turn == turn and ends.at == at))
    ]


def end_helpful(game: Game, who: str, cause: int) -> Play:
    """Helpful effects that would end during the delayed turn end at once."""
    state = game.state
    ends = Ends(who, state.creatures[who].turn, "end")
    for effect in tuple(state.effects.values()):
        if effect.id in state.effects and effect.ends == ends and helps(state, who, effect):
            yield from end_effect(game, effect, "delayed", cause)


def helps(state: State, who: str, effect: Effect) -> bool:
    """Whether an effect is of use to a creature: it does good to its own side, or harm to another."""
    good = effect.name in HELPFUL or any(modifier.value > 0 for modifier in effect.modifiers)
    return good is (state.creatures[effect.target].side == state.creatures[who].side)


def start_effect(game: Game, effect: Effect, cause: int) -> Play:
    """Lay an effect on a creature; a running one of the same name and source is replaced."""
    for running in tuple(game.state.effects.values()):
        if (running.name, running.target, running.source) == (effect.name, effect.target, effect.source):
            yield ev.EffectEnded(cause, running.target, running.id, running.name, "renewed")
    yield ev.EffectStarted(cause, effect)
