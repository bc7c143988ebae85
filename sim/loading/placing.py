"""Whether a fight's starting positions are possible."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from attrs import frozen

from sim.loading.yaml_file import KeyPath
from sim.model.creature import SIZES
from sim.model.errors import did_you_mean
from sim.model.grid import BARRIERS, EXTRA_FEET, WAYS_IN, solid
from sim.model.scenario import Combatant, Map
from sim.model.values import Square
from sim.rules.faults import PatchCheck, patch_problems

COVER = ("none", "lesser", "standard", "greater")
"""What terrain may give to who is behind it."""


@frozen
class Entrant:
    """A combatant and where it is written."""

    combatant: Combatant
    path: KeyPath

    def space(self, corner: Square) -> list[Square]:
        """Squares it fills with its top left corner there."""
        return [(corner[0] + x, corner[1] + y) for y in range(self.side) for x in range(self.side)]

    @property
    def side(self) -> int:
        """Squares a side that it fills."""
        return SIZES.get(getattr(self.combatant.data, "size", ""), 1)


def ground_problems(ground: Map, special: Mapping[str, PatchCheck]) -> Iterator[tuple[KeyPath, str]]:
    """Find walls and terrain outside the map, and kinds of terrain that mean nothing, to the map or to its rules."""
    kinds = (*EXTRA_FEET, *BARRIERS, *special)
    patches: list[tuple[KeyPath, Iterable[Square]]] = [(("walls",), ground.walls)]
    patches += [(("terrain", at, "squares"), patch.squares) for at, patch in enumerate(ground.terrain)]
    for at, patch in enumerate(ground.terrain):
        words = (("kind", patch.kind, kinds), ("size", patch.size, tuple(SIZES)))
        maybe = (("enter", patch.enter, WAYS_IN), ("cover", patch.cover, COVER))
        for key, word, known in (*words, *(each for each in maybe if each[1])):
            if word not in known:
                hint = did_you_mean(word, known) or f"; expected one of {', '.join(known)}"
                yield ("terrain", at, key), f"unknown {'terrain' if key == 'kind' else key} {word!r}{hint}"
        for path, problem in special.get(patch.kind, patch_problems)(patch):
            yield ("terrain", at, *path), problem
        if not -20 <= patch.perception <= 0:
            yield ("terrain", at, "perception"), f"perception is {patch.perception}; expected a penalty, such as -2"
    for path, squares in patches:
        outside = [square for square in squares if not _inside(ground, square)]
        if outside:
            yield path, f"{_text(outside[0])} is outside the map of {_size(ground)}"


def position_problems(ground: Map, entrants: Sequence[Entrant]) -> Iterator[tuple[KeyPath, str]]:
    """Find starting squares outside the map, in walls or taken, and zones without room."""
    barred = solid(ground)
    taken: dict[tuple[int, Square], str] = {}
    for entrant in entrants:
        if entrant.combatant.at is not None:
            yield from _fixed_problems(ground, barred, taken, entrant)
    for entrant in entrants:
        if entrant.combatant.at is None:
            yield from _zone_problems(ground, barred, taken, entrant)


def _fixed_problems(
    ground: Map, barred: frozenset[Square], taken: dict[tuple[int, Square], str], entrant: Entrant
) -> Iterator[tuple[KeyPath, str]]:
    one = entrant.combatant
    path = (*entrant.path, "at")
    for square in entrant.space(one.at or (0, 0)):
        other = taken.setdefault((one.round, square), one.id)
        if not _inside(ground, square):
            yield path, f"{one.id} stands on {_text(square)}, outside the map of {_size(ground)}"
            return
        if square in barred:
            what = "in a wall" if square in ground.walls else "which nobody can enter"
            yield path, f"{one.id} stands on {_text(square)}, {what}"
            return
        if other != one.id:
            yield path, f"{one.id} stands on {_text(square)}, where {other} is; expected a free square or a zone"
            return


def _zone_problems(
    ground: Map, barred: frozenset[Square], taken: dict[tuple[int, Square], str], entrant: Entrant
) -> Iterator[tuple[KeyPath, str]]:
    one = entrant.combatant
    if not one.zone:
        yield entrant.path, f"there is no room for {one.id} at the start distance"
        return
    path = (*entrant.path, "at", "zone")
    outside = [square for square in one.zone if not _inside(ground, square)]
    if outside:
        yield path, f"{_text(outside[0])} of the zone is outside the map of {_size(ground)}"
        return
    for corner in one.zone:
        space = entrant.space(corner)
        if all(_inside(ground, s) and s not in barred and (one.round, s) not in taken for s in space):
            taken.update({(one.round, square): one.id for square in space})
            return
    yield path, f"the zone is too small: there is no room left for {one.id}"


def _inside(ground: Map, square: Square) -> bool:
    return 0 <= square[0] < ground.width and 0 <= square[1] < ground.height


def _text(square: Square) -> str:
    return f"{square[0]},{square[1]}"


def _size(ground: Map) -> str:
    return f"{ground.width} x {ground.height} squares"
