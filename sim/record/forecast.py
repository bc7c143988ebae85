"""What an action brings, exactly: it is played with every way its dice can fall, by the rules themselves."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from math import prod
from typing import Any, Final

from attrs import define, evolve, field, frozen

from sim.loading.rulesets import ruleset
from sim.model import events as ev
from sim.model.actions import Action
from sim.model.dice import KeyedDice
from sim.model.errors import InputError
from sim.model.protocols import Game, Legal, Play, Ruleset
from sim.model.reduce import fold, reduce
from sim.model.scenario import Scenario
from sim.model.state import State
from sim.model.values import DamagePart, Roll
from sim.model.windows import Ask, Window

MAX_WAYS: Final = 200_000
"""Ways in which the dice of one action may fall, dice of one sum taken together."""
PAIR: Final = 2
"""Up to so many dice are looked at one by one, as those of a check are; of more only the sum matters."""

Faces = tuple[int, ...]


@frozen
class Outlook:
    """What an action brings for one creature.

    Attributes:
        action: The action, with what it is done with.
        target: The creature.
        what: What is rolled: ``attack``, the name of a save or check; empty for nothing.
        roller: Who rolls it.
        roll: One such roll, with everything that goes into it, or None.
        degrees: Chance of each degree.
        parts: Dice and modifiers of the damage before anything critical, by type; their faces mean nothing.
        damage: Chance of each number of Hit Points that it takes off at once.
        gained: Chance of each condition and effect that begins, such as ``frightened 1``.
    """

    action: Action
    target: str
    what: str
    roller: str
    roll: Roll | None
    degrees: Mapping[str, Fraction]
    parts: tuple[DamagePart, ...]
    damage: Mapping[int, Fraction]
    gained: Mapping[str, Fraction]

    @property
    def mean(self) -> Fraction:
        """Expected damage."""
        return sum((amount * chance for amount, chance in self.damage.items()), Fraction())


def forecast(scenario: Scenario, who: str, action: Action) -> list[Outlook]:
    """What an action would bring, done at the start of its maker's first turn; nobody reacts to it.

    Args:
        scenario: The fight, with everybody where it begins.
        who: The acting creature.
        action: What it does; the best weapon or ability that is possible where it names none.

    Returns:
        An outlook for each creature that it concerns, in the order of the fight.

    Raises:
        InputError: There is no such creature, the action is not legal, or its dice fall in too many ways.
    """
    rules = ruleset(scenario.ruleset)
    start = _opening(scenario, rules, who)
    state = fold(State(scenario), start)
    legal = rules.legal(state, who)
    action = _with_best(legal, action)
    problem = _problem(legal, action, state.creatures[who].items)
    if problem:
        raise InputError(f"{who} cannot {action}: {problem}")
    concerned = _concerned(scenario, rules, start, who, action)
    return [_outlook(scenario, rules, start, who, action, target) for target in concerned]


def _with_best(legal: Legal, action: Action) -> Action:
    """An action that names nothing to do it with, where it needs something, is done with the best there is."""
    if action.item or not legal.check(action):
        return action
    best = next(iter(legal.items(action.kind, action.target)), "")
    return evolve(action, item=best)


def _problem(legal: Legal, action: Action, items: Iterable[str]) -> str:
    """Why an action is not possible; one that names nothing to do it with, why it is not with the first item."""
    problem = legal.check(action)
    if not problem or action.item:
        return problem
    return next((legal.check(evolve(action, item=item)) for item in items), problem)


# --- the moment before ---------------------------------------------------------------


def _opening(scenario: Scenario, rules: Ruleset, who: str) -> list[ev.Entry]:
    """Events of the opening and of the beginning of the first turn of a creature."""
    state = State(scenario)
    game = Game(state, KeyedDice.of(0, 0))
    entries: list[ev.Entry] = []
    first = ev.EncounterStarted(0, scenario.name, scenario.ruleset, scenario.edition, 0, 0)
    _note(state, first, entries)
    _drive(state, rules.open(game, 1), entries)
    if who not in state.creatures:
        raise InputError(f"there is no {who!r} at the beginning; expected one of {', '.join(state.creatures)}")
    _note(state, ev.RoundStarted(0, 1), entries)
    _drive(state, rules.begin_turn(game, who, state.order.index(who) + 1), entries)
    return entries


def _note(state: State, event: ev.Event, entries: list[ev.Entry]) -> int:
    entry = ev.Entry(state.seq + 1, state.t, event)
    reduce(state, entry)
    entries.append(entry)
    return entry.seq


def _drive(state: State, play: Play, entries: list[ev.Entry]) -> None:
    """Run a rule to its end; nobody reacts, and of a choice the first option is taken."""
    reply: Any = None
    while True:
        try:
            item = play.send(reply)
        except StopIteration:
            return
        if isinstance(item, Window):
            reply = ()
        elif isinstance(item, Ask):
            reply = item.options[0]
        else:
            reply = _note(state, item, entries)


# --- every way the dice can fall -------------------------------------------------------


@define
class _Branching:
    """Dice that fall in every way, one way for each run: those of the creatures that matter.

    Attributes:
        matter: Creatures whose dice branch; those of others show a middle face.
        path: Which way each roll of this run goes.
        counts: How many ways each roll of this run had.
        weight: Chance of this run.
    """

    matter: frozenset[str]
    path: list[int] = field(factory=list)
    counts: list[int] = field(factory=list)
    weight: Fraction = Fraction(1)

    def roll(self, label: str, n: int, sizes: Sequence[int], seq: int) -> Faces:
        """See `sim.model.dice.Dice.roll`."""
        if label.partition("/")[0] not in self.matter:
            return tuple((size + 1) // 2 for size in sizes)
        ways = _ways(tuple(sizes))
        at = len(self.counts)
        if at == len(self.path):
            self.path.append(0)
        self.counts.append(len(ways))
        faces, chance = ways[self.path[at]]
        self.weight *= chance
        return faces

    def next(self) -> bool:
        """Turn to the next way; False when all have been gone."""
        while self.path and self.path[-1] + 1 >= self.counts[len(self.path) - 1]:
            self.path.pop()
        if not self.path:
            return False
        self.path[-1] += 1
        self.counts, self.weight = [], Fraction(1)
        return True


@cache
def _ways(sizes: Faces) -> tuple[tuple[Faces, Fraction], ...]:
    """Ways in which dice can fall and their chances: face by face for a pair, else sum by sum of each size."""
    if len(sizes) <= PAIR:
        even = Fraction(1, prod(sizes))
        return tuple((faces, even) for faces in product(*(range(1, size + 1) for size in sizes)))
    groups = [(size, sizes.count(size)) for size in dict.fromkeys(sizes)]
    found = []
    for totals in product(*(_sums(*group).items() for group in groups)):
        chance = prod((chance for _, chance in totals), start=Fraction(1))
        left = {group[0]: _faces_of(total, *group) for group, (total, _) in zip(groups, totals, strict=True)}
        found.append((tuple(next(left[size]) for size in sizes), chance))
    return tuple(found)


def _sums(size: int, count: int) -> Mapping[int, Fraction]:
    ways = {0: 1}
    for _ in range(count):
        more: dict[int, int] = defaultdict(int)
        for total, times in ways.items():
            for face in range(1, size + 1):
                more[total + face] += times
        ways = more
    return {total: Fraction(times, size**count) for total, times in ways.items()}


def _faces_of(total: int, size: int, count: int) -> Iterator[int]:
    """Faces of dice that add up to a total."""
    for left in range(count, 0, -1):
        face = min(size, total - (left - 1))
        total -= face
        yield face


def _runs(
    scenario: Scenario, rules: Ruleset, start: Sequence[ev.Entry], who: str, action: Action, matter: Iterable[str]
) -> Iterator[tuple[Fraction, list[ev.Entry]]]:
    """Every way an action can go: its chance and its events."""
    dice = _Branching(frozenset(matter))
    for _ in range(MAX_WAYS):
        state = fold(State(scenario), start)
        entries: list[ev.Entry] = []
        _drive(state, rules.perform(Game(state, dice), who, action, state.seq), entries)
        yield dice.weight, entries
        if not dice.next():
            return
    raise InputError(f"the dice of {action} fall in more than {MAX_WAYS} ways; this is too much to count")


def _concerned(scenario: Scenario, rules: Ruleset, start: Sequence[ev.Entry], who: str, action: Action) -> list[str]:
    """Whom an action can concern."""
    found = {action.target: None} if action.target else {}
    _, entries = next(_runs(scenario, rules, start, who, action, ()))
    for _, _, event in entries:
        if isinstance(event, ev.SaveRolled):
            found[event.actor] = None
        elif isinstance(event, ev.DamageApplied | ev.Healed | ev.ConditionChanged):
            found[event.target] = None
    if not found:
        found = {who: None}
    return [combatant.id for combatant in scenario.combatants if combatant.id in found]


def _outlook(
    scenario: Scenario, rules: Ruleset, start: Sequence[ev.Entry], who: str, action: Action, target: str
) -> Outlook:
    degrees: dict[str, Fraction] = defaultdict(Fraction)
    damage: dict[int, Fraction] = defaultdict(Fraction)
    gained: dict[str, Fraction] = defaultdict(Fraction)
    shown: tuple[str, str, Roll | None] = ("", "", None)
    rolls: list[tuple[DamagePart, ...]] = []
    for chance, entries in _runs(scenario, rules, start, who, action, (who, target)):
        rolled = _deciding(entries, who, target)
        if rolled:
            shown = rolled
            degrees[rolled[2].degree] += chance
        taken = sum(_taken(entries, target))
        damage[taken] += chance
        if taken:
            rolls += _rolled(entries)
        for name in dict.fromkeys(_begun(entries, target)):
            gained[name] += chance
    what, roller, roll = shown
    return Outlook(
        action=action,
        target=target,
        what=what,
        roller=roller,
        roll=roll,
        degrees=dict(degrees),
        parts=min(rolls, key=_dice_in, default=()),
        damage=dict(sorted(damage.items())),
        gained=dict(sorted(gained.items())),
    )


def _deciding(entries: Sequence[ev.Entry], who: str, target: str) -> tuple[str, str, Roll] | None:
    """The roll that decides for a creature: its own save, else the first roll of the action."""
    for _, _, event in entries:
        if isinstance(event, ev.SaveRolled) and event.actor == target:
            return event.save, target, event.roll
    for _, _, event in entries:
        if isinstance(event, ev.AttackRolled) and event.target == target:
            return "attack", who, event.roll
        if isinstance(event, ev.CheckRolled) and event.actor == who and event.roll.degree:
            return event.check, who, event.roll
    return None


def _dice_in(parts: tuple[DamagePart, ...]) -> tuple[int, int]:
    """How much is rolled; a critical hit may roll more of it."""
    return len(parts), sum(len(part.faces) for part in parts)


def _rolled(entries: Sequence[ev.Entry]) -> Iterator[tuple[DamagePart, ...]]:
    """The damage that the action rolls first."""
    rolled = (event for _, _, event in entries if isinstance(event, ev.DamageRolled))
    first = next(rolled, None)
    if first:
        yield first.parts


def _taken(entries: Sequence[ev.Entry], target: str) -> Iterator[int]:
    for _, _, event in entries:
        if isinstance(event, ev.DamageApplied) and event.target == target:
            yield event.amount


def _begun(entries: Sequence[ev.Entry], target: str) -> Iterator[str]:
    for _, _, event in entries:
        if isinstance(event, ev.ConditionChanged) and event.target == target and event.after > event.before:
            yield f"{event.condition} {event.after}"
        elif isinstance(event, ev.EffectStarted) and event.effect.target == target:
            yield f"{event.effect.name} {event.effect.detail}".strip()
