"""Load a scenario: follow the names in its file, check it, and make one whole `Scenario` of it.

All faults are told together, those of creature and policy files too.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final, TypeVar

import attrs
from attrs import Factory, define, frozen

from sim.loading.creatures import read_creature
from sim.loading.library import find_file, shipped, slug
from sim.loading.placing import Entrant, ground_problems, position_problems
from sim.loading.policies import Policies
from sim.loading.rulesets import ruleset
from sim.loading.structure import converter, describe, structure
from sim.loading.written import KNOWLEDGE, SIDE_KINDS, WrittenCombatant, WrittenMap, WrittenScenario
from sim.loading.yaml_file import Document, KeyPath, read_yaml
from sim.model.errors import InputError, Problem, did_you_mean
from sim.model.plain import plain
from sim.model.protocols import Ruleset
from sim.model.scenario import AgentSpec, Combatant, Map, Scenario, Side, Terrain
from sim.model.state import HIDDEN, UNDETECTED, UNNOTICED
from sim.model.values import Square

T = TypeVar("T")

MAX_SIDE: Final = 200
"""Squares a side of a map."""
MAX_COUNT: Final = 100
"""Creatures of one entry."""
MAX_ENTRIES: Final = 500
RESERVED: Final = frozenset(
    {"with", "on", "at", "when", "via", "end", "pass", "self", "me", "target", "allies", "enemies"}
)
"""Words of action texts and policies; no creature may be called so."""
UNSEEN: Final = (HIDDEN, UNDETECTED, UNNOTICED)
"""How a combatant may be perceived at the start, if not observed."""


def load_scenario(path: Path) -> Scenario:
    """Load a scenario file.

    Raises:
        InputError: With everything that is wrong in it and in the files it uses.
    """
    return resolve(read_yaml(path), path.parent, path.stem)


def resolve(document: Document, folder: Path, name: str, at: KeyPath = ()) -> Scenario:
    """Make a scenario of the part of a document at ``at``; names of files are looked up from ``folder``.

    Raises:
        InputError: As of `load_scenario`.
    """
    loading = _Loading(document, at, folder)
    scenario = loading.scenario(slug(name) or "scenario")
    if scenario is None or loading.problems:
        raise InputError.many(_in_order(loading.problems, document.file))
    return _as_logged(scenario, document.file)


def _as_logged(scenario: Scenario, file: str) -> Scenario:
    """The scenario as it comes back from a log, so that rules and agents see the same order of keys either way."""
    try:
        return scenario_from_plain(plain(scenario_to_plain(scenario)))
    except ValueError as error:
        raise InputError(Problem(f"the scenario cannot stand in a log: {error}", file)) from None


def scenario_to_plain(scenario: Scenario) -> dict[str, Any]:
    """Return a scenario as plain JSON data, as it stands in a log's header."""
    data: dict[str, Any] = converter.unstructure(scenario)
    return data


def scenario_from_plain(written: Any) -> Scenario:
    """Read back what `scenario_to_plain` wrote.

    Raises:
        InputError: It is no scenario, or its ruleset is not installed.
    """
    document = Document("", written)
    scenario = structure(document, Scenario)
    kind = ruleset(scenario.ruleset).creature_type
    data: list[Any] = [structure(document, kind, ("combatants", at, "data")) for at in range(len(scenario.combatants))]
    whole = zip(scenario.combatants, data, strict=True)
    return attrs.evolve(scenario, combatants=tuple(attrs.evolve(one, data=stated) for one, stated in whole))


_NOBODY: Final = AgentSpec("", "")
"""Stands in for an agent that is at fault."""


@frozen
class _Entry:
    """One entry of ``combatants`` with what it names."""

    path: KeyPath
    form: WrittenCombatant
    data: Any
    agent: AgentSpec


