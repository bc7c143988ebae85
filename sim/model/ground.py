"""The map as creatures of one size walk it: where they fit, what a step costs, how far it is.

Costs are counted in squares (5 feet). A node is a placement together with the parity of
the diagonals moved so far, because every second diagonal costs double (pf2e.move.diagonals);
nodes are small numbers, in the order of their squares.
"""

from __future__ import annotations

from array import array
from collections.abc import Collection, Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from sim.model.geometry import distance, squares_of
from sim.model.values import Square

NEVER: Final = 65535
"""Walking distance of what cannot be reached."""

_DIRECTIONS: Final = ((-1, 0), (0, -1), (0, 1), (1, 0), (-1, -1), (-1, 1), (1, -1), (1, 1))
"""Straight ones first, so that of equally cheap ways the one with fewer diagonals is found."""


class Flood(NamedTuple):
    """What a flood found: the cost of each node, in squares, and the node before it."""

    cost: dict[int, int]
    before: dict[int, int]


class Ground:
    """Static terrain for one size of space.

    Attributes:
        extras: Extra feet to enter each placement that fits the map and holds no wall.
        plain: Placements among them that cost nothing extra.
        field: ``field(target, target_space, within)``: see `_field`; remembered.
        direct: ``direct(start, across, down)``: see `_direct`; remembered.
    """

    __slots__ = ("_moves", "direct", "extras", "field", "height", "plain", "space", "width")

    def __init__(self, size: Square, walls: Collection[Square], rough: Mapping[Square, int], space: int) -> None:
        self.width, self.height = size
        self.space = space
        self.extras: dict[Square, int] = {}
        for x in range(self.width - space + 1):
            for y in range(self.height - space + 1):
                squares = squares_of((x, y), space)
                if not any(square in walls for square in squares):
                    self.extras[x, y] = max(rough.get(square, 0) for square in squares)
        self.plain = frozenset(at for at, extra in self.extras.items() if not extra)
        self._moves: dict[int, tuple[tuple[int, int], ...]] = {}
        self.field = lru_cache(maxsize=1024)(self._field)
        self.direct = lru_cache(maxsize=16384)(self._direct)

    def index(self, at: Square) -> int:
        """Number of a placement on the map."""
        return at[0] * self.height + at[1]

    def square(self, index: int) -> Square:
        """Placement of a number."""
        return divmod(index, self.height)

    def indices(self, placements: Collection[Square]) -> Collection[int]:
        """Numbers of placements, those outside the map among them harmless."""
        return {self.index(at) for at in placements if at in self.extras} if placements else ()

    def _make_moves(self, node: int) -> tuple[tuple[int, int], ...]:
        """Steps from a node as (cost, node)."""
        (x, y), odd = self.square(node >> 1), node & 1
        extras = self.extras
        moves = []
        for i, j in _DIRECTIONS:
            to = (x + i, y + j)
            diagonal = i and j
            if to not in extras or (diagonal and self._squeezes((x, y), to)):
                continue
            cost = 1 + extras[to] // 5 + (odd if diagonal else 0)
            moves.append((cost, self.index(to) * 2 + (1 - odd if diagonal else odd)))
        made = self._moves[node] = tuple(moves)
        return made

    def _direct(self, start: Square, across: int, down: int) -> tuple[Square, ...] | None:
        """Squares of the direct way, diagonals first; None if one costs extra or does not fit."""
        sx, sy = (1 if across > 0 else -1), (1 if down > 0 else -1)
        across, down = abs(across), abs(down)
        x, y = start
        squares = []
        for step in range(max(across, down)):
            to = (x + sx if step < across else x, y + sy if step < down else y)
            diagonal = step < across and step < down
            if to not in self.plain or (diagonal and self._squeezes((x, y), to)):
                return None
            squares.append(to)
            x, y = to
        return tuple(squares)

    def _squeezes(self, at: Square, to: Square) -> bool:
        """Whether a diagonal step leads between two walls; past the corner of one it is free."""
        return (to[0], at[1]) not in self.extras and (at[0], to[1]) not in self.extras

    def barred(self, squares: Collection[Square], start: Square) -> set[int]:
        """Numbers of the placements that cover one of ``squares``; the mover's own do not count."""
        space, width, height = self.space, self.width, self.height
        own = squares_of(start, space)
        back = range(space)
        return {  # a set made from a set: no order is taken from either
            (x - i) * height + y - j
            for x, y in squares
            if (x, y) not in own
            for i in back
            for j in back
            if 0 <= x - i < width and 0 <= y - j < height
        }

    def flood(
        self,
        start: Square,
        limit: int,
        diagonals: int,
        barred: set[int],
        goal: int = -1,
        ends: Collection[int] = (),
    ) -> Flood:
        """Cheapest ways from ``start`` for up to ``limit`` squares, or until the placement ``goal`` is settled.

        Ways may lead into placements of ``ends`` but not on from there. With a goal only such ways are looked at
        from which it could still be reached on open ground.
        """
        known = self._moves
        first = self.index(start) * 2 + diagonals % 2
        cost = {first: 0}
        before: dict[int, int] = {}
        queue: list[list[int]] = [[] for _ in range(limit + 1)]
        queue[0].append(first)
        cheapest, height = cost.get, self.height
        goal_x, goal_y = divmod(goal, height)
        for so_far, nodes in enumerate(queue):
            for node in nodes:
                # dearer, or as dear with a dear diagonal next: a better way to the same square is known
                if cost[node] != so_far or (node & 1 and cheapest(node - 1, NEVER) <= so_far):
                    continue
                if node >> 1 == goal:
                    return Flood(cost, before)
                if node >> 1 in ends:
                    continue
                for step, to in known.get(node) or self._make_moves(node):
                    total = so_far + step
                    if total <= limit and total < cheapest(to, NEVER) and to >> 1 not in barred:
                        if goal >= 0:
                            x, y = divmod(to >> 1, height)
                            across, down = abs(x - goal_x), abs(y - goal_y)
                            # what the way on costs at least: open_cost, spelled out
                            if total + (across + down // 2 if across > down else down + across // 2) > limit:
                                continue
                        cost[to] = total
                        before[to] = node
                        queue[total].append(to)
        return Flood(cost, before)

    def _field(self, target: Square, target_space: int, within: int) -> array[int]:
        """Walking distance, in squares, from each placement to the nearest one within ``within`` feet of a target.

        Creatures are ignored; ``NEVER`` where no way leads there.
        """
        extras, space = self.extras, self.space
        found = array("H", [NEVER]) * (2 * self.width * self.height)
        nodes = [self.index(at) * 2 for at in extras if distance(at, space, target, target_space) <= within]
        queue = {0: nodes}
        for node in nodes:
            found[node] = 0
        so_far = 0
        while queue:
            for node in queue.pop(so_far, ()):
                if found[node] != so_far:
                    continue
                entering = extras[self.square(node >> 1)] // 5  # walked backwards: this square is the one entered
                for step, to in self._moves.get(node) or self._make_moves(node):
                    total = so_far + step + entering - extras[self.square(to >> 1)] // 5
                    if total < found[to]:
                        found[to] = total
                        queue.setdefault(total, []).append(to)
            so_far += 1
        return array("H", map(min, found[::2], found[1::2]))
