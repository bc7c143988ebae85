"""What hands do: Raise a Shield, Interact (draw, stow, swap, pick up), and Release."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from sim.model.actions import Action
from sim.model.geometry import distance
from sim.model.protocols import Game, Play
from sim.model.state import Creature, State
from sim.rules.pf2e import shields
from sim.rules.pf2e.actions.kind import Kind, Offers, Perform, Problem
from sim.rules.pf2e.hands import free_hands, hands_of, in_hand, put
from sim.rules.pf2e.numbers import strikes
from sim.rules.pf2e.shields import raise_problem
from sim.rules.registry import never, nothing, rule

MANIPULATE: Final = ("manipulate",)


def _of_items(kind: str, problem: Problem) -> Offers:
    """Offer a kind with each item with which it is possible."""

    def offers(state: State, creature: Creature) -> Iterator[Action]:
        for item in (*strikes(creature), "shield"):
            action = Action(kind, item=item)
            if not problem(state, creature, action):
                yield action

    return offers


def _item_kind(name: str, problem: Problem, perform: Perform, cost: int = 1) -> Kind:
    offers = _of_items(name, problem)
    return Kind(name, cost, problem, offers, perform, MANIPULATE, readied=offers, needs=_has_any)


def _has_any(creature: Creature) -> bool:
    return bool(creature.items)


# --- Raise a Shield --------------------------------------------------------------


def _raise_problem(state: State, creature: Creature, action: Action) -> str:
    return raise_problem(state, creature) if action.item == "shield" else "only a shield can be raised"


def _raises(state: State, creature: Creature) -> Iterable[Action]:
    return () if raise_problem(state, creature) else (Action("raise", item="shield"),)


def _raise(game: Game, who: str, action: Action, spent: int) -> Play:
    yield from shields.raise_shield(game, who, spent)


def _has_shield(creature: Creature) -> bool:
    return creature.data.shield is not None


RAISE: Final = Kind("raise", 1, _raise_problem, _raises, _raise, readied=_raises, needs=_has_shield)

# --- Interact --------------------------------------------------------------------


@rule("pf2e.action.interact", neutral=nothing)
def interact(game: Game, who: str, item: str, place: str, cause: int) -> Play:
    """Put an item in the hand, or away."""
    yield from put(game, who, item, place, cause)


def _hands_problem(state: State, creature: Creature, item: str, more: int = 0) -> str:
    """Why no hand is free for an item; ``more`` are about to become free."""
    needed, free = hands_of(creature, item), free_hands(state, creature) + more
    return "" if free >= needed else f"{item} takes {needed} hands, {free} are free"


def _draw_problem(state: State, creature: Creature, action: Action) -> str:
    if creature.items.get(action.item) != "stowed":
        return f"{action.item!r} is not stowed"
    return _hands_problem(state, creature, action.item)


def _draw(game: Game, who: str, action: Action, spent: int) -> Play:
    yield from interact(game, who, action.item, "held", spent)


def _stow_problem(state: State, creature: Creature, action: Action) -> str:
    return "" if creature.items.get(action.item) == "held" else f"{action.item!r} is not in hand"


def _stow(game: Game, who: str, action: Action, spent: int) -> Play:
    yield from interact(game, who, action.item, "stowed", spent)


def _in_the_way(state: State, creature: Creature, item: str) -> str:
    """The first item in hand that makes room enough for another when it is put away."""
    return next((n for n in in_hand(creature) if not _hands_problem(state, creature, item, hands_of(creature, n))), "")


def _swap_problem(state: State, creature: Creature, action: Action) -> str:
    if creature.items.get(action.item) != "stowed":
        return f"{action.item!r} is not stowed"
    if not _hands_problem(state, creature, action.item):
        return f"a hand is free to draw {action.item}"
    return "" if _in_the_way(state, creature, action.item) else "nothing in hand makes room for it"


def _swap(game: Game, who: str, action: Action, spent: int) -> Play:
    away = _in_the_way(game.state, game.state.creatures[who], action.item)
    yield from interact(game, who, away, "stowed", spent)
    yield from interact(game, who, action.item, "held", spent)


def _pick_up_problem(state: State, creature: Creature, action: Action) -> str:
    at = creature.lying.get(action.item)
    if at is None:
        return f"{action.item!r} does not lie on the ground"
    if distance(creature.at, creature.space, at, 1) > 5:
        return f"{action.item} lies at {at[0]},{at[1]}, out of reach"
    return _hands_problem(state, creature, action.item)


def _pick_up(game: Game, who: str, action: Action, spent: int) -> Play:
    yield from interact(game, who, action.item, "held", spent)


DRAW: Final = _item_kind("draw", _draw_problem, _draw)
STOW: Final = _item_kind("stow", _stow_problem, _stow)
SWAP: Final = _item_kind("swap", _swap_problem, _swap)
PICK_UP: Final = _item_kind("pick_up", _pick_up_problem, _pick_up)

# --- Release ---------------------------------------------------------------------


@rule("pf2e.action.release", neutral=never)
def unnoticed(name: str) -> bool:
    """Release triggers no reactions to manipulate actions."""
    return name == "release"


def _release(game: Game, who: str, action: Action, spent: int) -> Play:
    yield from put(game, who, action.item, "dropped", spent)


RELEASE: Final = _item_kind("release", _stow_problem, _release, cost=0)

KINDS: Final = (RAISE, DRAW, STOW, SWAP, PICK_UP, RELEASE)
