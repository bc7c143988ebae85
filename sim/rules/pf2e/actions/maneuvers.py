"""Grapple, Shove, Trip and Disarm: Athletics against a creature in reach."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from sim.model.actions import Action
from sim.model.geometry import center, within_reach
from sim.model.protocols import Game, Play
from sim.model.state import Creature, State
from sim.model.values import CRITICAL_FAILURE, CRITICAL_SUCCESS, SUCCESS, Effect, EffectModifier, Ends, Modifier
from sim.model.windows import Ask
from sim.rules.pf2e.actions.contesting import Extra, Outcome, contest_kind, foe_problem, foes, no_extra
from sim.rules.pf2e.actions.kind import Kind, within
from sim.rules.pf2e.actions.moving import STAY, STRIDE
from sim.rules.pf2e.conditions import able, gain, start_effect
from sim.rules.pf2e.damage import deal, roll_damage
from sim.rules.pf2e.data import Strike
from sim.rules.pf2e.forced import PUSH, force
from sim.rules.pf2e.hands import free_hands, in_hand, put
from sim.rules.pf2e.hits import Hit
from sim.rules.pf2e.holds import hold, holds, let_go
from sim.rules.pf2e.numbers import strike_reach, strikes, usable
from sim.rules.pf2e.skills import Contest, trained
from sim.rules.pf2e.spaces import size_of
from sim.rules.pf2e.texts import parse_damage
from sim.rules.registry import nothing, rule

WON: Final = (SUCCESS, CRITICAL_SUCCESS)

# --- what all have in common -----------------------------------------------------

BARE: Final = Strike("bare hand", 0, "")
"""What reaches as far as its owner's arms."""


def _tools(state: State, creature: Creature, target: Creature, trait: str) -> Iterator[str]:
    """What a maneuver can be done with: a free hand or the hold one has already, then weapons with its trait."""
    if free_hands(state, creature) or (trait == "grapple" and holds(state, creature.id, target.id)):
        yield ""
    for name, strike in strikes(creature).items():
        if trait in strike.traits and usable(creature, name, strike):
            yield name


def _reached(creature: Creature, target: Creature, item: str) -> bool:
    reach = strike_reach(creature.data, strikes(creature)[item] if item else BARE)
    return within_reach(creature.at, creature.space, target.at, target.space, reach)


def _problem(state: State, creature: Creature, action: Action, trait: str) -> str:
    problem = foe_problem(state, creature, action.target)
    if problem:
        return problem
    target = state.creatures[action.target]
    if size_of(target) > size_of(creature) + 1:
        return f"{action.target} is more than one size larger"
    if action.item not in _tools(state, creature, target, trait):
        tool = f"{action.item} in hand with the trait {trait}" if action.item else "a free hand"
        return f"{trait} needs {tool}"
    return "" if _reached(creature, target, action.item) else f"{action.target} is out of reach"


def _maneuver(
    contest: Contest,
    outcome: Outcome,
    *,
    useless: Callable[[State, Creature, Creature], str] = lambda state, creature, target: "",
    extra: Extra = no_extra,
) -> Kind:
    """Make the kind of a maneuver; ``useless`` says why it would do nothing."""

    def problem(state: State, creature: Creature, action: Action) -> str:
        found = _problem(state, creature, action, contest.name)
        return found or useless(state, creature, state.creatures[action.target])

    def offers(state: State, creature: Creature) -> Iterator[Action]:
        for target in foes(state, creature):
            for item in _tools(state, creature, target, contest.name):
                action = Action(contest.name, target.id, item)
                if not problem(state, creature, action):
                    yield action

    def readied(state: State, creature: Creature) -> Iterator[Action]:
        if free_hands(state, creature):
            yield Action(contest.name)
        for name, strike in strikes(creature).items():
            if contest.name in strike.traits and usable(creature, name, strike):
                yield Action(contest.name, item=name)

    return contest_kind(contest, problem, offers, outcome, ("attack",), extra, readied)


# --- Grapple ---------------------------------------------------------------------


@rule("pf2e.action.grapple", neutral=nothing)
def _grapple(game: Game, who: str, target: str, degree: str, spent: int, rolled: int) -> Play:
    """Restrained or grabbed; failure lets go; critical failure lets the target choose."""
    if degree in WON:
        yield from hold(game, who, target, "restrained" if degree == CRITICAL_SUCCESS else "grabbed", rolled)
        return
    yield from let_go(game, who, target, rolled)
    if degree == CRITICAL_FAILURE and able(game.state, target):
        choice = yield Ask(target, (Action("grapple", who), Action("trip", who)), "grapple")
        if choice.kind == "grapple":
            yield from hold(game, target, who, "grabbed", rolled)
        else:
            yield from gain(game, who, "prone", 1, target, rolled)


