"""Standing, seeing and walking on a map, by hand and against a plain search."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sim.model.geometry import corner, distance, squares_of
from sim.model.grid import Grid, Path, Reached, grid_of
from sim.model.scenario import Map, Terrain
from sim.model.values import Square


def grid(*rows: str) -> Grid:
    """A grid from a picture: # wall, d difficult, D greater difficult terrain."""
    marked = {m: tuple((x, y) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark == m) for m in "#dD"}
    terrain = (Terrain("difficult", marked["d"]), Terrain("greater_difficult", marked["D"]))
    return grid_of(Map(len(rows[0]), len(rows), marked["#"], terrain))


OPEN = grid_of(Map(20, 12))


def test_equal_maps_share_a_grid() -> None:
    assert grid_of(Map(4, 4, ((1, 1),))) is grid_of(Map(4, 4, ((1, 1),)))
    assert grid_of(Map(4, 4, ((1, 1),))) is not grid_of(Map(4, 4, ((1, 2),)))


def test_where_creatures_fit() -> None:
    field = grid("....", "..#.", "....")
    assert field.inside((2, 1), 2)
    assert not field.inside((3, 1), 2)
    assert not field.inside((-1, 0), 1)
    assert field.free((0, 0), 2)
    assert not field.free((1, 0), 2)
    assert not field.free((2, 1), 1)
    assert not field.free((0, 0), 9)


def test_extra_feet_are_those_of_the_worst_square() -> None:
    field = grid(".dD", "...")
    assert [field.extra((x, 0), 1) for x in range(3)] == [0, 5, 10]
    assert [field.extra((x, 0), 2) for x in range(2)] == [5, 10]


def test_the_worst_of_overlapping_terrain_counts() -> None:
    patches = (Terrain("greater_difficult", ((0, 0),)), Terrain("difficult", ((0, 0),)), Terrain("ice", ((1, 0),)))
    field = grid_of(Map(2, 1, (), patches))
    assert (field.extra((0, 0), 1), field.extra((1, 0), 1)) == (10, 0)


def test_walls_block_line_of_effect() -> None:
    field = grid(".....", "..#..", ".....")
    assert not field.line_of_effect((0, 1), 1, (4, 1), 1)
    assert field.line_of_effect((0, 0), 1, (4, 0), 1)
    assert field.line_of_effect((1, 1), 1, (2, 0), 1)  # past a corner
    assert field.sees(corner((2, 1)), (1, 0))
    assert not field.sees(corner((2, 1)), (3, 2))


def test_two_walls_touching_by_a_corner_block_sight_and_steps() -> None:
    field = grid(".#", "#.")
    assert not field.line_of_effect((0, 0), 1, (1, 1), 1)
    assert field.reachable((0, 0), 1, 25) == {}
    assert field.path((0, 0), 1, (1, 1), 25) is None


def test_a_diagonal_step_past_one_wall_corner_is_free() -> None:
    assert grid(".#", "..").path((0, 0), 1, (1, 1), 5) == Path(((1, 1),), 5, 1)


def test_reachable_squares_in_the_open() -> None:
    found = OPEN.reachable((5, 5), 1, 30)
    assert found[9, 9] == Reached(30, 4)
    assert found[2, 2] == Reached(20, 3)
    assert found[5, 0] == Reached(25, 0)
    assert (0, 0) not in found
    assert (5, 5) not in found
    assert list(found) == sorted(found)


def test_diagonals_of_the_turn_so_far_count() -> None:
    assert OPEN.reachable((5, 5), 1, 10, diagonals=1)[6, 6] == Reached(10, 2)
    assert OPEN.path((5, 5), 1, (7, 7), 15, diagonals=3) == Path(((6, 6), (7, 7)), 15, 5)
    assert OPEN.path((5, 5), 1, (7, 7), 10) is None


def test_with_a_dear_diagonal_ahead_straight_steps_are_as_good() -> None:
    found = OPEN.reachable((5, 5), 1, 5, diagonals=1)
    assert sorted(found) == [(4, 5), (5, 4), (5, 6), (6, 5)]


def test_difficult_terrain_is_not_raised_by_diagonals() -> None:
    field = grid("....", ".d..", "..D.", "....")
    found = field.reachable((0, 0), 1, 30)
    assert found[1, 1] == Reached(10, 1)
    assert field.path((1, 1), 1, (2, 2), 20, diagonals=1) == Path(((2, 2),), 20, 2)


