"""Load a scenario: follow the names in its file, check it, and make one whole `Scenario` of it.

All faults are told together, those of creature and policy files too.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Final, TypeVar

import attrs
from attrs import Factory, define

from sim.loading.creatures import read_creature
from sim.loading.deploying import deployed, deployment_problems
from sim.loading.entries import NOBODY, Entry, characters, entrants, once
from sim.loading.library import find_file, shipped, slug
from sim.loading.placing import position_problems
from sim.loading.policies import Policies
from sim.loading.rulesets import ruleset
from sim.loading.scenario_checks import (
    detection_problems,
    entry_problems,
    form_problems,
    goal_problems,
    id_problems,
    known_problems,
    map_problems,
    rules_problems,
)
from sim.loading.structure import converter, structure
from sim.loading.written import WrittenCombatant, WrittenMap, WrittenScenario
from sim.loading.yaml_file import Document, KeyPath, read_yaml
from sim.model.errors import InputError, Problem
from sim.model.plain import plain
from sim.model.protocols import Ruleset
from sim.model.scenario import AgentSpec, Map, Scenario, Side

T = TypeVar("T")

MAX_ENTRIES: Final = 500


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
        whole = list(entrants([entry for entry in entries if entry.data], characters(entries, form.parties)))
        unplaced = list(deployment_problems(ground, form.start_distance, tuple(form.sides), whole))
        if form.start_distance is not None and not unplaced:
            whole = deployed(ground, form.start_distance, tuple(form.sides), whole)
        self.report((), form_problems(form))
        self.report(("map",), map_problems(ground, rules.terrain if rules else {}))
        self.report((), entry_problems(form, entries))
        self.report((), id_problems(whole))
        self.report((), goal_problems(form, ground, whole))
        self.report((), detection_problems(form, whole))
        self.report((), unplaced or position_problems(ground, whole))
        if rules is None:
            return None
        self.report((), rules_problems(form, rules))
        self.report((), known_problems(entries, rules))
        edition = form.edition or next(iter(rules.editions))
        usual = rules.editions.get(edition, {})
        return Scenario(
            name=name,
            title=form.title or name,
            ruleset=form.ruleset,
            edition=edition,
            map=ground,
            sides=tuple(Side(side, written.kind) for side, written in form.sides.items()),
            combatants=tuple(entrant.combatant for entrant in whole),
            round_limit=form.end.round_limit,
            goals=form.end.goals,
            morale={side: written.morale for side, written in form.sides.items() if written.morale},
            options={option: values[0] for option, values in rules.options.items()} | dict(usual) | form.options,
            knowledge=form.knowledge,
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

    def entries(self, rules: Ruleset | None) -> list[Entry]:
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
                found.append(Entry(path, form, data, agent or NOBODY))
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
        adjust = rules.adjustments.get(form.adjust)
        data = adjust(data) if data and adjust else data
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


def _ground(written: WrittenMap) -> Map:
    terrain = tuple(attrs.evolve(patch, squares=once(patch.squares)) for patch in written.terrain)
    size = written.size
    return Map(size.width, size.height, once(written.walls), terrain, written.light, written.lights)


def _in_order(problems: Sequence[Problem], first: str) -> list[Problem]:
    """Each problem once, by file and place, the scenario's own file first."""
    unique = dict.fromkeys(problems)
    return sorted(unique, key=lambda p: (p.file != first, p.file, p.line, p.column))
