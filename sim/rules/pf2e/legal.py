"""Which actions a creature may choose now."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import ClassVar, Final

from sim.model.actions import END, Action
from sim.model.geometry import corner, distance, squares_of
from sim.model.grid import Path
from sim.model.state import UP, Creature, State
from sim.model.values import Square
from sim.rules.pf2e import abilities
from sim.rules.pf2e.data import Ability
from sim.rules.pf2e.movement import (
    enemy_squares,
    find_path,
    other_squares,
    speed,
    step_problem,
)
from sim.rules.pf2e.numbers import hands_used, strikes, usable
from sim.rules.pf2e.shields import raise_problem
from sim.rules.pf2e.strikes import strike_problem, strikes_now
from sim.rules.pf2e.texts import parse_area
from sim.rules.pf2e.waiting import TRIGGERS, delay_problem, ready_problem

HANDS: Final = 2

COSTS: Final[Mapping[str, int]] = {
    "strike": 1,
    "raise": 1,
    "draw": 1,
    "stride": 1,
    "step": 1,
    "stand": 1,
    "ready": 2,
    "delay": 0,
}
"""Actions that a basic action costs (pf2e.action.costs); an ability states its own."""


def cost_of(creature: Creature, action: Action) -> int:
    """Actions that an action costs."""
    if action.kind == "use":
        return abilities.stated(creature)[action.item].cost
    return COSTS[action.kind]


class Pf2eLegal:
    """The legal actions of one creature (see `sim.model.protocols.Legal`)."""

    def __init__(self, state: State, who: str) -> None:
        self._state = state
        self._who = who
        self._creature = state.creatures[who]
        # valid for one question only, so nothing found out is found out twice
        self._offered: dict[str, tuple[Action, ...]] = {}
        self._found: Action | None = None

    # --- what is offered ---------------------------------------------------------

    def kinds(self) -> tuple[str, ...]:
        """Kinds of action that are legal, `end` last."""
        return tuple(kind for kind in self._OFFERS if next(self._offer(kind), None) is not None)

    def actions(self, kind: str) -> tuple[Action, ...]:
        """Every legal action of a kind, in a fixed order."""
        found = self._offered.get(kind)
        if found is None:
            found = self._offered[kind] = tuple(self._offer(kind))
        return found

    def _offer(self, kind: str) -> Iterator[Action]:
        offer = self._OFFERS.get(kind)
        if offer is None or COSTS.get(kind, 0) > self._creature.actions:
            return iter(())
        return offer(self)

    def __iter__(self) -> Iterator[Action]:
        for kind in self._OFFERS:
            yield from self.actions(kind)

    def targets(self, kind: str) -> tuple[str, ...]:
        """Creatures that a kind can be aimed at, in the order of the fight."""
        return tuple(dict.fromkeys([action.target for action in self.actions(kind) if action.target]))

    def items(self, kind: str, target: str = "") -> tuple[str, ...]:
        """Items or abilities a kind can be done with, best first; on a target if one is named."""
        fitting = (action for action in self.actions(kind) if not target or action.target == target)
        return tuple(dict.fromkeys(action.item for action in fitting if action.item))

    def squares(self, kind: str, item: str = "") -> tuple[Square, ...]:
        """Squares a kind can be aimed at or lead to; those of an area best first."""
        fitting = (action for action in self.actions(kind) if not item or action.item == item)
        return tuple(dict.fromkeys(action.square for action in fitting if action.square))

    # --- moves with a purpose ----------------------------------------------------

    def approach(self, kind: str, target: str, feet: int) -> Action | None:
        """The move that comes closest to within ``feet`` of a creature, or None."""
        state, creature, other = self._state, self._creature, self._state.creatures[target]
        if not self._may_move(kind):
            return None
        if kind == "step":
            return self._step_by(lambda at: distance(at, creature.space, other.at, other.space))
        path = state.grid.approach(
            creature.at,
            creature.space,
            other.at,
            other.space,
            feet,
            speed(creature),
            creature.tally.get("diagonals", 0),
            enemy_squares(state, creature.side),
            other_squares(state, self._who),
        )
        return self._along(path)

    def retreat(self, kind: str, threats: Sequence[str]) -> Action | None:
        """The move that leads farthest from creatures, or None."""
        state, creature = self._state, self._creature
        others = [(state.creatures[who].at, state.creatures[who].space) for who in threats]
        if not others or not self._may_move(kind):
            return None
        if kind == "step":
            return self._step_by(lambda at: -min(distance(at, creature.space, *other) for other in others))
        path = state.grid.retreat(
            creature.at,
            creature.space,
            others,
            speed(creature),
            creature.tally.get("diagonals", 0),
            enemy_squares(state, creature.side),
            other_squares(state, self._who),
        )
        return self._along(path)

    def _along(self, path: Path | None) -> Action | None:
        self._found = Action("stride", square=path.squares[-1], via=path.squares[:-1]) if path else None
        return self._found

    def _may_move(self, kind: str) -> bool:
        creature = self._creature
        return kind in ("stride", "step") and creature.actions > 0 and "prone" not in creature.conditions

    def _step_by(self, badness: Callable[[Square], int]) -> Action | None:
        here = badness(self._creature.at)
        best = min(((badness(at), at) for at in self.squares("step")), default=None)
        return Action("step", square=best[1]) if best and best[0] < here else None

    # --- checking ----------------------------------------------------------------

    def check(self, action: Action) -> str:
        """Why an action is not legal; empty when it is."""
        creature = self._creature
        if action == END or action is self._found or action in self._offered.get(action.kind, ()):
            return ""
        check = _CHECKS.get(action.kind)
        if check is None:
            return f"there is no action {action.kind!r}; known are {', '.join(_CHECKS)}, end"
        if COSTS.get(action.kind, 1) > creature.actions:
            return f"{action.kind} takes {COSTS.get(action.kind, 1)} actions, {creature.actions} are left"
        return check(self._state, creature, action)

    # --- offers ------------------------------------------------------------------

    def _strikes(self) -> Iterator[Action]:
        return iter(strikes_now(self._state, self._creature))

    def _uses(self) -> Iterator[Action]:
        """Abilities where they do more good than harm, each area's best squares first."""
        for name, ability in abilities.stated(self._creature).items():
            yield from (a for a in self._aims(name, ability) if not _use_check(self._state, self._creature, a))

    def _aims(self, name: str, ability: Ability) -> Iterator[Action]:
        state, creature = self._state, self._creature
        if not ability.area:
            wanted = ability.affects == "allies"
            meant = (c for c in state.creatures.values() if (c.side == creature.side) is wanted)
            yield from (Action("use", other.id, name) for other in meant)
            return
        shape = parse_area(ability.area).shape
        aims = [None] if shape == "emanation" else self._worthwhile_squares(ability, shape)
        scored = [
            (self._worth(ability, action), action) for action in (Action("use", item=name, square=at) for at in aims)
        ]
        scored.sort(key=lambda pair: -pair[0])
        yield from (action for worth, action in scored if worth > 0)

    def _worthwhile_squares(self, ability: Ability, shape: str) -> list[Square | None]:
        """Squares at the creatures meant: their own, and for a burst the corners around them."""
        wanted = ability.affects == "allies"
        found: dict[Square | None, None] = {}
        for other in self._state.creatures.values():
            if other.status == UP and (other.side == self._creature.side) is wanted:
                for x, y in squares_of(other.at, other.space):
                    corners = ((x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1))
                    found |= dict.fromkeys(corners if shape == "burst" else ((x, y),))
        return list(found)

    def _worth(self, ability: Ability, action: Action) -> int:
        """Creatures meant less others reached; the fallen do not count."""
        state, creature = self._state, self._creature
        if ability.area and action.square and parse_area(ability.area).shape == "burst":
            grid = state.grid
            if not grid.inside(action.square, 1) or not grid.sees(corner(action.square), creature.at, creature.space):
                return 0
        reached = [state.creatures[who] for who in abilities.targets(state, creature, ability, action)]
        sides = [other.side == creature.side for other in reached if other.status == UP]
        meant = sides.count(ability.affects == "allies")
        return meant - (len(sides) - meant)

    def _raises(self) -> Iterator[Action]:
        if not raise_problem(self._state, self._creature):
            yield Action("raise", item="shield")

    def _draws(self) -> Iterator[Action]:
        for name in strikes(self._creature):
            action = Action("draw", item=name)
            if not _draw_check(self._state, self._creature, action):
                yield action

    def _strides(self) -> Iterator[Action]:
        if self._may_move("stride"):
            state, creature = self._state, self._creature
            for square in state.grid.reachable(
                creature.at,
                creature.space,
                speed(creature),
                creature.tally.get("diagonals", 0),
                enemy_squares(state, creature.side),
                other_squares(state, self._who),
            ):
                yield Action("stride", square=square)

    def _steps(self) -> Iterator[Action]:
        if self._may_move("step"):
            x, y = self._creature.at
            around = [(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]
            grid = self._state.grid
            for square in around:
                if grid.free(square, self._creature.space) and not step_problem(self._state, self._who, square):
                    yield Action("step", square=square)

    def _stands(self) -> Iterator[Action]:
        if "prone" in self._creature.conditions:
            yield Action("stand")

    def _delays(self) -> Iterator[Action]:
        if not delay_problem(self._creature):
            yield Action("delay")

    def _readies(self) -> Iterator[Action]:
        for name, strike in strikes(self._creature).items():
            if usable(self._creature, name, strike):
                for trigger in TRIGGERS:
                    yield Action("ready", then=Action("strike", item=name), when=trigger)

    def _ends(self) -> Iterator[Action]:
        yield END

    _OFFERS: ClassVar[Mapping[str, Callable[[Pf2eLegal], Iterator[Action]]]] = {
        "strike": _strikes,
        "use": _uses,
        "raise": _raises,
        "draw": _draws,
        "stand": _stands,
        "stride": _strides,
        "step": _steps,
        "ready": _readies,
        "delay": _delays,
        "end": _ends,
    }


def _strike_check(state: State, creature: Creature, action: Action) -> str:
    return strike_problem(state, creature, action.item, action.target)


def _use_check(state: State, creature: Creature, action: Action) -> str:
    return abilities.use_problem(state, creature, action)


def _raise_check(state: State, creature: Creature, action: Action) -> str:
    return raise_problem(state, creature) if action.item == "shield" else "only a shield can be raised"


def _draw_check(state: State, creature: Creature, action: Action) -> str:
    strike = strikes(creature).get(action.item)
    if strike is None or creature.items.get(action.item) != "stowed":
        return f"{action.item!r} is not stowed"
    free = HANDS - hands_used(creature)
    return "" if free >= strike.hands else f"{action.item} takes {strike.hands} hands, {free} are free"


def _stand_check(state: State, creature: Creature, action: Action) -> str:
    return "" if "prone" in creature.conditions else f"{creature.id} is not prone"


def _stride_check(state: State, creature: Creature, action: Action) -> str:
    if "prone" in creature.conditions:
        return f"{creature.id} is prone and must Stand first"
    if action.square is None:
        return "stride needs a square, such as stride 4,5"
    if find_path(state, creature.id, action, speed(creature)):
        return ""
    return f"{action.square[0]},{action.square[1]} cannot be reached with {speed(creature)} ft"


def _step_check(state: State, creature: Creature, action: Action) -> str:
    if "prone" in creature.conditions:
        return f"{creature.id} is prone and must Stand first"
    if action.square is None:
        return "step needs a square, such as step 4,5"
    if action.via:
        return "a Step leads straight to an adjacent square; it takes no via"
    if not state.grid.free(action.square, creature.space):
        return f"{action.square[0]},{action.square[1]} is not free"
    return step_problem(state, creature.id, action.square)


def _delay_check(state: State, creature: Creature, action: Action) -> str:
    return delay_problem(creature)


_CHECKS: Final[dict[str, Callable[[State, Creature, Action], str]]] = {
    "strike": _strike_check,
    "use": _use_check,
    "raise": _raise_check,
    "draw": _draw_check,
    "stand": _stand_check,
    "stride": _stride_check,
    "step": _step_check,
    "ready": ready_problem,
    "delay": _delay_check,
}
