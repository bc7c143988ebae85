"""Moves with a purpose: where to walk or Step to come near, get away, flank, shoot or be safe.

Of two ways that serve as well the one that sets off no reaction is taken; with ``safely`` only such a one.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

from sim.model.actions import Action
from sim.model.geometry import center, distance, open_cost, within_reach
from sim.model.grid import Grid, Path
from sim.model.state import Creature, State
from sim.model.values import Square
from sim.model.windows import LEAVING
from sim.rules.pf2e.actions.kind import Kind
from sim.rules.pf2e.actions.lying import CRAWL
from sim.rules.pf2e.actions.moving import STEP
from sim.rules.pf2e.actions.swimming import swim_feet
from sim.rules.pf2e.conditions import able
from sim.rules.pf2e.cover import STANDARD, of_terrain
from sim.rules.pf2e.flanking import flanking_places
from sim.rules.pf2e.hazards import NONE, crosses, perils
from sim.rules.pf2e.paths import speed
from sim.rules.pf2e.spaces import barred, knows_of
from sim.rules.pf2e.terrain import balancing, dry_places, footing, swimming
from sim.rules.pf2e.threats import shunned, watched

Squares: TypeAlias = frozenset[Square]
Worth: TypeAlias = Callable[[Square], int]
"""How little a square serves: 0 is best; below ``NO_USE`` is worth going to."""

NO_USE: Final = 1_000_000

SHORT: Final[Mapping[str, Kind]] = {"step": STEP, "crawl": CRAWL}
"""Moves of one square."""


class Walk(NamedTuple):
    """A longer move: the map as it is walked, how far it leads, and placements that it may end in and not cross."""

    grid: Callable[[State, Creature], Grid]
    feet: Callable[[Creature], int] = speed
    shuns: Callable[[Grid, int], Squares] = lambda grid, space: NONE


WALKED: Final[Mapping[str, Walk]] = {
    "stride": Walk(footing),
    "balance": Walk(balancing),
    "swim": Walk(swimming, swim_feet, dry_places),
}


def approach(state: State, creature: Creature, kind: str, target: str, feet: int, *, safely: bool) -> Path | None:
    """The way that comes closest to within ``feet`` of a creature, or None."""
    other = state.creatures[target]
    walk = WALKED[kind]
    grid, far = walk.grid(state, creature), walk.feet(creature)

    def way(avoid: Collection[Square], closed: Squares) -> Path | None:
        return grid.approach(
            creature.at,
            creature.space,
            other.at,
            other.space,
            feet,
            far,
            creature.tally.get("diagonals", 0),
            *_bars(state, creature, closed),
            avoid,
        )

    def strides_left(path: Path) -> int:
        left = grid.to_walk(path.squares[-1], creature.space, other.at, other.space, feet)
        return -(-left // max(far, 5))

    return _safest(state, creature, kind, way, strides_left, safely=safely)


def retreat(state: State, creature: Creature, kind: str, threats: Sequence[str], *, safely: bool) -> Path | None:
    """The way that ends farthest from the nearest of some creatures, or None."""
    others = [(state.creatures[who].at, state.creatures[who].space) for who in threats]
    walk = WALKED[kind]

    def way(avoid: Collection[Square], closed: Squares) -> Path | None:
        return walk.grid(state, creature).retreat(
            creature.at,
            creature.space,
            others,
            walk.feet(creature),
            creature.tally.get("diagonals", 0),
            *_bars(state, creature, closed),
            avoid,
        )

    def danger(path: Path) -> int:
        return -min(distance(path.squares[-1], creature.space, *other) for other in others)

    return _safest(state, creature, kind, way, danger, safely=safely)


def _bars(state: State, creature: Creature, closed: Squares) -> tuple[Collection[Square], Collection[Square]]:
    """Squares that a creature cannot or will not cross, and those where its move cannot end."""
    blocked, occupied = barred(state, creature)
    return (blocked | closed if closed else blocked), occupied


def _safest(
    state: State,
    creature: Creature,
    kind: str,
    way: Callable[[Collection[Square], Squares], Path | None],
    worth: Callable[[Path], int],
    *,
    safely: bool,
) -> Path | None:
    """The best way, or one that serves as well and comes to no harm by the ground or by reactions."""
    shuns = WALKED[kind].shuns(state.grid, creature.space)
    path = way(shuns, NONE)
    if path is None:
        return None
    closed = perils(state, creature)
    if closed and crosses(path, creature.space, closed):
        sound = way(shuns, closed)
        path, closed = (sound, closed) if safely or (sound and worth(sound) <= worth(path)) else (path, NONE)
    if path is None or not (safely or LEAVING in state.watchers):
        return path
    hot = shunned(state, creature)
    if safely and watched(state, creature):
        return None
    if not any(at in hot for at in path.squares[:-1]):
        return path
    safe = way(hot | shuns, closed)
    return safe if safely or (safe and worth(safe) <= worth(path)) else path


def step_by(state: State, creature: Creature, kind: str, worth: Worth) -> Action | None:
    """The Step or Crawl to the square that serves best, if better than here."""
    here = worth(creature.at)
    squares = [action.square for action in SHORT[kind].offers(state, creature) if action.square]
    best = min(((worth(at), at) for at in squares), default=None)
    return Action(kind, square=best[1]) if best and best[0] < here else None


def walk_by(state: State, creature: Creature, kind: str, worth: Worth, *, safely: bool) -> Path | None:
    """The way to the square that serves best, if better than here; of equals the nearest."""
    walk = WALKED[kind]
    at, space, feet = creature.at, creature.space, walk.feet(creature)
    diagonals = creature.tally.get("diagonals", 0)

    def way(avoid: Collection[Square], closed: Squares) -> Path | None:
        bars = _bars(state, creature, closed)
        return walk.grid(state, creature).best(at, space, feet, worth, diagonals, *bars, avoid)

    return _safest(state, creature, kind, way, lambda path: worth(path.squares[-1]), safely=safely)


def walk_to(state: State, creature: Creature, kind: str, spots: Collection[Square], *, safely: bool) -> Path | None:
    """The way to the nearest of a few squares."""
    walk = WALKED[kind]
    (x, y), feet = creature.at, walk.feet(creature)
    diagonals = creature.tally.get("diagonals", 0)
    ranked = sorted((5 * open_cost(abs(at[0] - x), abs(at[1] - y), diagonals % 2), at) for at in spots)

    def way(avoid: Collection[Square], closed: Squares) -> Path | None:
        bars, best = _bars(state, creature, closed), None
        for least, at in ranked:
            if least > feet or (best and best.feet <= least):
                break
            path = walk.grid(state, creature).path(creature.at, creature.space, at, feet, diagonals, *bars, avoid)
            if path and (best is None or path.feet < best.feet):
                best = path
        return best

    return _safest(state, creature, kind, way, lambda path: 0, safely=safely)


# --- wishes ------------------------------------------------------------------------


def _out_of_reach(state: State, creature: Creature, others: Sequence[Creature], feet: int) -> Worth:
    """Where none of some creatures has one in reach."""
    able_ones = [other for other in others if able(state, other.id)]

    def worth(at: Square) -> int:
        return sum(within_reach(o.at, o.space, at, creature.space, o.reach) for o in able_ones)

    return worth


def _range(state: State, creature: Creature, others: Sequence[Creature], feet: int) -> Worth:
    """Where a creature is within ``feet`` and in sight, and no enemy has one in reach."""
    enemies = [c for c in state.creatures.values() if c.side != creature.side and knows_of(state, creature, c)]
    reached = _out_of_reach(state, creature, enemies, 0)
    target = others[0]

    def worth(at: Square) -> int:
        seen = distance(at, creature.space, target.at, target.space) <= feet and state.grid.line_of_effect(
            at, creature.space, target.at, target.space
        )
        return reached(at) if seen else NO_USE

    return worth


def _in_cover(state: State, creature: Creature, others: Sequence[Creature], feet: int) -> Worth:
    """Where it is in range of the first, in nobody's reach, and open to the fewest: unseen or behind terrain."""
    in_range, sees = _range(state, creature, others, feet), state.grid.line_of_effect

    def open_to(other: Creature, at: Square) -> bool:
        if not sees(other.at, other.space, at, creature.space):
            return False
        return of_terrain(state, center(other.at, other.space), other, creature, at) < STANDARD

    def worth(at: Square) -> int:
        danger = in_range(at)
        return danger if danger == NO_USE else danger * len(others) + sum(open_to(other, at) for other in others)

    return worth


