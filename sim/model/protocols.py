"""What plug-ins and the engine owe each other. The engine knows no ruleset and no agent by name."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple, Protocol, TypeAlias

from attrs import define

from sim.model.actions import Action
from sim.model.dice import Dice
from sim.model.events import Event
from sim.model.scenario import Terrain
from sim.model.state import Outcome, State
from sim.model.values import Modifier, Question, Square
from sim.model.windows import Ask, Window

Play: TypeAlias = Generator[Event | Window | Ask, Any, Any]
"""A rule at work: yields events (reply: seq), windows (reply: entries) and questions (reply: an action)."""


@define
class Game:
    """What a rule works on: state to read, dice to roll."""

    state: State
    dice: Dice

    def roll(self, label: str, sizes: Sequence[int]) -> tuple[int, tuple[int, ...]]:
        """Roll dice under a label; the event made of it must carry label and n.

        Returns:
            (n, faces): how often the label was rolled before, and one face for each size.
        """
        n = self.state.rolls.get(label, 0)
        return n, self.dice.roll(label, n, sizes, self.state.seq)


class Legal(Protocol):
    """The legal actions at one question, computed as they are asked for, in a fixed order."""

    def kinds(self) -> tuple[str, ...]:
        """Kinds of action that are legal."""
        ...

    def ruled_out(self) -> frozenset[str]:
        """Kinds that are never legal for this creature in this fight, for want of what they take."""
        ...

    def actions(self, kind: str) -> Sequence[Action]:
        """Every legal action of a kind."""
        ...

    def targets(self, kind: str) -> tuple[str, ...]:
        """Creatures that a kind can be aimed at, in the order of the fight."""
        ...

    def items(self, kind: str, target: str = "") -> tuple[str, ...]:
        """Items or abilities it can be done with, best first."""
        ...

    def squares(self, kind: str, item: str = "") -> tuple[Square, ...]:
        """Squares it can be aimed at or lead to."""
        ...

    def approach(self, kind: str, target: str, feet: int, *, safely: bool = False) -> Action | None:
        """The move of this kind that comes closest to within ``feet`` of a creature, or None.

        ``safely`` allows only ways that set off no reaction.
        """
        ...

    def retreat(self, kind: str, threats: Sequence[str], *, safely: bool = False) -> Action | None:
        """The move of this kind that leads farthest from creatures, or None."""
        ...

    def position(
        self, kind: str, wish: str, about: Sequence[str], feet: int = 0, *, safely: bool = False
    ) -> Action | None:
        """The move of this kind to where a wish about creatures (``flank``, ``range`` ...) is granted, or None."""
        ...

    def check(self, action: Action) -> str:
        """Why an action is not legal; empty when it is."""
        ...

    def __iter__(self) -> Iterator[Action]:
        """Every legal action."""
        ...


class CreatureView(Protocol):
    """What is known of one creature.

    Oneself and allies also have ``hp``, ``max_hp``, ``actions``, ``reactions``, ``acted``,
    ``reach``, ``tally`` and ``items``; of an enemy these are not known.
    """

    @property
    def id(self) -> str:
        """Its name in the fight."""
        ...

    @property
    def name(self) -> str:
        """What people call it."""
        ...

    @property
    def side(self) -> str:
        """Its side."""
        ...

    @property
    def at(self) -> Square:
        """Top left square of its space."""
        ...

    @property
    def space(self) -> int:
        """Squares a side."""
        ...

    @property
    def status(self) -> str:
        """``up`` or ``down``."""
        ...

    @property
    def hp_pct(self) -> int:
        """Hit Points in percent."""
        ...

    @property
    def conditions(self) -> Mapping[str, int]:
        """Its conditions."""
        ...


class View(Protocol):
    """What a creature could know, valid during one decision only."""

    @property
    def who(self) -> str:
        """The deciding creature."""
        ...

    @property
    def question(self) -> Question:
        """What is asked."""
        ...

    @property
    def round(self) -> int:
        """Number of the round."""
        ...

    @property
    def me(self) -> Any:
        """The deciding creature, with all that is known of oneself."""
        ...

    @property
    def allies(self) -> Sequence[CreatureView]:
        """Others of its side that are up or down, in the order of the fight."""
        ...

    @property
    def enemies(self) -> Sequence[CreatureView]:
        """Creatures of other sides that are up or down and not undetected, in the order of the fight."""
        ...

    @property
    def standing_allies(self) -> Sequence[CreatureView]:
        """Those of the allies that are up."""
        ...

    @property
    def standing_enemies(self) -> Sequence[CreatureView]:
        """Those of the enemies that are up."""
        ...

    @property
    def unseen(self) -> Sequence[str]:
        """Ids of enemies that are about, without one's knowing where."""
        ...

    @property
    def rolled(self) -> Told | None:
        """One's latest check; None before the first, and while it is secret."""
        ...

    @property
    def memory(self) -> Any:
        """What its agent remembered at its last decision."""
        ...

    def distance(self, a: str, b: str) -> int:
        """Feet between two creatures' spaces."""
        ...

    def fact(self, name: str, who: str) -> Any:
        """What the rules say that one can tell about a creature; None where they know no such fact."""
        ...

    def odds(self, action: Action) -> Mapping[str, Fraction]:
        """Exact chance of each degree of an action's roll."""
        ...


class Told(NamedTuple):
    """What a creature learns of a check of its own; ``dc`` is 0 where that is not told."""

    what: str
    total: int
    degree: str
    dc: int


class SingleCheck(NamedTuple):
    """One check outside a fight: its die, what is added, the number to reach, and the chance of each degree."""

    what: str
    die: str
    modifiers: tuple[Modifier, ...]
    dc: int
    chances: Mapping[str, Fraction]


