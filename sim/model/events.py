"""The vocabulary of the log: immutable, past tense, stating results.

Every event begins with ``cause``, the seq of the event that brought it about, 0 for
the first event of a step. Rules yield bare events; the engine adds seq and time.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, ClassVar, Final, NamedTuple

from attrs import field
from attrs.validators import and_, ge, le

from sim.model.fixed import fixed
from sim.model.values import DamageLine, DamagePart, Effect, Roll, Square

MAX_SPACE: Final = 200
"""Squares a side; no map is larger."""


@fixed
class Event:
    """Base of all events; ``version`` is the ``v`` of its form on disk."""

    version: ClassVar[int] = 1

    cause: int


class Entry(NamedTuple):
    """An event in its place: running number, time in seconds, event."""

    seq: int
    t: int
    event: Event


entry_of: Callable[[tuple[int, int, Event]], Entry] = partial(tuple.__new__, Entry)
"""``Entry._make`` in one call: every event of a fight goes through it."""


# --- the encounter and its order -------------------------------------------------


@fixed
class EncounterStarted(Event):
    scenario: str
    ruleset: str
    edition: str
    seed: int
    fight: int


@fixed
class CombatantJoined(Event):
    """A creature enters. ``watches`` names the windows in which it may react.

    Raises:
        ValueError: Its space is no size that could stand on a map; a log made by hand must not exhaust the reader.
    """

    actor: str
    side: str
    hp: int
    max_hp: int
    at: Square
    space: int = field(validator=and_(ge(1), le(MAX_SPACE)))
    reach: int
    items: dict[str, str]
    counters: dict[str, int]
    watches: tuple[str, ...]


@fixed
class InitiativeRolled(Event):
    actor: str
    statistic: str
    roll: Roll


@fixed
class OrderChanged(Event):
    """The order of turns and the index in it of the next slot."""

    order: tuple[str, ...]
    slot: int
    reason: str


@fixed
class RoundStarted(Event):
    number: int


@fixed
class TurnStarted(Event):
    """``number`` counts the actor's turns; ``slot`` is the index of the slot after it."""

    actor: str
    number: int
    slot: int


@fixed
class ActionsRegained(Event):
    actor: str
    actions: int
    reactions: int


@fixed
class TurnEnded(Event):
    actor: str


@fixed
class SlotPassed(Event):
    """The place of a creature that is gone came up, because an effect is timed by it."""

    actor: str
    number: int
    slot: int


@fixed
class RoundEnded(Event):
    number: int


@fixed
class EncounterEnded(Event):
    """``winners`` are sides; empty for a draw. ``summary`` is what the rules have to say about the whole."""

    version: ClassVar[int] = 2

    winners: tuple[str, ...]
    reason: str
    summary: dict[str, Any]


# --- decisions and their cost ----------------------------------------------------


@fixed
class ActionChosen(Event):
    """An answer to the question at ``asked`` = (seq, k)."""

    actor: str
    action: str
    kind: str
    asked: tuple[int, int]
    policy: str
    rule: str = ""
    reason: str = ""
    memory: Any = None


@fixed
class ActionRefused(Event):
    actor: str
    action: str
    asked: tuple[int, int]
    policy: str
    problem: str


@fixed
class AgentFaulted(Event):
    actor: str
    asked: tuple[int, int]
    policy: str
    problem: str


@fixed
class EngineFaulted(Event):
    """A rule broke; ``step`` is the address (seq) of the step and ``repeat`` the command that repeats it."""

    step: int
    problem: str
    repeat: str


@fixed
class ActionSpent(Event):
    actor: str
    action: str
    cost: int
    left: int
    traits: tuple[str, ...]


@fixed
class ReactionUsed(Event):
    """``trigger`` is the creature that triggered it."""

    actor: str
    reaction: str
    trigger: str
    left: int


@fixed
class ActionDisrupted(Event):
    """``action`` is the seq of the ActionSpent or ReactionUsed that came to nothing."""

    actor: str
    action: int
    by: str


@fixed
class Delayed(Event):
    actor: str


@fixed
class Returned(Event):
    """A delaying creature takes its new place; its turn comes next."""

    actor: str
    order: tuple[str, ...]
    slot: int


@fixed
class Readied(Event):
    """``trigger`` is in words, ``watch`` the window it comes in, ``attempt`` the attack's number when readied."""

    actor: str
    action: str
    trigger: str
    watch: str
    attempt: int
    ends_turn: bool


