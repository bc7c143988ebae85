"""Use: abilities that a stat block states, offered where they do more good than harm, an area at its best squares."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Final

from sim.model.actions import Action
from sim.model.geometry import corner, squares_of
from sim.model.protocols import Game, Play
from sim.model.state import UP, Creature, State
from sim.model.values import Square
from sim.rules.pf2e import abilities
from sim.rules.pf2e.actions.kind import Kind, Price, no_roll
from sim.rules.pf2e.casting import attack_odds, traits_of
from sim.rules.pf2e.data import Ability
from sim.rules.pf2e.spaces import knows_of
from sim.rules.pf2e.temporary_immunity import spared
from sim.rules.texts import parse_area


def _uses(state: State, creature: Creature) -> Iterator[Action]:
    for name, ability in abilities.stated(creature).items():
        if not abilities.affords(creature, ability.cost) or not abilities.ready(creature, name, ability):
            continue
        for action in aims(state, creature, name, ability):
            if not abilities.use_problem(state, creature, action):
                yield action


def aims(state: State, creature: Creature, name: str, ability: Ability) -> Iterator[Action]:
    """The ways to aim an ability that do more good than harm, the best first."""
    if not ability.area:
        wanted = ability.affects == "allies"
        meant = (c.id for c in state.creatures.values() if (c.side == creature.side) is wanted)
        yield from (Action("use", who, name) for who in meant if not spared(state, who, creature.id, ability))
        return
    shape = parse_area(ability.area).shape
    squares = [None] if shape == "emanation" else _worthwhile_squares(state, creature, ability, shape)
    aims = (Action("use", item=name, square=at) for at in squares)
    scored = [(_worth(state, creature, ability, action), action) for action in aims]
    scored.sort(key=lambda pair: -pair[0])
    yield from (action for worth, action in scored if worth > 0)


def _worthwhile_squares(state: State, creature: Creature, ability: Ability, shape: str) -> list[Square | None]:
    """Squares at the creatures meant: their own, and for a burst the corners around them."""
    wanted = ability.affects == "allies"
    found: dict[Square | None, None] = {}
    for other in state.creatures.values():
        if other.status == UP and (other.side == creature.side) is wanted and knows_of(state, creature, other):
            for x, y in squares_of(other.at, other.space):
                corners = ((x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1))
                found |= dict.fromkeys(corners if shape == "burst" else ((x, y),))
    return list(found)


def _worth(state: State, creature: Creature, ability: Ability, action: Action) -> int:
    """Creatures meant less others reached; the fallen and those who are immune for a while do not count."""
    if ability.area and action.square and parse_area(ability.area).shape == "burst":
        grid = state.grid
        if not grid.inside(action.square, 1) or not grid.sees(corner(action.square), creature.at, creature.space):
            return 0
    met = [state.creatures[who] for who in abilities.targets(state, creature, ability, action)]
    reached = [other for other in met if knows_of(state, creature, other)]
    sides = [
        other.side == creature.side
        for other in reached
        if other.status == UP and not spared(state, other.id, creature.id, ability)
    ]
    meant = sides.count(ability.affects == "allies")
    return meant - (len(sides) - meant)


def _price(creature: Creature, action: Action) -> Price:
    ability = abilities.stated(creature)[action.item]
    return action.item, ability.cost, traits_of(ability)


def _pay(game: Game, who: str, action: Action, spent: int) -> Play:
    yield from abilities.spend_use(game, who, action.item, spent)


def _use(game: Game, who: str, action: Action, spent: int) -> Play:
    yield from abilities.use(game, who, action, spent)


def _readied(state: State, creature: Creature) -> Iterator[Action]:
    """What takes one action and no square."""
    for name, ability in abilities.stated(creature).items():
        if ability.cost <= 1 and (not ability.area or parse_area(ability.area).shape == "emanation"):
            yield Action("use", item=name)


def _odds(state: State, creature: Creature, action: Action) -> Mapping[str, Fraction]:
    ability = abilities.stated(creature)[action.item]
    if ability.attack is None:
        return no_roll(state, creature, action)
    return attack_odds(state, creature, state.creatures[action.target], ability)


def _has_any(creature: Creature) -> bool:
    return bool(abilities.stated(creature))


USE: Final = Kind(
    "use", 1, abilities.use_problem, _uses, _use, stated=_price, pay=_pay, readied=_readied, odds=_odds, needs=_has_any
)

KINDS: Final = (USE,)