class Choice(NamedTuple):
    """An agent's answer: what, why (script rule id, reason) and what to remember."""

    action: Action
    rule: str = ""
    reason: str = ""
    memory: Any = None


class Rng(Protocol):
    """An agent's own dice, keyed afresh for each decision and never the fight's."""

    def pick(self, n: int) -> int:
        """A number from 0 to n-1, each as likely."""
        ...


class Agent(Protocol):
    """A policy. Keeps nothing between decisions but ``Choice.memory``."""

    name: str
    deterministic: bool

    def decide(self, view: View, legal: Legal, rng: Rng) -> Choice:
        """Answer the question in ``view.question`` with one of ``legal``."""
        ...


class Number(NamedTuple):
    """A number of a creature outside a fight.

    Attributes:
        name: What it is.
        value: As people write it: ``18``, ``+9``, ``2d8+4 slashing``.
        parts: What it is made of; empty where it is stated.
        start: What the parts add to, such as 10 for AC.
        note: What else there is to say.
    """

    name: str
    value: str
    parts: tuple[Modifier, ...] = ()
    start: int = 0
    note: str = ""


class Form(NamedTuple):
    """Another way to write a creature than stated whole.

    Attributes:
        type: What a file is read as.
        problems: What is wrong with it beyond its form, as of `Ruleset.problems`.
        whole: Makes the ruleset's ``creature_type`` of it.
    """

    type: type
    problems: Callable[[Any], Sequence[tuple[tuple[str | int, ...], str]]]
    whole: Callable[[Any], Any]


class Ruleset(Protocol):
    """A system of rules as the engine sees it."""

    name: str
    editions: Mapping[str, Mapping[str, Any]]
    """Each edition of the rules with the options that have another default in it; the first is the usual one."""
    creature_type: type
    """A creature as it is played and stands in logs."""
    forms: Mapping[str, Form]
    """Other ways to write a creature, by the key that tells them; by an empty one what is done with all others."""
    kinds: tuple[str, ...]
    """Kinds of action, reaction and choice that scripts may name, beside ``end`` and ``pass``."""
    options: Mapping[str, tuple[Any, ...]]
    """Each option with its values; the first is the default, unless the edition says otherwise."""
    conditions: tuple[str, ...]
    """What a combatant may start with."""
    adjustments: Mapping[str, Callable[[Any], Any]]
    """Ways to make a creature stronger or weaker, by the word in scenarios."""
    initiative: tuple[str, ...]
    """What a combatant may be said to roll for initiative, the usual first; empty where there is no choice."""
    terrain: Mapping[str, Callable[[Terrain], Iterable[tuple[tuple[str | int, ...], str]]]]
    """Kinds of ground that mean something to its rules, beside those that slow everyone; what is wrong with such a
    patch, as of `Ruleset.problems`."""
    words: Mapping[str, str]
    """What rolls are told to be against, where that is not ``AC`` for attacks and ``DC`` for all else."""
    facts: Mapping[str, Callable[[State, Any, Any], Any]]
    """What a creature can tell about itself or another, by name: (state, who looks, who is looked at)."""

    def open(self, game: Game, cause: int) -> Play:
        """Combatants join, timers are set, initiative and order are made."""
        ...

    def join(self, game: Game, who: str, cause: int) -> Play:
        """A reinforcement joins and takes its place in the order."""
        ...

    def begin_turn(self, game: Game, who: str, slot: int) -> Play:
        """Start a creature's turn; its first event is TurnStarted with this ``slot``, the index of the next."""
        ...

    def pass_slot(self, game: Game, who: str, slot: int) -> Play:
        """The place of a creature that is gone comes up; the first event is SlotPassed."""
        ...

    def slot_needed(self, state: State, who: str) -> bool:
        """Whether something still needs the place of a creature that is gone."""
        ...

    def end_turn(self, game: Game, who: str) -> Play:
        """End the turn of a creature; the first event is TurnEnded, all else follows from it."""
        ...

    def perform(self, game: Game, who: str, action: Action, cause: int) -> Play:
        """One chosen action."""
        ...

    def react(self, game: Game, who: str, window: Window, action: Action, cause: int) -> Play:
        """One chosen reaction."""
        ...

    def legal(self, state: State, who: str) -> Legal:
        """Legal actions of the creature whose turn it is."""
        ...

    def reactions(self, state: State, window: Window, who: str) -> tuple[Action, ...]:
        """What a creature may do in a window; empty for nothing."""
        ...

    def able(self, state: State, who: str) -> bool:
        """Whether a creature can act."""
        ...

    def decider(self, state: State, who: str) -> str:
        """Whose agent decides for a creature."""
        ...

    def odds(self, state: State, who: str, action: Action) -> Mapping[str, Fraction]:
        """Exact chance of each degree of an action's roll."""
        ...

    def told(self, state: State, who: str) -> Told | None:
        """What a creature learns of its latest check."""
        ...

    def single_check(self, data: Any, text: str, options: Mapping[str, Any]) -> SingleCheck:
        """A check of a creature outside a fight, as written: ``athletics vs 18``; InputError if it is none."""
        ...

    def numbers(self, data: Any) -> Sequence[Number]:
        """Every number of a creature and what it is made of."""
        ...

    def outcome(self, state: State) -> Outcome | None:
        """How the fight stands decided, or None."""
        ...

    def summary(self, state: State) -> dict[str, Any]:
        """What the rules have to say about a whole encounter at its end, as plain JSON; empty for nothing."""
        ...

    def problems(self, data: Any) -> Sequence[tuple[tuple[str | int, ...], str]]:
        """What is wrong with a creature's data beyond its form: (path to the field, message) pairs."""
        ...
