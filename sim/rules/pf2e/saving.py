"""Saves against what a creature does."""

from __future__ import annotations

from sim.model import events as ev
from sim.model.geometry import Point
from sim.model.protocols import Game, Play
from sim.model.state import Creature, State
from sim.model.values import Modifier
from sim.rules.pf2e.checks import roll_total
from sim.rules.pf2e.cover import on_save
from sim.rules.pf2e.data import Ability, Save
from sim.rules.pf2e.gaze import looks_away
from sim.rules.pf2e.incapacitation import shifted_by, withstands
from sim.rules.pf2e.luck import Luck
from sim.rules.pf2e.numbers import luck, situation, statistic
from sim.rules.pf2e.rerolls import again, once_more
from sim.rules.pf2e.stacking import Numbers, stack


def save_against(game: Game, maker: str, who: str, name: str, ability: Ability, origin: Point, cause: int) -> Play:
    """A save against an ability's DC; cover helps against an area, an averted gaze against what is seen."""
    state, creature, save = game.state, game.state.creatures[who], ability.save
    assert save is not None  # the caller saw it
    numbers = statistic(state, creature, save.statistic)
    if ability.area:
        numbers = on_save(state, creature, save.statistic, origin, state.creatures[maker], numbers)
    averted = looks_away(state, creature, ability.traits)
    if averted:
        numbers = stack((*numbers[1], *averted))
    dc, against = save_dc(state, state.creatures[maker], ability, save)
    lies = luck(state, creature, save.statistic)
    if withstands(state.creatures[maker], creature, ability):
        lies = shifted_by(1, lies)
    return (yield from roll_save(game, who, save.statistic, name, dc, cause, numbers, against, lies))


def roll_save(
    game: Game,
    who: str,
    save: str,
    name: str,
    dc: int,
    cause: int,
    numbers: Numbers | None = None,
    against: tuple[Modifier, ...] = (),
    lies: Luck | None = None,
) -> Play:
    """Roll a save, and once more where that may be.

    Args:
        game: The game.
        who: Who saves.
        save: Which save.
        name: What it is against.
        dc: The number to reach.
        cause: Seq of what brings it about.
        numbers: What it is rolled with, if not as usual.
        against: Modifiers on the DC.
        lies: What lies on it beyond modifiers, if not as usual.

    Returns:
        Its degree and the seq of the roll that counts.
    """
    creature = game.state.creatures[who]
    bonus, modifiers = numbers or statistic(game.state, creature, save)
    lies = lies or luck(game.state, creature, save)
    roll = roll_total(game, f"{who}/{save}", bonus, modifiers, dc, against, lies)
    event = ev.SaveRolled(cause, who, save, name, roll)
    seq = yield event
    if once_more(creature, lies, roll.degree):
        roll, seq = yield from again(game, event, seq, lies, own=False)
    return roll.degree, seq


def save_dc(state: State, maker: Creature, ability: Ability, save: Save) -> tuple[int, tuple[Modifier, ...]]:
    """DC of an ability's save, and the modifiers on its stated value."""
    change, against = stack(situation(state, maker, "spells" if "spell" in ability.traits else "dcs"))
    return save.dc + change, against
