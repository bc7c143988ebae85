"""Hide and Sneak."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from sim.model.actions import Action
from sim.model.protocols import Game, Play
from sim.model.state import HIDDEN, OBSERVED, UNDETECTED, UNNOTICED, UP, Creature, State
from sim.model.values import CRITICAL_FAILURE, CRITICAL_SUCCESS, FAILURE, SUCCESS
from sim.rules.pf2e import movement
from sim.rules.pf2e.actions.contesting import foes
from sim.rules.pf2e.actions.kind import Kind
from sim.rules.pf2e.actions.moving import on_foot
from sim.rules.pf2e.detection import at_best, exposed, notice, perceived
from sim.rules.pf2e.opposed import roll_against
from sim.rules.pf2e.paths import find_path, speed
from sim.rules.pf2e.senses import better, felt
from sim.rules.pf2e.spaces import barred, knows_of
from sim.rules.pf2e.terrain import footing, needs_balance
from sim.rules.registry import nothing, rule

SNEAKED: Final[Mapping[str, str]] = {
    CRITICAL_SUCCESS: UNDETECTED,
    SUCCESS: UNDETECTED,
    FAILURE: HIDDEN,
    CRITICAL_FAILURE: OBSERVED,
}
"""How one is perceived after Sneak."""

# --- Hide ------------------------------------------------------------------------


def _watching(state: State, creature: Creature) -> list[str]:
    """Enemies that observe a creature although something could hide it from them."""
    seers = [c for c in state.creatures.values() if c.side != creature.side and c.status == UP]
    return [c.id for c in seers if perceived(state, c, creature) == OBSERVED and not exposed(state, c.id, creature.id)]


def _known_watchers(state: State, creature: Creature) -> list[str]:
    """Those of them of whom it knows."""
    return [seer for seer in _watching(state, creature) if knows_of(state, creature, state.creatures[seer])]


def _hide_problem(state: State, creature: Creature, action: Action) -> str:
    return "" if _known_watchers(state, creature) else f"nothing hides {creature.id} from whoever observes it"


def _hides(state: State, creature: Creature) -> Iterator[Action]:
    if _known_watchers(state, creature):
        yield Action("hide")


@rule("pf2e.action.hide", neutral=nothing)
def _hide(game: Game, who: str, action: Action, spent: int) -> Play:
    """One Stealth roll against the Perception DC of each observer: a success hides one from it."""
    seers = _watching(game.state, game.state.creatures[who])
    for seer, degree, seq in (yield from roll_against(game, who, "hide", "stealth", seers, "perception", spent)):
        if degree in (SUCCESS, CRITICAL_SUCCESS):
            yield from notice(game, seer, who, HIDDEN, seq)


# --- Sneak -----------------------------------------------------------------------


def sneak_feet(creature: Creature) -> int:
    """Half the Speed, in whole squares."""
    return speed(creature) // 2 // 5 * 5


def _unseen(state: State, creature: Creature) -> bool:
    return any(perceived(state, foe, creature) != OBSERVED for foe in foes(state, creature))


def _sneak_problem(state: State, creature: Creature, action: Action) -> str:
    if not on_foot(creature):
        return f"{creature.id} is prone and must Stand first"
    if not _unseen(state, creature):
        return f"{creature.id} is hidden from nobody"
    if action.square is None:
        return "sneak needs a square, such as sneak 4,5"
    if find_path(state, creature.id, action, sneak_feet(creature), onward=creature.actions > SNEAK.cost):
        return ""
    return f"{action.square[0]},{action.square[1]} cannot be reached with {sneak_feet(creature)} ft"


def _sneaks(state: State, creature: Creature) -> Iterator[Action]:
    if on_foot(creature) and _unseen(state, creature) and not needs_balance(state, creature):
        turned = creature.tally.get("diagonals", 0)
        where = (creature.at, creature.space, sneak_feet(creature), turned)
        reached = footing(state, creature).reachable(*where, *barred(state, creature))
        yield from (Action("sneak", square=at) for at in reached)


def _walk(game: Game, who: str, action: Action, spent: int) -> Play:
    creature = game.state.creatures[who]
    path = find_path(game.state, who, action, sneak_feet(creature), onward=creature.actions > 0)
    if path:
        yield from movement.stride(game, who, path, spent, spent)
    yield from _sneak(game, who, spent)


@rule("pf2e.action.sneak", neutral=nothing)
def _sneak(game: Game, who: str, spent: int) -> Play:
    """After the move one Stealth roll against the Perception DC of each whom something still hides one from."""
    state = game.state
    table = dict(state.detection.get(who, {}))
    seers = [seer for seer in table if not exposed(state, seer, who)]
    if not seers:
        return
    for seer, degree, seq in (yield from roll_against(game, who, "sneak", "stealth", seers, "perception", spent)):
        how = SNEAKED[degree]
        if how == OBSERVED:
            how = at_best(state, seer, who)
        if how == UNDETECTED and table[seer] == UNNOTICED:
            how = UNNOTICED
        yield from notice(game, seer, who, better(how, felt(state, state.creatures[seer], state.creatures[who])), seq)


HIDE: Final = Kind("hide", 1, _hide_problem, _hides, _hide, ("secret",))
SNEAK: Final = Kind("sneak", 1, _sneak_problem, _sneaks, _walk, ("move", "secret"))

KINDS: Final = (HIDE, SNEAK)
