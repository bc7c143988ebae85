"""0 Hit Points, dying, recovery, death and waking."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from attrs import frozen

from sim.model import events as ev
from sim.model.protocols import Game, Play
from sim.model.state import DOWN, UP, Creature, State
from sim.model.values import DEGREES, Effect, Ends
from sim.rules.pf2e.condition_table import is_statue
from sim.rules.pf2e.conditions import lose, set_condition, start_effect
from sim.rules.pf2e.data import Regeneration
from sim.rules.pf2e.flat import flat_check
from sim.rules.pf2e.hands import put
from sim.rules.pf2e.hits import words
from sim.rules.pf2e.holds import break_holds
from sim.rules.pf2e.numbers import REGENERATION, laid_on, side_kind
from sim.rules.pf2e.rerolls import POINTS, recover_heroically
from sim.rules.pf2e.water import suffocates
from sim.rules.registry import RuleTable, always, never, nothing, rule, zero

DYING_KILLS: Final = 4
STOPPED: Final = "regeneration_stopped"
"""Effect on a creature that cannot regenerate for a while."""

RECOVERY: Final[Mapping[str, int]] = RuleTable(
    "health.RECOVERY",
    {"critical_success": -2, "success": -1, "failure": 1, "critical_failure": 2},
    ids=dict.fromkeys(DEGREES, "pf2e.damage.recovery_check"),
    neutral=0,
)
"""What a recovery check does to the dying value."""


@frozen
class Blow:
    """Damage that left a creature at 0 Hit Points: who dealt it, how much, and how."""

    by: str
    amount: int
    critical: bool
    nonlethal: bool
    death: bool = False


@rule("pf2e.damage.zero_hp", neutral=lambda hp, loss: hp - loss)
def points_left(hp: int, loss: int) -> int:
    """Hit Points fall one for one, and not below 0."""
    return max(hp - loss, 0)


@rule("pf2e.damage.zero_hp", neutral=always)
def can_die_slowly(state: State, creature: Creature) -> bool:
    """Characters and important monsters become dying; others die at 0 HP, and so do statues (pf2e.damage.dying)."""
    if is_statue(creature):
        return False
    if creature.data.important or side_kind(state.scenario, creature.side) == "pc":
        return True
    return regenerates(state, creature)


def regenerates(state: State, creature: Creature) -> bool:
    """Whether a creature has regeneration and nothing has stopped it: then no dying value kills it."""
    return bool(regenerations(state, creature)) and not any(
        e.target == creature.id and e.name == STOPPED for e in state.effects.values()
    )


def regenerations(state: State, creature: Creature) -> tuple[Regeneration, ...]:
    """A creature's regeneration, and those that effects give it, stopped or not."""
    found: tuple[Regeneration, ...] | None = creature.numbers.get(REGENERATION)
    if found is None:
        own = (creature.data.regeneration,) if creature.data.regeneration else ()
        laid = [change for _, change in laid_on(state, creature) if change.to == REGENERATION]
        given = [Regeneration(change.value, tuple(change.only.split(", "))) for change in laid]
        found = creature.numbers[REGENERATION] = (*own, *given)
    return found


def stop_regeneration(game: Game, creature: Creature, kinds: Sequence[str], cause: int) -> Play:
    """Damage of a kind that regeneration cannot stand stops it until the end of the creature's next turn."""
    stops = [stop for each in regenerations(game.state, creature) for stop in words(each.stopped_by)]
    if any(kind in stops for kind in kinds):
        ends = Ends(creature.id, creature.turn + 1, "end")
        who = creature.id
        yield from start_effect(game, Effect(game.state.made + 1, STOPPED, who, who, ends=ends), cause)


@rule("pf2e.damage.massive", neutral=never)
def is_massive(amount: int, max_hp: int) -> bool:
    """One blow of at least twice the maximum Hit Points kills at once."""
    return amount >= 2 * max_hp


@rule("pf2e.damage.death_effect", neutral=never)
def is_death_effect(blow: Blow) -> bool:
    """Whom an effect with the death trait brings to 0 Hit Points is dead at once."""
    return blow.death


@rule("pf2e.damage.nonlethal_ko", neutral=never)
def knocks_out(blow: Blow, conditions: Mapping[str, int]) -> bool:
    """A nonlethal blow leaves its victim unconscious; the dying it hurts like any other."""
    return blow.nonlethal and "dying" not in conditions


def reach_zero(game: Game, who: str, blow: Blow, cause: int) -> Play:
    """What happens when damage leaves a creature at 0 Hit Points."""
    creature = game.state.creatures[who]
    if is_death_effect(blow):
        yield from die(game, who, blow.by, cause)
    elif knocks_out(blow, creature.conditions):
        if creature.status == UP:
            yield from knock_out(game, who, blow.by, cause)
    elif is_massive(blow.amount, creature.max_hp) or not can_die_slowly(game.state, creature):
        yield from die(game, who, blow.by, cause)
    elif creature.status == UP:
        downed = yield from knock_out(game, who, blow.by, cause)
        yield from move_before_turn(game, who, downed)
        yield from start_dying(game, who, blow, downed)
    elif "dying" in creature.conditions:
        yield from hurt_dying(game, who, blow, cause)
    else:  # lost by recovery checks or never had, but still at 0
        yield from start_dying(game, who, blow, cause)


def knock_out(game: Game, who: str, by: str, cause: int) -> Play:
    """A creature falls unconscious and drops what it holds; by a nonlethal effect no more.

    Returns:
        Seq of the CombatantDowned event.
    """
    creature = game.state.creatures[who]
    downed: int = yield ev.CombatantDowned(cause, who, by)
    for condition in ("unconscious", "prone"):
        yield from set_condition(game, who, condition, 1, by, downed)
    for item, place in tuple(creature.items.items()):
        if place == "held":
            yield from put(game, who, item, "dropped", downed)
    yield from break_holds(game, who, downed)
    return downed


