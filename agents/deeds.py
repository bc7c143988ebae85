"""From a rule to the action it means at a given moment; each rule becomes one function."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final, TypeAlias

from attrs import evolve

from agents.moment import GROUPS, GROUPS_WITH_DOWN, Moment
from agents.script import CLASSES, MoveRule, Rule, TargetRule
from sim.model.actions import END, Action
from sim.model.expr import Getter
from sim.model.protocols import CreatureView

Deed: TypeAlias = Callable[[Moment], Action | None]
"""Returns the legal action a rule means, or None when there is none."""

_Pick: TypeAlias = Callable[[Moment, Sequence[CreatureView]], Sequence[CreatureView]]

_PICKS: Final[dict[str, _Pick]] = {
    "first": lambda moment, found: found,
    "nearest": lambda moment, found: sorted(found, key=moment.distance),
    "farthest": lambda moment, found: sorted(found, key=lambda c: -moment.distance(c)),
    "lowest hp": lambda moment, found: sorted(found, key=lambda c: c.hp_pct),
    "highest hp": lambda moment, found: sorted(found, key=lambda c: -c.hp_pct),
}
"""The preferred first; sorting is stable, so ties stay in the order of the fight."""

FIRST_MEANT: Final = ("in_range", "in_cover")
"""Ways that lead somewhere within range of the preferred creature."""

_ANY_ENEMY: Final = TargetRule("enemies")


def deed_of(rule: Rule) -> Deed:
    """Return what a rule does: for actions, reactions and choices alike it takes something that is legal."""
    if rule.others:
        return _first_of([deed_of(evolve(rule, do=kind, others=())) for kind in (rule.do, *rule.others)])
    if rule.on != "action":
        return _aimed(rule, rule.target) if rule.target else _first(rule)
    if rule.do == "end":
        return lambda moment: END
    if rule.do == "ready":
        return _ready_move(rule, rule.to) if rule.to else _ready(rule)
    if rule.to:
        return _move(rule, rule.to)
    return _aimed(rule, rule.target) if rule.target else _unaimed(rule)


def _first_of(deeds: Sequence[Deed]) -> Deed:
    return lambda moment: next((action for deed in deeds if (action := deed(moment))), None)


def _options(rule: Rule, moment: Moment) -> Sequence[Action]:
    options = moment.legal.actions(rule.do)
    if not rule.item or not options:
        return options
    if rule.item in CLASSES:
        items = moment.fact(rule.item, moment.me) or ()
        return [option for option in options if option.item in items]
    return [option for option in options if option.item == rule.item]


def _first(rule: Rule) -> Deed:
    return lambda moment: next(iter(_options(rule, moment)), None)


def _aimed(rule: Rule, target: TargetRule) -> Deed:
    def aim(moment: Moment) -> Action | None:
        options = _options(rule, moment)
        return _at(target, moment, options) if options else None

    return aim


def _unaimed(rule: Rule) -> Deed:
    """Without a target what needs none comes first, at its best square; else the nearest enemy is meant."""

    def act(moment: Moment) -> Action | None:
        options = _options(rule, moment)
        bare = next((option for option in options if not option.target), None)
        return bare if bare or not options else _at(_ANY_ENEMY, moment, options)

    return act


def _at(target: TargetRule, moment: Moment, options: Sequence[Action]) -> Action | None:
    """The first option at the preferred creature."""
    for creature in _candidates(target, moment, [option.target for option in options]):
        return next(option for option in options if option.target == creature.id)
    return None


def _candidates(rule: TargetRule, moment: Moment, among: Sequence[str] | None = None) -> Sequence[CreatureView]:
    """Creatures a rule may be for, the preferred first; ``among`` names those that are legal."""
    groups = GROUPS_WITH_DOWN if rule.include_down else GROUPS
    found: Sequence[CreatureView] = groups[rule.group](moment)
    if among is not None:
        found = [creature for creature in found if creature.id in among]
    if rule.where is not None:
        found = _fitting(rule, moment, found)
    return _PICKS[rule.pick](moment, found) if len(found) > 1 else found


def _fitting(rule: TargetRule, moment: Moment, found: Iterable[CreatureView]) -> list[CreatureView]:
    assert rule.where is not None  # the caller looked
    fitting = []
    for creature in found:
        moment.target = creature
        if rule.where(moment):
            fitting.append(creature)
    return fitting


def _move(rule: Rule, to: MoveRule) -> Deed:
    target, safely = rule.target or TargetRule(to.whom), to.safely
    if to.way == "toward":
        return _toward(rule.do, target, to.within, safely=safely)
    if to.way not in FIRST_MEANT:
        target = evolve(target, pick="first")  # all of them are meant alike, so none must be picked

    def away(moment: Moment) -> Action | None:
        whom = [creature.id for creature in _candidates(target, moment)]
        if not whom:
            return None
        if to.way == "away_from":
            return moment.legal.retreat(rule.do, whom, safely=safely)
        return moment.legal.position(rule.do, to.way, whom, to.within(moment) if to.within else 0, safely=safely)

    return away


def _toward(kind: str, target: TargetRule, within: Getter | None, *, safely: bool) -> Deed:
    def approach(moment: Moment) -> Action | None:
        feet = within(moment) if within else 0
        for creature in _candidates(target, moment):
            if moment.distance(creature) <= feet:
                return None  # already there
            action = moment.legal.approach(kind, creature.id, feet, safely=safely)
            if action is not None:
                return action
        return None

    return approach


def _ready(rule: Rule) -> Deed:
    """Without a target the readied action is for whoever sets it off."""

    def ready(moment: Moment) -> Action | None:
        for option in moment.legal.actions("ready"):
            if option.when == rule.trigger and _readies(rule, option.then):
                return option if rule.target is None else _against(rule.target, option, moment)
        return None

    return ready


def _ready_move(rule: Rule, to: MoveRule) -> Deed:
    """The move that would be made now is made once the trigger comes."""
    move = _move(evolve(rule, do=rule.then), to)

    def ready(moment: Moment) -> Action | None:
        then = move(moment)
        option = Action("ready", then=then, when=rule.trigger)
        return option if then and not moment.legal.check(option) else None

    return ready


def _readies(rule: Rule, action: Action | None) -> bool:
    return action is not None and action.kind == rule.then and rule.item in ("", action.item)


def _against(target: TargetRule, option: Action, moment: Moment) -> Action | None:
    creatures = _candidates(target, moment)
    return evolve(option, then=evolve(option.then, target=creatures[0].id)) if option.then and creatures else None
