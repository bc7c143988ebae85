"""Attribute checks, advantage, contests, saves and luck."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

from sim.model.protocols import Game
from sim.model.state import Creature
from sim.model.values import CRITICAL_FAILURE, CRITICAL_SUCCESS, DEGREES, FAILURE, SUCCESS, Modifier, Roll
from sim.rules.d20.assumptions import contest_rank, leaning, named_difficulty, natural
from sim.rules.d20.data import ATTRIBUTES, FAVORABLE, UNFAVORABLE
from sim.rules.registry import RuleTable, first, rule, zero

D20: Final = (20,)
TWO_D20: Final = (20, 20)

AREAS: Final[Mapping[str, str]] = RuleTable(
    "checks.AREAS",
    {
        **dict.fromkeys(("lift", "push", "break", "overpower"), "str"),
        **dict.fromkeys(("fine work", "balance", "speed", "stealth"), "dex"),
        **dict.fromkeys(("pain", "exhaustion", "poison", "disease", "extremes"), "con"),
        **dict.fromkeys(("memory", "logic", "problems"), "int"),
        **dict.fromkeys(("notice", "hear", "track", "spot"), "sen"),
        **dict.fromkeys(("persuade", "deceive", "haggle", "perform", "lead", "intimidate"), "cha"),
    },
    ids={"poison": "d20.attribute_areas", "stealth": "d20.attribute_areas", "intimidate": "d20.attribute_areas"},
    neutral="int",
)
"""What each attribute covers, for checks that name what is tried."""

Leanings = tuple[tuple[Modifier, ...], tuple[Modifier, ...]]
"""What gives advantage, and what disadvantage."""
NONE: Final[Leanings] = ((), ())


@rule("d20.attribute_choice", neutral=lambda of: "cha")
def attribute_of(of: str) -> str:
    """The attribute of a check: named itself, or by what it covers."""
    return of if of in ATTRIBUTES else AREAS[of]


@rule("d20.attributes", neutral=zero)
def value_of(creature: Creature, attribute: str) -> int:
    """An attribute; its value itself is added to rolls."""
    return int(creature.data.attributes.get(attribute, 0))


@rule("d20.difficulty", neutral=lambda difficulty, options: 1)
def difficulty_of(difficulty: int | str, options: Mapping[str, Any]) -> int:
    """What the scenario or ability states: a number, or a word for one."""
    return difficulty if isinstance(difficulty, int) else named_difficulty(difficulty, options)


def side_of(leanings: Leanings, options: Mapping[str, Any]) -> int:
    """Above 0 for advantage, below for disadvantage, 0 for one die."""
    good, bad = leanings
    if good and bad and not cancels(options):
        return 1
    return leaning(len(good), len(bad), options)


@rule("d20.advantage_cancels", neutral=lambda options: False)
def cancels(options: Mapping[str, Any]) -> bool:
    """Advantage and disadvantage at once cancel."""
    return True


def kept(faces: Sequence[int], side: int) -> int:
    """The face that counts."""
    return faces[0] if not side else best(faces) if side > 0 else least(faces)


@rule("d20.advantage", neutral=lambda faces: faces[0])
def best(faces: Sequence[int]) -> int:
    """Of two dice the higher."""
    return max(faces)


@rule("d20.disadvantage", neutral=lambda faces: faces[0])
def least(faces: Sequence[int]) -> int:
    """Of two dice the lower."""
    return min(faces)


@rule("d20.check", neutral=first)
def result(face: int, value: int) -> int:
    """The die and the attribute."""
    return face + value


def degree_of(face: int, total: int, difficulty: int) -> str:
    """How a check ends."""
    return always_succeeds(face) or always_fails(face) or (SUCCESS if total >= difficulty else FAILURE)


@rule("d20.natural_20", neutral=lambda face: "")
def always_succeeds(face: int) -> str:
    """A natural 20 succeeds whatever the difficulty, critically."""
    return CRITICAL_SUCCESS if face == 20 else ""


@rule("d20.natural_1", neutral=lambda face: "")
def always_fails(face: int) -> str:
    """A natural 1 fails whatever the total, critically."""
    return CRITICAL_FAILURE if face == 1 else ""


def check(game: Game, who: str, what: str, attribute: str, difficulty: int = 0, leanings: Leanings = NONE) -> Roll:
    """Roll an attribute check; a difficulty of 0 is a roll without one."""
    state = game.state
    options = state.scenario.options
    label = f"{who}/{what}"
    side = side_of(leanings, options) if leanings is not NONE else 0
    n, faces = game.roll(label, TWO_D20 if side else D20)
    face = kept(faces, side)
    value = value_of(state.creatures[who], attribute)
    total = result(face, value)
    degree = degree_of(natural(faces, face, options), total, difficulty) if difficulty else ""
    modifiers = (Modifier("untyped", attribute, value, "d20.attributes"), *leanings[0], *leanings[1])
    return Roll(label, n, 20, faces, face, modifiers, total, difficulty, degree)


def chances(value: int, difficulty: int, side: int = 0, *, any_natural: bool = False) -> dict[str, Fraction]:
    """Exact chance of each degree of a check."""
    counts = dict.fromkeys(DEGREES, 0)
    pairs = [(one, other) for one in range(1, 21) for other in range(1, 21)] if side else [(f, f) for f in range(1, 21)]
    for faces in pairs:
        face = kept(faces, side)
        decides = natural(faces, face, {"natural_dice": "any" if any_natural else "kept"})
        counts[degree_of(decides, result(face, value), difficulty)] += 1
    return {degree: Fraction(count, len(pairs)) for degree, count in counts.items()}


# --- contests and luck -----------------------------------------------------------------


@rule("d20.contest", neutral=lambda rolls, options: next(iter(rolls)))
def winner(rolls: Mapping[str, Roll], options: Mapping[str, Any]) -> str:
    """Who of two or more sides has the highest result; empty for a tie, which leaves things as they are."""
    ranked = {who: (contest_rank(roll.kept, options), roll.total) for who, roll in rolls.items()}
    highest = max(ranked.values())
    winners = [who for who, rank in ranked.items() if rank == highest]
    return winners[0] if len(winners) == 1 else ""


@rule("d20.luck", neutral=lambda face: "favorable")
def fortune(face: int) -> str:
    """A luck roll: nothing is added; 1 to 10 is unfavorable."""
    return UNFAVORABLE if face <= 10 else FAVORABLE


def luck_roll(game: Game, who: str, what: str) -> Roll:
    """Roll d20 for luck."""
    label = f"{who}/{what}"
    n, faces = game.roll(label, D20)
    return Roll(label, n, 20, faces, faces[0], (), faces[0], 0, fortune(faces[0]))


@rule("d20.round_down", neutral=lambda amount: -(-amount // 2))
def half(amount: int) -> int:
    """Half of a number, rounded down."""
    return amount // 2


def known_check(of: str) -> bool:
    """Whether a word names an attribute or something that one covers."""
    return of in ATTRIBUTES or of in AREAS