def test_a_detour_is_taken_when_it_is_cheaper() -> None:
    field = grid(".....", ".DDD.", ".....")
    way = field.path((0, 1), 1, (4, 1), 60)
    assert way is not None
    assert way.feet == 25
    assert not {(1, 1), (2, 1), (3, 1)} & set(way.squares)


def test_creatures_in_the_way() -> None:
    enemies = {(6, y) for y in range(12)}
    assert OPEN.path((5, 5), 1, (7, 5), 60, blocked=enemies) is None
    assert OPEN.path((5, 5), 1, (7, 5), 60, blocked=enemies - {(6, 5)}) == Path(((6, 5), (7, 5)), 10, 0)
    ally = {(6, 5)}
    assert OPEN.path((5, 5), 1, (7, 5), 10, occupied=ally) == Path(((6, 5), (7, 5)), 10, 0)
    assert OPEN.path((5, 5), 1, (6, 5), 10, occupied=ally) is None
    assert (6, 5) not in OPEN.reachable((5, 5), 1, 10, occupied=ally)


def test_no_way_to_where_one_stands_or_outside() -> None:
    assert OPEN.path((5, 5), 1, (5, 5), 25) is None
    assert OPEN.path((0, 0), 1, (-1, 0), 25) is None


def test_large_creatures_need_room() -> None:
    field = grid("......", "..#...", "......", "......")
    assert field.path((0, 0), 2, (3, 0), 15) is None
    way = field.path((0, 0), 2, (4, 0), 60)
    assert way is not None
    assert way == Path(((0, 1), (1, 2), (2, 2), (3, 1), (4, 0)), 30, 3)


def test_a_large_creatures_own_squares_do_not_hinder_it() -> None:
    own = dict.fromkeys(squares_of((5, 5), 2))
    assert OPEN.path((5, 5), 2, (6, 5), 5, blocked=own, occupied=own) == Path(((6, 5),), 5, 0)
    assert (6, 6) in OPEN.reachable((5, 5), 2, 10, blocked=own, occupied=own)


def test_a_creature_blocks_every_placement_that_covers_it() -> None:
    found = OPEN.reachable((5, 5), 2, 10, blocked={(7, 6)})
    assert (6, 5) not in found
    assert (6, 6) not in found
    assert (6, 4) in found  # covers (6, 4) to (7, 5)


def test_approach_stops_as_soon_as_it_is_near_enough() -> None:
    assert OPEN.approach((2, 2), 1, (5, 2), 1, 5, 25) == Path(((3, 2), (4, 2)), 10, 0)
    assert OPEN.approach((2, 2), 1, (5, 2), 1, 10, 25) == Path(((3, 2),), 5, 0)
    assert OPEN.approach((2, 2), 1, (6, 4), 2, 5, 25) == Path(((3, 3), (4, 3), (5, 3)), 15, 1)
    assert OPEN.approach((4, 2), 1, (5, 2), 1, 5, 25) is None


def test_approach_goes_as_far_as_it_can() -> None:
    way = OPEN.approach((0, 5), 1, (15, 5), 1, 5, 25)
    assert way == Path(((1, 5), (2, 5), (3, 5), (4, 5), (5, 5)), 25, 0)


def test_approach_walks_around_a_wall_rather_than_up_to_it() -> None:
    field = grid("....#....", "....#....", "....#....", "....#....", ".........")
    way = field.approach((3, 0), 1, (5, 0), 1, 5, 20)
    assert way == Path(((3, 1), (3, 2), (3, 3), (4, 4)), 20, 1)


def test_approach_without_any_way_takes_the_straight_distance() -> None:
    field = grid("....#...", "....#...", "....#...")
    way = field.approach((0, 1), 1, (7, 1), 1, 5, 25)
    assert way is not None
    assert way.squares[-1][0] == 3
    assert way.feet == 15
    assert field.approach((3, 1), 1, (7, 1), 1, 5, 25) is None


def test_approach_finds_another_place_beside_the_target() -> None:
    way = OPEN.approach((2, 5), 1, (6, 5), 1, 5, 25, occupied={(5, 5), (6, 5)})
    assert way is not None
    assert way.feet == 15
    assert way.squares[-1] in {(5, 4), (5, 6)}


def test_nobody_moves_when_that_improves_nothing() -> None:
    field = grid("......")
    assert field.approach((1, 0), 1, (4, 0), 1, 5, 25, blocked={(2, 0)}) is None
    assert field.approach((1, 0), 1, (4, 0), 1, 5, 0) is None
    assert field.retreat((0, 0), 1, (((4, 0), 1),), 25) is None


