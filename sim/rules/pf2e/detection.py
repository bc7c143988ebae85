"""Who perceives whom, and what it takes to affect whom one does not see well.

The state holds a table of pairs (`State.detection`); conditions, fog, darkness and senses add to
it. Nothing here is asked where `doubtful` says that there is no doubt.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Final

from attrs import evolve

from sim.model import events as ev
from sim.model.geometry import squares_of
from sim.model.protocols import Game, Play
from sim.model.state import HIDDEN, OBSERVED, UNDETECTED, UNNOTICED, Creature, State
from sim.model.values import CRITICAL_SUCCESS, DEGREES, FAILURE, SUCCESS, Modifier, Square
from sim.rules.pf2e.cover import between, hides_behind
from sim.rules.pf2e.flat import flat_chance, flat_check, hardest
from sim.rules.pf2e.senses import better, cannot_be_seen, dimmed, felt, of, sees, sees_badly, sightless
from sim.rules.pf2e.spaces import knows_of
from sim.rules.registry import RuleTable, never, rule

CONCEALED: Final = "concealed"
INVISIBLE: Final = "invisible"
CONDITIONS: Final = ("blinded", CONCEALED, "dazzled", INVISIBLE)
"""Conditions that change who sees whom."""
_BLURS: Final = frozenset(CONDITIONS)

FLAT_DC: Final[Mapping[str, int]] = RuleTable(
    "detection.FLAT_DC",
    {OBSERVED: 0, CONCEALED: 5, HIDDEN: 11, UNDETECTED: 11, UNNOTICED: 11},
    ids="pf2e.condition.{}",
    neutral={OBSERVED: 11, CONCEALED: 0, HIDDEN: 0, UNDETECTED: 0, UNNOTICED: 0},
)
"""DC of the flat check to affect a creature by targeting it, or its square; 0 for none. Areas need no check."""


def doubtful(state: State, one: Creature, other: Creature) -> bool:
    """Whether anything at all stands between two creatures' senses."""
    return bool(
        state.detection
        or state.grid.murky
        or (one.conditions and not _BLURS.isdisjoint(one.conditions))
        or (other.conditions and not _BLURS.isdisjoint(other.conditions))
        or ((one.data.senses or other.data.senses) and (sightless(one.data.senses) or sightless(other.data.senses)))
    )


# --- perceiving ------------------------------------------------------------------


def perceived(state: State, observer: Creature, target: Creature) -> str:
    """How a creature perceives another: whom it does not observe by a precise sense is hidden at best."""
    found = of_pair(state, observer.id, target.id)
    if found != OBSERVED or observer is target or sees(state, observer, target):
        return found
    return better(HIDDEN, felt(state, observer, target))


@rule(
    "pf2e.condition.detection",
    neutral=lambda state, observer, target: next(iter(state.detection.get(target, {}).values()), "observed"),
)
def of_pair(state: State, observer: str, target: str) -> str:
    """What the table says: it is kept for each pair."""
    return state.detection.get(target, {}).get(observer, OBSERVED)


def concealed(state: State, observer: Creature, target: Creature) -> bool:
    """Whether a creature is concealed from another, by itself, the other's eyes, dim light, or fog around either."""
    if observer is target or felt(state, observer, target) == OBSERVED:
        return False
    if CONCEALED in target.conditions or sees_badly(observer) or cannot_be_seen(target):
        return True  # who sees the invisible sees them as mere outlines
    if state.grid.gloomy and dimmed(state, observer, target):
        return True
    fog = state.grid.fog
    return bool(fog) and any(square in fog for c in (observer, target) for square in squares_of(c.at, c.space))


@rule("pf2e.condition.undetected", neutral=never)
def unplaced(state: State, observer: Creature, target: Creature) -> bool:
    """Whether a creature cannot be targeted, because nobody knows where it is."""
    return not knows_of(state, observer, target)


def hiding_at(state: State, creature: Creature, square: Square) -> str:
    """The creature in a square that another does not know to be there; empty for none."""
    there = state.occupied.get(square, ())
    return next((who for who in there if unplaced(state, creature, state.creatures[who])), "")


# --- targeting -------------------------------------------------------------------


def obstacles(state: State, observer: Creature, target: Creature) -> Sequence[tuple[str, int]]:
    """Flat checks (kind, DC) to affect a creature by targeting it."""
    how = perceived(state, observer, target)
    checks = [(HIDDEN, FLAT_DC[how])]
    if concealed(state, observer, target):
        checks.append((CONCEALED, FLAT_DC[CONCEALED]))
    return hardest([check for check in checks if check[1]])


def find(game: Game, who: str, target: str, cause: int, attempt: int = 0, *, secret: bool = False) -> Play:
    """Roll the flat check that targeting a creature demands.

    Args:
        game: The game.
        who: Who targets it.
        target: The creature.
        cause: Seq of the action.
        attempt: Number of the attack that the check stands before; 0 for none.
        secret: Whether it is rolled secretly, as nobody is known to be there.

    Returns:
        Whether the creature can be affected.
    """
    state = game.state
    for kind, dc in obstacles(state, state.creatures[who], state.creatures[target]):
        roll = flat_check(game, who, kind, dc)
        if secret:
            roll = evolve(roll, secret=True)
        yield ev.FlatCheckRolled(cause, who, kind, roll, target, attempt)
        if roll.degree not in (SUCCESS, CRITICAL_SUCCESS):
            return False
    return True


