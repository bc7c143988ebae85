"""A table to put agents at: a view and legal actions stated by hand."""

from __future__ import annotations

from attrs import Factory, define

from sim.engine.answers import Options
from sim.model.actions import parse_action
from sim.model.values import Question


@define
class Someone:
    """A creature as agents see it."""

    id: str
    side: str = "heroes"
    hp: int = 20
    max_hp: int = 20
    actions: int = 3
    reactions: int = 1
    reach: int = 5
    status: str = "up"
    acted: bool = False
    at: tuple[int, int] = (0, 0)
    space: int = 1
    tally: dict = Factory(dict)
    items: dict = Factory(dict)
    conditions: dict = Factory(dict)

    @property
    def name(self):
        return self.id.title()

    @property
    def hp_pct(self):
        return 100 * self.hp // self.max_hp


@define
class Table:
    """A view; distances count along the row of squares."""

    me: Someone
    allies: tuple = ()
    enemies: tuple = ()
    round: int = 1
    memory: object = None
    kind: str = "action"
    facts: dict = Factory(dict)

    @property
    def who(self):
        return self.me.id

    @property
    def question(self):
        return Question(1, 0, self.me.id, self.kind)

    @property
    def standing_allies(self):
        return tuple(creature for creature in self.allies if creature.status == "up")

    @property
    def standing_enemies(self):
        return tuple(creature for creature in self.enemies if creature.status == "up")

    def distance(self, a, b):
        at = {creature.id: creature.at[0] for creature in (self.me, *self.allies, *self.enemies)}
        return 5 * abs(at[a] - at[b])

    def fact(self, name, who):
        return self.facts.get(name)

    def odds(self, action):
        return {}


class Listed(Options):
    """Legal actions given as texts; moves lead toward and away along the row."""

    def __init__(self, *texts, moves=()):
        super().__init__([parse_action(text) for text in texts])
        self._moves = moves

    def approach(self, kind, target, feet, *, safely=False):
        return parse_action(f"{kind} {int(not safely)},0 via 0,{feet}") if kind in self._moves else None

    def retreat(self, kind, threats, *, safely=False):
        return parse_action(f"{kind} {9 - safely},{len(threats)}") if kind in self._moves else None

    def position(self, kind, wish, about, feet=0, *, safely=False):
        return (
            parse_action(f"{kind} {len(wish)},{feet} via {len(about)},{int(safely)}") if kind in self._moves else None
        )


class Faces:
    """An agent's dice that show given faces, or count upward."""

    def __init__(self, *faces):
        self._faces = list(faces)
        self._next = 0

    def pick(self, n):
        if self._faces:
            return self._faces.pop(0) % n
        self._next += 1
        return self._next % n
