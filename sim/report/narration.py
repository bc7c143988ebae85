"""A fight told as it happens: lines for each event, merged and indented so that a player enjoys reading them."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import attrs
from rich.text import Text

from sim.model import events as ev
from sim.model.state import State
from sim.report.scene import Scene, Teller, say
from sim.report.tell_frame import FRAME_TELLERS
from sim.report.tell_results import (
    RESULT_TELLERS,
    effects_ended,
    effects_started,
    rolled_and_applied,
    rolled_and_healed,
    with_its_end,
)
from sim.report.words import Names, words_of

QUIET, NORMAL, VERBOSE = "quiet", "normal", "verbose"

TELLERS: Final[dict[type[ev.Event], Teller]] = {**FRAME_TELLERS, **RESULT_TELLERS}
"""How each event reads; those without an entry are told in verbose narration only."""

LOUD: Final = (
    ev.EncounterEnded,
    ev.CombatantDowned,
    ev.CombatantDied,
    ev.CombatantFled,
    ev.CombatantRose,
    ev.EngineFaulted,
    ev.Unknown,
)
"""What is told even quietly."""

HEADINGS: Final = (ev.RoundStarted, ev.EncounterEnded)
"""Events told after an empty line."""

FRAME: Final = (*HEADINGS, ev.EncounterStarted, ev.OrderChanged, ev.TurnStarted, ev.EngineFaulted, ev.Unknown)
"""Events told without indentation."""

OUTCOMES: Final = (
    ev.DamageRolled,
    ev.DamageApplied,
    ev.Healed,
    ev.ConditionChanged,
    ev.EffectStarted,
    ev.TempHpChanged,
    ev.MaxHpChanged,
    ev.SideChanged,
    ev.CombatantDowned,
    ev.CombatantRose,
    ev.CombatantDied,
    ev.ItemChanged,
    ev.ActionDisrupted,
)
"""Events indented below what brought them about."""


class Line(NamedTuple):
    """A line of narration: how many steps it is indented, its text, and its event's seq where it is to be shown."""

    indent: int
    text: Text
    seq: int = 0


class Narrator:
    """Tells the events of one fight in order.

    Args:
        state: The fight's state, which whoever calls `tell` has folded up to the entry told.
        level: ``quiet``: who falls and who wins; ``normal``; ``verbose``: every event on its own, with the agents'
            reasons.
    """

    def __init__(self, state: State, level: str = NORMAL) -> None:
        names, words = Names(state.scenario), words_of(state.scenario.ruleset)
        self._scene = Scene(state, names, every=level == VERBOSE, words=words)
        self._level = level
        self._held: list[Any] = []
        self._held_at = 0
        self._depths: dict[int, int] = {}

    def tell(self, entry: ev.Entry) -> list[Line]:
        """Return the lines that an entry adds; what later entries may join waits (see `rest`)."""
        seq, _, event = entry
        indent = _indent(event, self._depth(seq, event))
        if self._level == VERBOSE:
            lines = [Line(indent, self._text(event), seq)]
        elif self._level == QUIET:
            lines = [Line(0, self._text(event))] if isinstance(event, LOUD) else []
        else:
            lines = self._merged(event, indent)
        self._scene.remember(seq, event)
        return lines

    def rest(self) -> list[Line]:
        """Return what still waits when no entry follows."""
        held, self._held = self._held, []
        text = self._held_text(held) if held else None
        return [] if text is None else [Line(self._held_at, text)]

    def _merged(self, event: ev.Event, indent: int) -> list[Line]:
        if self._held and (text := self._closing(self._held[0], event)) is not None:
            self._held = []
            return [Line(self._held_at, text)]
        if self._held and _same(self._held[0], event):
            self._held.append(event)
            return []
        if isinstance(event, ev.EffectEnded) and event.reason == "renewed":
            return []  # its new beginning follows
        lines = self.rest()
        if isinstance(event, ev.DamageRolled | ev.EffectStarted | ev.EffectEnded):
            self._held, self._held_at = [event], indent
            return lines
        text = TELLERS[type(event)](self._scene, event) if type(event) in TELLERS else None
        if text is not None:
            blank = [Line(0, Text())] if isinstance(event, HEADINGS) else []
            lines += [*blank, Line(indent, text)]
        return lines

    def _closing(self, held: ev.Event, event: ev.Event) -> Text | None:
        """Dice of damage or healing and what they did, and a condition with how long it lasts, in one line."""
        if isinstance(held, ev.DamageRolled) and isinstance(event, ev.DamageApplied):
            return rolled_and_applied(self._scene, held, event)
        if isinstance(held, ev.DamageRolled) and isinstance(event, ev.Healed):
            return rolled_and_healed(self._scene, held, event)
        if len(self._held) == 1 and isinstance(event, ev.ConditionChanged):
            return with_its_end(self._scene, held, event)
        return None

    def _held_text(self, held: list[Any]) -> Text | None:
        if isinstance(held[0], ev.EffectStarted):
            return effects_started(self._scene, held)
        if isinstance(held[0], ev.EffectEnded):
            return effects_ended(self._scene, held)
        return TELLERS[type(held[0])](self._scene, held[0])

    def _text(self, event: ev.Event) -> Text:
        tell = TELLERS.get(type(event))
        text = tell(self._scene, event) if tell else None
        return _generic(event) if text is None else text

    def _depth(self, seq: int, event: ev.Event) -> int:
        """How many reactions deep an event is."""
        depth = self._depths.get(event.cause, 0)
        if isinstance(event, ev.ActionChosen) and event.kind == "reaction":
            depth += 1
        if depth:
            self._depths[seq] = depth
        elif isinstance(event, ev.TurnStarted):
            self._depths.clear()
        return depth


def _same(held: ev.Event, event: ev.Event) -> bool:
    """Whether an event tells of another creature what the held one tells of its own."""
    if isinstance(held, ev.EffectStarted) and isinstance(event, ev.EffectStarted):
        return attrs.evolve(event.effect, id=held.effect.id, target=held.effect.target) == held.effect
    if isinstance(held, ev.EffectEnded) and isinstance(event, ev.EffectEnded):
        return (held.name, held.reason) == (event.name, event.reason)
    return False


def _indent(event: ev.Event, depth: int) -> int:
    if isinstance(event, FRAME):
        return 0
    start = isinstance(event, ev.ActionChosen | ev.ReactionUsed)
    return 1 + 2 * depth + isinstance(event, OUTCOMES) - (start and depth > 0)


def _generic(event: ev.Event) -> Text:
    """An event that has no sentence: its name and fields."""
    fields = attrs.asdict(event, recurse=False)
    del fields["cause"]
    told = ", ".join(f"{key} {value}" for key, value in fields.items())
    return say((f"{type(event).__name__}: {told}" if told else type(event).__name__, "dim"))
