"""Which actions a creature may choose now, in a small system."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from sim.model.actions import END, Action
from sim.model.state import Creature, State
from sim.model.values import Square
from sim.rules.basic import walking
from sim.rules.basic.act import Act


class BasicLegal:
    """The legal actions of one creature (see `sim.model.protocols.Legal`)."""

    def __init__(self, acts: Mapping[str, Act], state: State, creature: Creature, open_parts: frozenset[str]) -> None:
        self._acts = acts
        self._state = state
        self._creature = creature
        self._parts = open_parts
        self._offered: dict[str, tuple[Action, ...]] = {}
        self._found: Action | None = None

    def kinds(self) -> tuple[str, ...]:
        """Kinds of action that are legal, `end` last."""
        return (*(kind for kind in self._acts if self.actions(kind)), END.kind)

    def actions(self, kind: str) -> tuple[Action, ...]:
        """Every legal action of a kind, in a fixed order."""
        found = self._offered.get(kind)
        if found is None:
            act = self._acts.get(kind)
            if act is None or act.part not in self._parts:
                found = (END,) if kind == END.kind else ()
            else:
                found = tuple(act.offers(self._state, self._creature))
            self._offered[kind] = found
        return found

    def __iter__(self) -> Iterator[Action]:
        for kind in self._acts:
            yield from self.actions(kind)
        yield END

    def targets(self, kind: str) -> tuple[str, ...]:
        """Creatures that a kind can be aimed at, in the order of the fight."""
        return tuple(dict.fromkeys([action.target for action in self.actions(kind) if action.target]))

    def items(self, kind: str, target: str = "") -> tuple[str, ...]:
        """Weapons or abilities it can be done with; on a target if one is named."""
        fitting = (action for action in self.actions(kind) if not target or action.target == target)
        return tuple(dict.fromkeys(action.item for action in fitting if action.item))

    def squares(self, kind: str, item: str = "") -> tuple[Square, ...]:
        """Squares a kind can be aimed at or lead to."""
        fitting = (action for action in self.actions(kind) if not item or action.item == item)
        return tuple(dict.fromkeys(action.square for action in fitting if action.square))

    def _may_walk(self, kind: str) -> bool:
        return kind == walking.STRIDE.name and walking.STRIDE.part in self._parts

    def approach(self, kind: str, target: str, feet: int, *, safely: bool = False) -> Action | None:
        """The stride that comes closest to within ``feet`` of a creature, or None; no move sets off a reaction."""
        if not self._may_walk(kind):
            return None
        self._found = walking.approach(self._state, self._creature, target, feet)
        return self._found

    def retreat(self, kind: str, threats: Sequence[str], *, safely: bool = False) -> Action | None:
        """The stride that leads farthest from creatures, or None."""
        if not threats or not self._may_walk(kind):
            return None
        self._found = walking.retreat(self._state, self._creature, threats)
        return self._found

    def position(
        self, kind: str, wish: str, about: Sequence[str], feet: int = 0, *, safely: bool = False
    ) -> Action | None:
        """The stride out of everyone's reach, for the wish ``range`` within ``feet`` of the first; else None."""
        if not about or wish not in ("range", "out_of_reach") or not self._may_walk(kind):
            return None
        self._found = walking.position(self._state, self._creature, about, feet if wish == "range" else 0)
        return self._found

    def check(self, action: Action) -> str:
        """Why an action is not legal; empty when it is."""
        if action is self._found or any(offer is action for offer in self._offered.get(action.kind, ())):
            return ""
        if action == END:
            return ""
        act = self._acts.get(action.kind)
        if act is None:
            return f"there is no action {action.kind!r}; known are {', '.join(self._acts)}, end"
        if act.part not in self._parts:
            return f"the {act.part} of this turn is spent"
        return act.problem(self._state, self._creature, action)