@define
class _Loading:
    document: Document
    at: KeyPath
    folder: Path
    problems: list[Problem] = Factory(list)
    creatures: dict[str, Any] = Factory(dict)

    def scenario(self, name: str) -> Scenario | None:
        """Read and check everything; None, or something useless, where ``problems`` were found."""
        form = self.take(self.document, WrittenScenario, self.at)
        rules = self.rules()
        entries = self.entries(rules)
        if form is None:
            return None
        ground = _ground(form.map)
        entrants = list(_entrants([entry for entry in entries if entry.data]))
        self.report((), _form_problems(form))
        self.report(("map",), _ground_problems(ground, rules.terrain if rules else ()))
        self.report((), _entry_problems(form, entries))
        self.report((), _id_problems(entrants))
        self.report((), _detection_problems(form, entrants))
        self.report((), position_problems(ground, entrants))
        if rules is None:
            return None
        self.report((), _rules_problems(form, rules))
        self.report((), _condition_problems(entries, rules))
        return Scenario(
            name,
            form.title or name,
            form.ruleset,
            form.edition or rules.editions[0],
            ground,
            tuple(Side(side, written.kind) for side, written in form.sides.items()),
            tuple(entrant.combatant for entrant in entrants),
            form.end.round_limit,
            {option: form.options.get(option, values[0]) for option, values in rules.options.items()},
            form.knowledge,
        )

    def report(self, below: KeyPath, found: Iterable[tuple[KeyPath, str]]) -> None:
        """Keep what a check found."""
        for path, message in found:
            self.problems.append(self.document.problem((*self.at, *below, *path), message))

    def take(self, document: Document, cls: type[T], path: KeyPath) -> T | None:
        """Structure a part of a document; None where it is at fault."""
        try:
            return structure(document, cls, path)
        except InputError as error:
            self.problems += error.problems
            return None

    def written(self, key: str) -> Any:
        """What stands under a key of the scenario, whatever it is."""
        value = self.document.value
        for step in self.at:
            value = value[step]
        return value.get(key) if isinstance(value, dict) else None

    def rules(self) -> Ruleset | None:
        name = self.written("ruleset")
        if not isinstance(name, str):
            return None
        try:
            return ruleset(name)
        except InputError as error:
            self.report((), [(("ruleset",), str(error))])
            return None

    def entries(self, rules: Ruleset | None) -> list[_Entry]:
        """Read every entry of ``combatants`` that is well formed."""
        written = self.written("combatants")
        count = len(written) if isinstance(written, list) else 0
        if count > MAX_ENTRIES:
            self.report((), [(("combatants",), f"too many combatants; expected at most {MAX_ENTRIES} entries")])
            return []
        policies = Policies(self.folder)
        found = []
        for number in range(count):
            path: KeyPath = ("combatants", number)
            form = self.take(self.document, WrittenCombatant, (*self.at, *path))
            if form is not None:
                data = self.creature(form, path, rules) if rules else None
                agent = self.agent(policies, form, path)
                found.append(_Entry(path, form, data, agent or _NOBODY))
        return found

    def agent(self, policies: Policies, form: WrittenCombatant, path: KeyPath) -> AgentSpec | None:
        try:
            return policies.agent(form.agent)
        except InputError as error:
            at = (*self.at, *path, "agent")
            self.problems += [p if p.file else self.document.problem(at, p.message) for p in error.problems]
            return None

    def creature(self, form: WrittenCombatant, path: KeyPath, rules: Ruleset) -> Any:
        """Read the creature that an entry uses or states; None where it is at fault."""
        if (form.use is None) == (form.creature is None):
            self.report(path, [((), "expected either use (a creature file) or creature (a creature stated here)")])
            return None
        if form.use is None:
            data = self.stated(self.document, (*self.at, *path, "creature"), rules)
        else:
            data = self.used(form.use, path, rules)
        return attrs.evolve(data, name=form.name) if data and form.name else data

    def used(self, name: str, path: KeyPath, rules: Ruleset) -> Any:
        """Read a creature file, once however many use it."""
        if name not in self.creatures:
            try:
                document = read_yaml(find_file(name, [self.folder, shipped()], "creature"))
            except InputError as error:
                at = (*self.at, *path, "use")
                self.problems += [p if p.file else self.document.problem(at, p.message) for p in error.problems]
                return None
            self.creatures[name] = self.stated(document, (), rules)
        return self.creatures[name]

    def stated(self, document: Document, path: KeyPath, rules: Ruleset) -> Any:
        try:
            return read_creature(document, rules, path)
        except InputError as error:
            self.problems += error.problems
            return None


def _in_order(problems: Sequence[Problem], first: str) -> list[Problem]:
    """Each problem once, by file and place, the scenario's own file first."""
    unique = dict.fromkeys(problems)
    return sorted(unique, key=lambda p: (p.file != first, p.file, p.line, p.column))


# --- checks: each yields (path, message) -------------------------------------------

Found = Iterator[tuple[KeyPath, str]]


def _form_problems(form: WrittenScenario) -> Found:
    if form.knowledge not in KNOWLEDGE:
        yield ("knowledge",), f"expected fair or open, not {form.knowledge!r}"
    if form.end.round_limit < 1:
        yield ("end", "round_limit"), f"expected at least 1 round, not {form.end.round_limit}"
    if len(form.sides) < 2:
        yield ("sides",), f"expected at least two sides, not {len(form.sides)}"
    for name, side in form.sides.items():
        if side.kind not in SIDE_KINDS:
            yield ("sides", name, "kind"), f"expected pc or adversary, not {side.kind!r}"


def _ground_problems(ground: Map, special: tuple[str, ...]) -> Found:
    if not (1 <= ground.width <= MAX_SIDE and 1 <= ground.height <= MAX_SIDE):
        yield ("size",), f"expected a map of 1 to {MAX_SIDE} squares a side, not {ground.width} x {ground.height}"
        return
    yield from ground_problems(ground, special)


