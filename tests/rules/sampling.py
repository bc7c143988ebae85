"""Fights that do one thing again and again, counted; and how far counts may lie from what they should be."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable

from attrs import Factory, define, evolve, frozen

from sim.model import events as ev
from sim.model.actions import parse_action
from sim.model.dice import KeyedDice
from sim.model.reduce import ROUND_SECONDS
from sim.rules.pf2e.data import Ability, Save, StatBlock
from sim.rules.pf2e.heightening import completed
from tests.engine.table import Says, block, found, one, scene, table

ROUNDS = 100
SIGMAS = 4
"""How far chi-square may lie above its mean, in its own standard deviations; dice are keyed, so this never flickers."""
RARE = 5
"""Outcomes expected more seldom are taken together."""
TICKS = 3
"""So often persistent damage is counted before it may go on uncounted."""

Outcome = tuple[str, int]
"""A degree of success and the damage that came of it."""


@frozen
class Trial:
    """What ``a`` does to ``t`` in each round, and how the outcomes are read from a fight.

    Attributes:
        actor: Who does it.
        turn: What it does.
        read: The outcomes of a fight.
        target: What sets the target apart.
        squares: Distance to the target.
        options: The ruleset's options.
        script: Answers to the questions, given the turn.
    """

    actor: StatBlock
    turn: tuple[str, ...]
    read: Callable[[object], Iterable[Outcome]]
    target: dict = Factory(dict)
    squares: int = 1
    options: dict = Factory(dict)
    script: Callable[[tuple[str, ...]], object] = lambda turn: Says({"a": list(turn) * ROUNDS})


def strikes(strike, *, attempt=1, passive=None, **more):
    """A Strike of which attack number ``attempt`` of each turn is counted."""
    abilities = (Ability(name="Gift", passive=passive),) if passive else ()
    turn = (f"strike t with {strike.name}",) * attempt + ("end",) * (attempt < 3)

    def read(fight):
        return outcomes(fight, last_rolls(found(fight, ev.AttackRolled, attempt=attempt)))

    return Trial(block("Attacker", strikes=(strike,), abilities=abilities), turn, read, **more)


def last_rolls(entries):
    """Degrees of rolls by their seq; one that was made again does not count."""
    again = {event.cause for _, _, event in entries}
    return {seq: event.roll.degree for seq, _, event in entries if seq not in again}


def casts(damage, attack, **more):
    """An ability with an attack roll, once a turn."""
    ray = Ability(name="ray", range=60, affects="enemies", damage=damage, attack=attack)
    ray, maker, more = _told(ray, more)

    def read(fight):
        return outcomes(fight, last_rolls(found(fight, ev.AttackRolled)))

    return Trial(maker, ("use ray on t", "end"), read, **more)


def saves(damage, dc, *, basic=True, by="reflex", aim="on t", **more):
    """Damage with a save, three times a turn."""
    save = Save(dc, basic=by) if basic else Save(dc, type=by)
    flame = Ability(name="flame", range=60, affects="enemies", damage=damage, save=save)
    flame, maker, more = _told(flame, more)

    def read(fight):
        return outcomes(fight, last_rolls(found(fight, ev.SaveRolled)))

    return Trial(maker, (f"use flame {aim}",) * 3, read, **more)


def _told(ability, more):
    """The ability with what else is told of it, its maker, and what is told of the trial."""
    told = {name: more.pop(name) for name in list(more) if hasattr(ability, name)}
    ability = evolve(ability, **told)
    return ability, completed(block("Caster", level=more.pop("level", 1), abilities=(ability,))), more


def burns(damage, dc, **more):
    """Persistent damage with a basic save, laid on whoever does not suffer any; at most so many ticks are counted."""
    trial = saves(damage, dc, **more)
    return evolve(trial, turn=("use flame on t",), read=ticks, script=Kindles)


def outcomes(fight, rolls):
    """Degree and damage of each roll."""
    damages = dict.fromkeys(rolls, 0)
    for _, _, applied in found(fight, ev.DamageApplied):
        if applied.cause in damages:
            damages[applied.cause] += applied.amount
    return [(rolls[seq], damages[seq]) for seq in rolls]


def ticks(fight):
    """Degree of each save and the damage that persisted by it, of all that a fight's end could not cut short.

    Those alone that it does cut short would be the longer ones.
    """
    rolled = []
    for _, t, event in fight.entries:
        if isinstance(event, ev.SaveRolled):
            rolled.append((t // ROUND_SECONDS, event.roll.degree, []))
        elif isinstance(event, ev.DamageApplied):
            rolled[-1][2].append(event.amount)
    return [(degree, sum(amounts[:TICKS])) for start, degree, amounts in rolled if start <= ROUNDS - TICKS]


@define
class Kindles:
    """Answers: ``a`` acts while nothing persists on ``t``, else waits."""

    turn: tuple[str, ...]

    def answer(self, question, state, legal, cause):
        if question.kind != "action":
            return None
        ready = question.who == "a" and not state.effects and state.creatures["a"].actions == 3
        action = parse_action(self.turn[0] if ready else "end")
        return ev.ActionChosen(cause, question.who, str(action), "action", (question.seq, question.k), "script")


class Rerolls(Says):
    """Answers: ``a`` acts, and rolls again what is offered first: what has failed critically."""

    def __init__(self, turn):
        super().__init__({"a": list(turn) * ROUNDS})

    def answer(self, question, state, legal, cause):
        if question.kind != "choice":
            return super().answer(question, state, legal, cause)
        at = (question.seq, question.k)
        return ev.ActionChosen(cause, question.who, str(next(iter(legal))), question.kind, at, "script")


def sample(trial, count, seed=1):
    """Count degrees and damage of so many outcomes of real fights, a hundred rounds each."""
    degrees, damages = Counter(), Counter()
    target = block("Target", hp=10**6, **trial.target)
    people = one("a", "heroes", (2, 5), trial.actor), one("t", "foes", (2 + trial.squares, 5), target)
    scenario = scene(*people, options=trial.options, round_limit=ROUNDS)
    number = 0
    while degrees.total() < count:
        fight = table(scenario, trial.script(trial.turn), KeyedDice.of(seed, number))
        fight.run()
        assert not fight.state.faulted
        seen = list(trial.read(fight))[: count - degrees.total()]
        degrees.update(degree for degree, _ in seen)
        damages.update(damage for _, damage in seen)
        number += 1
    return degrees, damages


def strain(counts, chances):
    """Chi-square of counts against exact chances, beyond its mean in standard deviations."""
    assert set(counts) <= set(chances), "an impossible outcome"
    total = counts.total()
    rare = [outcome for outcome in chances if total * chances[outcome] < RARE]
    cells = [(counts[outcome], total * chances[outcome]) for outcome in chances if outcome not in rare]
    if rare:
        cells.append((sum(counts[outcome] for outcome in rare), total * sum(chances[outcome] for outcome in rare)))
    return _beyond([(seen - due) ** 2 / due for seen, due in cells])


def strain_between(ours, theirs):
    """The same for two samples of one distribution."""
    here, there = ours.total(), theirs.total()
    every = sorted({*ours, *theirs})
    rare = [
        outcome for outcome in every if (ours[outcome] + theirs[outcome]) * min(here, there) < RARE * (here + there)
    ]
    cells = [(ours[outcome], theirs[outcome]) for outcome in every if outcome not in rare]
    if rare:
        cells.append((sum(ours[outcome] for outcome in rare), sum(theirs[outcome] for outcome in rare)))
    weight = math.sqrt(there / here)
    return _beyond([(weight * a - b / weight) ** 2 / (a + b) for a, b in cells])


def _beyond(parts):
    freedom = len(parts) - 1
    return (sum(parts) - freedom) / math.sqrt(2 * freedom) if freedom else 0.0
