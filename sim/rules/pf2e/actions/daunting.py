"""Demoralize and Feint: one creature against another's mind."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from sim.model.actions import Action
from sim.model.geometry import distance
from sim.model.protocols import Game, Play
from sim.model.state import Creature, State
from sim.model.values import CRITICAL_FAILURE, CRITICAL_SUCCESS, SUCCESS, Ends, Modifier
from sim.rules.pf2e.actions.contesting import contest_kind, foe_problem, foes
from sim.rules.pf2e.actions.kind import Offers, Problem
from sim.rules.pf2e.conditions import gain
from sim.rules.pf2e.data import Ability, TemporaryImmunity
from sim.rules.pf2e.defenses import immune_to_effect
from sim.rules.pf2e.feints import fool
from sim.rules.pf2e.skills import Contest, trained
from sim.rules.pf2e.speech import share_language
from sim.rules.pf2e.temporary_immunity import spare, spared
from sim.rules.pf2e.threats import threatens
from sim.rules.registry import empty, nothing, rule


def _offers(name: str, problem: Problem) -> Offers:
    def offers(state: State, creature: Creature) -> Iterator[Action]:
        for target in foes(state, creature):
            action = Action(name, target.id)
            if not problem(state, creature, action):
                yield action

    return offers


# --- Demoralize ------------------------------------------------------------------

THREAT: Final = Ability(
    name="demoralize",
    traits=("auditory", "concentrate", "emotion", "fear", "mental"),
    temporary_immunity=TemporaryImmunity("10 minutes", "own"),
)
EARSHOT: Final = 30


def _demoralize_problem(state: State, creature: Creature, action: Action) -> str:
    problem = foe_problem(state, creature, action.target)
    if problem:
        return problem
    target = state.creatures[action.target]
    if distance(creature.at, creature.space, target.at, target.space) > EARSHOT:
        return f"{action.target} is farther than {EARSHOT} ft"
    immune = spared(state, action.target, creature.id, THREAT)
    return f"{action.target} is immune to it for 10 minutes" if immune else ""


@rule("pf2e.action.demoralize", neutral=nothing)
def _demoralize(game: Game, who: str, target: str, degree: str, spent: int, rolled: int) -> Play:
    """Frightened 1, on a critical success 2; immune afterwards, whatever came of it."""
    if degree in (SUCCESS, CRITICAL_SUCCESS) and not immune_to_effect(game.state.creatures[target], THREAT.traits):
        yield from gain(game, target, "frightened", 2 if degree == CRITICAL_SUCCESS else 1, who, rolled)
    yield from spare(game, target, who, THREAT, rolled)


@rule("pf2e.action.demoralize", neutral=empty)
def _not_understood(state: State, creature: Creature, target: Creature) -> Sequence[Modifier]:
    """-4 circumstance without a shared language; who states none is taken to share one."""
    if share_language(creature, target):
        return ()
    return (Modifier("circumstance", "no shared language", -4, "pf2e.action.demoralize"),)


DEMORALIZE: Final = contest_kind(
    Contest("demoralize", "intimidation", "will"),
    _demoralize_problem,
    _offers("demoralize", _demoralize_problem),
    _demoralize,
    THREAT.traits,
    _not_understood,
)

# --- Feint -----------------------------------------------------------------------

TRICK: Final = ("mental",)


def _feint_problem(state: State, creature: Creature, action: Action) -> str:
    problem = foe_problem(state, creature, action.target)
    if problem:
        return problem
    if not trained(creature, "deception"):
        return f"{creature.id} is not trained in deception"
    return "" if threatens(state, creature, state.creatures[action.target]) else f"{action.target} is out of reach"


@rule("pf2e.action.feint", neutral=nothing)
def _feint(game: Game, who: str, target: str, degree: str, spent: int, rolled: int) -> Play:
    """Off-guard to the next melee attack of this turn, or to all until the end of the next; or oneself to the other."""
    turn = game.state.creatures[who].turn
    if degree == CRITICAL_FAILURE:
        yield from fool(game, who, target, Ends(who, turn + 1, "end"), rolled)
    if degree not in (SUCCESS, CRITICAL_SUCCESS) or immune_to_effect(game.state.creatures[target], TRICK):
        return
    if degree == CRITICAL_SUCCESS:
        yield from fool(game, target, who, Ends(who, turn + 1, "end"), rolled)
    else:
        yield from fool(game, target, who, Ends(who, turn, "end"), rolled, once=True)


FEINT: Final = contest_kind(
    Contest("feint", "deception", "perception"), _feint_problem, _offers("feint", _feint_problem), _feint, TRICK
)

KINDS: Final = (DEMORALIZE, FEINT)