def _entry_problems(form: WrittenScenario, entries: Sequence[_Entry]) -> Found:
    written = [item.get("side") for item in form.combatants if isinstance(item, dict)]
    for name in form.sides:
        if name not in written:
            yield ("sides", name), f"the side {name!r} is empty; expected at least one combatant on it"
    for entry in entries:
        one = entry.form
        if one.side not in form.sides:
            hint = did_you_mean(one.side, form.sides) or f"; expected one of {', '.join(form.sides)}"
            yield (*entry.path, "side"), f"unknown side {one.side!r}{hint}"
        if not 1 <= one.count <= MAX_COUNT:
            yield (*entry.path, "count"), f"expected a count from 1 to {MAX_COUNT}, not {one.count}"
        if not 0 <= one.round <= form.end.round_limit:
            yield (*entry.path, "round"), f"expected a round from 0 to {form.end.round_limit}, not {one.round}"
        if one.hp is not None and entry.data and not 1 <= one.hp <= entry.data.hp:
            yield (*entry.path, "hp"), f"expected 1 to {entry.data.hp} Hit Points, not {one.hp}"


def _id_problems(entrants: Sequence[Entrant]) -> Found:
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


def _detection_problems(form: WrittenScenario, entrants: Sequence[Entrant]) -> Found:
    known = (*form.sides, *(entrant.combatant.id for entrant in entrants))
    for entrant in entrants:
        for observer, how in entrant.combatant.detection.items():
            path = (*entrant.path, "detection", observer)
            if observer not in known:
                yield path, f"unknown observer {observer!r}{did_you_mean(observer, known) or '; expected a side or id'}"
            if how not in UNSEEN:
                yield path, f"expected one of {', '.join(UNSEEN)}, not {how!r}"


def _condition_problems(entries: Sequence[_Entry], rules: Ruleset) -> Found:
    for entry in entries:
        for condition, value in entry.form.conditions.items():
            path = (*entry.path, "conditions", condition)
            if condition not in rules.conditions:
                hint = did_you_mean(condition, rules.conditions) or f"; known are {', '.join(rules.conditions)}"
                yield path, f"unknown condition {condition!r}{hint}"
            elif value < 1:
                yield path, f"{condition} is {value}; expected at least 1"


def _rules_problems(form: WrittenScenario, rules: Ruleset) -> Found:
    if form.edition is not None and form.edition not in rules.editions:
        hint = did_you_mean(form.edition, rules.editions) or f"; expected one of {', '.join(rules.editions)}"
        yield ("edition",), f"unknown edition {form.edition!r}{hint}"
    for option, value in form.options.items():
        allowed = rules.options.get(option)
        if allowed is None:
            yield ("options", option), f"unknown option {option!r}{did_you_mean(option, rules.options)}"
        elif not any(type(value) is type(known) and value == known for known in allowed):
            values = ", ".join(map(str, allowed))
            yield ("options", option), f"expected one of {values} for {option}, not {describe(value)}"


# --- multiplying ---------------------------------------------------------------------


def _entrants(entries: Sequence[_Entry]) -> Iterator[Entrant]:
    """Make each entry's combatants; ids are numbered where a name comes more than once."""
    bases = [entry.form.id if entry.form.id is not None else slug(entry.data.name) for entry in entries]
    counts = [min(max(entry.form.count, 1), MAX_COUNT) for entry in entries]
    totals: Counter[str] = Counter()
    for entry, base, count in zip(entries, bases, counts, strict=True):
        totals[base] += count if entry.form.id is None else 0
    numbers: Counter[str] = Counter()
    for entry, base, count in zip(entries, bases, counts, strict=True):
        own = entry.form.id is not None
        for number in range(1, count + 1):
            numbers[base] += not own
            several = count > 1 if own else totals[base] > 1
            name = f"{base}-{number if own else numbers[base]}" if several else base
            yield Entrant(_combatant(entry, name), entry.path)


def _ground(written: WrittenMap) -> Map:
    terrain = tuple(Terrain(patch.kind, _once(patch.squares), patch.perception) for patch in written.terrain)
    return Map(written.size.width, written.size.height, _once(written.walls), terrain)


def _once(squares: tuple[Square, ...]) -> tuple[Square, ...]:
    """Each square once, where rectangles overlap."""
    return tuple(dict.fromkeys(squares))


def _combatant(entry: _Entry, name: str) -> Combatant:
    form = entry.form
    at = form.at
    return Combatant(
        name,
        form.side,
        entry.data,
        entry.agent,
        at.at,
        _once(at.zone),
        form.round,
        form.hp,
        form.conditions,
        form.detection,
    )
