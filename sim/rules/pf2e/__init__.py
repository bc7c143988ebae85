"""Pathfinder 2e as a ruleset (see `sim.model.protocols.Ruleset`)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, ClassVar

from sim.model.actions import Action
from sim.model.protocols import Form
from sim.model.state import State
from sim.rules.pf2e import controlled, detection, drained, encounter, health, reactions, rerolls, riders, secrets, turns
from sim.rules.pf2e.actions.moving import STAY
from sim.rules.pf2e.actions.performing import perform
from sim.rules.pf2e.actions.table import ACTIONS
from sim.rules.pf2e.adjusting import ADJUSTMENTS
from sim.rules.pf2e.change_problems import CONDITIONS
from sim.rules.pf2e.character import Character
from sim.rules.pf2e.character_problems import character_problems
from sim.rules.pf2e.conditions import CONSEQUENCES, able
from sim.rules.pf2e.data import StatBlock
from sim.rules.pf2e.derive import derive
from sim.rules.pf2e.experience import summary
from sim.rules.pf2e.facts import FACTS
from sim.rules.pf2e.ground import GROUND
from sim.rules.pf2e.heightening import completed
from sim.rules.pf2e.initiative import STATISTICS
from sim.rules.pf2e.inspecting import numbers_of
from sim.rules.pf2e.legal import Pf2eLegal
from sim.rules.pf2e.problems import problems
from sim.rules.pf2e.single import single_check

CONSEQUENCES.update(
    {
        "controlled": controlled.change_sides,
        "doomed": health.doom,
        "drained": drained.drain,
        detection.INVISIBLE: detection.seen_again,
    }
)


REMASTER: Mapping[str, Any] = {"aid_dc": 15, "cover_saves": "reflex", "breath_attack_costs": True}
"""What the remastered rulebooks leave no choice of, or state otherwise than the source texts."""


class Pf2e:
    """The rules of Pathfinder 2e: where each duty of a ruleset is done."""

    name = "pf2e"
    editions: ClassVar[Mapping[str, Mapping[str, Any]]] = {
        "core": {},
        "remaster": REMASTER,
        "remaster-2026": {**REMASTER, "defenses_once": True},
    }
    creature_type = StatBlock
    forms: ClassVar[Mapping[str, Form]] = {
        "ranks": Form(Character, character_problems, derive),
        "": Form(StatBlock, problems, completed),
    }
    kinds = (*ACTIONS, *reactions.KINDS, *rerolls.KINDS, *riders.KINDS, *turns.KINDS, STAY.kind)
    terrain = GROUND
    conditions = CONDITIONS
    initiative = STATISTICS
    adjustments = ADJUSTMENTS
    options: ClassVar[Mapping[str, tuple[Any, ...]]] = {
        "critical_damage": ("double_total", "double_dice"),
        "critical_extras_on_immune": ("dealt", "not_dealt"),
        "grapple_dc": ("fortitude", "reflex"),
        "aid_dc": (20, 10, 15, 25, 30),
        "dying_damage_adds_wounded": (False, True),
        "reactions_before_first_turn": (False, True),
        "tiny_per_square": (4, 5, 6, 7, 8),
        "space_conflict": ("push_out", "prone"),
        "climb_large_body": (False, True),
        "extended_parts": (True, False),
        "secret_checks": ("by_trait", "none", "all"),
        "hero_points": (0, 1, 2, 3),
        "initiative_groups": ("individual", "grouped"),
        "initiative_ties": ("rules", "dice"),
        "surprise": (False, True),
        "xp": (True, False),
        "cover_saves": ("all", "reflex"),
        "small_cover": (False, True),
        "lean": (False, True),
        "defenses_once": (False, True),
        "breath_attack_costs": (False, True),
    }
    words: ClassVar[Mapping[str, str]] = {}
    facts = FACTS

    open = staticmethod(encounter.open_encounter)
    join = staticmethod(encounter.join)
    begin_turn = staticmethod(turns.begin_turn)
    pass_slot = staticmethod(turns.pass_slot)
    slot_needed = staticmethod(turns.slot_needed)
    end_turn = staticmethod(turns.end_turn)
    perform = staticmethod(perform)
    react = staticmethod(reactions.react)
    legal = staticmethod(Pf2eLegal)
    reactions = staticmethod(reactions.offered)
    able = staticmethod(able)
    decider = staticmethod(controlled.decider)
    told = staticmethod(secrets.told)
    summary = staticmethod(summary)
    outcome = staticmethod(encounter.outcome)
    problems = staticmethod(problems)
    single_check = staticmethod(single_check)
    numbers = staticmethod(numbers_of)

    def odds(self, state: State, who: str, action: Action) -> Mapping[str, Fraction]:
        """Exact chance of each degree of an action's roll; empty for actions without one of their own."""
        kind = ACTIONS.get(action.kind)
        return kind.odds(state, state.creatures[who], action) if kind else {}
