"""Which actions a creature may choose now."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from sim.model.actions import END, Action
from sim.model.geometry import distance
from sim.model.grid import Path
from sim.model.state import State
from sim.rules.legal import Offers
from sim.rules.pf2e.abilities import affords
from sim.rules.pf2e.actions.balancing import BALANCE
from sim.rules.pf2e.actions.kind import Kind, price
from sim.rules.pf2e.actions.swimming import SWIM, may_swim
from sim.rules.pf2e.actions.table import ACTIONS, actions_of, lacking
from sim.rules.pf2e.hindrances import forbidden, hindered
from sim.rules.pf2e.positions import SHORT, along, approach, retreat, step_by, wished
from sim.rules.pf2e.regaining import LIMITED, actions_for, uses_of_extra
from sim.rules.pf2e.spaces import MOVES, crowded, knows_of
from sim.rules.pf2e.terrain import needs_balance
from sim.rules.pf2e.water import barred_in_water

UPRIGHT: Final = ("stride", "step", "balance", "swim")
CHECKED: Final = {"balance": BALANCE, "swim": SWIM}
"""Those whose way must be fit for them."""
LYING: Final = ("crawl",)
"""Moves with a purpose of those who stand, and of the prone."""


class Pf2eLegal(Offers):
    """The legal actions of one creature (see `sim.model.protocols.Legal`)."""

    def __init__(self, state: State, who: str) -> None:
        super().__init__(actions_of(state.creatures[who]))
        self._state = state
        self._creature = creature = state.creatures[who]
        self._must_move = crowded(state, creature)
        self._wet = barred_in_water(state, creature) if state.grid.water else ()
        self._lacking = lacking(creature)
        self._free = not (hindered(creature) or LIMITED in creature.counters or self._wet)

    def ruled_out(self) -> frozenset[str]:
        """Kinds for which its data lack what they take: a shield, an ability."""
        return self._lacking

    def _offer(self, kind: str) -> Iterable[Action]:
        act, creature = ACTIONS[kind], self._creature
        if kind in self._lacking or not affords(creature, act.cost) or (self._must_move and kind not in MOVES):
            return ()
        if self._free:
            return act.offers(self._state, creature)
        return (action for action in act.offers(self._state, creature) if not self._barred(act, action))

    def _too_dear(self, kind: Kind, action: Action) -> str:
        """Why an action that may cost more than its kind's least cannot be paid; empty when it can."""
        cost, left = price(kind, self._creature, action)[1], self._creature.actions
        affordable = affords(self._creature, cost)
        return "" if affordable else f"{action.item or action.kind} takes {cost} actions, {left} are left"

    def _barred(self, kind: Kind, action: Action) -> str:
        """Why a condition or water stands against a possible action; empty when nothing does."""
        state, creature = self._state, self._creature
        if kind.name in self._wet:
            return f"{kind.name} needs the ground, and {creature.id} is in water"
        name, cost, traits = price(kind, creature, action)
        if cost > actions_for(state, creature, name):
            return f"one action is for {' or '.join(uses_of_extra(state, creature))} only"
        return forbidden(state, creature, action, traits)

    # --- moves with a purpose ----------------------------------------------------

    def approach(self, kind: str, target: str, feet: int, *, safely: bool = False) -> Action | None:
        """The move that comes closest to within ``feet`` of a creature, or None."""
        state, creature = self._state, self._creature
        if not self._may_move(kind) or not self._located([target]):
            return None
        other = state.creatures[target]
        if kind in SHORT:
            return step_by(state, creature, kind, lambda at: distance(at, creature.space, other.at, other.space))
        return self._along(kind, approach(state, creature, kind, target, feet, safely=safely))

    def retreat(self, kind: str, threats: Sequence[str], *, safely: bool = False) -> Action | None:
        """The move that leads farthest from creatures, or None."""
        state, creature = self._state, self._creature
        threats = self._located(threats)
        if not threats or not self._may_move(kind):
            return None
        if kind in SHORT:
            others = [(state.creatures[who].at, state.creatures[who].space) for who in threats]
            return step_by(
                state, creature, kind, lambda at: -min(distance(at, creature.space, *other) for other in others)
            )
        return self._along(kind, retreat(state, creature, kind, threats, safely=safely))

    def position(
        self, kind: str, wish: str, about: Sequence[str], feet: int = 0, *, safely: bool = False
    ) -> Action | None:
        """The move to the nearest square that serves a wish best, or None where staying serves as well."""
        about = self._located(about)
        if not about or not self._may_move(kind):
            return None
        return self._fits(wished(self._state, self._creature, kind, wish, about, feet, safely=safely))

    def _located(self, others: Sequence[str]) -> Sequence[str]:
        """Those of some creatures of whom it is known where they are."""
        state, every = self._state, self._state.creatures
        return [who for who in others if who in every and knows_of(state, self._creature, every[who])]

    def _along(self, kind: str, path: Path | None) -> Action | None:
        return self._fits(along(kind, path))

    def _fits(self, action: Action | None) -> Action | None:
        """A Balance or Swim is one only where the way takes it."""
        checked = CHECKED.get(action.kind) if action else None
        if action and checked and checked.problem(self._state, self._creature, action):
            return None
        self._found = action
        return action

    def _may_move(self, kind: str) -> bool:
        creature = self._creature
        kinds = LYING if "prone" in creature.conditions else UPRIGHT
        if not creature.actions or kind not in kinds:
            return False
        if not self._leads_on(kind):
            return False
        return self._free or not self._barred(ACTIONS[kind], Action(kind))

    def _leads_on(self, kind: str) -> bool:
        """Whether the ground allows a kind of move at all."""
        if kind == "swim":
            return may_swim(self._state, self._creature)
        if kind == "balance":
            return bool(self._state.grid.tricky)
        return not needs_balance(self._state, self._creature)

    # --- checking ----------------------------------------------------------------

    def check(self, action: Action) -> str:
        """Why an action is not legal; empty when it is."""
        creature = self._creature
        if self._was_offered(action) or action == END:
            return ""
        kind = ACTIONS.get(action.kind)
        if kind is None or kind.name not in self._kinds:
            return f"there is no action {action.kind!r}; known are {', '.join(self._kinds)}, end"
        if not affords(creature, kind.cost):
            return f"{action.kind} takes {kind.cost} actions, {creature.actions} are left"
        if self._must_move and action.kind not in MOVES:
            return f"{creature.id} is in another's space and must move on"
        problem = kind.problem(self._state, creature, action)
        if problem or (kind.stated and (problem := self._too_dear(kind, action))):
            return problem
        return "" if self._free else self._barred(kind, action)
