"""What a creature could know, made for one decision."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from hashlib import blake2b
from typing import Any

from sim.model.actions import Action
from sim.model.geometry import distance
from sim.model.protocols import Ruleset
from sim.model.state import DOWN, UP, Creature, State
from sim.model.values import Question, Square

COARSE = 25
"""Under fair knowledge an enemy's Hit Points are seen in quarters, rounded up."""


class Seen:
    """What is known of a creature; of oneself and allies everything that is theirs."""

    __slots__ = ("_creature", "_open", "id", "side")

    def __init__(self, creature: Creature, full: bool) -> None:
        self._creature = creature
        self._open = full
        self.id = creature.id
        self.side = creature.side

    @property
    def name(self) -> str:
        """What people call it."""
        return str(self._creature.data.name)

    @property
    def at(self) -> Square:
        """Top left square of its space."""
        return self._creature.at

    @property
    def space(self) -> int:
        """Squares a side."""
        return self._creature.space

    @property
    def status(self) -> str:
        """``up`` or ``down``."""
        return self._creature.status

    @property
    def conditions(self) -> Mapping[str, int]:
        """Its conditions, which all can see."""
        return self._creature.conditions

    @property
    def hp_pct(self) -> int:
        """Hit Points in percent; an enemy's in quarters."""
        creature = self._creature
        exact = -(-100 * creature.hp // creature.max_hp)
        return exact if self._open else -(-exact // COARSE) * COARSE

    def _own(self, name: str) -> Any:
        if not self._open:
            raise AttributeError(f"{name} of {self.id} is not known")
        return getattr(self._creature, name)

    @property
    def hp(self) -> int:
        """Hit Points, of oneself and allies."""
        return int(self._own("hp"))

    @property
    def max_hp(self) -> int:
        """Maximum Hit Points, of oneself and allies."""
        return int(self._own("max_hp"))

    @property
    def actions(self) -> int:
        """Actions left, of oneself and allies."""
        return int(self._own("actions"))

    @property
    def reactions(self) -> int:
        """Reactions left, of oneself and allies."""
        return int(self._own("reactions"))

    @property
    def acted(self) -> bool:
        """Whether it acted this turn, of oneself and allies."""
        return bool(self._own("acted"))

    @property
    def reach(self) -> int:
        """Melee reach in feet, of oneself and allies."""
        return int(self._own("reach"))

    @property
    def tally(self) -> Mapping[str, int]:
        """Counts of the turn, of oneself and allies."""
        tally: Mapping[str, int] = self._own("tally")
        return tally

    @property
    def items(self) -> Mapping[str, str]:
        """Where its items are, of oneself and allies."""
        items: Mapping[str, str] = self._own("items")
        return items


class FightView:
    """The view of one creature at one question (see `sim.model.protocols.View`)."""

    __slots__ = ("_ruleset", "_state", "me", "memory", "question", "round", "who")

    def __init__(self, state: State, ruleset: Ruleset, question: Question) -> None:
        self._state = state
        self._ruleset = ruleset
        self.question = question
        self.who = question.who
        self.round = state.round
        creature = state.creatures[question.who]
        self.me = Seen(creature, full=True)
        self.memory = creature.memory

    def _others(self, side: str, allied: bool) -> Iterator[Seen]:
        knows_all = allied or self._state.scenario.knowledge == "open"
        for creature in self._state.creatures.values():
            if (creature.side == side) is allied and creature.id != self.who and creature.status in (UP, DOWN):
                yield Seen(creature, knows_all)

    @property
    def allies(self) -> tuple[Seen, ...]:
        """Others of one's side that are up or down, in the order of the fight."""
        return tuple(self._others(self.me.side, allied=True))

    @property
    def enemies(self) -> tuple[Seen, ...]:
        """Creatures of other sides that are up or down, in the order of the fight."""
        return tuple(self._others(self.me.side, allied=False))

    def distance(self, a: str, b: str) -> int:
        """Feet between two creatures' spaces."""
        one, other = self._state.creatures[a], self._state.creatures[b]
        return distance(one.at, one.space, other.at, other.space)

    def odds(self, action: Action) -> Mapping[str, Fraction]:
        """Exact chance of each degree of an action's roll."""
        return self._ruleset.odds(self._state, self.who, action)


class KeyedRng:
    """An agent's dice for one decision, keyed by the question and apart from the fight's."""

    __slots__ = ("_drawn", "_key")

    def __init__(self, key: bytes, question: Question) -> None:
        self._key = blake2b(f"{question.seq}.{question.k}".encode(), key=key).digest()
        self._drawn = 0

    def pick(self, n: int) -> int:
        """A number from 0 to n-1, each as likely."""
        self._drawn += 1
        word = blake2b(b"%d" % self._drawn, key=self._key, digest_size=8).digest()
        return int.from_bytes(word, "little") * n >> 64
