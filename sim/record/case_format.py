"""Rule cases: what may stand in their files, and what they are once read.

A case file is a list of cases whose keys are the fields of `Written`; see
`sim.record.case_reading` for the checks.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from attrs import Factory, frozen

from sim.model.actions import Action
from sim.model.scenario import Scenario

STATE_KEYS: Final = (
    "hp", "max_hp", "temp_hp", "at", "reach", "actions", "reactions", "turn", "status",
    "delayed", "readied", "conditions", "effects", "counters", "items", "tally", "detection",
)  # fmt: skip
"""What a case may say of a creature at the end."""
VIEW_KEYS: Final = ("enemies", "unseen", "rolled", "facts")
"""What a case may say of what a creature's agent is shown at the end."""


@frozen
class WrittenExpect:
    """``expect`` of a case: events in order or never, the state and what each is shown at the end, win rates."""

    events: tuple[dict[str, Any], ...] = ()
    never: tuple[dict[str, Any], ...] = ()
    state: dict[str, dict[str, Any]] = Factory(dict)
    view: dict[str, dict[str, Any]] = Factory(dict)
    win_rate: dict[str, str] = Factory(dict)


@frozen
class Written:
    """A case as written.

    Attributes:
        name: What it shows, in a sentence.
        rules: Catalogue ids of the rules it pins.
        scenario: A scenario, or the path of one, from the file's folder or among the shipped ones. One stated here
            may leave out ``map`` (20 x 20), ``sides`` (heroes against foes) and, in a scripted case, agents.
        play: Actions by creature, in order.
        react: Answers to reaction windows by creature: an action or ``pass``.
        choose: Answers to choices inside actions by creature.
        dice: Faces by label ("goblin/attack"), in the order they are rolled.
        expect: What must come out.
        until: ``round N``, ``turn of X ended``, ``turn N of X ended`` or ``event TYPE``; else to the end of
            the fight or of the given actions.
        fights: Makes it a statistical case: so many fights by the scenario's agents.
        max_fights: At most so many when the first leave it open; ten times ``fights`` unless stated.
        seed: Of a statistical case.
    """

    name: str
    expect: WrittenExpect
    scenario: Any
    rules: tuple[str, ...] = ()
    play: dict[str, tuple[str, ...]] = Factory(dict)
    react: dict[str, tuple[str, ...]] = Factory(dict)
    choose: dict[str, tuple[str, ...]] = Factory(dict)
    dice: dict[str, tuple[int, ...]] = Factory(dict)
    until: str = ""
    fights: int = 0
    max_fights: int = 0
    seed: int = 1


@frozen
class Until:
    """Where a case stops: after a round, after a turn (its first or a given one), or at an event's type."""

    round: int = 0
    who: str = ""
    turn: int = 0
    event: str = ""


@frozen
class Pattern:
    """An expected event: its type, the fields that matter, and the line it stands in."""

    type: str
    fields: Mapping[str, Any]
    line: int


Script = dict[str, tuple[Action, ...]]
"""Answers by creature, in order."""


@frozen
class Case:
    """A case, checked; ``file`` and ``line`` say where it stands. See `Written` for the rest."""

    name: str
    file: str
    line: int
    rules: tuple[str, ...]
    scenario: Scenario
    play: Script = Factory(dict)
    react: Script = Factory(dict)
    choose: Script = Factory(dict)
    dice: dict[str, tuple[int, ...]] = Factory(dict)
    events: tuple[Pattern, ...] = ()
    never: tuple[Pattern, ...] = ()
    state: dict[str, dict[str, Any]] = Factory(dict)
    view: dict[str, dict[str, Any]] = Factory(dict)
    until: Until | None = None
    fights: int = 0
    max_fights: int = 0
    seed: int = 1
    win_rate: dict[str, tuple[float, float]] = Factory(dict)
