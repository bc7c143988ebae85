"""What telling a fight leans on: the state, names, and what was said before."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeAlias

from attrs import define, field
from rich.text import Text

from sim.model import events as ev
from sim.model.actions import Action, parse_action
from sim.model.state import State
from sim.model.values import Square
from sim.report.words import Names

Said: TypeAlias = str | Text | tuple[str, str]
MOVES: Final = {
    "stride": "strides",
    "step": "steps",
    "sneak": "sneaks",
    "crawl": "crawls",
    "leap": "leaps",
    "swim": "swims",
    "long_jump": "jumps",
    "tumble_through": "tumbles",
}
"""Verbs of moving, by the action that pays for it."""
TRIES: Final = {
    "demoralize": "tries to demoralize",
    "disarm": "tries to disarm",
    "escape": "tries to escape from",
    "feint": "feints against",
    "grapple": "tries to grapple",
    "hide": "tries to hide from",
    "point_out": "tries to make out",
    "recall_knowledge": "recalls what it knows of",
    "seek": "looks for",
    "sense_motive": "tries to see through",
    "shove": "tries to shove",
    "sneak": "tries to sneak past",
    "trip": "tries to trip",
    "tumble_through": "tries to tumble past",
}
"""What checks against a creature are rolled for."""
SELF_TOLD: Final = frozenset({"strike", "stride", "step", "stand", "ready", "aid", "delay", *TRIES}) - {"point_out"}
"""Actions that are told by what comes of them."""


@define
class Scene:
    """What a telling function looks things up in.

    Attributes:
        state: The state after the event.
        names: What the creatures are called.
        every: Whether nothing is left out and nothing merged.
        words: What the rules call AC and DC.
        chosen: The latest chosen action of each creature.
        spent: The action behind the seq of an ActionSpent or ReactionUsed.
        moved: Seqs of the actions that have moved their creature already.
        hidden: Seqs of events whose details are told by one line.
    """

    state: State
    names: Names
    every: bool = False
    words: Mapping[str, str] = field(factory=dict)
    chosen: dict[str, Action] = field(factory=dict)
    spent: dict[int, str] = field(factory=dict)
    moved: set[int] = field(factory=set)
    hidden: set[int] = field(factory=set)

    def name(self, who: str) -> Text:
        """A creature's name in its colour."""
        return self.names.creature(who)

    def term(self, word: str) -> str:
        """``AC`` or ``DC`` as the rules of the fight have it."""
        return self.words.get(word, word)

    def own(self, who: str, thing: str) -> Text:
        """``Vessa's turn``."""
        return say(self.name(who), f"'s {thing}")

    def remember(self, seq: int, event: ev.Event) -> None:
        """Keep what later lines refer to."""
        if isinstance(event, ev.ActionChosen):
            self.chosen[event.actor] = parse_action(event.action)
        elif isinstance(event, ev.ActionSpent):
            self.spent[seq] = event.action
        elif isinstance(event, ev.ReactionUsed):
            self.spent[seq] = event.reaction
        elif isinstance(event, ev.Moved):
            self.moved.add(event.cause)
        elif isinstance(event, ev.CombatantDowned):
            self.hidden.add(seq)
        elif isinstance(event, ev.TurnStarted):
            self.spent.clear()
            self.moved.clear()
            self.hidden.clear()


def say(*parts: Said) -> Text:
    """Join pieces of text."""
    return Text.assemble(*parts)


def square_text(square: Square) -> str:
    """A square as action texts write it."""
    return f"{square[0]},{square[1]}"


def listed(texts: Sequence[Text]) -> Text:
    """Join texts as a sentence lists them: ``A, B and C``."""
    if len(texts) < 2:
        return Text().join(texts)
    return say(Text(", ").join(texts[:-1]), " and ", texts[-1])


Teller: TypeAlias = Callable[[Scene, Any], Text | None]
"""Tells one class of event; None for what a reader need not see on its own."""