@rule("pf2e.damage.dying", neutral=nothing)
def start_dying(game: Game, who: str, blow: Blow, cause: int) -> Play:
    """Dying 1, more after a critical blow, and the wounded value."""
    wounded = wounded_adds(game.state.creatures[who].conditions)
    yield from raise_dying(game, who, dying_of(blow.critical) + wounded, blow.by, cause)


@rule("pf2e.damage.dying_critical", neutral=lambda critical: 1)
def dying_of(critical: bool) -> int:
    """Dying 2 after a critical hit or an own critical failure, else 1."""
    return 2 if critical else 1


@rule("pf2e.damage.wounded", neutral=zero)
def wounded_adds(conditions: Mapping[str, int]) -> int:
    """Gaining dying adds the wounded value."""
    return conditions.get("wounded", 0)


@rule("pf2e.damage.dying_damage", neutral=nothing)
def hurt_dying(game: Game, who: str, blow: Blow, cause: int) -> Play:
    """Damage raises dying by 1, a critical blow by 2; option dying_damage_adds_wounded."""
    adds = game.state.scenario.options["dying_damage_adds_wounded"]
    wounded = wounded_adds(game.state.creatures[who].conditions) if adds else 0
    yield from raise_dying(game, who, (2 if blow.critical else 1) + wounded, blow.by, cause)


@rule("pf2e.damage.dying_initiative", neutral=nothing)
def move_before_turn(game: Game, who: str, cause: int) -> Play:
    """The place of who drops to 0 Hit Points moves to directly before the turn in which it dropped."""
    state = game.state
    current = state.turn
    if not current or current == who or who not in state.order:
        return
    rest = [other for other in state.order if other != who]
    place = rest.index(current)
    order = (*rest[:place], who, *rest[place:])
    yield ev.OrderChanged(cause, order, place + 2, "dying")


def raise_dying(game: Game, who: str, by_value: int, by: str, cause: int) -> Play:
    """Raise the dying value, which may kill."""
    creature = game.state.creatures[who]
    conditions = creature.conditions
    value, deadly = conditions.get("dying", 0) + by_value, dying_threshold(conditions.get("doomed", 0))
    if regenerates(game.state, creature):
        value = min(value, deadly - 1)
    kills = value >= deadly
    if kills and creature.counters.get(POINTS) and (yield from recover_heroically(game, who, cause)):
        return
    seq = yield from set_condition(game, who, "dying", value, by, cause)
    if kills:
        yield from die(game, who, by, seq)


@rule("pf2e.damage.death", neutral=lambda doomed: 1000)
@rule("pf2e.condition.doomed", neutral=lambda doomed: 4)
def dying_threshold(doomed: int) -> int:
    """The dying value that kills: 4, less doomed."""
    return max(DYING_KILLS - doomed, 1)


def doom(game: Game, who: str, before: int, after: int, source: str, cause: int) -> Play:
    """Whose dying value that kills is lowered to what it has already, or to 0, dies."""
    dying = game.state.creatures[who].conditions.get("dying", 0)
    if doomed_to_die(after, dying):
        yield from die(game, who, source, cause)


@rule("pf2e.condition.doomed", neutral=never)
def doomed_to_die(doomed: int, dying: int) -> bool:
    """At a value that leaves nothing to die by a creature is dead at once."""
    return bool(doomed) and (doomed >= DYING_KILLS or dying >= dying_threshold(doomed))


def die(game: Game, who: str, by: str, cause: int) -> Play:
    """A creature is dead."""
    died = yield ev.CombatantDied(cause, who, by)
    yield from break_holds(game, who, died)


@rule("pf2e.turn.start_recovery", neutral=nothing)
def recovery_check(game: Game, who: str, cause: int) -> Play:
    """The dying make a flat check at the start of the turn."""
    creature = game.state.creatures[who]
    dying = creature.conditions.get("dying", 0)
    if not dying:
        return
    roll = flat_check(game, who, "recovery", recovery_dc(dying))
    seq = yield ev.FlatCheckRolled(cause, who, "recovery", roll)
    change = RECOVERY[roll.degree]
    if change > 0:
        yield from raise_dying(game, who, change, who, seq)
    elif dying + change > 0:
        yield from set_condition(game, who, "dying", dying + change, who, seq)
    else:
        yield from lose_dying(game, who, seq)


@rule("pf2e.damage.recovery_check", neutral=lambda dying: 10)
def recovery_dc(dying: int) -> int:
    """DC 10 + dying."""
    return 10 + dying


def lose_dying(game: Game, who: str, cause: int) -> Play:
    """Dying ends; where it was not there nothing happens."""
    if "dying" in game.state.creatures[who].conditions:
        yield from lose(game, who, "dying", cause)
        yield from raise_wounded(game, who, cause)


@rule("pf2e.damage.wounded", neutral=nothing)
def raise_wounded(game: Game, who: str, cause: int) -> Play:
    """Losing dying raises wounded by 1."""
    wounded = game.state.creatures[who].conditions.get("wounded", 0)
    yield from set_condition(game, who, "wounded", wounded + 1, who, cause)


@rule("pf2e.damage.revived", neutral=nothing)
def wake(game: Game, who: str, cause: int) -> Play:
    """With 1 Hit Point or more a creature loses dying and wakes; at 0 it stays unconscious."""
    creature = game.state.creatures[who]
    if creature.status == DOWN and creature.hp > 0:
        yield from lose_dying(game, who, cause)
        if not suffocates(creature):
            yield from lose(game, who, "unconscious", cause)
            yield ev.CombatantRose(cause, who)