def test_retreat_keeps_the_nearest_threat_far() -> None:
    way = OPEN.retreat((5, 5), 1, (((6, 5), 1),), 25)
    assert way is not None
    assert distance(way.squares[-1], 1, (6, 5), 1) == 30
    corridor = grid(".......")
    middle = corridor.retreat((1, 0), 1, (((0, 0), 1), ((6, 0), 1)), 25, blocked={(0, 0), (6, 0)})
    assert middle is not None
    assert middle.squares[-1] == (3, 0)


# --- against a plain search and step by step -----------------------------------------

SIZE = 7
places = st.tuples(st.integers(0, SIZE - 1), st.integers(0, SIZE - 1))
patches = st.frozensets(places, max_size=10).map(lambda found: tuple(sorted(found)))


@st.composite
def walks(draw: st.DrawFn) -> tuple[Grid, Square, int, Square, int, int, dict[Square, int], dict[Square, int]]:
    """A map, a mover (at, space), a target, feet, diagonals, blocked and occupied squares."""
    space = draw(st.integers(1, 2))
    start = draw(st.tuples(st.integers(0, SIZE - space), st.integers(0, SIZE - space)))
    target = draw(places)
    taken = {*squares_of(start, space), target}
    walls = tuple(square for square in draw(patches) if square not in taken)
    terrain = (Terrain("difficult", draw(patches)), Terrain("greater_difficult", draw(patches)))
    blocked = dict.fromkeys((*(square for square in draw(patches)[:3] if square not in taken), target), 1)
    occupied = {**blocked, **dict.fromkeys(draw(patches)[:3], 1)}
    field = grid_of(Map(SIZE, SIZE, walls, terrain if draw(st.booleans()) else ()))
    return field, start, space, target, draw(st.integers(0, 7)) * 5, draw(st.integers(0, 3)), blocked, occupied


def costs(
    field: Grid, start: Square, space: int, feet: int, diagonals: int, blocked: dict[Square, int]
) -> dict[Square, int]:
    """Feet to every square, by relaxing until nothing changes: slow and plain."""
    own = squares_of(start, space)
    best = {(start, diagonals % 2): 0}
    changed = True
    while changed:
        changed = False
        for ((x, y), odd), so_far in list(best.items()):
            for to in [(x + i, y + j) for i in (-1, 0, 1) for j in (-1, 0, 1) if i or j]:
                hindered = any(s in blocked and s not in own for s in squares_of(to, space))
                if not field.free(to, space) or hindered:
                    continue
                slanting = to[0] != x and to[1] != y
                if slanting and not field.free((to[0], y), space) and not field.free((x, to[1]), space):
                    continue
                total = so_far + (10 if slanting and odd else 5) + field.extra(to, space)
                node = (to, odd ^ slanting)
                if total <= feet and total < best.get(node, 10**6):
                    best[node] = total
                    changed = True
    return {at: min(best.get((at, odd), 10**6) for odd in (0, 1)) for at, _ in best if at != start}


def check_path(field: Grid, way: Path, start: Square, space: int, diagonals: int, blocked: dict[Square, int]) -> None:
    """Walk a path step by step and compare its feet and diagonals."""
    own = squares_of(start, space)
    feet, (x, y) = 0, start
    for to in way.squares:
        assert max(abs(to[0] - x), abs(to[1] - y)) == 1
        assert field.free(to, space)
        assert not any(s in blocked and s not in own for s in squares_of(to, space))
        feet += 5 + field.extra(to, space)
        if to[0] != x and to[1] != y:
            assert field.free((to[0], y), space) or field.free((x, to[1]), space)
            feet += 5 * (diagonals % 2)
            diagonals += 1
        x, y = to
    assert (way.feet, way.diagonals) == (feet, diagonals)


@settings(max_examples=150, deadline=None)
@given(walks())
def test_reachable_agrees_with_a_plain_search(walk: tuple) -> None:  # type: ignore[type-arg]
    field, start, space, _, feet, diagonals, blocked, _ = walk
    found = field.reachable(start, space, feet, diagonals, blocked)
    assert {at: reached.feet for at, reached in found.items()} == costs(field, start, space, feet, diagonals, blocked)


@settings(max_examples=150, deadline=None)
@given(walks(), places)
def test_paths_are_the_cheapest_and_cost_what_they_say(walk: tuple, goal: Square) -> None:  # type: ignore[type-arg]
    field, start, space, _, feet, diagonals, blocked, occupied = walk
    way = field.path(start, space, goal, feet, diagonals, blocked, occupied)
    found = field.reachable(start, space, feet, diagonals, blocked, occupied)
    assert (way.feet if way else None) == (found[goal].feet if goal in found else None)
    if way:
        check_path(field, way, start, space, diagonals, blocked)
        assert way.squares[-1] == goal


