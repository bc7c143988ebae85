"""What creatures perceive with: sight by the light there is, and other senses with a range and a precision."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Final, NamedTuple, TypeAlias

from sim.model.errors import InputError, did_you_mean
from sim.model.geometry import distance
from sim.model.state import HIDDEN, OBSERVED, UNDETECTED, UNNOTICED, Creature, State
from sim.rules.pf2e.condition_table import in_force
from sim.rules.pf2e.light import DARK, DIM, shade
from sim.rules.registry import never, rule
from sim.rules.texts import read_feet

NO_VISION, PLAIN, LOW_LIGHT, DARKVISION = range(4)
SIGHT: Final = {"no vision": NO_VISION, "low-light vision": LOW_LIGHT, "darkvision": DARKVISION}
"""Kinds of sight; who states none has the common one."""
UNVEILS: Final = "see invisibility"

ORDER: Final = (OBSERVED, HIDDEN, UNDETECTED, UNNOTICED)
"""How creatures are perceived, from best to worst."""
FINDS: Final = {"precise": OBSERVED, "imprecise": HIDDEN, "vague": UNDETECTED}
"""How one is perceived, at worst, by who senses one so."""

# --- what senses reach -----------------------------------------------------------

Reaches: TypeAlias = Callable[[State, Creature, Creature], bool]


def _anyone(state: State, observer: Creature, target: Creature) -> bool:
    return True


def _echoes(state: State, observer: Creature, target: Creature) -> bool:
    """Sound comes back from whatever no wall is before; the deafened hear nothing."""
    heard = "deafened" not in in_force(observer)
    return heard and state.grid.line_of_effect(observer.at, observer.space, target.at, target.space)


def _lives(state: State, observer: Creature, target: Creature) -> bool:
    return "construct" not in target.data.traits


def _thinks(state: State, observer: Creature, target: Creature) -> bool:
    return "mindless" not in target.data.traits


BEYOND_SIGHT: Final[Mapping[str, tuple[str, Reaches]]] = {
    "scent": ("imprecise", _anyone),
    "tremorsense": ("imprecise", _anyone),
    "echolocation": ("precise", _echoes),
    "lifesense": ("imprecise", _lives),
    "thoughtsense": ("imprecise", _thinks),
}
"""Other senses: how precise they are if nothing else is stated, and whom they reach."""
KNOWN: Final = (*SIGHT, "greater darkvision", UNVEILS, *BEYOND_SIGHT)


class Sense(NamedTuple):
    """A sense other than sight."""

    name: str
    precision: str
    feet: int


class Senses(NamedTuple):
    """What a creature perceives with.

    Attributes:
        sight: ``NO_VISION`` to ``DARKVISION``.
        unveils: Whether it sees the invisible.
        others: Its other senses.
    """

    sight: int = PLAIN
    unveils: bool = False
    others: tuple[Sense, ...] = ()


_SENSE: Final = re.compile(r"([a-z -]+?)(?: \(?(precise|imprecise|vague)\)?)?(?:,? (\d.*))?")


@cache
def parse_sense(text: str) -> Sense:
    """Read ``darkvision``, ``scent 30 ft`` or ``tremorsense (precise) 60 ft``.

    Raises:
        InputError: There is no such sense, or its range is missing or none.
    """
    found = _SENSE.fullmatch(" ".join(text.lower().split()))
    name = found[1] if found else text
    if not found or name not in KNOWN:
        hint = did_you_mean(name, KNOWN) or f"; expected one of {', '.join(KNOWN)}"
        raise InputError(f"unknown sense {name!r}{hint}")
    if name not in BEYOND_SIGHT:
        if found[2] or found[3]:
            raise InputError(f"{text!r}: sight has no range and is precise; expected just {name}")
        return Sense(name, "precise", 0)
    if not found[3]:
        raise InputError(f"{text!r}: expected its range too, such as {name} 30 ft")
    return Sense(name, found[2] or BEYOND_SIGHT[name][0], read_feet(found[3], text))


@cache
def read_senses(texts: tuple[str, ...]) -> Senses:
    """The senses of a stat block."""
    found = [parse_sense(text) for text in texts]
    sight = [SIGHT.get(sense.name.removeprefix("greater "), PLAIN) for sense in found]
    best = NO_VISION if NO_VISION in sight else max(sight, default=PLAIN)
    others = tuple(sense for sense in found if sense.name in BEYOND_SIGHT)
    return Senses(best, any(sense.name == UNVEILS for sense in found), others)


def of(creature: Creature) -> Senses:
    """A creature's senses."""
    return read_senses(creature.data.senses)


@rule("pf2e.condition.observed", neutral=lambda state, observer, target: UNNOTICED)
def felt(state: State, observer: Creature, target: Creature) -> str:
    """How a creature perceives another without sight: a precise sense observes, an imprecise one places it."""
    found = UNNOTICED
    for name, precision, feet in of(observer).others:
        near = distance(observer.at, observer.space, target.at, target.space) <= feet
        if near and BEYOND_SIGHT[name][1](state, observer, target):
            found = better(found, FINDS[precision])
    return found


def better(*ways: str) -> str:
    """The best of several ways of perceiving a creature."""
    return min(ways, key=ORDER.index)


# --- sight -----------------------------------------------------------------------


def sees(state: State, observer: Creature, target: Creature) -> bool:
    """Whether a creature's eyes serve it to see another, walls and cover apart."""
    if sees_nothing(observer) or (cannot_be_seen(target) and not of(observer).unveils):
        return False
    return not (state.grid.gloomy and unlit(state, observer, target))


@rule("pf2e.condition.blinded", neutral=never)
def sees_nothing(observer: Creature) -> bool:
    """The blinded see nobody, nor do those without eyes."""
    return "blinded" in observer.conditions or sightless(observer.data.senses)


def sightless(senses: tuple[str, ...]) -> bool:
    """Whether a creature has no sight at all."""
    return read_senses(senses).sight == NO_VISION


@rule("pf2e.condition.invisible", neutral=never)
def cannot_be_seen(target: Creature) -> bool:
    """The invisible are seen by nobody; who vanishes in plain view is hidden at first."""
    return "invisible" in target.conditions


@rule("pf2e.condition.hidden", neutral=never)
def unlit(state: State, observer: Creature, target: Creature) -> bool:
    """Only darkvision shows who is in darkness."""
    return shade(state, target) == DARK and of(observer).sight < DARKVISION


@rule("pf2e.condition.concealed", neutral=never)
def dimmed(state: State, observer: Creature, target: Creature) -> bool:
    """Dim light conceals from those without low-light vision or darkvision."""
    return shade(state, target) == DIM and of(observer).sight < LOW_LIGHT


@rule("pf2e.condition.dazzled", neutral=never)
def sees_badly(observer: Creature) -> bool:
    """To the dazzled everything is concealed."""
    return "dazzled" in observer.conditions


# --- being blind -----------------------------------------------------------------


def only_sight(senses: Sequence[Sense]) -> bool:
    """Whether a creature has no precise sense but sight."""
    return all(sense.precision != "precise" for sense in senses)


@rule("pf2e.condition.blinded", neutral=never)
def in_darkness(state: State, creature: Creature) -> bool:
    """Whether the darkness around a creature makes it as good as blinded."""
    own = of(creature)
    return NO_VISION < own.sight < DARKVISION and only_sight(own.others) and shade(state, creature) == DARK


@rule("pf2e.condition.blinded", neutral=never)
def gropes(state: State, creature: Creature) -> bool:
    """To the blinded all normal terrain is difficult."""
    return "blinded" in in_force(creature) or (state.grid.gloomy and in_darkness(state, creature))
