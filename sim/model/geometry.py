"""Distances, spaces, areas and sight lines on the square grid, in whole numbers only.

A creature stands ``at`` the top left square of its ``space`` (squares a side). Distances
are feet; of the diagonals the first counts 5, the second 10, and so on (pf2e.move.diagonals).
A point is a pair of half squares: (2, 3) lies on the left edge of column 1, halfway down row 1.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from typing import TypeAlias

from sim.model.values import Square

Point: TypeAlias = tuple[int, int]
"""A point as (half columns, half rows); even numbers are grid lines."""


@lru_cache(maxsize=65536)
def squares_of(at: Square, space: int) -> tuple[Square, ...]:
    """Squares of a space, in order."""
    x, y = at
    return tuple([(x + i, y + j) for i in range(space) for j in range(space)])


def center(at: Square, space: int) -> Point:
    """Middle of a space, in half squares."""
    return 2 * at[0] + space, 2 * at[1] + space


def corner(square: Square) -> Point:
    """Top left corner of a square, in half squares."""
    return 2 * square[0], 2 * square[1]


def gaps(a: Square, a_space: int, b: Square, b_space: int) -> tuple[int, int]:
    """Columns and rows from the nearest squares of one space to those of another; 0 where they overlap."""
    ax, ay = a
    bx, by = b
    dx = bx - ax - a_space + 1 if bx > ax else ax - bx - b_space + 1
    dy = by - ay - a_space + 1 if by > ay else ay - by - b_space + 1
    return (dx if dx > 0 else 0), (dy if dy > 0 else 0)


def distance(a: Square, a_space: int, b: Square, b_space: int) -> int:
    """Feet between the nearest squares of two spaces."""
    # gaps and open_cost, spelled out: nothing is asked more often
    ax, ay = a
    bx, by = b
    if a_space == b_space == 1:
        dx = bx - ax if bx > ax else ax - bx
        dy = by - ay if by > ay else ay - by
        return 5 * (dx + dy // 2) if dx > dy else 5 * (dy + dx // 2)
    dx = bx - ax - a_space + 1 if bx > ax else ax - bx - b_space + 1
    dy = by - ay - a_space + 1 if by > ay else ay - by - b_space + 1
    dx = dx if dx > 0 else 0
    dy = dy if dy > 0 else 0
    return 5 * (dx + dy // 2) if dx > dy else 5 * (dy + dx // 2)


def open_cost(across: int, down: int, odd: int) -> int:
    """Squares that a direct way costs on open ground."""
    return across + (down + odd) // 2 if across > down else down + (across + odd) // 2


@lru_cache(maxsize=256)
def around(limit: int, odd: int) -> tuple[tuple[int, int, int], ...]:
    """Everywhere that an open way of up to ``limit`` squares leads, as (cost, columns, rows), nearest first."""
    steps = range(-limit, limit + 1)
    ways = [(open_cost(abs(i), abs(j), odd), i, j) for i in steps for j in steps if i or j]
    return tuple(sorted(way for way in ways if way[0] <= limit))


@lru_cache(maxsize=65536)
def closing(dx: int, dy: int, within: int, odd: int) -> tuple[int, int, int]:
    """Cheapest open way from a gap of (dx, dy) to within ``within`` squares: cost, columns, rows."""
    ways = []
    for rest in range(min(dy, within) + 1):
        aside = max(gap for gap in range(within + 1) if open_cost(gap, rest, 0) <= within)
        across, down = max(dx - aside, 0), dy - rest
        ways.append((open_cost(across, down, odd), across, down))
    return min(ways)


@lru_cache(maxsize=65536)
def strides(dx: int, dy: int, within: int, limit: int, odd: int) -> tuple[tuple[int, int], ...]:
    """Ways to walk over open ground to within ``within`` squares, or as near as ``limit`` allows, as (columns, rows).

    All of them leave the same to walk; the cheapest comes first.
    """
    ways = [
        (closing(dx - a, dy - b, within, 0)[0], open_cost(a, b, odd), a, b)
        for a in range(min(dx, limit) + 1)
        for b in range(min(dy, limit) + 1)
        if open_cost(a, b, odd) <= limit
    ]
    left = min(ways)[0]
    return tuple((a, b) for rest, _, a, b in sorted(ways) if rest == left)


def within_reach(a: Square, a_space: int, b: Square, b_space: int, reach: int) -> bool:
    """Whether ``b`` is in reach of ``a``; 10 feet reach over two diagonals (pf2e.move.reach_diagonal)."""
    if distance(a, a_space, b, b_space) <= reach:
        return True
    return reach == 10 and gaps(a, a_space, b, b_space) == (2, 2)


def _quarter(radius: int) -> list[tuple[int, int]]:
    """Offsets (from 1) of one quadrant whose 5-10-5 distance is at most ``radius`` squares."""
    steps = range(1, radius + 1)
    return [(i, j) for i in steps for j in steps if open_cost(i, j, 0) <= radius]


@lru_cache(maxsize=256)
def _burst_shape(radius: int) -> tuple[Square, ...]:
    quarter = _quarter(radius)
    return tuple(sorted((x, y) for i, j in quarter for x in (i - 1, -i) for y in (j - 1, -j)))


@lru_cache(maxsize=256)
def _emanation_shape(space: int, feet: int) -> tuple[Square, ...]:
    steps = range(-(feet // 5), space + feet // 5)
    around = [(x, y) for x in steps for y in steps]
    return tuple([square for square in around if 0 < distance((0, 0), space, square, 1) <= feet])


@lru_cache(maxsize=256)
def _cone_shape(radius: int, right: int, down: int) -> tuple[Square, ...]:
    """Squares of a cone in a direction (each of -1, 0, 1), seen from the square it starts next to."""
    if right and down:
        return tuple(sorted((right * i, down * j) for i, j in _quarter(radius)))
    deep = range(1, radius + 1)
    ahead = [(i, j) for i in deep for j in range(1 - i, i) if open_cost(i, abs(j), 0) <= radius]
    return tuple(sorted((right * i + down * down * j, down * i + right * right * j) for i, j in ahead))


def _placed(shape: tuple[Square, ...], at: Square) -> tuple[Square, ...]:
    x, y = at
    return tuple([(x + i, y + j) for i, j in shape])


def burst(origin: Square, feet: int) -> tuple[Square, ...]:
    """Squares of a burst around the top left corner of ``origin``: 4 for 5 feet, 12 for 10, 44 for 20."""
    return _placed(_burst_shape(feet // 5), origin)


def emanation(at: Square, space: int, feet: int) -> tuple[Square, ...]:
    """Squares within ``feet`` of a space, the space itself left out."""
    return _placed(_emanation_shape(space, feet), at)


def _aim(at: Square, space: int, toward: Square) -> tuple[Square, int, int]:
    """Return the square of the space nearest to ``toward``, and columns and rows from it to there."""
    x, y = (min(max(to, low), low + space - 1) for to, low in zip(toward, at, strict=True))
    return (x, y), toward[0] - x, toward[1] - y


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def cone(at: Square, space: int, toward: Square, feet: int) -> tuple[Square, ...]:
    """Squares of a quarter circle in the one of eight directions that is closest to ``toward``.

    Straight cones begin on the edge of the square of the space nearest to ``toward`` and
    widen by a square on either side; slanting ones begin at a corner of the space. So a
    cone holds ``toward`` exactly when that is within ``feet``. Aimed at its own space it
    is empty.
    """
    near, dx, dy = _aim(at, space, toward)
    wide, narrow = max(abs(dx), abs(dy)), min(abs(dx), abs(dy))
    if not wide:
        return ()
    right, down = _sign(dx), _sign(dy)
    if (wide + narrow) ** 2 < 2 * wide**2:  # flatter than tan 22.5 degrees = sqrt(2) - 1
        right, down = (right, 0) if abs(dx) > abs(dy) else (0, down)
    return _placed(_cone_shape(feet // 5, right, down), near)


def line(at: Square, space: int, toward: Square, feet: int) -> tuple[Square, ...]:
    """Squares of a line 5 feet wide from the edge of a space through ``toward`` and on to ``feet``.

    Each column (of a steep line: row) has one square, the one whose middle is nearest to
    the line, halves away from the space. Aimed at its own space it is empty.
    """
    (x, y), dx, dy = _aim(at, space, toward)
    wide, narrow = max(abs(dx), abs(dy)), min(abs(dx), abs(dy))
    if not wide:
        return ()
    sx, sy = _sign(dx), _sign(dy)
    squares = []
    for ahead in range(1, feet // 5 + 1):
        aside = (2 * ahead * narrow + wide) // (2 * wide)
        if open_cost(ahead, aside, 0) > feet // 5:
            break
        i, j = (ahead, aside) if abs(dx) >= abs(dy) else (aside, ahead)
        squares.append((x + sx * i, y + sy * j))
    return tuple(sorted(squares))


def enters(start: Point, end: Point, at: Square, space: int) -> bool:
    """Whether a straight line between two points passes through the inside of a space."""
    (x, y), (i, j) = start, end
    left, top = 2 * at[0], 2 * at[1]
    right, bottom = left + 2 * space, top + 2 * space
    if (x <= left and i <= left) or (x >= right and i >= right):
        return False
    if (y <= top and j <= top) or (y >= bottom and j >= bottom):
        return False
    # its corners must lie on both sides of the line; of the four the two outermost are enough
    across, down = i - x, j - y
    one, other = (left, right) if (across >= 0) == (down >= 0) else (right, left)
    upper, lower = across * (top - y) - down * (other - x), across * (bottom - y) - down * (one - x)
    return upper < 0 < lower or lower < 0 < upper


def crosses(walls: Collection[Square], start: Point, end: Point) -> bool:
    """Whether a straight line between two points meets a wall.

    It does where it passes through the inside of a wall square, along the edge between two
    of them, or through the point where two touch by their corners. To run along an edge or
    past a corner of walls on one side only is free, and so is what lies at its two ends.
    """
    if start == end:
        return False
    (x0, y0), (x1, y1) = start, end
    steep = abs(y1 - y0) > abs(x1 - x0)
    if steep:
        x0, y0, x1, y1 = y0, x0, y1, x1
    if x0 > x1:
        x0, y0, x1, y1 = x1, y1, x0, y0

    def wall(column: int, row: int) -> bool:
        return ((row, column) if steep else (column, row)) in walls

    width, rise = x1 - x0, y1 - y0
    row_height = 2 * width  # heights below are multiplied by ``width`` to stay whole
    for column in range(x0 // 2, (x1 + 1) // 2):
        left, right = max(x0, 2 * column), min(x1, 2 * column + 2)
        enters, leaves = y0 * width + rise * (left - x0), y0 * width + rise * (right - x0)
        low, high = min(enters, leaves), max(enters, leaves)
        if any(wall(column, row) for row in range(low // row_height, -(-high // row_height))):
            return True
        if leaves % row_height:
            continue
        row = leaves // row_height
        if low == high and wall(column, row - 1) and wall(column, row):
            return True
        if right < x1 and (
            (wall(column, row - 1) and wall(column + 1, row)) or (wall(column, row) and wall(column + 1, row - 1))
        ):
            return True
    return False