# --- rolls -----------------------------------------------------------------------


@fixed
class AttackRolled(Event):
    """``attempt`` is the attack's number in the actor's own turn; 0 where it does not count."""

    actor: str
    target: str
    item: str
    roll: Roll
    attempt: int


@fixed
class SaveRolled(Event):
    actor: str
    save: str
    source: str
    roll: Roll


@fixed
class CheckRolled(Event):
    """``check`` is what it is rolled for; ``attempt`` as of an attack, for checks that count as one."""

    actor: str
    check: str
    roll: Roll
    target: str = ""
    attempt: int = 0


@fixed
class FlatCheckRolled(Event):
    """``attempt`` as of an attack, for a check that stands before one on ``target``."""

    actor: str
    reason: str
    roll: Roll
    target: str = ""
    attempt: int = 0


@fixed
class DamageRolled(Event):
    actor: str
    source: str
    label: str
    n: int
    parts: tuple[DamagePart, ...]
    total: int


# --- hit points, conditions, effects ---------------------------------------------


@fixed
class DamageReduced(Event):
    """A reaction takes ``amount`` off the damage whose window it answered."""

    actor: str
    target: str
    amount: int
    by: str


@fixed
class DamageApplied(Event):
    """``actor`` made the damage; ``amount`` is what is left of it after every step."""

    actor: str
    target: str
    source: str
    lines: tuple[DamageLine, ...]
    amount: int
    temp_before: int
    temp_after: int
    hp_before: int
    hp_after: int


@fixed
class Healed(Event):
    actor: str
    target: str
    amount: int
    hp_before: int
    hp_after: int


@fixed
class TempHpChanged(Event):
    target: str
    before: int
    after: int


@fixed
class MaxHpChanged(Event):
    """The most Hit Points a creature can have, and what it has, without damage or healing."""

    target: str
    before: int
    after: int
    hp_before: int
    hp_after: int


@fixed
class SideChanged(Event):
    """A creature fights for another side from now on."""

    target: str
    before: str
    after: str


@fixed
class ConditionChanged(Event):
    """0 is "does not have it"; conditions without a value count as 1."""

    target: str
    condition: str
    before: int
    after: int
    source: str


@fixed
class EffectStarted(Event):
    effect: Effect


@fixed
class EffectEnded(Event):
    target: str
    effect: int
    name: str
    reason: str


@fixed
class CounterChanged(Event):
    target: str
    counter: str
    before: int
    after: int


@fixed
class DetectionChanged(Event):
    """How ``observer`` perceives ``target``: ``observed``, ``hidden``, ``undetected`` or ``unnoticed``."""

    observer: str
    target: str
    before: str
    after: str


@fixed
class ResourceSpent(Event):
    """A limited use: ``after`` uses are left."""

    actor: str
    resource: str
    before: int
    after: int


# --- place and things ------------------------------------------------------------


@fixed
class Moved(Event):
    """``path`` runs from the first square entered to the last; ``diagonals`` counts those of the turn so far."""

    actor: str
    path: tuple[Square, ...]
    feet: int
    mode: str
    forced: bool
    diagonals: int


@fixed
class ItemChanged(Event):
    """An item goes from one place to another (see `sim.model.state.Creature`).

    ``reach`` is the melee reach after; ``at`` is where a dropped item lies.
    """

    actor: str
    item: str
    before: str
    after: str
    reach: int
    at: Square | None = None


# --- time and fate ---------------------------------------------------------------


@fixed
class TimerSet(Event):
    """Due in absolute seconds; what it does is named by ``timer`` ("join ogre-1")."""

    timer: str
    due: int


@fixed
class TimerFired(Event):
    timer: str
    due: int


@fixed
class CombatantDowned(Event):
    actor: str
    by: str


@fixed
class CombatantRose(Event):
    actor: str


@fixed
class CombatantDied(Event):
    actor: str
    by: str


@fixed
class CombatantFled(Event):
    actor: str


@fixed
class Overridden(Event):
    """A fork set a value by hand: ``path`` such as "goblin-1.hp"."""

    path: str
    before: int
    after: int


@fixed
class Unknown(Event):
    """A line of a type or version this program does not know, kept as read."""

    raw: dict[str, Any] = field(factory=dict)


EVENTS: dict[str, type[Event]] = {kind.__name__: kind for kind in Event.__subclasses__() if kind.__name__ != "Unknown"}
"""Every event that may stand in a log, by its name on disk."""
