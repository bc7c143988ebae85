"""Initiative: what is rolled, and in which order creatures act."""

from __future__ import annotations

from collections.abc import Sequence

from sim.model import events as ev
from sim.model.protocols import Game, Play
from sim.model.scenario import Combatant
from sim.model.state import OBSERVED, UNDETECTED, Creature, State
from sim.model.values import Modifier
from sim.rules.pf2e.checks import roll_total
from sim.rules.pf2e.data import SKILLS
from sim.rules.pf2e.detection import notice, of_pair
from sim.rules.pf2e.numbers import luck, side_kind, situation, statistic
from sim.rules.pf2e.senses import better, felt
from sim.rules.pf2e.skills import dc_against, skill
from sim.rules.pf2e.stacking import stack
from sim.rules.registry import rule

STATISTICS = ("perception", *SKILLS)
"""What initiative may be rolled with."""
COUNTER, TIE = "initiative", "initiative_tie"
_TIE_SIZES = (1000,)


def roll_initiative(game: Game, who: str, cause: int) -> Play:
    """Roll for a creature, or let it act on what its group has rolled; return the seq."""
    state = game.state
    leader = leader_of(state, who)
    if leader:
        result = state.creatures[leader].counters[COUNTER]
        seq: int = yield ev.CounterChanged(cause, who, COUNTER, 0, result)
    else:
        creature = state.creatures[who]
        name = entry_of(state, who).initiative or STATISTICS[0]
        bonus, modifiers = numbers(state, creature, name)
        roll = roll_total(game, f"{who}/initiative", bonus, modifiers, 0, luck=luck(state, creature, name))
        seq = yield ev.InitiativeRolled(cause, who, name, roll)
    if state.scenario.options["initiative_ties"] == "dice":
        # each creature draws once, so the die needs no count in the state
        lot = game.dice.roll(f"{who}/tie", 0, _TIE_SIZES, state.seq)[0]
        seq = yield ev.CounterChanged(seq, who, TIE, 0, lot)
    return seq


def come_unseen(game: Game, who: str, cause: int) -> Play:
    """With option surprise, Stealth for initiative hides one from each enemy whose Perception DC it reaches."""
    state = game.state
    if not state.scenario.options["surprise"] or entry_of(state, who).initiative != "stealth":
        return
    creature = state.creatures[who]
    for foe in tuple(state.creatures.values()):
        noticed = creature.counters[COUNTER] < dc_against(state, foe, STATISTICS[0])[0]
        if foe.side != creature.side and not noticed and of_pair(state, foe.id, who) == OBSERVED:
            yield from notice(game, foe.id, who, better(UNDETECTED, felt(state, foe, creature)), cause)


@rule("pf2e.encounter.initiative", neutral=lambda state, creature, name: (0, ()))
def numbers(state: State, creature: Creature, name: str) -> tuple[int, tuple[Modifier, ...]]:
    """Perception, or the skill that the scenario names, with all that lies on it."""
    total, modifiers = (skill if name in SKILLS else statistic)(state, creature, name)
    heard = situation(state, creature, "initiative") if creature.conditions and name == STATISTICS[0] else ()
    return stack((*modifiers, *heard)) if heard else (total, modifiers)


def entry_of(state: State, who: str) -> Combatant:
    """A creature as the scenario states it."""
    return next(one for one in state.scenario.combatants if one.id == who)


@rule("pf2e.encounter.initiative_group", neutral=lambda state, who: "")
def leader_of(state: State, who: str) -> str:
    """The creature on whose roll this one acts: the first of its adversaries' group of identical creatures, or none."""
    if state.scenario.options["initiative_groups"] != "grouped":
        return ""
    mine = entry_of(state, who)
    if side_kind(state.scenario, mine.side) == "pc":
        return ""
    first = next(one for one in state.scenario.combatants if _alike(one, mine))
    return "" if first.id == who else first.id


def _alike(one: Combatant, other: Combatant) -> bool:
    return (one.side, one.round, one.initiative, one.data) == (other.side, other.round, other.initiative, other.data)


@rule("pf2e.encounter.initiative", neutral=lambda state: tuple(state.creatures))
def by_initiative(state: State) -> tuple[str, ...]:
    """Everyone, highest first."""
    return tuple(sorted(state.creatures, key=lambda who: rank(state, who)))


def with_newcomer(state: State, who: str) -> tuple[str, ...]:
    """The order with a creature in it that comes later; nobody else changes places."""
    order, own = state.order, rank(state, who)
    place = next((at for at, other in enumerate(order) if rank(state, other) > own), len(order))
    return *order[:place], who, *order[place:]


def rank(state: State, who: str) -> tuple[int, ...]:
    """What creatures are sorted by: the lowest acts first."""
    ids = [one.id for one in state.scenario.combatants]
    return -state.creatures[who].counters[COUNTER], *before_others(state, state.creatures[who]), ids.index(who)


@rule("pf2e.encounter.initiative_ties", neutral=lambda state, creature: ())
def before_others(state: State, creature: Creature) -> Sequence[int]:
    """At the same result adversaries act before characters; or lots are drawn, where the option says so."""
    if state.scenario.options["initiative_ties"] == "dice":
        return (-creature.counters[TIE],)
    return (int(side_kind(state.scenario, creature.side) == "pc"),)
