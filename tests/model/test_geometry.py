"""Distances, areas and sight lines against values worked out by hand on squared paper."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from sim.model.geometry import (
    burst,
    center,
    cone,
    corner,
    crosses,
    distance,
    emanation,
    enters,
    gaps,
    line,
    squares_of,
    within_reach,
)
from sim.model.values import Square

squares = st.tuples(st.integers(-12, 12), st.integers(-12, 12))
spaces = st.integers(1, 4)
feet = st.integers(1, 8).map(lambda count: 5 * count)


def drawn(*rows: str) -> tuple[Square, ...]:
    """Squares marked # in a picture."""
    return tuple(sorted((x, y) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark == "#"))


def test_a_space_has_its_squares_in_order() -> None:
    assert squares_of((3, 4), 1) == ((3, 4),)
    assert squares_of((3, 4), 2) == ((3, 4), (3, 5), (4, 4), (4, 5))


@pytest.mark.parametrize(
    ("across", "down", "expected"),
    [(0, 0, 0), (1, 0, 5), (1, 1, 5), (2, 1, 10), (2, 2, 15), (5, 0, 25), (3, 3, 20), (4, 4, 30), (5, 5, 35)],
)
def test_every_second_diagonal_counts_double(across: int, down: int, expected: int) -> None:
    assert distance((2, 2), 1, (2 + across, 2 + down), 1) == expected
    assert distance((2, 2), 1, (2 - across, 2 + down), 1) == expected


def test_distance_runs_between_nearest_squares() -> None:
    assert distance((0, 0), 2, (2, 1), 1) == 5  # next to its right side
    assert distance((0, 0), 3, (5, 5), 2) == 20  # from (2, 2) to (5, 5)
    assert distance((0, 0), 4, (2, 2), 1) == 0
    assert gaps((0, 0), 2, (5, 1), 1) == (4, 0)


def test_reach_of_ten_feet_takes_in_the_second_diagonal() -> None:
    assert within_reach((0, 0), 1, (2, 2), 1, 10)
    assert not within_reach((0, 0), 1, (2, 2), 1, 5)
    assert not within_reach((0, 0), 1, (3, 3), 1, 10)
    assert not within_reach((0, 0), 1, (3, 3), 1, 15)  # the exception is for 10 feet only
    assert within_reach((0, 0), 2, (3, 3), 1, 10)
    assert not within_reach((0, 0), 1, (3, 2), 1, 10)


@given(squares, spaces, squares, spaces)
def test_distance_is_symmetric(a: Square, a_space: int, b: Square, b_space: int) -> None:
    assert distance(a, a_space, b, b_space) == distance(b, b_space, a, a_space)


@given(squares, spaces, squares, spaces)
def test_distance_is_the_least_between_any_two_squares(a: Square, a_space: int, b: Square, b_space: int) -> None:
    pairs = [distance(p, 1, q, 1) for p in squares_of(a, a_space) for q in squares_of(b, b_space)]
    assert distance(a, a_space, b, b_space) == min(pairs)


@pytest.mark.parametrize(("radius", "count"), [(5, 4), (10, 12), (15, 24), (20, 44)])
def test_bursts_have_their_known_sizes(radius: int, count: int) -> None:
    assert len(burst((0, 0), radius)) == count


def test_a_burst_lies_around_a_corner() -> None:
    assert burst((2, 2), 10) == drawn(".##.", "####", "####", ".##.")


def test_an_emanation_leaves_its_own_space_out() -> None:
    assert emanation((1, 1), 1, 5) == drawn("###", "#.#", "###")
    assert emanation((2, 2), 1, 10) == drawn(".###.", "#####", "##.##", "#####", ".###.")
    assert emanation((1, 1), 2, 5) == drawn("####", "#..#", "#..#", "####")


def test_a_straight_cone_widens_from_an_edge() -> None:
    assert cone((0, 2), 1, (4, 2), 15) == drawn("....", "..##", ".###", "..##", "....")


def test_a_slanting_cone_is_a_quarter_of_a_burst() -> None:
    assert cone((0, 0), 1, (3, 3), 15) == drawn("....", ".###", ".##.", ".#..")


def test_a_thirty_foot_cone_by_rows() -> None:
    rows = [sum(1 for square in cone((0, 0), 1, (0, 9), 30) if square[1] == row) for row in range(1, 8)]
    assert rows == [1, 3, 5, 7, 7, 3, 0]


def test_a_large_creatures_cone_starts_beside_the_square_nearest_to_its_aim() -> None:
    assert cone((0, 0), 2, (4, 1), 10) == ((2, 1), (3, 0), (3, 1), (3, 2))
    assert cone((0, 0), 2, (-3, 0), 5) == ((-1, 0),)
    assert cone((0, 0), 2, (4, 4), 5) == ((2, 2),)


