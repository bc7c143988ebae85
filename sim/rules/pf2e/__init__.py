"""Pathfinder 2e as a ruleset (see `sim.model.protocols.Ruleset`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, ClassVar

from sim.model.actions import Action
from sim.model.protocols import Game, Legal, Play
from sim.model.state import Outcome, State
from sim.model.windows import Window
from sim.rules.pf2e import reactions, turns
from sim.rules.pf2e.actions.performing import perform
from sim.rules.pf2e.actions.table import ACTIONS
from sim.rules.pf2e.conditions import able
from sim.rules.pf2e.data import StatBlock
from sim.rules.pf2e.legal import Pf2eLegal
from sim.rules.pf2e.problems import problems


class Pf2e:
    """The rules of Pathfinder 2e, as far as they are built."""

    name = "pf2e"
    editions = ("core",)
    creature_type = StatBlock
    kinds = (*ACTIONS, *reactions.KINDS)
    options: ClassVar[Mapping[str, tuple[Any, ...]]] = {
        "critical_damage": ("double_total", "double_dice"),
        "dying_damage_adds_wounded": (False, True),
        "reactions_before_first_turn": (False, True),
    }

    def open(self, game: Game, cause: int) -> Play:
        """Combatants join and roll initiative."""
        return turns.open_encounter(game, cause)

    def join(self, game: Game, who: str, cause: int) -> Play:
        """A reinforcement joins."""
        return turns.join(game, who, cause)

    def begin_turn(self, game: Game, who: str, slot: int) -> Play:
        """Start a turn."""
        return turns.begin_turn(game, who, slot)

    def pass_slot(self, game: Game, who: str, slot: int) -> Play:
        """The place of a creature that is gone."""
        return turns.pass_slot(game, who, slot)

    def slot_needed(self, state: State, who: str) -> bool:
        """Whether an effect ends by this creature's turns."""
        return turns.slot_needed(state, who)

    def end_turn(self, game: Game, who: str) -> Play:
        """End a turn."""
        return turns.end_turn(game, who)

    def perform(self, game: Game, who: str, action: Action, cause: int) -> Play:
        """One chosen action."""
        return perform(game, who, action, cause)

    def react(self, game: Game, who: str, window: Window, action: Action, cause: int) -> Play:
        """One chosen reaction."""
        return reactions.react(game, who, window, action, cause)

    def legal(self, state: State, who: str) -> Legal:
        """Legal actions of the creature whose turn it is."""
        return Pf2eLegal(state, who)

    def reactions(self, state: State, window: Window, who: str) -> tuple[Action, ...]:
        """What a creature may do in a window."""
        return reactions.offered(state, window, who)

    def able(self, state: State, who: str) -> bool:
        """Whether a creature can act."""
        return able(state, who)

    def decider(self, state: State, who: str) -> str:
        """Every creature decides for itself."""
        return who

    def odds(self, state: State, who: str, action: Action) -> Mapping[str, Fraction]:
        """Exact chance of each degree of an action's roll; empty for actions without one of their own."""
        kind = ACTIONS.get(action.kind)
        return kind.odds(state, state.creatures[who], action) if kind else {}

    def outcome(self, state: State) -> Outcome | None:
        """The last side standing."""
        return turns.outcome(state)

    def problems(self, data: StatBlock) -> Sequence[tuple[tuple[str | int, ...], str]]:
        """What is wrong with a stat block beyond its form."""
        return problems(data)
