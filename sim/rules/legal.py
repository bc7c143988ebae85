"""What the legal actions of every system have in common: offers, found out as they are asked for."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from sim.model.actions import END, Action
from sim.model.values import Square


class Offers:
    """The offered part of `sim.model.protocols.Legal`; a system says what it offers and adds moves and checks.

    Args:
        kinds: Kinds of action of the system, in order, without ``end``.
    """

    def __init__(self, kinds: Collection[str]) -> None:
        self._kinds = kinds
        # valid for one question only, so nothing found out is found out twice
        self._offered: dict[str, tuple[Action, ...]] = {}
        self._found: Action | None = None
        """The latest move with a purpose."""

    def _offer(self, kind: str) -> Iterable[Action]:
        """The possible actions of one of the kinds, in a fixed order."""
        raise NotImplementedError

    def kinds(self) -> tuple[str, ...]:
        """Kinds of action that are legal, `end` last."""
        return (*(kind for kind in self._kinds if next(iter(self._offer(kind)), None)), END.kind)

    def ruled_out(self) -> frozenset[str]:
        """Kinds that are never legal for this creature; a system that knows some says so."""
        return frozenset()

    def actions(self, kind: str) -> tuple[Action, ...]:
        """Every legal action of a kind, in a fixed order."""
        found = self._offered.get(kind)
        if found is None:
            if kind == END.kind:
                return (END,)
            found = self._offered[kind] = tuple(self._offer(kind)) if kind in self._kinds else ()
        return found

    def __iter__(self) -> Iterator[Action]:
        for kind in self._kinds:
            yield from self.actions(kind)
        yield END

    def targets(self, kind: str) -> tuple[str, ...]:
        """Creatures that a kind can be aimed at, in the order of the fight."""
        return tuple(dict.fromkeys([action.target for action in self.actions(kind) if action.target]))

    def items(self, kind: str, target: str = "") -> tuple[str, ...]:
        """Items or abilities a kind can be done with, best first; on a target if one is named."""
        fitting = (action for action in self.actions(kind) if not target or action.target == target)
        return tuple(dict.fromkeys(action.item for action in fitting if action.item))

    def squares(self, kind: str, item: str = "") -> tuple[Square, ...]:
        """Squares a kind can be aimed at or lead to; those of an area best first."""
        fitting = (action for action in self.actions(kind) if not item or action.item == item)
        return tuple(dict.fromkeys(action.square for action in fitting if action.square))

    def _was_offered(self, action: Action) -> bool:
        """Whether an action was handed out here, as most that are chosen: told by identity, without comparing."""
        return (
            action is END
            or action is self._found
            or any(offer is action for offer in self._offered.get(action.kind, ()))
        )
