"""Cover: what stands on the line from a creature or an area's origin to the middle of a target.

The line starts and ends in the middle of spaces. Terrain under whoever it starts from does not
hinder it, terrain under the target protects. What terrain does to a line never changes and is
kept; creatures in the way are looked for at each attack.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from typing import Final

from sim.model.geometry import Point, center, crosses, distance, emanation, enters, squares_of
from sim.model.grid import Grid
from sim.model.scenario import Map
from sim.model.state import UP, Creature, State
from sim.model.values import Modifier, Square
from sim.rules.pf2e.spaces import SIZE_ORDER, knows_of, size_of
from sim.rules.pf2e.stacking import Numbers, stack
from sim.rules.registry import RuleTable, always, empty, never, rule, zero

NONE, LESSER, STANDARD, GREATER = range(4)
NAMES: Final = ("none", "lesser", "standard", "greater")
"""Degrees of cover, as maps state them."""

BONUS: Final[Mapping[int, int]] = RuleTable(
    "cover.BONUS",
    {NONE: 0, LESSER: 1, STANDARD: 2, GREATER: 4},
    ids=dict.fromkeys((LESSER, STANDARD, GREATER), "pf2e.position.cover"),
    neutral=0,
)
"""Circumstance bonus by degree."""

SLIT: Final = "arrow_slit"
KINDS: Final = {"cover": STANDARD, "object": STANDARD, SLIT: GREATER}
"""What kinds of terrain give unless the map says otherwise."""

TAKEN: Final = "taking_cover"
LEANING: Final = "leaning"
"""Effects of those who make the most of the cover where they are."""

rule("pf2e.position.line_of_effect", neutral=always)(Grid.sees)


class Screens:
    """Terrain of a map that gives cover, and what was ever found out about it.

    Attributes:
        patches: Degree, size and squares of what is alike, the best first.
        slits: Squares of arrow slits.
        features: Squares that one can duck behind.
        known: The best degree by line, see `of_terrain`.
    """

    __slots__ = ("features", "known", "patches", "slits")

    def __init__(self, field: Map, solid: Collection[Square]) -> None:
        found: dict[tuple[int, int], set[Square]] = {}
        for patch in field.terrain:
            degree = NAMES.index(patch.cover) if patch.cover else KINDS.get(patch.kind, NONE)
            if degree:
                found.setdefault((degree, SIZE_ORDER[patch.size]), set()).update(patch.squares)
        self.patches = [(*key, frozenset(found[key])) for key in sorted(found, reverse=True)]
        self.slits = frozenset(at for patch in field.terrain if patch.kind == SLIT for at in patch.squares)
        self.features = frozenset(solid).union(*found.values())
        self.known: dict[object, int] = {}


@lru_cache(maxsize=256)
def screens_of(grid: Grid) -> Screens:
    """What gives cover on a map."""
    return Screens(grid.map, grid.solid)


# --- what is in the way ----------------------------------------------------------


def of_terrain(
    state: State, start: Point, source: Creature | None, target: Creature, there: Square | None = None
) -> int:
    """Cover that terrain gives on a line, which starts in the space of its source if there is one.

    ``there`` is where the target is thought to be, if not where it is.
    """
    screens = screens_of(state.grid)
    if not screens.patches:
        return NONE
    small = bool(state.scenario.options["small_cover"])
    place = (source.at, source.space) if source else None
    at = there or target.at
    key = (start, place, at, target.space, size_of(target), small)
    found = screens.known.get(key)
    if found is None:
        free = frozenset((*squares_of(*place), *beside_slits(screens.slits, *place))) if place else frozenset()
        found = screens.known[key] = on_line(screens, start, free, target, at, small=small)
    return found


@rule("pf2e.position.cover_line", neutral=zero)
def on_line(
    screens: Screens, start: Point, free: frozenset[Square], target: Creature, at: Square, *, small: bool
) -> int:
    """The best degree of what a line to the middle of a target's space passes through, ``free`` squares left out."""
    end = center(at, target.space)
    for degree, size, squares in screens.patches:
        if not (small and too_small(size, target)) and crosses(squares - free, start, end):
            return degree
    return NONE


