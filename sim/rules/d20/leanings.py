"""Where advantage and disadvantage come from."""

from __future__ import annotations

from typing import Final

from sim.model.geometry import distance
from sim.model.state import Creature, State
from sim.model.values import Modifier, Square
from sim.rules.basic.lasting import lasting
from sim.rules.basic.walking import SPACE
from sim.rules.d20.checks import NONE, Leanings
from sim.rules.d20.data import Weapon
from sim.rules.registry import empty, rule

HIDDEN: Final = "hidden"
HELPED: Final = "helped"
FAVORED: Final = "favored"
HAMPERED: Final = "hampered"

COVER: Final = "cover"
VANTAGE: Final = "vantage"
HAMPERING: Final = "hampering"
TERRAIN: Final = (COVER, VANTAGE, HAMPERING)
"""Ground that changes rolls: whoever stands on it is in cover, has advantage, or disadvantage."""


def on_ground(state: State, at: Square, kind: str) -> bool:
    """Whether a square has a kind of ground."""
    return any(patch.kind == kind and at in patch.squares for patch in state.scenario.map.terrain)


def _favor(label: str, rule_id: str) -> tuple[Modifier, ...]:
    return (Modifier("advantage", label, 0, rule_id, False),)


def _hinder(label: str, rule_id: str) -> tuple[Modifier, ...]:
    return (Modifier("disadvantage", label, 0, rule_id, False),)


@rule("d20.advantage_hidden", neutral=empty)
def from_hiding(creature: Creature) -> tuple[Modifier, ...]:
    """An attack from hiding has advantage."""
    return _favor("from hiding", "d20.advantage_hidden") if HIDDEN in creature.conditions else ()


@rule("d20.advantage_help", neutral=empty)
def with_help(state: State, creature: Creature) -> tuple[Modifier, ...]:
    """An ally's help gives advantage."""
    return _favor("helped", "d20.advantage_help") if lasting(state, creature.id, HELPED) else ()


@rule("d20.advantage_granted", neutral=empty)
def granted(state: State, creature: Creature) -> tuple[Modifier, ...]:
    """Advantage that an ability or the ground grants."""
    favored = lasting(state, creature.id, FAVORED) is not None
    vantage = on_ground(state, creature.at, VANTAGE)
    return _favor("favored" if favored else "vantage", "d20.advantage_granted") if favored or vantage else ()


@rule("d20.advantage_granted", neutral=empty)
def of_weapon(weapon: Weapon) -> tuple[Modifier, ...]:
    """Advantage that a weapon grants."""
    return _favor(weapon.name, "d20.advantage_granted") if weapon.advantage else ()


@rule("d20.disadvantage_cover", neutral=empty)
def at_cover(state: State, creature: Creature, target: Creature) -> tuple[Modifier, ...]:
    """An attack on a creature in cover has disadvantage; cover does not help against those beside it."""
    near = distance(creature.at, SPACE, target.at, SPACE) <= 5
    covered = not near and on_ground(state, target.at, COVER)
    return _hinder("cover", "d20.disadvantage_cover") if covered else ()


@rule("d20.disadvantage_hampered", neutral=empty)
def in_trouble(state: State, creature: Creature) -> tuple[Modifier, ...]:
    """A creature in a hampering situation has disadvantage."""
    stuck = lasting(state, creature.id, HAMPERED) is not None or on_ground(state, creature.at, HAMPERING)
    return _hinder("hampered", "d20.disadvantage_hampered") if stuck else ()


def of_check(state: State, creature: Creature) -> Leanings:
    """What leans on any check of a creature."""
    if not state.effects and not state.scenario.map.terrain:
        return NONE
    good = (*with_help(state, creature), *granted(state, creature))
    bad = in_trouble(state, creature)
    return (good, bad) if good or bad else NONE


def of_attack(state: State, creature: Creature, target: Creature, weapon: Weapon) -> Leanings:
    """What leans on an attack."""
    good, bad = of_check(state, creature)
    good = (*good, *from_hiding(creature), *of_weapon(weapon))
    bad = (*bad, *at_cover(state, creature, target))
    return (good, bad) if good or bad else NONE