@given(squares, spaces, squares, feet)
def test_a_cone_holds_what_it_is_aimed_at_within_its_length(at: Square, space: int, aim: Square, size: int) -> None:
    covered = cone(at, space, aim, size)
    assert (aim in covered) == (0 < distance(at, space, aim, 1) <= size)
    assert not set(covered) & set(squares_of(at, space))
    assert all(distance(at, space, square, 1) <= size for square in covered)
    assert list(covered) == sorted(set(covered))


def test_lines_are_five_feet_wide() -> None:
    assert line((0, 0), 1, (2, 0), 20) == ((1, 0), (2, 0), (3, 0), (4, 0))
    assert line((0, 0), 1, (1, 1), 15) == ((1, 1), (2, 2))
    assert line((0, 0), 1, (4, 2), 20) == ((1, 1), (2, 1), (3, 2))
    assert line((0, 0), 3, (1, 5), 10) == ((1, 3), (1, 4))


@given(squares, spaces, squares, feet)
def test_a_line_holds_what_it_is_aimed_at_within_its_length(at: Square, space: int, aim: Square, size: int) -> None:
    covered = line(at, space, aim, size)
    assert (aim in covered) == (0 < distance(at, space, aim, 1) <= size)
    assert not set(covered) & set(squares_of(at, space))
    assert all(distance(at, space, square, 1) <= size for square in covered)


def test_aimed_at_ones_own_space_nothing_is_covered() -> None:
    assert cone((0, 0), 3, (1, 1), 30) == ()
    assert line((0, 0), 3, (1, 1), 30) == ()


@pytest.mark.parametrize(
    ("walls", "start", "end", "blocked"),
    [
        ({(2, 0)}, (1, 1), (9, 1), True),  # through its middle
        ({(2, 1)}, (1, 1), (9, 1), False),  # beside it
        ({(1, 0)}, (1, 1), (3, 3), False),  # past its corner
        ({(1, 0), (0, 1)}, (1, 1), (3, 3), True),  # between two that touch by a corner
        ({(2, 0)}, (2, 2), (10, 2), False),  # along its side
        ({(2, 0), (2, 1)}, (2, 2), (10, 2), True),  # along the edge between two
        ({(2, 0), (3, 1)}, (2, 2), (10, 2), True),  # between two that touch by a corner, straight on
        ({(2, 0), (4, 1)}, (2, 2), (10, 2), False),  # along one and then another
        ({(1, 1)}, (1, 1), (3, 5), True),  # through a part of it
        ({(1, 0)}, (2, 2), (5, 3), False),  # a burst's corner touches a wall
        ({(0, 2)}, (1, 1), (1, 9), True),  # straight down
        ({(1, 0), (0, 1)}, (2, 2), (3, 3), False),  # begins where two touch
    ],
)
def test_what_walls_block(walls: set[Square], start: Square, end: Square, blocked: bool) -> None:
    assert crosses(walls, start, end) is blocked
    assert crosses(walls, end, start) is blocked
    mirrored = {(y, x) for x, y in walls}
    assert crosses(mirrored, start[::-1], end[::-1]) is blocked


@settings(deadline=None)
@given(st.sets(st.tuples(st.integers(0, 5), st.integers(0, 5)), max_size=12), squares, spaces, squares, spaces)
def test_sight_agrees_with_a_dense_sampling(
    walls: set[Square], a: Square, a_space: int, b: Square, b_space: int
) -> None:
    (x0, y0), (x1, y1) = start, end = center(a, a_space), center(b, b_space)
    assume(start != end)
    parts = 9973  # samples between the two; a prime keeps most of them off the grid lines
    inside = False
    for part in range(1, parts, 7):
        x, y = x0 * parts + (x1 - x0) * part, y0 * parts + (y1 - y0) * part
        if x % (2 * parts) and y % (2 * parts):
            inside = inside or (x // (2 * parts), y // (2 * parts)) in walls
    blocked = crosses(walls, start, end)
    assert blocked or not inside
    assert blocked == crosses(walls, end, start)


def test_nothing_is_between_a_point_and_itself() -> None:
    assert not crosses({(0, 0)}, (1, 1), (1, 1))


def test_points_are_half_squares() -> None:
    assert corner((3, 4)) == (6, 8)
    assert center((3, 4), 1) == (7, 9)
    assert center((3, 4), 2) == (8, 10)


@settings(deadline=None, max_examples=400)
@given(squares, squares, squares, spaces)
def test_a_line_enters_a_space_where_it_would_cross_a_block_of_walls(
    start: Square, end: Square, at: Square, space: int
) -> None:
    assert enters(start, end, at, space) == crosses(frozenset(squares_of(at, space)), start, end)
