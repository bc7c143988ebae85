"""What skill actions against one creature have in common: who can be meant, the roll, the odds."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TypeAlias

from sim.model.actions import Action
from sim.model.protocols import Game, Play
from sim.model.state import UP, Creature, State
from sim.model.values import Modifier
from sim.model.windows import ATTACKING, Window
from sim.rules.pf2e.actions.kind import Kind, Offers, Problem
from sim.rules.pf2e.attack_penalty import counted
from sim.rules.pf2e.detection import doubtful, find, through_doubt, unplaced
from sim.rules.pf2e.fascinated import startle
from sim.rules.pf2e.numbers import strikes
from sim.rules.pf2e.skills import Contest, Terms, chances_of, roll_check, terms

Outcome: TypeAlias = Callable[[Game, str, str, str, int, int], Play]
"""What comes of it: (game, who, target, degree, seq of what was spent, seq of the roll)."""
Extra: TypeAlias = Callable[[State, Creature, Creature], Sequence[Modifier]]
"""Modifiers of this one check of a creature against another."""


def no_extra(state: State, creature: Creature, target: Creature) -> Sequence[Modifier]:
    """Nothing more than usual."""
    return ()


def foes(state: State, creature: Creature) -> Iterator[Creature]:
    """Standing enemies in the order of the fight."""
    others = tuple(state.creatures.values())
    return (c for c in others if c.side != creature.side and c.status == UP and not unplaced(state, creature, c))


def foe_problem(state: State, creature: Creature, target: str) -> str:
    """Why nobody of this name can be meant; empty when somebody can."""
    other = state.creatures.get(target)
    if other is None or other.status != UP or unplaced(state, creature, other):
        return f"there is no {target!r} that stands"
    if other.side == creature.side:
        return f"{target} is on the same side"
    if not state.grid.line_of_effect(creature.at, creature.space, other.at, other.space):
        return f"no line of effect to {target}"
    return ""


def contest_kind(
    contest: Contest,
    problem: Problem,
    offers: Offers,
    outcome: Outcome,
    traits: tuple[str, ...],
    extra: Extra = no_extra,
    readied: Offers | None = None,
) -> Kind:
    """Make the kind of a skill action; with a weapon it counts as an attack with that weapon's traits."""

    def bare(state: State, creature: Creature) -> Iterator[Action]:
        yield Action(contest.name)

    def numbers(state: State, creature: Creature, action: Action) -> Terms:
        target = state.creatures[action.target]
        weapon = strikes(creature)[action.item].traits if action.item else ()
        return terms(state, creature, target, contest, traits=weapon, extra=extra(state, creature, target))

    def perform(game: Game, who: str, action: Action, spent: int) -> Play:
        state = game.state
        creature = state.creatures[who]
        if contest.attack and ATTACKING in state.watchers:
            yield Window(ATTACKING, who, spent, True, action.target, traits)
            if problem(state, creature, action):
                return
        rolled = numbers(state, creature, action)
        if doubtful(state, creature, state.creatures[action.target]) and not (
            yield from find(game, who, action.target, spent, counted(state, who, rolled.attempt))
        ):
            return
        degree, seq = yield from roll_check(game, who, contest.name, action.target, rolled, spent)
        if state.effects:
            yield from startle(game, who, action.target, seq)
        yield from outcome(game, who, action.target, degree, spent, seq)

    def odds(state: State, creature: Creature, action: Action) -> Mapping[str, Fraction]:
        target = state.creatures[action.target]
        found = chances_of(numbers(state, creature, action))
        return through_doubt(state, creature, target, found) if doubtful(state, creature, target) else found

    return Kind(contest.name, 1, problem, offers, perform, traits, odds=odds, readied=readied or bare)
