"""Read case files, and tell each fault with its line.

What may stand in an expected event follows from the event classes themselves.
"""

from __future__ import annotations

import re
import typing
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

import attrs
from attrs import define, field

from sim.loading.library import find_file, shipped
from sim.loading.scenario import load_scenario, resolve
from sim.loading.structure import structure
from sim.loading.yaml_file import Document, KeyPath, read_yaml
from sim.model.actions import Action, parse_action
from sim.model.errors import InputError, Problem, did_you_mean
from sim.model.events import EVENTS
from sim.model.scenario import Scenario
from sim.record.case_format import STATE_KEYS, VIEW_KEYS, Case, Pattern, Script, Until, Written

_UNTIL: Final = re.compile(
    r"^(?:round (?P<round>\d+)|turn (?:(?P<turn>\d+) )?of (?P<who>\S+) ended|event (?P<event>\w+))$"
)
_RANGE: Final = re.compile(r"^(0(?:\.\d+)?|1(?:\.0+)?)\.\.(0(?:\.\d+)?|1(?:\.0+)?)$")


def read_cases(path: Path) -> list[Case]:
    """Read a case file.

    Raises:
        InputError: With every fault in the file.
    """
    document = read_yaml(path)
    if not isinstance(document.value, list) or not document.value:
        raise InputError(document.problem((), "expected a list of cases, each beginning with - name: ..."))
    cases: list[Case] = []
    problems: list[Problem] = []
    for at in range(len(document.value)):
        try:
            cases.append(_Reader(document, at).case())
        except InputError as error:
            problems.extend(error.problems)
    if problems:
        raise InputError.many(problems)
    return cases