WISHES: Final[Mapping[str, Callable[[State, Creature, Sequence[Creature], int], Worth]]] = {
    "out_of_reach": _out_of_reach,
    "in_range": _range,
    "in_cover": _in_cover,
}
"""Positions that a script may ask for, beside toward and away: any square may serve, more or less."""


def _flank(state: State, creature: Creature, others: Sequence[Creature]) -> frozenset[Square]:
    """Where a creature has one of others in reach and an ally that has it too opposite."""
    return flanking_places(state, creature, others) if creature.reach else frozenset()


SPOTS: Final[Mapping[str, Callable[[State, Creature, Sequence[Creature]], frozenset[Square]]]] = {"flank": _flank}
"""The same, where only few squares serve, and these alike."""


def wished(
    state: State, creature: Creature, kind: str, wish: str, about: Sequence[str], feet: int, *, safely: bool
) -> Action | None:
    """The move of a kind to the nearest square that serves a wish about some creatures best, if better than here."""
    others = [state.creatures[who] for who in about]
    if wish in SPOTS:
        spots = SPOTS[wish](state, creature, others)
        if creature.at in spots or not spots:
            return None
        if kind in SHORT:
            return step_by(state, creature, kind, lambda at: at not in spots)
        return along(kind, walk_to(state, creature, kind, spots, safely=safely))
    worth = WISHES[wish](state, creature, others, feet)
    return (
        step_by(state, creature, kind, worth)
        if kind in SHORT
        else along(kind, walk_by(state, creature, kind, worth, safely=safely))
    )


def along(kind: str, path: Path | None) -> Action | None:
    """The move of a kind along a way."""
    return Action(kind, square=path.squares[-1], via=path.squares[:-1]) if path else None
