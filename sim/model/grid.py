"""Where creatures may stand, what they see, and the ways they walk on one map.

Squares of ``blocked`` cannot be passed (enemies), those of ``occupied`` cannot be the end of
a move (anyone); a mover's own squares never hinder it. ``diagonals`` is the number of
diagonals moved so far in the turn (pf2e.move.diagonals), before in what is given and after
in what is returned. A way may end in one of the placements ``shunned`` but not lead through
(squares that enemies watch). Direct ways are tried first; only if something is in the way is the map flooded.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from sim.model.geometry import Point, around, center, closing, crosses, distance, gaps, open_cost, squares_of, strides
from sim.model.ground import NEVER, Flood, Ground
from sim.model.scenario import Map, Terrain
from sim.model.values import Square

FOG: Final = "fog"
"""Terrain that costs no feet and conceals who is in it from everybody, and everybody from who is in it."""
SHADES: Final = ("dim", "dark")
"""Terrain that is no matter to movement, but not as light as the map."""
BRIGHT: Final = "bright"
OPEN: Final = "open"
EXTRA_FEET: Final = {"difficult": 5, "greater_difficult": 10, FOG: 0}
"""Feet that entering a kind of terrain costs beyond 5 (pf2e.terrain.difficult); others cost none."""
WATER: Final = ("water", "underwater")
"""Terrain in which one swims: with the head above, and below its surface."""
CLOSED: Final = "closed"
BARRIERS: Final = ("object", "arrow_slit")
"""Terrain that lines of effect cross and nobody enters, unless the map says how."""
WAYS_IN: Final = (OPEN, "difficult", "greater_difficult", CLOSED)
"""How a patch may be entered."""


def way_in(patch: Terrain) -> str:
    """How terrain is entered: as it states or its kind says."""
    return patch.enter or (CLOSED if patch.kind in BARRIERS else patch.kind)


def solid(field: Map) -> frozenset[Square]:
    """Squares of a map that nobody enters: walls, and terrain that is closed."""
    closed = (square for patch in field.terrain if way_in(patch) == CLOSED for square in patch.squares)
    return frozenset((*field.walls, *closed))


class Reached(NamedTuple):
    """What it takes to come to a square: feet, and the diagonals of the turn so far."""

    feet: int
    diagonals: int


class Path(NamedTuple):
    """A way from the first square entered to the last, its feet, and the diagonals of the turn so far."""

    squares: tuple[Square, ...]
    feet: int
    diagonals: int


class Grid:
    """One map, with everything that was ever worked out about it.

    Attributes:
        gloomy: Whether it is not bright everywhere.
        murky: Whether anything about it may hide who is on it.
    """

    __slots__ = (
        "_costing",
        "_grounds",
        "_rough",
        "_sights",
        "_walls",
        "dim",
        "feet",
        "fog",
        "gloomy",
        "harm",
        "map",
        "murky",
        "shut",
        "soft",
        "solid",
        "tricky",
        "water",
    )

    def __init__(self, field: Map, feet: Mapping[str, int] = EXTRA_FEET, shut: frozenset[Square] = frozenset()) -> None:
        self.map = field
        self.feet = feet
        self.shut = shut
        self._walls = frozenset(field.walls)
        self.solid = solid(field)
        self.fog = frozenset(square for patch in field.terrain if patch.kind == FOG for square in patch.squares)
        self.gloomy = field.light != BRIGHT or any(patch.kind in SHADES for patch in field.terrain)
        self.murky = self.gloomy or bool(self.fog)
        self.water = frozenset(square for patch in field.terrain if patch.kind in WATER for square in patch.squares)
        self.dim: dict[Square, int] = {}
        self.harm: dict[Square, tuple[str, ...]] = {}
        self.tricky: dict[Square, Terrain] = {}
        self.soft: dict[Square, int] = {}
        self._rough: dict[Square, int] = {}
        if feet.get(OPEN):
            self.slow_down(((x, y) for x in range(field.width) for y in range(field.height)), feet[OPEN])
        for terrain in field.terrain:
            self.slow_down(terrain.squares, feet.get(way_in(terrain), 0))
            for square in terrain.squares:
                if terrain.dc and terrain.dc > getattr(self.tricky.get(square), "dc", 0):
                    self.tricky[square] = terrain
                if terrain.depth:
                    self.soft[square] = max(terrain.depth, self.soft.get(square, 0))
                if terrain.damage and not terrain.dc:
                    self.harm[square] = (*self.harm.get(square, ()), terrain.damage)
                if terrain.perception:
                    self.dim[square] = min(terrain.perception, self.dim.get(square, 0))
        self._grounds: dict[int, Ground] = {}
        self._sights: dict[tuple[Point, Point], bool] = {}
        self._costing: dict[tuple[tuple[tuple[str, int], ...], frozenset[Square]], Grid] = {}

    def slow_down(self, squares: Iterable[Square], feet: int) -> None:
        """Let entering squares cost at least so many feet more; only before anybody walks the map."""
        for square in squares:
            self._rough[square] = max(feet, self._rough.get(square, 0))

    def costing(self, feet: Mapping[str, int], shut: frozenset[Square] = frozenset()) -> Grid:
        """The same map for those whom terrain costs other feet beyond 5, by kind, and to whom some squares are shut."""
        key = (tuple(feet.items()), shut)
        found = self._costing.get(key)
        if found is None:
            found = self._costing[key] = Grid(self.map, feet, shut)
        return found

    def ground(self, space: int) -> Ground:
        """The map as creatures of a space walk it."""
        found = self._grounds.get(space)
        if found is None:
            size = (self.map.width, self.map.height)
            found = self._grounds[space] = Ground(size, self.solid | self.shut, self._rough, space)
        return found

    def inside(self, at: Square, space: int) -> bool:
        """Whether all squares of a space are on the map."""
        return 0 <= at[0] <= self.map.width - space and 0 <= at[1] <= self.map.height - space

    def free(self, at: Square, space: int) -> bool:
        """Whether all squares of a space are on the map and none is solid."""
        return at in self.ground(space).extras

    def extra(self, at: Square, space: int) -> int:
        """Extra feet to enter a free space: the worst of its squares, the same for diagonals."""
        return self.ground(space).extras[at]

    def sees(self, point: Point, at: Square, space: int = 1) -> bool:
        """Whether nothing solid is between a point (half squares) and the middle of a space."""
        key = (point, center(at, space))
        found = self._sights.get(key)
        if found is None:
            found = self._sights[key] = not (self._walls and crosses(self._walls, *key))
        return found

    def line_of_effect(self, a: Square, a_space: int, b: Square, b_space: int) -> bool:
        """Whether no wall is between the middles of two spaces (pf2e.position.line_of_effect).

        A line past the corner of a wall or along its side is free; one between two walls
        that touch, even by their corners only, is not.
        """
        return not self._walls or self.sees(center(a, a_space), b, b_space)

    def reachable(
        self,
        start: Square,
        space: int,
        feet: int,
        diagonals: int = 0,
        blocked: Collection[Square] = (),
        occupied: Collection[Square] = (),
        shunned: Collection[Square] = (),
    ) -> dict[Square, Reached]:
        """Squares where a move of up to ``feet`` may end and what each takes, in order; without ``start``."""
        ground = self.ground(space)
        flood = ground.flood(start, feet // 5, diagonals, ground.barred(blocked, start), ends=ground.indices(shunned))
        ends = _ends(ground, flood, start, occupied)
        return {
            ground.square(node >> 1): Reached(5 * cost, diagonals + _diagonals(flood, node))
            for node, cost in sorted(ends)
        }

    def path(
        self,
        start: Square,
        space: int,
        goal: Square,
        feet: int,
        diagonals: int = 0,
        blocked: Collection[Square] = (),
        occupied: Collection[Square] = (),
        shunned: Collection[Square] = (),
    ) -> Path | None:
        """The cheapest way of up to ``feet`` to a square; None if there is none or one is there already."""
        ground = self.ground(space)
        if goal == start or goal not in ground.extras or _meets((goal,), start, space, occupied):
            return None
        across, down = goal[0] - start[0], goal[1] - start[1]
        cost = open_cost(abs(across), abs(down), diagonals % 2)
        if cost * 5 > feet:
            return None
        squares = ground.direct(start, across, down)
        if squares and not _meets(squares, start, space, blocked) and not _through(squares, shunned):
            return Path(squares, 5 * cost, diagonals + min(abs(across), abs(down)))
        index = ground.index(goal)
        barred, ends = ground.barred(blocked, start), ground.indices(shunned)
        flood = ground.flood(start, feet // 5, diagonals, barred, index, ends)
        found = [(flood.cost[node], node) for node in (2 * index, 2 * index + 1) if node in flood.cost]
        return _traced(ground, flood, min(found)[1], diagonals) if found else None

    def best(
        self,
        start: Square,
        space: int,
        feet: int,
        worth: Callable[[Square], int],
        diagonals: int = 0,
        blocked: Collection[Square] = (),
        occupied: Collection[Square] = (),
        shunned: Collection[Square] = (),
    ) -> Path | None:
        """The way of up to ``feet`` to the square that serves best: of the least ``worth``, which is never below 0.

        Of equals the nearest counts, then the first. Squares are looked at by the feet they take on open ground, so
        that the map is flooded only for those that are worth it.

        Returns:
            None if no square is better than staying.
        """
        here = worth(start)
        found: Path | None = None
        best = (here, -1, start)
        extras = self.ground(space).extras
        for cost, across, down in around(feet // 5, diagonals % 2) if here else ():
            if not best[0] and 5 * cost > best[1]:
                break
            at = (start[0] + across, start[1] + down)
            if at not in extras or (rank := (worth(at), 5 * cost, at)) >= best:
                continue
            path = self.path(start, space, at, feet, diagonals, blocked, occupied, shunned)
            if path and (rank := (rank[0], path.feet, at)) < best:
                found, best = path, rank
        return found

    def approach(
        self,
        start: Square,
        space: int,
        target: Square,
        target_space: int,
        within: int,
        feet: int,
        diagonals: int = 0,
        blocked: Collection[Square] = (),
        occupied: Collection[Square] = (),
        shunned: Collection[Square] = (),
    ) -> Path | None:
        """The cheapest way of up to ``feet`` that ends within ``within`` feet of a target.

        If that is too far, the way that leaves the least to walk around walls (creatures
        ignored), or where no way leads there, the least straight distance.

        Returns:
            None if the mover is within already or cannot improve.
        """
        gap = gaps(start, space, target, target_space)
        if open_cost(*gap, 0) <= within // 5:
            return None
        ground = self.ground(space)
        toward = (1 if target[0] > start[0] else -1, 1 if target[1] > start[1] else -1)
        odd = diagonals % 2
        ways = strides(*gap, within // 5, feet // 5, odd)
        for a, b in ways:
            if open_cost(a, b, odd) > open_cost(*ways[0], odd):
                break  # around what is in the way there may be a cheaper one
            squares = _direct(ground, start, gap, toward, (a, b), within // 5, blocked)
            if squares and not _meets(squares[-1:], start, space, occupied) and not _through(squares, shunned):
                return Path(squares, 5 * open_cost(a, b, odd), diagonals + min(a, b))
        flood = ground.flood(start, feet // 5, diagonals, ground.barred(blocked, start), ends=ground.indices(shunned))
        return _nearest(ground, flood, start, (target, target_space, within), diagonals, occupied)

    def to_walk(self, at: Square, space: int, target: Square, target_space: int, within: int) -> int:
        """Feet to walk from a placement to within ``within`` feet of a target, creatures ignored."""
        ground = self.ground(space)
        return 5 * int(ground.field(target, target_space, within)[ground.index(at)])

    def retreat(
        self,
        start: Square,
        space: int,
        threats: Sequence[tuple[Square, int]],
        feet: int,
        diagonals: int = 0,
        blocked: Collection[Square] = (),
        occupied: Collection[Square] = (),
        shunned: Collection[Square] = (),
    ) -> Path | None:
        """The way of up to ``feet`` that ends farthest from the nearest of ``threats`` (at, space).

        Ties go to the greater sum of distances, then the cheaper way, then the first square.

        Returns:
            None if no square is better than staying.
        """
        ground = self.ground(space)
        flood = ground.flood(start, feet // 5, diagonals, ground.barred(blocked, start), ends=ground.indices(shunned))
        best = (*_danger(start, space, threats), 0, -1)
        for node, cost in _ends(ground, flood, start, occupied):
            best = min(best, (*_danger(ground.square(node >> 1), space, threats), cost, node))
        return _traced(ground, flood, best[3], diagonals) if best[3] >= 0 else None


@lru_cache(maxsize=64)
def hindered(grid: Grid, squares: frozenset[Square], feet: int) -> Grid:
    """The same map where entering some squares costs at least so many feet more."""
    found = Grid(grid.map, grid.feet, grid.shut)
    found.slow_down(squares, feet)
    return found


@lru_cache(maxsize=256)
def grid_of(field: Map) -> Grid:
    """The grid of a map, made once."""
    return Grid(field)


def _danger(at: Square, space: int, threats: Sequence[tuple[Square, int]]) -> tuple[int, int]:
    feet = [distance(at, space, threat, threat_space) for threat, threat_space in threats]
    return -min(feet, default=0), -sum(feet)


def _ends(ground: Ground, flood: Flood, start: Square, occupied: Collection[Square]) -> list[tuple[int, int]]:
    """The best node of each square where the flood may end, with its cost; at equal cost the even one."""
    barred = ground.barred(occupied, start)
    barred.add(ground.index(start))
    cost = flood.cost
    return [
        (node, feet)
        for node, feet in cost.items()
        if node >> 1 not in barred
        and (feet < cost.get(node - 1, NEVER) if node & 1 else feet <= cost.get(node + 1, NEVER))
    ]


def _diagonals(flood: Flood, node: int) -> int:
    """Diagonals on the way to a node: each changes the node's parity."""
    before = flood.before
    count = 0
    while node in before:
        last = before[node]
        count += (last ^ node) & 1
        node = last
    return count


