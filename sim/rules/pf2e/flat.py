"""Flat checks: d20 against a DC with nothing added."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from sim.model.protocols import Game
from sim.model.state import Creature, State
from sim.model.values import CRITICAL_SUCCESS, FAILURE, SUCCESS, EffectModifier, Modifier, Roll
from sim.rules.pf2e.checks import chances, roll_total
from sim.rules.pf2e.luck import DC, PLAIN, TWISTS, Laid, Luck, luck_of
from sim.rules.pf2e.numbers import laid_on
from sim.rules.pf2e.stacking import stack
from sim.rules.registry import empty, first, rule

ALL: Final = "flat"
KINDS: Final = (ALL, "recovery", "persistent", "concealed", "hidden", "grabbed", "deafened", "stupefied", "confused")
"""What flat checks are for, as abilities name them; ``flat`` is every one."""


def flat_check(game: Game, who: str, kind: str, dc: int, label: str = "") -> Roll:
    """Roll d20 with nothing added; the caller yields it as FlatCheckRolled.

    A DC of 1 or lower, or 21 or higher, needs no die: the roll then has no faces.

    Args:
        game: The game.
        who: Who rolls.
        kind: What it is for, one of `KINDS`.
        dc: The DC.
        label: Second half of the dice label, if not ``kind``.
    """
    state = game.state
    name = f"{who}/{label or kind}"
    bonus, modifiers, dc, luck = _terms(state, state.creatures[who], kind, dc)
    certain = automatic(dc)
    if certain:
        return Roll(name, state.rolls.get(name, 0), 20, (), 0, (), 0, dc, certain)
    return roll_total(game, name, bonus, modifiers, dc, luck=luck)


def flat_chance(state: State, creature: Creature, kind: str, dc: int) -> Fraction:
    """Exact chance that a flat check succeeds."""
    bonus, _, dc, luck = _terms(state, creature, kind, dc)
    certain = automatic(dc)
    if certain:
        return Fraction(certain == SUCCESS)
    degrees = chances(bonus, dc, luck)
    return degrees[SUCCESS] + degrees[CRITICAL_SUCCESS]


def _terms(state: State, creature: Creature, kind: str, dc: int) -> tuple[int, tuple[Modifier, ...], int, Luck]:
    """What a flat check is rolled with: modifiers, its DC as changed, and luck."""
    laid = named(laid_on(state, creature), kind)
    if not laid:
        return 0, (), dc, PLAIN
    bonus, modifiers = stack([_modifier(*each) for each in laid if each[1].type not in TWISTS])
    return bonus, modifiers, dc + sum(change.value for _, change in laid if change.type == DC), luck_of(laid)


@rule("pf2e.check.flat_modified", neutral=empty)
def named(laid: Sequence[Laid], kind: str) -> Sequence[Laid]:
    """What changes a flat check: only that which names flat checks, mostly of one kind."""
    return [each for each in laid if changes_flat(each[1].to, kind)] if laid else ()


@rule("pf2e.check.flat", neutral=lambda to, kind: to in (kind, "flat", "checks"))
def changes_flat(to: str, kind: str) -> bool:
    """Whether a modifier is meant for flat checks of a kind; those for all checks are not."""
    return to in (kind, ALL)


@rule("pf2e.check.flat_automatic", neutral=lambda dc: "")
def automatic(dc: int) -> str:
    """The degree where no die is needed; else empty."""
    if dc <= 1:
        return SUCCESS
    return FAILURE if dc >= 21 else ""


@rule("pf2e.check.flat_merged", neutral=first)
def hardest(checks: Sequence[tuple[str, int]]) -> Sequence[tuple[str, int]]:
    """Of several flat checks (kind, DC) that would decide one thing, those to roll: the one with the highest DC."""
    return sorted(checks, key=lambda check: -check[1])[:1]


def _modifier(name: str, change: EffectModifier) -> Modifier:
    return Modifier(change.type, name, change.value, "pf2e.check.flat_modified")
