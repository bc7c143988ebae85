"""What the conditions of a gambit script can see: one decision, its names and functions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from sim.model.expr import Getter
from sim.model.protocols import CreatureView, Legal, View


class Moment:
    """One decision: the view, the legal actions, and the target now being looked at."""

    __slots__ = ("legal", "me", "target", "view")

    def __init__(self, view: View, legal: Legal) -> None:
        self.view = view
        self.legal = legal
        self.me: Any = view.me
        self.target: Any = None

    def fact(self, name: str, creature: CreatureView) -> Any:
        """What the rules say that one can tell about a creature."""
        return self.view.fact(name, creature.id)

    def distance(self, creature: CreatureView) -> int:
        """Feet to a creature."""
        return self.view.distance(self.me.id, creature.id)


GROUPS: Final[dict[str, Callable[[Moment], Sequence[CreatureView]]]] = {
    "enemies": lambda moment: moment.view.standing_enemies,
    "allies": lambda moment: moment.view.standing_allies,
    "self": lambda moment: (moment.me,),
}
"""Whom a rule may name; creatures that are down are left out."""

GROUPS_WITH_DOWN: Final[dict[str, Callable[[Moment], Sequence[CreatureView]]]] = {
    "enemies": lambda moment: moment.view.enemies,
    "allies": lambda moment: moment.view.allies,
    "self": lambda moment: (moment.me,),
}
"""The same with those that are down."""

CONDITIONS: Final = (
    "blinded",
    "clumsy",
    "confused",
    "controlled",
    "dazzled",
    "deafened",
    "doomed",
    "drained",
    "dying",
    "encumbered",
    "enfeebled",
    "fascinated",
    "fatigued",
    "fleeing",
    "frightened",
    "grabbed",
    "immobilized",
    "invisible",
    "off_guard",
    "paralyzed",
    "petrified",
    "prone",
    "quickened",
    "restrained",
    "sickened",
    "slowed",
    "stunned",
    "stupefied",
    "unconscious",
    "wounded",
)
"""Conditions with a name of their own, such as ``self.prone``; others are asked for with ``has``."""


def _condition(name: str) -> tuple[Getter, Getter]:
    """The value of a condition, 0 without it: one's own and the target's."""
    return (lambda moment: moment.me.conditions.get(name, 0)), (lambda moment: moment.target.conditions.get(name, 0))


def _fact(name: str, without: Any = None, *, own: bool = True) -> Getter:
    """A fact about oneself or the target; ``without`` where the rules know none."""

    def fact(moment: Moment) -> Any:
        found = moment.fact(name, moment.me if own else moment.target)
        return without if found is None else found

    return fact


NAMES: Final[dict[str, Getter]] = {
    "self": lambda moment: moment.me,
    "self.id": lambda moment: moment.me.id,
    "self.name": lambda moment: moment.me.name,
    "self.side": lambda moment: moment.me.side,
    "self.hp": lambda moment: moment.me.hp,
    "self.max_hp": lambda moment: moment.me.max_hp,
    "self.hp_pct": lambda moment: moment.me.hp_pct,
    "self.status": lambda moment: moment.me.status,
    "self.actions": lambda moment: moment.me.actions,
    "self.reactions": lambda moment: moment.me.reactions,
    "self.acted": lambda moment: moment.me.acted,
    "self.map": lambda moment: moment.me.tally.get("attacks", 0),
    "self.reach": lambda moment: moment.me.reach,
    "self.armed": lambda moment: any(moment.me.items[name] == "held" for name in moment.me.items if name != "shield"),
    "self.blade": _fact("blade"),
    "self.bow": _fact("bow"),
    "self.range": _fact("range"),
    "self.mends": _fact("mends", 0),
    "self.adrift": _fact("adrift", False),
    "self.stowed": lambda moment: "stowed" in moment.me.items.values(),
    **{f"self.{name}": _condition(name)[0] for name in CONDITIONS},
    "enemies": lambda moment: moment.view.standing_enemies,
    "allies": lambda moment: moment.view.standing_allies,
    "round": lambda moment: moment.view.round,
}
"""Names in every condition.

``self.map`` counts the attacks of this turn; ``self.armed``: something other than a shield is in hand;
``self.stowed``: something is put away; ``self.blade``: a melee weapon is in hand; ``self.bow``: a ranged
attack is ready; ``self.mends``: feet to which one can heal others now; ``self.adrift``: water carries one
away, or down, unless one swims before the turn ends.
"""

TARGET_NAMES: Final[dict[str, Getter]] = {
    "target": lambda moment: moment.target,
    "target.id": lambda moment: moment.target.id,
    "target.name": lambda moment: moment.target.name,
    "target.side": lambda moment: moment.target.side,
    "target.hp_pct": lambda moment: moment.target.hp_pct,
    "target.status": lambda moment: moment.target.status,
    "target.distance": lambda moment: moment.distance(moment.target),
    "target.in_reach": lambda moment: moment.distance(moment.target) <= moment.me.reach,
    "target.cover": _fact("cover", 0, own=False),
    "target.flanked": _fact("flanked", False, own=False),
    "target.known": _fact("known", 0, own=False),
    "target.lowest_save": _fact("lowest_save", "", own=False),
    "target.motive": _fact("motive", "", own=False),
    **{f"target.{name}": _condition(name)[1] for name in CONDITIONS},
}
"""Further names in ``target: {where: ...}``."""


FAR: Final = 1_000_000
"""Feet to the nearest of nobody."""


def _count(moment: Moment, group: Sequence[CreatureView]) -> int:
    return len(group)


def _has(moment: Moment, creature: CreatureView, condition: str) -> bool:
    return condition in creature.conditions


def _distance(moment: Moment, creature: CreatureView) -> int:
    return moment.distance(creature)


def _nearest(moment: Moment, group: Sequence[CreatureView]) -> int:
    return min(map(moment.distance, group), default=FAR)


def _can(moment: Moment, kind: str) -> bool:
    return bool(moment.legal.actions(kind))


def _among(fact: str) -> Callable[..., bool]:
    """Whether something is among what one believes to know of a creature."""
    return lambda moment, creature, what: what in (moment.fact(fact, creature) or ())


FUNCTIONS: Final[dict[str, Callable[..., Any]]] = {
    "count": _count,
    "has": _has,
    "distance": _distance,
    "nearest": _nearest,
    "can": _can,
    "weak": _among("weaknesses"),
    "resists": _among("resistances"),
    "immune": _among("immunities"),
}
"""``count(allies)``, ``has(target, 'prone')``, ``distance(target)``, ``nearest(enemies)`` in feet, ``can('raise')``;
``weak(target, 'fire')``, ``resists(...)``, ``immune(...)``: as far as one recalls."""


def names_with_knobs(knobs: Mapping[str, Any]) -> dict[str, Getter]:
    """Return `NAMES` and the knobs of a script, which are constants."""
    return NAMES | {f"knobs.{name}": _constant(value) for name, value in knobs.items()}


def _constant(value: Any) -> Getter:
    return lambda _: value
