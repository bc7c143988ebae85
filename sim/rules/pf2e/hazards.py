"""Hazardous ground: what it does to whoever moves through it, and whom it had better be walked around by."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Final

from sim.model.geometry import squares_of
from sim.model.grid import Path
from sim.model.protocols import Game, Play
from sim.model.scenario import Terrain
from sim.model.state import DEAD, Creature, State
from sim.model.values import Square
from sim.rules.faults import Found, patch_problems, readable
from sim.rules.pf2e.damage import deal, roll_damage, texts_of
from sim.rules.pf2e.defenses import defenses
from sim.rules.pf2e.hits import Hit, Share, traits_of_damage
from sim.rules.pf2e.iwr import immune_to
from sim.rules.pf2e.persistent import start_persistent
from sim.rules.pf2e.texts import parse_damage
from sim.rules.registry import nothing, rule

NAME: Final = "hazardous ground"
NONE: Final[frozenset[Square]] = frozenset()


def hazardous_problems(patch: Terrain) -> Iterator[Found]:
    """What is wrong with a patch of it."""
    yield from patch_problems(patch, "damage")
    if patch.damage:
        yield from readable(("damage",), parse_damage, patch.damage)


# --- what it does ----------------------------------------------------------------


def harm_at(state: State, at: Square, space: int) -> tuple[str, ...]:
    """Damage that the ground under a space deals, each kind once."""
    harm = state.grid.harm
    return tuple(dict.fromkeys(text for square in squares_of(at, space) for text in harm.get(square, ())))


@rule("pf2e.terrain.hazardous", neutral=nothing)
def scorch(game: Game, who: str, squares: Iterable[Square], cause: int) -> Play:
    """Each hazardous square that a creature comes into deals its damage."""
    creature = game.state.creatures[who]
    for square in squares:
        for text in harm_at(game.state, square, creature.space):
            if creature.status != DEAD:
                yield from harm_text(game, who, text, cause)


def _hit(who: str, text: str) -> Hit:
    return Hit(who, who, NAME, 0, traits_of_damage(text))


def harm_text(game: Game, who: str, text: str, cause: int) -> Play:
    """Damage of the ground, as stated."""
    hit = _hit(who, text)
    instant, lasting = texts_of(text)
    if instant:
        parts = yield from roll_damage(game, hit.target, NAME, instant, cause, what="ground")
        yield from deal(game, hit, parts, cause)
    for more in lasting:
        yield from start_persistent(game, hit, more, cause)


# --- ways around it --------------------------------------------------------------


def perils(state: State, creature: Creature) -> frozenset[Square]:
    """Squares that can hurt a creature; what it is immune to cannot."""
    harm = state.grid.harm
    if not harm:
        return NONE
    found: frozenset[Square] | None = creature.numbers.get("perils")
    if found is None:
        hurts = {text: _hurts(creature, text) for texts in harm.values() for text in texts}
        found = frozenset(square for square, texts in harm.items() if any(hurts[text] for text in texts))
        creature.numbers["perils"] = found
    return found


def _hurts(creature: Creature, text: str) -> bool:
    guards, hit = defenses(creature), _hit(creature.id, text)
    if not guards:
        return True
    return any(immune_to(guards, Share(part.type, 1, 1, 1), hit, part.type) is None for part in parse_damage(text))


def crosses(path: Path, space: int, squares: Collection[Square]) -> bool:
    """Whether a way leads into some squares."""
    return any(square in squares for at in path.squares for square in squares_of(at, space))


def around(
    state: State, creature: Creature, goal: Square, way: Callable[[frozenset[Square]], Path | None]
) -> Path | None:
    """A way that meets no peril before its goal, if there is one as ``way`` finds them, else the cheapest.

    ``way`` takes squares to keep out of.
    """
    path = way(NONE)
    if path is None or not state.grid.harm:
        return path
    closed = perils(state, creature).difference(squares_of(goal, creature.space))
    return (way(closed) or path) if crosses(path, creature.space, closed) else path
