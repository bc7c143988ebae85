"""The state of a fight. Only `sim.model.reduce` changes it.

Fields that do not count for equality are derived from the others: left out of the hash.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from attrs import Factory, define, field, frozen

from sim.model.grid import Grid, grid_of
from sim.model.scenario import Scenario
from sim.model.values import Effect, Roll, Square

UP, DOWN, DEAD, FLED = "up", "down", "dead", "fled"
OBSERVED, HIDDEN, UNDETECTED, UNNOTICED = "observed", "hidden", "undetected", "unnoticed"
"""How one creature perceives another: whole; where it is; only that it is there; not at all."""


@frozen
class Ready:
    """A readied action, its trigger in words, its window, and the attack number of the moment."""

    action: str
    trigger: str
    watch: str
    attempt: int


@frozen
class Outcome:
    """How a fight ended: winning sides (none for a draw) and why."""

    winners: tuple[str, ...]
    reason: str


class Timer(NamedTuple):
    """Something due at an absolute second; ordered by (due, seq)."""

    due: int
    seq: int
    timer: str


@define
class Creature:
    """What changes about one combatant; its unchanging data is ``data``.

    Attributes:
        space: Squares a side.
        reach: Feet of its best melee reach.
        actions: Actions left this turn.
        reactions: Reactions left.
        turn: Number of its current or last turn, from 1.
        status: ``up``, ``down``, ``dead`` or ``fled``.
        acted: Whether it has acted in its current turn.
        tally: Counts of the current turn ("attacks", "diagonals"), emptied as its turns start and end; and
            the attack number of what was readied ("readied") while it is being done.
        counters: Lasting counts that belong to the ruleset.
        items: Place of each item: ``held``, ``stowed``, ``dropped`` or ``destroyed``.
        lying: Squares of dropped items.
        watches: Windows in which it may react by its nature.
        rolled: Its latest check, as it stands in the log.
        numbers: Derived numbers, emptied whenever a condition, effect or item of the creature changes.
    """

    id: str
    side: str
    data: Any = field(eq=False)
    hp: int
    max_hp: int
    at: Square
    space: int
    reach: int
    items: dict[str, str]
    counters: dict[str, int]
    watches: tuple[str, ...]
    temp_hp: int = 0
    status: str = UP
    actions: int = 0
    reactions: int = 0
    turn: int = 0
    acted: bool = False
    delayed: bool = False
    returning: bool = False
    readied: Ready | None = None
    conditions: dict[str, int] = Factory(dict)
    tally: dict[str, int] = Factory(dict)
    lying: dict[str, Square] = Factory(dict)
    memory: Any = None
    rolled: Roll | None = field(default=None, eq=False)
    numbers: dict[Any, Any] = field(factory=dict, eq=False)


@define
class State:
    """Everything a fight is at one moment.

    Attributes:
        t: Seconds since the start.
        phase: ``setup``, ``between`` (rounds), ``round`` (between turns) or ``turn``.
        turn: Whose turn it is, or was last in this round.
        slot: Index in ``order`` of the next slot of this round.
        ending: The creature whose turn it is has ended it.
        round_due: Second at which the next round starts.
        rolls: How often each dice label was rolled.
        effects: By id, in the order they began.
        made: Number of effects ever made.
        detection: How others perceive a creature: by its id, then by the observer's; who observes it is left out.
        grid: The ground.
        occupied: Standing creatures by square.
        watchers: Creatures that may react, by window kind, in the order they joined.
        standing: How many creatures are up, by side; sides without any are left out.
        layout: A number that changes with the place, status, conditions, items and detection of any creature.
        roster: A number that changes whenever a creature comes, falls, rises, goes or is perceived otherwise.
    """

    scenario: Scenario = field(eq=False)
    creatures: dict[str, Creature] = Factory(dict)
    seq: int = 0
    t: int = 0
    phase: str = "setup"
    round: int = 0
    round_due: int = 0
    turn: str = ""
    slot: int = 0
    ending: bool = False
    order: tuple[str, ...] = ()
    rolls: dict[str, int] = Factory(dict)
    effects: dict[int, Effect] = Factory(dict)
    made: int = 0
    detection: dict[str, dict[str, str]] = Factory(dict)
    timers: tuple[Timer, ...] = ()
    faulted: bool = False
    outcome: Outcome | None = None
    grid: Grid = field(init=False, eq=False)
    occupied: dict[Square, tuple[str, ...]] = field(factory=dict, eq=False)
    watchers: dict[str, tuple[str, ...]] = field(factory=dict, eq=False)
    standing: dict[str, int] = field(factory=dict, eq=False)
    layout: int = field(default=0, eq=False)
    roster: int = field(default=0, eq=False)

    @grid.default
    def _make_grid(self) -> Grid:
        return grid_of(self.scenario.map)

    def locates(self, observer: str, target: str) -> bool:
        """Whether a creature knows where another is."""
        return self.detection.get(target, {}).get(observer) not in (UNDETECTED, UNNOTICED)
