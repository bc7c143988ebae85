"""Skill checks, and skill actions that set one against a statistic of another creature."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from attrs import frozen

from sim.model import events as ev
from sim.model.protocols import Game, Play
from sim.model.state import Creature, State
from sim.model.values import Modifier
from sim.model.windows import ROLLING
from sim.rules.pf2e.aid import aided
from sim.rules.pf2e.attack_penalty import attack_penalty, attempt_number, counted
from sim.rules.pf2e.checks import chances, dc_of, roll_total
from sim.rules.pf2e.data import SKILLS, StatBlock
from sim.rules.pf2e.luck import Luck
from sim.rules.pf2e.numbers import base, luck, situation, statistic
from sim.rules.pf2e.rerolls import again, once_more
from sim.rules.pf2e.stacking import Numbers, stack
from sim.rules.registry import rule


@rule("pf2e.check.skill", neutral=lambda data, name: 0)
def skill_modifier(data: StatBlock, name: str) -> int:
    """The stated modifier of a skill; untrained, the attribute's alone."""
    return data.skills.get(name, data.attributes.get(SKILLS.get(name, "int"), 0))


def trained(creature: Creature, name: str) -> bool:
    """Whether a creature is trained in a skill: its stat block states it."""
    return name in creature.data.skills


def skill(state: State, creature: Creature, name: str) -> Numbers:
    """Total modifier of a skill with its parts."""
    known: Numbers | None = creature.numbers.get(name)
    if known is None:
        parts = base(creature.data, name, skill_modifier(creature.data, name), "pf2e.check.skill")
        known = creature.numbers[name] = stack((*parts, *situation(state, creature, name)))
    return known


def dc_against(state: State, creature: Creature, name: str) -> Numbers:
    """DC of a creature's skill, save or Perception."""
    total, modifiers = (skill if name in SKILLS else statistic)(state, creature, name)
    own = len(creature.data.parts.get(name, "1"))  # what is stated is one part
    return dc_of(total), modifiers[own:]


@frozen
class Contest:
    """What a skill action rolls: a skill against the DC of one of the target's statistics.

    Attributes:
        name: Of the action.
        skill: What is rolled.
        defense: What makes the DC.
        attack: Whether it has the attack trait.
        option: A scenario option that names another defense, or empty.
    """

    name: str
    skill: str
    defense: str
    attack: bool = False
    option: str = ""


class Terms(NamedTuple):
    """All that a check is rolled with."""

    bonus: int
    modifiers: tuple[Modifier, ...]
    dc: int
    against: tuple[Modifier, ...]
    attempt: int
    luck: Luck
    statistic: str


@rule("pf2e.action.skill_attacks", "pf2e.attack.map_counts", neutral=lambda state, who, contest: 0)
def attempt_of(state: State, who: str, contest: Contest) -> int:
    """Skill actions with the attack trait suffer and raise the multiple attack penalty, others do neither."""
    return attempt_number(state, who) if contest.attack else 0


def terms(
    state: State,
    creature: Creature,
    target: Creature,
    contest: Contest,
    *,
    traits: Sequence[str] = (),
    extra: Sequence[Modifier] = (),
) -> Terms:
    """What a contest is rolled with now; ``traits`` are those of the weapon it is done with."""
    attempt = attempt_of(state, creature.id, contest)
    more = (*attack_penalty(creature, traits, attempt), *extra)
    bonus, modifiers = skill(state, creature, contest.skill)
    if more:
        bonus, modifiers = stack((*modifiers, *more))
    defense = str(state.scenario.options[contest.option]) if contest.option else contest.defense
    return Terms(
        bonus,
        modifiers,
        *dc_against(state, target, defense),
        attempt,
        luck(state, creature, contest.skill),
        contest.skill,
    )


def plain_terms(state: State, creature: Creature, name: str, dc: int) -> Terms:
    """What a check of a skill against a stated DC is rolled with now."""
    return Terms(*skill(state, creature, name), dc, (), 0, luck(state, creature, name), name)


def chances_of(terms: Terms) -> Mapping[str, Fraction]:
    """Exact chance of each degree."""
    return chances(terms.bonus, terms.dc, terms.luck)


def roll_check(game: Game, who: str, name: str, target: str, terms: Terms, cause: int) -> Play:
    """Roll a check against a creature.

    Returns:
        The degree of success and the seq of the roll.
    """
    watched = ROLLING in game.state.watchers
    helped = (yield from aided(game, who, terms.statistic, target, cause)) if watched else ()
    bonus, modifiers = stack((*terms.modifiers, *helped)) if helped else terms[:2]
    roll = roll_total(game, f"{who}/{name}", bonus, modifiers, terms.dc, terms.against, terms.luck)
    event = ev.CheckRolled(cause, who, name, roll, target, counted(game.state, who, terms.attempt))
    seq = yield event
    if once_more(game.state.creatures[who], terms.luck, roll.degree):
        roll, seq = yield from again(game, event, seq, terms.luck)
    return roll.degree, seq