def _traced(ground: Ground, flood: Flood, node: int, diagonals: int) -> Path:
    way = []
    step = node
    while step in flood.before:
        way.append(ground.square(step >> 1))
        step = flood.before[step]
    return Path(tuple(way[::-1]), 5 * flood.cost[node], diagonals + _diagonals(flood, node))


def _through(way: Sequence[Square], shunned: Collection[Square]) -> bool:
    """Whether a way leads through a placement that is shunned."""
    return bool(shunned) and any(at in shunned for at in way[:-1])


def _meets(way: Sequence[Square], start: Square, space: int, squares: Collection[Square]) -> bool:
    """Whether a space on its way covers one of ``squares`` that is not the mover's own."""
    if not squares:
        return False
    if space == 1:
        return any(at in squares for at in way)
    own = squares_of(start, space)
    return any(square in squares and square not in own for at in way for square in squares_of(at, space))


def _nearest(
    ground: Ground,
    flood: Flood,
    start: Square,
    aim: tuple[Square, int, int],
    diagonals: int,
    occupied: Collection[Square],
) -> Path | None:
    """The way in a flood that ends nearest to an aim (target, its space, within), if nearer than ``start``."""
    target, target_space, within = aim
    field = ground.field(target, target_space, within)
    ends = _ends(ground, flood, start, occupied)
    now: int = field[ground.index(start)]
    if now < NEVER:
        ranked = [(field[node >> 1], cost, node) for node, cost in ends]
    else:
        now = distance(start, ground.space, target, target_space)
        ranked = [
            (distance(ground.square(node >> 1), ground.space, target, target_space), cost, node) for node, cost in ends
        ]
    best = min(ranked, default=None)
    return _traced(ground, flood, best[2], diagonals) if best and best[0] < now else None


def _direct(
    ground: Ground,
    start: Square,
    gap: tuple[int, int],
    toward: tuple[int, int],
    way: tuple[int, int],
    within: int,
    blocked: Collection[Square],
) -> tuple[Square, ...]:
    """Squares of a direct way across a part of a gap (all in squares); none if it is barred or may not be the best."""
    (dx, dy), (sx, sy), (a, b) = gap, toward, way
    squares = ground.direct(start, a * sx, b * sy)
    if not squares or _meets(squares, start, ground.space, blocked):
        return ()
    cost, across, down = closing(dx - a, dy - b, within, 0)
    # what is left to walk is as short as it looks only if that way is open too
    if cost and ground.direct(squares[-1], across * sx, down * sy) is None:
        return ()
    return squares