def through_doubt(
    state: State, creature: Creature, target: Creature, once_found: Mapping[str, Fraction]
) -> Mapping[str, Fraction]:
    """Chances of each degree, given those after the flat check; what it loses is a failure."""
    found = Fraction(1)
    for kind, dc in obstacles(state, creature, target):
        found *= flat_chance(state, creature, kind, dc)
    return {d: found * once_found[d] + (1 - found if d == FAILURE else 0) for d in DEGREES}


# --- being attacked --------------------------------------------------------------


@rule("pf2e.condition.hidden", "pf2e.condition.undetected", neutral=never)
def unaware(state: State, victim: Creature, attacker: Creature) -> bool:
    """A creature is off-guard to whom it does not observe."""
    return perceived(state, victim, attacker) != OBSERVED


def out_of_sight(state: State, victim: Creature, attacker: Creature) -> tuple[Modifier, ...]:
    """What an attacker that a creature does not observe takes from its AC."""
    if not unaware(state, victim, attacker):
        return ()
    how = perceived(state, victim, attacker)
    return (Modifier("circumstance", f"{how} attacker", -2, f"pf2e.condition.{how}"),)


# --- changes ---------------------------------------------------------------------


def notice(game: Game, observer: str, target: str, how: str, cause: int) -> Play:
    """From now on a creature perceives another so."""
    before = game.state.detection.get(target, {}).get(observer, OBSERVED)
    if before != how:
        yield ev.DetectionChanged(cause, observer, target, before, how)


def first_sight(game: Game, who: str, cause: int) -> Play:
    """How a creature that enters and those who are there perceive each other, as the scenario states it."""
    state = game.state
    if not any(one.detection or one.conditions for one in state.scenario.combatants):
        return
    for other in tuple(state.creatures):
        if other != who:
            yield from notice(game, other, who, at_first(state, state.creatures[other], who), cause)
            yield from notice(game, who, other, at_first(state, state.creatures[who], other), cause)


def at_first(state: State, observer: Creature, target: str) -> str:
    """How a creature perceives another at first: as stated, enemies who are invisible not at all; better by senses."""
    stated = next(one.detection for one in state.scenario.combatants if one.id == target)
    found = stated.get(observer.id) or stated.get(observer.side)
    foe = state.creatures[target]
    if not found:
        unseen = foe.side != observer.side and starts_unseen(foe) and not of(observer).unveils
        found = UNDETECTED if unseen else OBSERVED
    return better(found, felt(state, observer, foe))


@rule("pf2e.condition.invisible", neutral=never)
def starts_unseen(creature: Creature) -> bool:
    """Who is invisible from the start is undetected by those who rely on sight."""
    return INVISIBLE in creature.conditions


def appear(game: Game, who: str, cause: int) -> Play:
    """Who is no longer invisible is seen again."""
    for observer in tuple(game.state.detection.get(who, ())):
        yield from notice(game, observer, who, at_best(game.state, observer, who), cause)


def seen_again(game: Game, who: str, before: int, after: int, source: str, cause: int) -> Play:
    """What losing invisibility does."""
    if not after:
        yield from appear(game, who, cause)


def give_away(game: Game, who: str, traits: Sequence[str], cause: int) -> Play:
    """After an action: who is found by it, and who comes near to those that sense more than they see."""
    state = game.state
    for target, seers in tuple(state.detection.items()):
        for observer, how in tuple(seers.items()):
            yield from notice(game, observer, target, _found(state, observer, target, how, who, traits), cause)


def _found(state: State, observer: str, target: str, how: str, actor: str, traits: Sequence[str]) -> str:
    """How a creature is perceived after an action: an attack shows who made it.

    A move shows whoever it leaves without concealment (pf2e.action.hide), and where it is dark
    those too to whom a light comes.
    """
    own = target == actor
    if own and "attack" in traits:
        return at_best(state, observer, target)
    lit = state.grid.gloomy and how == HIDDEN
    if "move" in traits and (own or lit) and exposed(state, observer, target):
        return at_best(state, observer, target)
    return better(how, felt(state, state.creatures[observer], state.creatures[target]))


def at_best(state: State, observer: str, target: str) -> str:
    """How a creature is perceived by who knows where it is."""
    seer, creature = state.creatures[observer], state.creatures[target]
    return OBSERVED if sees(state, seer, creature) else better(HIDDEN, felt(state, seer, creature))


def exposed(state: State, observer: str, who: str) -> bool:
    """Whether nothing hides a creature from another any longer: no wall or cover, no concealment, no darkness."""
    seer, creature = state.creatures[observer], state.creatures[who]
    if felt(state, seer, creature) == OBSERVED:
        return True
    if concealed(state, seer, creature) or not sees(state, seer, creature):
        return False
    if not state.grid.line_of_effect(seer.at, seer.space, creature.at, creature.space):
        return False
    return not hides_behind(between(state, seer, creature))
