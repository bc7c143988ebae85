"""What a creature could know, made for one decision."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from hashlib import blake2b
from typing import Any, Final

from sim.model.actions import Action
from sim.model.geometry import distance
from sim.model.plain import plain
from sim.model.protocols import Ruleset, Told
from sim.model.state import DOWN, UNDETECTED, UP, Creature, State
from sim.model.values import Question, Square

COARSE: Final = 25
"""Under fair knowledge an enemy's Hit Points are seen in quarters, rounded up."""
SEEN: Final = (UP, DOWN)
"""The dead and the fled are no longer looked at."""


class Seen:
    """What anyone can see of a creature."""

    __slots__ = ("_creature", "id", "side")

    def __init__(self, creature: Creature) -> None:
        self._creature = creature
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
        """Hit Points in percent, seen in quarters."""
        creature = self._creature
        return -(-100 * creature.hp // (creature.max_hp * COARSE)) * COARSE


class Known(Seen):
    """A creature that one knows all about: oneself and allies, under open knowledge everyone."""

    __slots__ = ()

    @property
    def hp_pct(self) -> int:
        """Hit Points in percent, rounded up."""
        creature = self._creature
        return -(-100 * creature.hp // creature.max_hp)

    @property
    def hp(self) -> int:
        """Hit Points."""
        return self._creature.hp

    @property
    def max_hp(self) -> int:
        """Maximum Hit Points."""
        return self._creature.max_hp

    @property
    def actions(self) -> int:
        """Actions left."""
        return self._creature.actions

    @property
    def reactions(self) -> int:
        """Reactions left."""
        return self._creature.reactions

    @property
    def acted(self) -> bool:
        """Whether it acted in its current turn."""
        return self._creature.acted

    @property
    def reach(self) -> int:
        """Melee reach in feet."""
        return self._creature.reach

    @property
    def tally(self) -> Mapping[str, int]:
        """Counts of its current turn."""
        return self._creature.tally

    @property
    def items(self) -> Mapping[str, str]:
        """Where its items are."""
        return self._creature.items


class Groups:
    """Allies and enemies of one creature that are up or down, and those of them that are up."""

    __slots__ = ("allies", "enemies", "standing_allies", "standing_enemies")

    def __init__(self, allies: Sequence[Known], enemies: Sequence[Seen]) -> None:
        self.allies = allies
        self.enemies = enemies
        self.standing_allies = tuple([each for each in allies if each.status == UP])
        self.standing_enemies = tuple([each for each in enemies if each.status == UP])


class Sights:
    """Who sees whom in one fight: made once, and again when someone comes, falls, rises, goes, hides or is found."""

    __slots__ = ("_groups", "_known", "_roster", "_state")

    def __init__(self, state: State) -> None:
        self._state = state
        self._roster = -1
        self._known: dict[str, Known] = {}
        self._groups: dict[str, Groups] = {}

    def known(self, who: str) -> Known:
        """A creature with all that is to be known."""
        found = self._known.get(who)
        if found is None:
            found = self._known[who] = Known(self._state.creatures[who])
        return found

    def groups(self, who: str) -> Groups:
        """Allies and enemies of a creature, in the order of the fight."""
        state = self._state
        if state.roster != self._roster:
            self._roster = state.roster
            self._groups = {}
        found = self._groups.get(who)
        if found is None:
            side = state.creatures[who].side
            there = [c for c in state.creatures.values() if c.status in SEEN]
            allies = [self.known(c.id) for c in there if c.side == side and c.id != who]
            enemies = [c for c in there if c.side != side and (not state.detection or state.locates(who, c.id))]
            seen = [self.known(c.id) for c in enemies] if state.scenario.knowledge == "open" else map(Seen, enemies)
            found = self._groups[who] = Groups(tuple(allies), tuple(seen))
        return found

    def of(self, state: State) -> bool:
        """Whether these are the sights of this fight."""
        return self._state is state


class FightView:
    """The view of one creature at one question (see `sim.model.protocols.View`)."""

    __slots__ = ("_ruleset", "_sights", "_state", "me", "memory", "question", "round", "who")

    def __init__(self, state: State, ruleset: Ruleset, question: Question, sights: Sights) -> None:
        self._state = state
        self._ruleset = ruleset
        self._sights = sights
        self.question = question
        self.who = question.who
        self.round = state.round
        self.me = sights.known(question.who)
        memory = state.creatures[question.who].memory
        # a copy: what an agent does to it must not reach the state
        self.memory = None if memory is None else plain(memory)

    @property
    def allies(self) -> Sequence[Known]:
        """Others of one's side that are up or down, in the order of the fight."""
        return self._sights.groups(self.who).allies

    @property
    def enemies(self) -> Sequence[Seen]:
        """Creatures of other sides that are up or down, in the order of the fight."""
        return self._sights.groups(self.who).enemies

    @property
    def standing_allies(self) -> Sequence[Known]:
        """Others of one's side that are up, in the order of the fight."""
        return self._sights.groups(self.who).standing_allies

    @property
    def standing_enemies(self) -> Sequence[Seen]:
        """Creatures of other sides that are up, in the order of the fight."""
        return self._sights.groups(self.who).standing_enemies

    @property
    def unseen(self) -> Sequence[str]:
        """Enemies that are about somewhere, one does not know where, in the order of the fight."""
        state = self._state
        if not state.detection:
            return ()
        return tuple(who for who in state.creatures if state.detection.get(who, {}).get(self.who) == UNDETECTED)

    @property
    def rolled(self) -> Told | None:
        """What one learns of one's latest check."""
        return self._ruleset.told(self._state, self.who)

    def distance(self, a: str, b: str) -> int:
        """Feet between two creatures' spaces.

        Raises:
            LookupError: One does not know where one of them is.
        """
        if self._state.detection:
            self._placed(a, b)
        one, other = self._state.creatures[a], self._state.creatures[b]
        return distance(one.at, one.space, other.at, other.space)

    def _placed(self, *others: str) -> None:
        """See that one knows where all of these are."""
        for who in others:
            if not self._state.locates(self.who, who):
                raise LookupError(f"{self.who} does not know where {who} is")

    def fact(self, name: str, who: str) -> Any:
        """What the rules say that one can tell about a creature; None where they know no such fact.

        Raises:
            LookupError: One does not know where it is.
        """
        if self._state.detection:
            self._placed(who)
        fact, creatures = self._ruleset.facts.get(name), self._state.creatures
        return fact(self._state, creatures[self.who], creatures[who]) if fact else None

    def odds(self, action: Action) -> Mapping[str, Fraction]:
        """Exact chance of each degree of an action's roll, as far as one can judge it.

        Raises:
            LookupError: One does not know where it is aimed.
        """
        if action.target and self._state.detection:
            self._placed(action.target)
        return self._ruleset.odds(self._state, self.who, action)


class KeyedRng:
    """An agent's dice for one decision, keyed by the question and apart from the fight's."""

    __slots__ = ("_drawn", "_key", "_question")

    def __init__(self, key: bytes, question: Question) -> None:
        self._key = key
        self._question = question
        self._drawn = 0

    def pick(self, n: int) -> int:
        """A number from 0 to n-1, each as likely."""
        self._drawn += 1
        name = f"{self._question.seq}.{self._question.k}.{self._drawn}"
        word = blake2b(name.encode(), key=self._key, digest_size=8).digest()
        return int.from_bytes(word, "little") * n >> 64