def remaining(field: Grid, at: Square, space: int, target: Square, within: int) -> int | None:
    """Feet still to walk to within a target, creatures ignored; None for no way."""
    if distance(at, space, target, 1) <= within:
        return 0
    found = costs(field, at, space, 10**4, 0, {})
    return min((cost for to, cost in found.items() if distance(to, space, target, 1) <= within), default=None)


def test_a_direct_way_is_not_taken_where_there_is_a_cheaper_one_around() -> None:
    field = grid_of(Map(SIZE, SIZE))
    way = field.approach((2, 4), 1, (0, 0), 1, 10, 15, 0, {(1, 3): 1}, {(1, 3): 1})
    assert way is not None
    assert (way.squares, way.feet) == (((2, 3), (1, 2)), 10)


@settings(max_examples=60, deadline=None)
@given(walks(), st.sampled_from([5, 10, 15]))
def test_approach_leaves_the_least_and_is_the_cheapest_to_do_so(walk: tuple, within: int) -> None:  # type: ignore[type-arg]
    field, start, space, target, feet, diagonals, blocked, occupied = walk
    way = field.approach(start, space, target, 1, within, feet, diagonals, blocked, occupied)
    found = field.reachable(start, space, feet, diagonals, blocked, occupied)

    def left(at: Square) -> int:
        rest = remaining(field, at, space, target, within)
        return distance(at, space, target, 1) if rest is None else rest

    best = min(((left(at), reached.feet) for at, reached in found.items()), default=(10**6, 0))
    if way is None:
        assert best[0] >= left(start)
    else:
        check_path(field, way, start, space, diagonals, blocked)
        assert way.squares[-1] in found
        assert (left(way.squares[-1]), way.feet) == best


@settings(max_examples=100, deadline=None)
@given(walks(), places)
def test_retreat_ends_as_far_away_as_can_be(walk: tuple, other: Square) -> None:  # type: ignore[type-arg]
    field, start, space, target, feet, diagonals, blocked, occupied = walk
    threats = ((target, 1), (other, 1))

    def safety(at: Square) -> tuple[int, int]:
        far = [distance(at, space, threat, size) for threat, size in threats]
        return min(far), sum(far)

    way = field.retreat(start, space, threats, feet, diagonals, blocked, occupied)
    found = field.reachable(start, space, feet, diagonals, blocked, occupied)
    best = max(map(safety, found), default=(0, 0))
    if way is None:
        assert best <= safety(start)
    else:
        check_path(field, way, start, space, diagonals, blocked)
        assert safety(way.squares[-1]) == best > safety(start)


@pytest.mark.parametrize("space", [1, 2, 3])
def test_flooding_a_map_as_large_as_the_creature_finds_nothing(space: int) -> None:
    assert grid_of(Map(space, space)).reachable((0, 0), space, 50) == {}


def test_a_way_goes_round_what_is_shunned_and_may_end_there() -> None:
    watched = {(x, y) for x in (4, 5, 6) for y in (4, 5, 6)}
    assert OPEN.path((2, 5), 1, (8, 5), 60) == Path(((3, 5), (4, 5), (5, 5), (6, 5), (7, 5), (8, 5)), 30, 0)
    around = OPEN.path((2, 5), 1, (8, 5), 60, shunned=watched)
    assert around is not None
    assert not watched.intersection(around.squares)
    assert around.feet == 40
    inside = OPEN.path((2, 5), 1, (4, 5), 60, shunned=watched)
    assert inside is not None
    assert inside.squares == ((3, 5), (4, 5))
    assert (4, 5) in OPEN.reachable((2, 5), 1, 60, shunned=watched)
    assert (5, 5) not in OPEN.reachable((2, 5), 1, 60, shunned=watched)


def test_a_shunned_way_of_no_more_feet_is_found() -> None:
    straight = OPEN.approach((0, 5), 1, (6, 3), 1, 5, 40)
    assert straight is not None
    bent = OPEN.approach((0, 5), 1, (6, 3), 1, 5, 40, shunned={straight.squares[0]})
    assert bent is not None
    assert bent.squares[0] != straight.squares[0]
    assert bent.feet == straight.feet
    assert OPEN.to_walk(bent.squares[-1], 1, (6, 3), 1, 5) == 0
    assert OPEN.to_walk((0, 5), 1, (6, 3), 1, 5) == 25
