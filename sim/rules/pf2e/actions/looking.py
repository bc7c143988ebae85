"""Where to look, and where not: Avert Gaze, and Point Out, which shows allies where somebody is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from sim.model import events as ev
from sim.model.actions import Action
from sim.model.protocols import Game, Play
from sim.model.state import HIDDEN, OBSERVED, UP, Creature, State
from sim.model.values import CRITICAL_SUCCESS, SUCCESS, Effect, Ends
from sim.rules.pf2e.actions.contesting import foes
from sim.rules.pf2e.actions.kind import Kind
from sim.rules.pf2e.cover import makes_use
from sim.rules.pf2e.defenses import beyond_senses
from sim.rules.pf2e.detection import notice, perceived
from sim.rules.pf2e.gaze import AVERTED
from sim.rules.pf2e.opposed import roll_against
from sim.rules.pf2e.speech import understands
from sim.rules.registry import nothing, rule

# --- Avert Gaze ------------------------------------------------------------------


def _avert_problem(state: State, creature: Creature, action: Action) -> str:
    return f"{creature.id} averts its gaze already" if makes_use(state, creature, AVERTED) else ""


def _averts(state: State, creature: Creature) -> Iterator[Action]:
    action = Action("avert_gaze")
    if not _avert_problem(state, creature, action) and any(foes(state, creature)):
        yield action


@rule("pf2e.action.avert_gaze", neutral=nothing)
def _avert(game: Game, who: str, action: Action, spent: int) -> Play:
    """Until the start of the next turn one does not look at what would harm by being seen."""
    ends = Ends(who, game.state.creatures[who].turn + 1, "start")
    yield ev.EffectStarted(spent, Effect(game.state.made + 1, AVERTED, who, who, ends=ends))


# --- Point Out -------------------------------------------------------------------


def _at_a_loss(state: State, creature: Creature, target: Creature) -> list[str]:
    """Allies that do not know where a creature is, although they see and nothing stands between."""
    return [
        ally.id
        for ally in state.creatures.values()
        if ally.side == creature.side
        and ally.status == UP
        and not state.locates(ally.id, target.id)
        and not beyond_senses(ally, ("visual",))
        and state.grid.line_of_effect(ally.at, ally.space, target.at, target.space)
    ]


def _point_problem(state: State, creature: Creature, action: Action) -> str:
    target = state.creatures.get(action.target)
    if target is None or target.status != UP or perceived(state, creature, target) != OBSERVED:
        return f"{creature.id} sees no {action.target!r} that stands"
    return "" if _at_a_loss(state, creature, target) else f"no ally that could see {target.id} needs to be shown it"


def _points(state: State, creature: Creature) -> Iterator[Action]:
    for other in state.creatures.values() if state.detection else ():
        action = Action("point_out", other.id)
        if other.id in state.detection and not _point_problem(state, creature, action):
            yield action


@rule("pf2e.action.point_out", neutral=nothing)
def _point_out(game: Game, who: str, action: Action, spent: int) -> Play:
    """The creature becomes hidden to allies; one that hears or understands nothing must make it out by itself."""
    state, target = game.state, action.target
    speaker = state.creatures[who]
    for ally in _at_a_loss(state, speaker, state.creatures[target]):
        degree, cause = SUCCESS, spent
        if not understands(state.creatures[ally], speaker):
            rolled = yield from roll_against(game, ally, "point_out", "perception", [target], "stealth", spent)
            _, degree, cause = rolled[0]
        if degree in (SUCCESS, CRITICAL_SUCCESS):
            yield from notice(game, ally, target, HIDDEN, cause)


AVERT_GAZE: Final = Kind("avert_gaze", 1, _avert_problem, _averts, _avert)
POINT_OUT: Final = Kind("point_out", 1, _point_problem, _points, _point_out, ("manipulate", "auditory", "visual"))

KINDS: Final = (AVERT_GAZE, POINT_OUT)