GRAPPLE: Final = _maneuver(Contest("grapple", "athletics", "fortitude", True, "grapple_dc"), _grapple)

# --- Shove -----------------------------------------------------------------------


@rule("pf2e.action.shove", neutral=nothing)
def _shove(game: Game, who: str, target: str, degree: str, spent: int, rolled: int) -> Play:
    """Pushed 5 feet, or 10, and followed at will; critical failure: one falls prone."""
    if degree == CRITICAL_FAILURE:
        yield from gain(game, who, "prone", 1, who, rolled)
    if degree in WON:
        creature, before = game.state.creatures[who], game.state.creatures[target].at
        feet = 10 if degree == CRITICAL_SUCCESS else 5
        yield from force(game, who, target, PUSH, feet, center(creature.at, creature.space), rolled)
        yield from _follow(game, who, before, game.state.creatures[target].at, spent)


def _follow(game: Game, who: str, before: tuple[int, int], after: tuple[int, int], spent: int) -> Play:
    """Stride the same way and as far as the creature that was pushed, or stay."""
    creature = game.state.creatures[who]
    across, down = after[0] - before[0], after[1] - before[1]
    far = max(abs(across), abs(down))
    if not far:
        return
    (x, y), (dx, dy) = creature.at, (across // far, down // far)
    way = tuple((x + n * dx, y + n * dy) for n in range(1, far + 1))
    action = Action("stride", square=way[-1], via=way[:-1])
    if able(game.state, who) and not STRIDE.problem(game.state, creature, action):
        choice = yield Ask(who, (STAY, action), "shove")
        if choice != STAY:
            yield from within(game, who, STRIDE, action, spent)


SHOVE: Final = _maneuver(Contest("shove", "athletics", "fortitude", True), _shove)

# --- Trip ------------------------------------------------------------------------

FALL: Final = parse_damage("1d6 bludgeoning")


@rule("pf2e.action.trip", neutral=nothing)
def _trip(game: Game, who: str, target: str, degree: str, spent: int, rolled: int) -> Play:
    """Prone, on a critical success hurt as well; critical failure: one falls oneself."""
    if degree in WON:
        yield from gain(game, target, "prone", 1, who, rolled)
    if degree == CRITICAL_SUCCESS:
        parts = yield from roll_damage(game, who, "trip", FALL, rolled)
        yield from deal(game, Hit(who, target, "trip", spent, ("attack",)), parts, rolled)
    if degree == CRITICAL_FAILURE:
        yield from gain(game, who, "prone", 1, who, rolled)


def _lies(state: State, creature: Creature, target: Creature) -> str:
    return f"{target.id} is prone already" if "prone" in target.conditions else ""


TRIP: Final = _maneuver(Contest("trip", "athletics", "reflex", True), _trip, useless=_lies)

# --- Disarm ----------------------------------------------------------------------

LOOSE: Final = "loose_grip"


@rule("pf2e.action.disarm", neutral=nothing)
def _disarm(game: Game, who: str, target: str, degree: str, spent: int, rolled: int) -> Play:
    """The item falls; or the grip is loose until its turn; critical failure: one is off-guard until the next turn."""
    state = game.state
    creature, victim = state.creatures[who], state.creatures[target]
    if degree == CRITICAL_SUCCESS:
        yield from put(game, target, in_hand(victim)[0], "dropped", rolled)
    elif degree == SUCCESS:
        penalty = EffectModifier("attack", "circumstance", -2)
        ends = Ends(target, victim.turn + 1, "start")
        yield from start_effect(game, Effect(state.made + 1, LOOSE, target, who, (penalty,), ends), rolled)
    elif degree == CRITICAL_FAILURE:
        yield from gain(game, who, "off_guard", 1, who, rolled, Ends(who, creature.turn + 1, "start"))


def _empty(state: State, creature: Creature, target: Creature) -> str:
    if not trained(creature, "athletics"):
        return f"{creature.id} is not trained in athletics"
    return "" if in_hand(target) else f"{target.id} holds nothing"


def _loose(state: State, creature: Creature, target: Creature) -> Sequence[Modifier]:
    """+2 circumstance against a loose grip."""
    loose = any(e.name == LOOSE and e.target == target.id for e in state.effects.values())
    return (Modifier("circumstance", "loose grip", 2, "pf2e.action.disarm"),) if loose else ()


DISARM: Final = _maneuver(Contest("disarm", "athletics", "reflex", True), _disarm, useless=_empty, extra=_loose)

KINDS: Final = (GRAPPLE, SHOVE, TRIP, DISARM)