@define
class _Reader:
    """Reads the case at index ``at`` and gathers what is wrong with it."""

    document: Document
    at: int
    problems: list[Problem] = field(factory=list)

    def case(self) -> Case:
        """Return the case, or raise all its faults together."""
        written = structure(self.document, Written, (self.at,))
        scenario = self.scenario(written)
        ids = tuple(combatant.id for combatant in scenario.combatants)
        expect = written.expect
        case = Case(
            name=written.name,
            file=self.document.file,
            line=self.line(()),
            rules=written.rules,
            scenario=scenario,
            play=self.script("play", written.play, ids),
            react=self.script("react", written.react, ids),
            choose=self.script("choose", written.choose, ids),
            dice=self.dice(written.dice, ids),
            events=self.patterns("events", expect.events),
            never=self.patterns("never", expect.never),
            state=self.of_each("state", expect.state, STATE_KEYS, ids),
            view=self.of_each("view", expect.view, VIEW_KEYS, ids),
            until=self.until(written.until, ids),
            fights=written.fights,
            max_fights=written.max_fights or 10 * written.fights,
            seed=written.seed,
            win_rate=self.win_rates(expect.win_rate, tuple(side.name for side in scenario.sides)),
        )
        self.whole(case)
        if self.problems:
            raise InputError.many(self.problems)
        return case

    def scenario(self, written: Written) -> Scenario:
        """Load the scenario that is named, or make the one that is stated here."""
        folder = Path(self.document.file).parent
        if isinstance(written.scenario, str):
            try:
                return load_scenario(find_file(written.scenario, [folder, shipped()], "scenario"))
            except InputError as error:
                found = error.problems
                raise InputError.many(p if p.file else self.problem(("scenario",), p.message) for p in found) from None
        if isinstance(written.scenario, dict):
            _fill_in(written.scenario, agents=not written.fights)
        return resolve(self.document, folder, "case", (self.at, "scenario"))

    def problem(self, path: KeyPath, message: str, *, key: bool = False) -> Problem:
        """Make a problem that points at a path within the case."""
        return self.document.problem((self.at, *path), message, key=key)

    def fault(self, path: KeyPath, message: str, *, key: bool = False) -> None:
        """Note a fault at a path within the case."""
        self.problems.append(self.problem(path, message, key=key))

    def known(self, path: KeyPath, word: str, words: tuple[str, ...], what: str) -> bool:
        """Whether a key is one of ``words``; if not, say so."""
        if word in words:
            return True
        hint = did_you_mean(word, words) or f"; expected one of {', '.join(words)}"
        self.fault(path, f"unknown {what} {word!r}{hint}", key=True)
        return False

    def line(self, path: KeyPath) -> int:
        """The line of the value at a path within the case."""
        return self.problem(path, "").line

    def script(self, key: str, texts: Mapping[str, tuple[str, ...]], ids: tuple[str, ...]) -> Script:
        """Read action texts by creature."""
        script: Script = {}
        for who, lines in texts.items():
            self.known((key, who), who, ids, "creature")
            script[who] = tuple(self.action((key, who, n), line) for n, line in enumerate(lines))
        return script

    def action(self, path: KeyPath, text: str) -> Action:
        """Read one action text."""
        try:
            return parse_action(text)
        except InputError as error:
            self.fault(path, error.problems[0].message)
            return Action("end")

    def dice(self, faces: Mapping[str, tuple[int, ...]], ids: tuple[str, ...]) -> dict[str, tuple[int, ...]]:
        """Check that each label begins with a creature and each face is at least 1."""
        for label, shown in faces.items():
            who, slash, _ = label.partition("/")
            if not slash:
                self.fault(("dice", label), f"{label!r} is no dice label; expected one like goblin/attack", key=True)
            else:
                self.known(("dice", label), who, ids, "creature")
            if any(face < 1 for face in shown):
                self.fault(("dice", label), "a die shows at least 1")
        return dict(faces)

    def patterns(self, key: str, written: tuple[dict[str, Any], ...]) -> tuple[Pattern, ...]:
        """Read expected events; every name in them must be of the vocabulary."""
        found = []
        for at, fields in enumerate(written):
            path: KeyPath = ("expect", key, at)
            rest = dict(fields)
            kind = rest.pop("type", None)
            if not isinstance(kind, str):
                self.fault(path, "the key 'type' is missing; expected an event such as AttackRolled")
            elif self.known((*path, "type"), kind, tuple(EVENTS), "event"):
                self.fields(path, EVENTS[kind], rest, ("type", "seq", "t"))
                found.append(Pattern(kind, rest, self.line(path)))
        return tuple(found)

    def fields(self, path: KeyPath, cls: type, written: Any, more: tuple[str, ...] = ()) -> None:
        """Check the keys of a mapping, and of all within it, against a class."""
        if not isinstance(written, dict):
            return
        types = field_types(cls)
        for key, value in written.items():
            if self.known((*path, key), key, (*types, *more), f"field of {cls.__name__}") and key in types:
                for where, inner in _inner_values(value):
                    if within := types[key]:
                        self.fields((*path, key, *where), within, inner)

    def of_each(
        self, part: str, written: dict[str, dict[str, Any]], keys: tuple[str, ...], ids: tuple[str, ...]
    ) -> dict[str, dict[str, Any]]:
        """Check creature ids and keys of what is expected of each."""
        for who, values in written.items():
            self.known(("expect", part, who), who, ids, "creature")
            for key in values:
                self.known(("expect", part, who, key), key, keys, "key")
        return written

    def until(self, text: str, ids: tuple[str, ...]) -> Until | None:
        """Read where the case stops."""
        if not text:
            return None
        found = _UNTIL.match(text)
        if not found:
            self.fault(
                ("until",), f"cannot read {text!r}; expected round 1, turn of goblin ended or event AttackRolled"
            )
            return None
        if found["who"]:
            self.known(("until",), found["who"], ids, "creature")
        if found["event"]:
            self.known(("until",), found["event"], tuple(EVENTS), "event")
        return Until(int(found["round"] or 0), found["who"] or "", int(found["turn"] or 0), found["event"] or "")

    def win_rates(self, written: Mapping[str, str], sides: tuple[str, ...]) -> dict[str, tuple[float, float]]:
        """Read ranges such as 0.70..0.90 by side."""
        rates: dict[str, tuple[float, float]] = {}
        for side, text in written.items():
            path: KeyPath = ("expect", "win_rate", side)
            self.known(path, side, sides, "side")
            found = _RANGE.match(text)
            if not found or float(found[1]) >= float(found[2]):
                self.fault(path, f"cannot read {text!r}; expected a range such as 0.70..0.90")
            else:
                rates[side] = (float(found[1]), float(found[2]))
        return rates

    def whole(self, case: Case) -> None:
        """Check that the case is either scripted or statistical, and expects something."""
        expected = case.events or case.never or case.state or case.view
        scripted = case.play or case.react or case.choose or case.dice or expected
        if bool(case.fights) != bool(case.win_rate):
            self.fault(("fights",), "a statistical case needs both fights and expect: {win_rate: ...}")
        elif case.fights and (scripted or case.until):
            self.fault(("fights",), "a statistical case has no play, react, choose, dice, until, events or state")
        elif case.fights < 0 or case.max_fights < case.fights:
            self.fault(("max_fights",), "expected at least as many as fights")
        elif not (expected or case.fights or self.problems):
            self.fault(("expect",), "the case expects nothing; expected events, never, state or view")


def _fill_in(scenario: dict[str, Any], *, agents: bool) -> None:
    """Add what a case may leave out of a scenario stated in it."""
    scenario.setdefault("map", {"size": [20, 20]})
    scenario.setdefault("sides", {"heroes": {"kind": "pc"}, "foes": {"kind": "adversary"}})
    combatants = scenario.get("combatants")
    for combatant in combatants if agents and isinstance(combatants, list) else ():
        if isinstance(combatant, dict):
            combatant.setdefault("agent", {"scripted": []})


@cache
def field_types(cls: type) -> dict[str, type | None]:
    """The fields of an attrs class, each with the attrs class that it holds or lists, or None."""
    hints = typing.get_type_hints(cls)
    return {a.name: next(_attrs_classes(hints[a.name]), None) for a in attrs.fields(cls)}


def _attrs_classes(hint: Any) -> Iterator[type]:
    if isinstance(hint, type) and attrs.has(hint):
        yield hint
    for inner in typing.get_args(hint):
        yield from _attrs_classes(inner)


def _inner_values(value: Any) -> Iterator[tuple[KeyPath, Any]]:
    """A value itself, or each element of a list, with the path to it."""
    if isinstance(value, list):
        yield from (((at,), element) for at, element in enumerate(value))
    else:
        yield (), value
