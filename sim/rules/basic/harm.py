"""Damage on its way to a creature, healing, and who is out of the fight."""

from __future__ import annotations

from collections.abc import Sequence

from sim.model import events as ev
from sim.model.protocols import Game, Play
from sim.model.state import UP
from sim.model.values import Adjustment, DamageLine, DamagePart, Modifier
from sim.rules.basic.lasting import end_all_of
from sim.rules.registry import nothing, rule
from sim.rules.texts import DiceText, parse_dice

TYPE = "damage"
"""The small systems know no types of damage."""


def roll_points(game: Game, who: str, name: str, text: str, cause: int, what: str = "damage", times: int = 1) -> Play:
    """Roll a dice text and return its total, never below 0.

    Args:
        game: The game.
        who: Who rolls.
        name: What it is rolled for.
        text: Dice such as ``1d8+2``.
        cause: Seq of what brings it about.
        what: The second half of the dice label, and what the points are.
        times: How often dice and fixed part are rolled and added.
    """
    dice = parse_dice(text)
    label = f"{who}/{what}"
    count = dice.count * times
    sizes = (dice.sides,) * count
    n, faces = game.roll(label, sizes) if sizes else (game.state.rolls.get(label, 0), ())
    bonus = dice.bonus * times
    modifiers = (Modifier("untyped", "damage", bonus, ""),) if bonus else ()
    total = max(sum(faces) + bonus, 0)
    shown = f"{count}d{dice.sides}" if count else ""
    yield ev.DamageRolled(cause, who, name, label, n, (DamagePart(what, shown, faces, modifiers, total),), total)
    return total


def average(text: str) -> int:
    """The mean of a dice text, rounded down."""
    dice: DiceText = parse_dice(text)
    return max(dice.count * (dice.sides + 1) // 2 + dice.bonus, 0)


def hurt(game: Game, by: str, target: str, name: str, rolled: int, steps: Sequence[Adjustment], cause: int) -> Play:
    """Take what is left of damage after its steps off a creature's Hit Points."""
    creature = game.state.creatures[target]
    if creature.status != UP:
        return
    amount = steps[-1].after if steps else rolled
    before = creature.hp
    left = max(before - amount, 0)
    lines = (DamageLine(TYPE, rolled, tuple(steps), amount),)
    seq = yield ev.DamageApplied(cause, by, target, name, lines, amount, 0, 0, before, left)
    if not left:
        yield from put_out(game, target, by, seq)


def heal(game: Game, by: str, target: str, amount: int, cause: int) -> Play:
    """Restore Hit Points up to the maximum."""
    creature = game.state.creatures[target]
    if creature.status == UP:
        after = min(creature.hp + amount, creature.max_hp)
        yield ev.Healed(cause, by, target, after - creature.hp, creature.hp, after)


@rule("d20.assume.zero_hp", "d100.assume.zero_hp", neutral=nothing)
def put_out(game: Game, who: str, by: str, cause: int) -> Play:
    """With 0 Hit Points a creature is out of the fight: it leaves the order, and what lasts by it ends."""
    state = game.state
    dies = state.scenario.options["zero_hp"] == "dead"
    gone = yield (ev.CombatantDied if dies else ev.CombatantDowned)(cause, who, by)
    yield from leave_order(game, who, gone)


def flee(game: Game, who: str, cause: int) -> Play:
    """Who loses heart is gone from the fight."""
    gone = yield ev.CombatantFled(cause, who)
    yield from leave_order(game, who, gone)


def leave_order(game: Game, who: str, gone: int) -> Play:
    """Nobody waits for the turns of a creature that is out, and what lasts by it ends."""
    state = game.state
    yield from end_all_of(game, who, gone)
    place = state.order.index(who)
    order = tuple(other for other in state.order if other != who)
    yield ev.OrderChanged(gone, order, state.slot - (place < state.slot), "out of the fight")
