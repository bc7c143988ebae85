"""The d100 system as a ruleset (see `sim.model.protocols.Ruleset`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from sim.model import events as ev
from sim.model.protocols import Game, Play
from sim.model.state import Creature, State
from sim.model.values import Roll
from sim.rules.basic.act import ACTION, Act
from sim.rules.basic.ruleset import BasicRuleset
from sim.rules.basic.walking import STRIDE
from sim.rules.d100.abilities import USE
from sim.rules.d100.assumptions import OPTIONS, initiative_modifier, lost_parts
from sim.rules.d100.checks import knows_threshold, roll
from sim.rules.d100.data import StatBlock
from sim.rules.d100.fighting import STRIKE, stumbles
from sim.rules.d100.problems import problems
from sim.rules.d100.single import single_check


class D100(BasicRuleset):
    """A percentile roll against a threshold that skill, stat and requirement make."""

    name = "d100"
    creature_type = StatBlock
    options = OPTIONS
    acts: ClassVar[Mapping[str, Act]] = {act.name: act for act in (STRIKE, USE, STRIDE)}
    kinds = tuple(acts)
    words: ClassVar[Mapping[str, str]] = {"AC": "threshold", "DC": "threshold"}
    problems = staticmethod(problems)
    single_check = staticmethod(single_check)

    def roll_initiative(self, game: Game, who: str, cause: int) -> Play:
        """The d100 and dexterity (d100.assume.initiative)."""
        label = f"{who}/initiative"
        if game.state.scenario.options["initiative"] == "file_order":
            made = Roll(label, 0, 100, (), 0, (), 0)
        else:
            n, faces, result = roll(game, label)
            modifiers = initiative_modifier(game.state.creatures[who].data.stats)
            made = Roll(label, n, 100, faces, result, modifiers, result + sum(m.value for m in modifiers))
        yield ev.InitiativeRolled(cause, who, "dex", made)

    def lost(self, state: State, creature: Creature) -> frozenset[str]:
        """What the option takes away, and the action that a great failure cost."""
        parts = lost_parts(state.scenario.options)
        return parts | {ACTION} if state.effects and stumbles(state, creature) else parts

    def tells(self, state: State) -> bool:
        """The requirement is the game master's, except between characters."""
        return knows_threshold(state)
