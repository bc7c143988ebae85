"""Which actions a creature may choose now, in a small system."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from sim.model.actions import END, Action
from sim.model.state import Creature, State
from sim.rules.basic import walking
from sim.rules.basic.act import Act
from sim.rules.legal import Offers


class BasicLegal(Offers):
    """The legal actions of one creature (see `sim.model.protocols.Legal`).

    Args:
        acts: Kinds of action by name.
        state: The fight.
        creature: Whose actions they are.
        parts: Parts of the turn that it has left.
    """

    def __init__(self, acts: Mapping[str, Act], state: State, creature: Creature, parts: frozenset[str]) -> None:
        super().__init__(acts)
        self._acts = acts
        self._state = state
        self._creature = creature
        self._parts = parts

    def _offer(self, kind: str) -> Iterable[Action]:
        act = self._acts[kind]
        return act.offers(self._state, self._creature) if act.part in self._parts else ()

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
        """The stride to the nearest square that serves a wish best, or None where staying serves as well."""
        if not about or wish not in walking.WISHES or not self._may_walk(kind):
            return None
        self._found = walking.position(self._state, self._creature, wish, about, feet)
        return self._found

    def check(self, action: Action) -> str:
        """Why an action is not legal; empty when it is."""
        if self._was_offered(action) or action == END:
            return ""
        act = self._acts.get(action.kind)
        if act is None:
            return f"there is no action {action.kind!r}; known are {', '.join(self._acts)}, end"
        if act.part not in self._parts:
            return f"the {act.part} of this turn is spent"
        return act.problem(self._state, self._creature, action)
