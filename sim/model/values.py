"""Small immutable values that events carry: modifiers, rolls, damage, effects."""

from __future__ import annotations

from typing import Final, NamedTuple

from sim.model.fixed import fixed

Square = tuple[int, int]
"""A grid square as (column, row), counted from 0 at the top left; 5 feet a side."""

CRITICAL_FAILURE: Final = "critical_failure"
FAILURE: Final = "failure"
SUCCESS: Final = "success"
CRITICAL_SUCCESS: Final = "critical_success"
DEGREES: Final = (CRITICAL_FAILURE, FAILURE, SUCCESS, CRITICAL_SUCCESS)


@fixed
class Modifier:
    """One number added to a roll or a DC.

    Attributes:
        type: ``item``, ``circumstance``, ``status`` or ``untyped``.
        label: What a person calls it ("multiple attack penalty").
        value: The signed number.
        rule: Catalogue id of the rule that brought it.
        counted: False where stacking left it out of the total.
    """

    type: str
    label: str
    value: int
    rule: str
    counted: bool = True


@fixed
class Roll:
    """One check with all that went into it.

    Attributes:
        label: The dice label, "who/what".
        n: How often this label was rolled before, from 0.
        die: Number of sides.
        faces: Every face shown.
        kept: The face that counts.
        modifiers: What was added, counted or not.
        total: ``kept`` plus every counted modifier.
        dc: The number to reach; 0 where there is none.
        degree: One of ``DEGREES``; empty where there is no DC.
        against: Modifiers on the DC beyond its stated value.
        secret: Whether it is rolled for the creature without its seeing the result.
    """

    label: str
    n: int
    die: int
    faces: tuple[int, ...]
    kept: int
    modifiers: tuple[Modifier, ...]
    total: int
    dc: int = 0
    degree: str = ""
    against: tuple[Modifier, ...] = ()
    secret: bool = False


@fixed
class DamagePart:
    """Rolled damage of one type, before anything is doubled or resisted.

    ``scales`` is False for what is not doubled, such as what a critical hit itself adds;
    ``category`` is ``precision``, ``splash`` or empty.
    """

    type: str
    dice: str
    faces: tuple[int, ...]
    modifiers: tuple[Modifier, ...]
    total: int
    scales: bool = True
    category: str = ""


@fixed
class Adjustment:
    """One step between rolled and applied damage: what it is and the amount after it."""

    step: str
    label: str
    after: int
    rule: str


@fixed
class DamageLine:
    """Damage of one type on its way to a creature: rolled amount, steps, and what is left."""

    type: str
    rolled: int
    steps: tuple[Adjustment, ...]
    final: int


@fixed
class Ends:
    """When an effect ends: at the ``at`` ("start" or "end") of turn ``turn`` of ``owner``."""

    owner: str
    turn: int
    at: str


@fixed
class EffectModifier:
    """What an effect lays on one statistic ("ac", "attack", "will", "saves", "checks" ...).

    ``only`` names the one degree of success that it changes, of regeneration what stops it; empty for
    any degree, and for what changes none.
    """

    to: str
    type: str
    value: int
    only: str = ""


@fixed
class Effect:
    """Something that lasts on a creature; its end is absolute, nothing is counted down.

    Attributes:
        id: Running number within the fight.
        name: Key of the effect ("raised_shield", "persistent_damage").
        target: Creature that has it.
        source: Creature that made it.
        modifiers: What it changes.
        ends: When it ends, or None for until something else ends it.
        detail: What the effect needs to know beyond that ("1d6 fire").
        of: The effect or ability of the same source that keeps it up, and takes it along; empty for none.
    """

    id: int
    name: str
    target: str
    source: str
    modifiers: tuple[EffectModifier, ...] = ()
    ends: Ends | None = None
    detail: str = ""
    of: str = ""


class Question(NamedTuple):
    """A decision point: its address is (seq of the last event, k-th question since it).

    Attributes:
        seq: Seq of the last recorded event.
        k: 0 for an action, which is always the first question of its step; else the number
            of the reaction or choice asked since that event, from 1.
        who: The creature whose decision it is.
        kind: ``action``, ``reaction`` or ``choice``.
        about: The window's kind or the prompt; empty for an action.
    """

    seq: int
    k: int
    who: str
    kind: str
    about: str = ""