@rule("pf2e.position.cover_small", neutral=never)
def too_small(size: int, target: Creature) -> bool:
    """Terrain two or more sizes smaller than a creature gives it no cover, where the option says so."""
    return size_of(target) - size >= 2


@rule("pf2e.position.cover_arrow_slit", neutral=empty)
def beside_slits(slits: frozenset[Square], at: Square, space: int) -> Sequence[Square]:
    """Arrow slits next to a creature, through which it shoots without hindrance."""
    return [slit for slit in emanation(at, space, 5) if slit in slits] if slits else ()


def of_creatures(state: State, start: Point, source: Creature, target: Creature, *, seen: bool = False) -> int:
    """Cover that standing creatures on a line give; who shares a space with either of the two is not in the way.

    With ``seen`` only those count of whom the source knows.
    """
    end = center(target.at, target.space)
    left, right = sorted((start[0] // 2, end[0] // 2))
    return max(
        [
            in_the_way(source, target, other)
            for other in state.creatures.values()
            if left < other.at[0] + other.space  # those far aside are told at once
            and other.at[0] <= right
            and other is not source
            and other is not target
            and enters(start, end, other.at, other.space)
            and other.status == UP
            and not _shares(other, source, target)
            and (not seen or knows_of(state, source, other))
        ],
        default=NONE,
    )


def _shares(other: Creature, *pair: Creature) -> bool:
    return any(distance(other.at, other.space, one.at, one.space) == 0 for one in pair)


@rule("pf2e.position.cover_creature", neutral=zero)
def in_the_way(source: Creature, target: Creature, other: Creature) -> int:
    """A creature on the line gives lesser cover."""
    return STANDARD if looms(source, target, other) else LESSER


@rule("pf2e.position.cover_large_creature", neutral=never)
def looms(source: Creature, target: Creature, other: Creature) -> bool:
    """One that is two or more sizes larger than both gives standard cover."""
    return size_of(other) - max(size_of(source), size_of(target)) >= 2


# --- taking cover and leaning ----------------------------------------------------


def makes_use(state: State, creature: Creature, name: str) -> bool:
    """Whether a creature has laid an effect on itself: takes cover, leans, averts its gaze."""
    known: bool | None = creature.numbers.get(name)
    if known is None:
        known = any(e.target == creature.id and e.name == name for e in state.effects.values())
        creature.numbers[name] = known
    return known


def taken(state: State, start: Point, target: Creature, degree: int) -> int:
    """What taking cover makes of the cover that one has; without any one needs something to duck behind."""
    if degree >= STANDARD:
        return GREATER
    return STANDARD if "prone" in target.conditions or _ducks(state, start, target) else degree


def _ducks(state: State, start: Point, target: Creature) -> bool:
    """Whether a wall, an object or cover next to a creature is nearer to where the line starts."""

    def far(point: Point) -> int:
        return (point[0] - start[0]) ** 2 + (point[1] - start[1]) ** 2

    features, here = screens_of(state.grid).features, far(center(target.at, target.space))
    around = emanation(target.at, target.space, 5) if features else ()
    return any(square in features and far(center(square, 1)) < here for square in around)


@rule("pf2e.position.cover_lean", neutral=lambda state, source: (center(source.at, source.space),))
def starts(state: State, source: Creature) -> tuple[Point, ...]:
    """Where a creature's lines start: in the middle of its space, and if it leans in the corners too."""
    middle = center(source.at, source.space)
    if not makes_use(state, source, LEANING):
        return (middle,)
    far = source.space
    return (middle, *((middle[0] + i, middle[1] + j) for i in (-far, far) for j in (-far, far)))


# --- degrees ---------------------------------------------------------------------


def in_the_open(state: State, source: Creature, target: Creature, *, seen: bool = False) -> int:
    """Cover that terrain and creatures give from the point of the source that meets least of it."""
    apart = distance(source.at, source.space, target.at, target.space) > 5  # else there is nobody between
    if not apart and not screens_of(state.grid).patches:
        return NONE
    return min(
        max(
            of_terrain(state, start, source, target),
            of_creatures(state, start, source, target, seen=seen) if apart else NONE,
        )
        for start in starts(state, source)
    )


def of_pair(state: State, source: Creature, target: Creature, *, seen: bool = False) -> int:
    """Cover of a target from one creature; what is in the way is kept until the layout changes."""
    degree = in_the_open(state, source, target, seen=True) if seen else _kept(state, source, target)
    if not makes_use(state, target, TAKEN):
        return degree
    return taken(state, center(source.at, source.space), target, degree)


def _kept(state: State, source: Creature, target: Creature) -> int:
    known: tuple[int, dict[str, int]] | None = source.numbers.get("cover")
    if known is None or known[0] != state.layout:
        known = source.numbers["cover"] = (state.layout, {})
    found = known[1].get(target.id)
    if found is None:
        found = known[1][target.id] = in_the_open(state, source, target)
    return found


@rule(
    "pf2e.position.cover_relative",
    neutral=lambda state, source, target, seen=False: max(
        of_pair(state, foe, target) for foe in state.creatures.values() if foe.side != target.side
    ),
)
def between(state: State, source: Creature, target: Creature, *, seen: bool = False) -> int:
    """Cover of a target from a creature, or what that one knows of it: it is judged for each pair."""
    return of_pair(state, source, target, seen=seen and bool(state.detection))


@rule("pf2e.position.cover_area", neutral=lambda state, origin, maker, target: between(state, maker, target))
def from_area(state: State, origin: Point, maker: Creature, target: Creature) -> int:
    """Cover from an area effect: the line starts in its point of origin."""
    source = maker if origin == center(maker.at, maker.space) else None
    degree = max(of_terrain(state, origin, source, target), of_creatures(state, origin, maker, target))
    return taken(state, origin, target, degree) if makes_use(state, target, TAKEN) else degree


# --- what it gives ---------------------------------------------------------------


def _modifier(degree: int) -> tuple[Modifier, ...]:
    return (Modifier("circumstance", f"{NAMES[degree]} cover", BONUS[degree], "pf2e.position.cover"),)


def on_armor_class(
    state: State, victim: Creature, attacker: Creature, *, ranged: bool, seen: bool = False
) -> tuple[Modifier, ...]:
    """What cover adds to AC; who took cover on the ground has greater cover from ranged attacks."""
    degree = between(state, attacker, victim, seen=seen)
    if ranged and "prone" in victim.conditions and makes_use(state, victim, TAKEN):
        degree = GREATER
    return _modifier(degree) if degree else ()


def on_save(state: State, creature: Creature, name: str, origin: Point, maker: Creature, numbers: Numbers) -> Numbers:
    """A save against an area effect, with what standard or greater cover adds."""
    if name != "reflex" and state.scenario.options["cover_saves"] == "reflex":
        return numbers
    degree = from_area(state, origin, maker, creature)
    return stack((*numbers[1], *_modifier(degree))) if degree >= STANDARD else numbers


def on_stealth(state: State, observer: Creature, creature: Creature) -> tuple[Modifier, ...]:
    """What standard or greater cover adds to Stealth against an observer."""
    degree = between(state, observer, creature)
    return _modifier(degree) if degree >= STANDARD else ()


@rule("pf2e.position.cover_hide", neutral=never)
def hides_behind(degree: int) -> bool:
    """Whether cover is enough to hide behind: lesser cover is not."""
    return degree >= STANDARD
