"""The six-attribute d20 system as a ruleset (see `sim.model.protocols.Ruleset`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from sim.model import events as ev
from sim.model.protocols import Game, Play
from sim.model.state import Creature, State
from sim.model.values import Roll
from sim.rules.basic.act import Act
from sim.rules.basic.ruleset import BasicRuleset
from sim.rules.basic.walking import STRIDE
from sim.rules.d20.abilities import USE
from sim.rules.d20.assumptions import OPTIONS, initiative_attribute, lost_parts
from sim.rules.d20.attacks import STRIKE
from sim.rules.d20.checks import check
from sim.rules.d20.data import StatBlock
from sim.rules.d20.leanings import HIDDEN, TERRAIN, of_check
from sim.rules.d20.problems import problems
from sim.rules.d20.single import single_check
from sim.rules.d20.tactics import HELP, HIDE, SEARCH
from sim.rules.faults import PatchCheck, patch_problems


class D20(BasicRuleset):
    """d20 and an attribute against a difficulty."""

    name = "d20"
    creature_type = StatBlock
    options = OPTIONS
    acts: ClassVar[Mapping[str, Act]] = {act.name: act for act in (STRIKE, USE, STRIDE, HIDE, SEARCH, HELP)}
    kinds = tuple(acts)
    conditions = (HIDDEN,)
    terrain: ClassVar[Mapping[str, PatchCheck]] = dict.fromkeys(TERRAIN, patch_problems)
    words: ClassVar[Mapping[str, str]] = {"AC": "defense", "DC": "difficulty"}
    problems = staticmethod(problems)
    single_check = staticmethod(single_check)

    def roll_initiative(self, game: Game, who: str, cause: int) -> Play:
        """A check of the senses (d20.assume.initiative)."""
        attribute = initiative_attribute(game.state.scenario.options)
        if attribute:
            leanings = of_check(game.state, game.state.creatures[who])
            roll = check(game, who, "initiative", attribute, 0, leanings)
        else:
            roll = Roll(f"{who}/initiative", 0, 20, (), 0, (), 0)
        yield ev.InitiativeRolled(cause, who, attribute, roll)

    def lost(self, state: State, creature: Creature) -> frozenset[str]:
        """See `assumptions.lost_parts`."""
        return lost_parts(state.scenario.options)
