"""What is wrong with a scenario beyond its form, apart from starting squares."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from typing import Final

from sim.loading.entries import MAX_COUNT, Entry, characters
from sim.loading.placing import Entrant, ground_problems
from sim.loading.structure import describe
from sim.loading.written import KNOWLEDGE, SIDE_KINDS, WrittenScenario
from sim.loading.yaml_file import KeyPath
from sim.model.errors import did_you_mean
from sim.model.grid import BRIGHT, SHADES
from sim.model.protocols import Ruleset
from sim.model.scenario import Map
from sim.model.state import HIDDEN, UNDETECTED, UNNOTICED
from sim.rules.faults import PatchCheck

MAX_SIDE: Final = 200
"""Squares a side of a map."""
RESERVED: Final = frozenset(
    {"with", "on", "at", "when", "via", "end", "pass", "self", "me", "target", "allies", "enemies"}
)
"""Words of action texts and policies; no creature may be called so."""
UNSEEN: Final = (HIDDEN, UNDETECTED, UNNOTICED)
"""How a combatant may be perceived at the start, if not observed."""

Found = Iterator[tuple[KeyPath, str]]
"""(Path, message) pairs."""


def form_problems(form: WrittenScenario) -> Found:
    """Find what no scenario may be: knowledge, end and sides."""
    if form.knowledge not in KNOWLEDGE:
        yield ("knowledge",), f"expected fair or open, not {form.knowledge!r}"
    if form.end.round_limit < 1:
        yield ("end", "round_limit"), f"expected at least 1 round, not {form.end.round_limit}"
    if len(form.sides) < 2:
        yield ("sides",), f"expected at least two sides, not {len(form.sides)}"
    for name, side in form.sides.items():
        if side.kind not in SIDE_KINDS:
            yield ("sides", name, "kind"), f"expected pc or adversary, not {side.kind!r}"
        if not 0 <= side.morale < 100:
            yield ("sides", name, "morale"), f"expected a percentage from 0 to 99, not {side.morale}"


def goal_problems(form: WrittenScenario, ground: Map, entrants: Sequence[Entrant]) -> Found:
    """Find goals that demand nothing, or what cannot be."""
    ids = tuple(entrant.combatant.id for entrant in entrants)
    for number, goal in enumerate(form.end.goals):
        path: KeyPath = ("end", "goals", number)
        if not (goal.rounds or goal.down or goal.reach):
            yield path, "the goal demands nothing; expected rounds, down or reach"
        if goal.side and goal.side not in form.sides:
            yield (*path, "side"), f"unknown side {goal.side!r}{_instead(goal.side, form.sides)}"
        if not 0 <= goal.rounds <= form.end.round_limit:
            yield (*path, "rounds"), f"expected 1 to {form.end.round_limit} rounds, not {goal.rounds}"
        for who in goal.down:
            if who not in ids:
                yield (*path, "down"), f"nobody is called {who!r}{_instead(who, ids)}"
        if goal.reach and not goal.side:
            yield path, "the key 'side' is missing; expected whose creature is to reach the squares"
        for x, y in goal.reach:
            if not (0 <= x < ground.width and 0 <= y < ground.height):
                yield (*path, "reach"), f"{x},{y} is outside the map"
                break


def _instead(word: str, known: Iterable[str]) -> str:
    """What may have been meant, or what there is."""
    return did_you_mean(word, known) or f"; expected one of {', '.join(known)}"


def map_problems(ground: Map, special: Mapping[str, PatchCheck]) -> Found:
    """Find maps of no possible size, and what `placing.ground_problems` finds."""
    if not (1 <= ground.width <= MAX_SIDE and 1 <= ground.height <= MAX_SIDE):
        yield ("size",), f"expected a map of 1 to {MAX_SIDE} squares a side, not {ground.width} x {ground.height}"
        return
    yield from ground_problems(ground, special)
    yield from light_problems(ground, special)


def light_problems(ground: Map, special: Container[str]) -> Found:
    """Find light that there is not, and light that the rules do not look at: they know no dark ground."""
    if ground.light not in (BRIGHT, *SHADES):
        yield ("light",), f"unknown light {ground.light!r}{_instead(ground.light, (BRIGHT, *SHADES))}"
    elif ground.light != BRIGHT and ground.light not in special:
        yield ("light",), "in these rules light is no matter; expected none"
    for at, light in enumerate(ground.lights):
        x, y = light.at
        if not (0 <= x < ground.width and 0 <= y < ground.height):
            yield ("lights", at, "at"), f"{x},{y} is outside the map"
        if light.radius < 5:  # a square has 5 feet
            yield ("lights", at, "radius"), f"radius is {light.radius}; expected at least 5 ft"


def entry_problems(form: WrittenScenario, entries: Sequence[Entry]) -> Found:
    """Find sides that are empty or unknown, and numbers out of range."""
    written = [item.get("side") for item in form.combatants if isinstance(item, dict)]
    for name in form.sides:
        if name not in written:
            yield ("sides", name), f"the side {name!r} is empty; expected at least one combatant on it"
    parties = form.parties
    party = characters(entries, parties)
    for entry in entries:
        one = entry.form
        if one.side not in form.sides:
            yield (*entry.path, "side"), f"unknown side {one.side!r}{_instead(one.side, form.sides)}"
        if one.count.per_pc is not None and one.side in parties:
            yield (*entry.path, "count"), "the characters themselves are counted by a number, such as 4"
        elif not 1 <= one.count.of(party) <= MAX_COUNT:
            yield (*entry.path, "count"), f"expected a count from 1 to {MAX_COUNT}, not {one.count.of(party)}"
        if not 0 <= one.round <= form.end.round_limit:
            yield (*entry.path, "round"), f"expected a round from 0 to {form.end.round_limit}, not {one.round}"
        if one.hp is not None and entry.data and not 1 <= one.hp <= entry.data.hp:
            yield (*entry.path, "hp"), f"expected 1 to {entry.data.hp} Hit Points, not {one.hp}"
        if not 0 <= one.morale < 100:
            yield (*entry.path, "morale"), f"expected a percentage from 0 to 99, not {one.morale}"


def id_problems(entrants: Sequence[Entrant]) -> Found:
    """Find ids that are none, reserved or taken."""
    seen: set[str] = set()
    for entrant in entrants:
        name = entrant.combatant.id
        path = (*entrant.path, "id")
        if not re.fullmatch(r"[a-z0-9-]+", name):
            yield path, f"{name!r} is no id; expected lower case letters, digits and hyphens"
        elif name in RESERVED:
            yield path, f"{name!r} is a reserved word; expected another id"
        elif name in seen:
            yield path, f"the id {name!r} stands twice; expected a different one for each combatant"
        seen.add(name)


def detection_problems(form: WrittenScenario, entrants: Sequence[Entrant]) -> Found:
    """Find observers who are not there and ways of perceiving that are none."""
    known = (*form.sides, *(entrant.combatant.id for entrant in entrants))
    for entrant in entrants:
        for observer, how in entrant.combatant.detection.items():
            path = (*entrant.path, "detection", observer)
            if observer not in known:
                yield path, f"unknown observer {observer!r}{did_you_mean(observer, known) or '; expected a side or id'}"
            if how not in UNSEEN:
                yield path, f"expected one of {', '.join(UNSEEN)}, not {how!r}"


def known_problems(entries: Sequence[Entry], rules: Ruleset) -> Found:
    """Find conditions, kinds of initiative and adjustments that the rules do not know."""
    for entry in entries:
        for condition, value in entry.form.conditions.items():
            path = (*entry.path, "conditions", condition)
            if condition not in rules.conditions:
                hint = did_you_mean(condition, rules.conditions) or f"; known are {', '.join(rules.conditions)}"
                yield path, f"unknown condition {condition!r}{hint}"
            elif value < 1:
                yield path, f"{condition} is {value}; expected at least 1"
        rolled = entry.form.initiative
        if rolled and not rules.initiative:
            yield (*entry.path, "initiative"), f"in {rules.name} there is no choice of what initiative is rolled with"
        elif rolled and rolled not in rules.initiative:
            yield (*entry.path, "initiative"), f"unknown initiative {rolled!r}{_instead(rolled, rules.initiative)}"
        if entry.form.light and SHADES[0] not in rules.terrain:
            yield (*entry.path, "light"), f"in {rules.name} light is no matter; expected none"
        adjust = entry.form.adjust
        if adjust and not rules.adjustments:
            yield (*entry.path, "adjust"), f"in {rules.name} creatures are not adjusted"
        elif adjust and adjust not in rules.adjustments:
            yield (*entry.path, "adjust"), f"unknown adjustment {adjust!r}{_instead(adjust, rules.adjustments)}"


def rules_problems(form: WrittenScenario, rules: Ruleset) -> Found:
    """Find editions and options that the rules do not know."""
    if form.edition is not None and form.edition not in rules.editions:
        yield ("edition",), f"unknown edition {form.edition!r}{_instead(form.edition, rules.editions)}"
    for option, value in form.options.items():
        allowed = rules.options.get(option)
        if allowed is None:
            yield ("options", option), f"unknown option {option!r}{did_you_mean(option, rules.options)}"
        elif not any(type(value) is type(known) and value == known for known in allowed):
            values = ", ".join(map(str, allowed))
            yield ("options", option), f"expected one of {values} for {option}, not {describe(value)}"
