"""Comparing what a case expects with what happened, and saying how they differ."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import attrs

from sim.engine.views import FightView, Sights
from sim.model.events import Entry
from sim.model.protocols import Ruleset
from sim.model.state import Creature, State
from sim.model.values import Question, Roll
from sim.record.case_format import Pattern

SHOWN: Final = 12
"""Events listed in a message."""
_UNTOLD: Final = frozenset({"cause", "asked", "policy", "rule", "reason", "memory", "parts", "lines", "watches"})
_WHOLE: Final = frozenset({"conditions"})


def differences(expected: Any, found: Any, path: str = "") -> Iterator[tuple[str, Any, Any]]:
    """Yield (path, expected, found) wherever ``found`` is not as expected.

    Mappings and events are compared by the expected keys only; lists element by element
    and by length.
    """
    if isinstance(expected, Mapping) and (attrs.has(type(found)) or isinstance(found, Mapping)):
        for key, value in expected.items():
            inner = found.get(key) if isinstance(found, Mapping) else getattr(found, key)
            yield from differences(value, inner, f"{path}.{key}" if path else key)
    elif isinstance(expected, list) and isinstance(found, tuple | list):
        if len(expected) != len(found):
            yield f"length of {path}", len(expected), len(found)
        for at, (one, other) in enumerate(zip(expected, found, strict=False)):
            yield from differences(one, other, f"{path}[{at}]")
    elif type(expected) is not type(found) or expected != found:
        yield path, expected, found


def event_differences(pattern: Pattern, entry: Entry) -> list[str]:
    """How an event of the pattern's type differs from it; empty when it matches."""
    place = {"seq": entry.seq, "t": entry.t}
    fields = {key: value for key, value in pattern.fields.items() if key not in place}
    wrong = [*differences(fields, entry.event)]
    wrong += [(key, value, place[key]) for key, value in pattern.fields.items() if place.get(key, value) != value]
    return [_told(*one) for one in wrong]


def matches(pattern: Pattern, entry: Entry) -> bool:
    """Whether an event is as the pattern says."""
    return type(entry.event).__name__ == pattern.type and not event_differences(pattern, entry)


def check_events(patterns: Sequence[Pattern], entries: Sequence[Entry]) -> str:
    """Say which expected event is not found in order; empty when all are."""
    start = 0
    for number, pattern in enumerate(patterns, 1):
        found = next((at for at in range(start, len(entries)) if matches(pattern, entries[at])), None)
        if found is None:
            return _missing(number, pattern, entries, start)
        start = found + 1
    return ""


def check_never(patterns: Sequence[Pattern], entries: Sequence[Entry]) -> str:
    """Say which event should not have happened; empty when none did."""
    for pattern in patterns:
        for entry in entries:
            if matches(pattern, entry):
                return f"must never happen (line {pattern.line}): {describe(pattern)}\n  but did: {brief(entry)}"
    return ""


def check_state(expected: Mapping[str, Mapping[str, Any]], state: State) -> str:
    """Say where the state at the end is not as expected; empty when it is."""
    wrong = []
    for who, values in expected.items():
        creature = state.creatures.get(who)
        if creature is None:
            wrong.append(f"{who}: has not joined the fight")
            continue
        for key, value in values.items():
            wrong += [f"{who}: {_told(*one)}" for one in _state_differences(key, value, creature, state)]
    return "\n".join(["the state at the end is not as expected:", *(f"  {line}" for line in wrong)]) if wrong else ""


def check_view(expected: Mapping[str, Mapping[str, Any]], state: State, rules: Ruleset) -> str:
    """Say where what agents are shown at the end is not as expected; empty when it is."""
    wrong = []
    for who, values in expected.items():
        if who not in state.creatures:
            wrong.append(f"{who}: has not joined the fight")
            continue
        view = FightView(state, rules, Question(state.seq, 0, who, "action"), Sights(state))
        rolled = view.rolled
        shown = {
            "enemies": [enemy.id for enemy in view.enemies],
            "unseen": list(view.unseen),
            "rolled": rolled._asdict() if rolled else None,
            "facts": _facts(view, state, values.get("facts")),
        }
        wrong += [f"{who}: {_told(*one)}" for key in values for one in differences(values[key], shown[key], key)]
    return (
        "\n".join(["what is shown at the end is not as expected:", *(f"  {line}" for line in wrong)]) if wrong else ""
    )


def _facts(view: FightView, state: State, wanted: Any) -> Any:
    """What a creature can tell about others, as far as a case asks for it; sets in alphabetical order."""
    if not isinstance(wanted, Mapping):
        return None
    found: dict[str, Any] = {}
    for who, names in wanted.items():
        if who in state.creatures and isinstance(names, Mapping):
            facts = {name: view.fact(name, who) for name in names}
            found[who] = {name: sorted(fact) if isinstance(fact, frozenset) else fact for name, fact in facts.items()}
    return found


def _state_differences(key: str, value: Any, creature: Creature, state: State) -> Iterator[tuple[str, Any, Any]]:
    """Conditions and effects are compared whole; of counters, items and tally only what is named."""
    if key == "effects":
        found: Any = [effect.name for effect in state.effects.values() if effect.target == creature.id]
        if value != found:
            yield key, value, found
    elif key in ("counters", "tally"):
        counts = getattr(creature, key)
        yield from differences(value, {name: counts.get(name, 0) for name in value}, key)
    elif key == "detection":
        seers = state.detection.get(creature.id, {})
        if value != seers:
            yield key, value, seers
    elif key in _WHOLE:
        if value != getattr(creature, key):
            yield key, value, getattr(creature, key)
    elif key == "readied":
        action = creature.readied.action if creature.readied else ""
        yield from differences(value, action, key)
    else:
        yield from differences(value, getattr(creature, key), key)


# --- words -----------------------------------------------------------------------


def describe(pattern: Pattern) -> str:
    """An expected event in one line."""
    return " ".join([pattern.type, *(f"{key}={_short(value)}" for key, value in pattern.fields.items())])


def brief(entry: Entry) -> str:
    """An event in one line: its number, type and what tells it apart."""
    event = entry.event
    fields = [(a.name, getattr(event, a.name)) for a in attrs.fields(type(event)) if a.name not in _UNTOLD]
    return " ".join([str(entry.seq), type(event).__name__, *(f"{name}={_short(value)}" for name, value in fields)])


def latest(entries: Sequence[Entry]) -> str:
    """The last few events, one a line."""
    return "\n".join(f"    {brief(entry)}" for entry in entries[-SHOWN:])


def _missing(number: int, pattern: Pattern, entries: Sequence[Entry], start: int) -> str:
    lines = [f"expected event {number} (line {pattern.line}) did not happen: {describe(pattern)}"]
    if start:
        lines.append(f"  it was looked for after {brief(entries[start - 1])}")
    alike = [entry for entry in entries[start:] if type(entry.event).__name__ == pattern.type]
    if alike:
        closest = min(alike, key=lambda entry: (len(event_differences(pattern, entry)), entry.seq))
        lines += [f"  closest: {brief(closest)}", *(f"    {one}" for one in event_differences(pattern, closest))]
    elif early := next((entry for entry in entries[:start] if matches(pattern, entry)), None):
        lines.append(f"  it stands too early: {brief(early)}")
    shown = entries[start : start + SHOWN]
    lines += ["  what happened then:" if shown else "  nothing happened then", *(f"    {brief(e)}" for e in shown)]
    if len(entries) > start + SHOWN:
        lines.append(f"    and {len(entries) - start - SHOWN} more")
    return "\n".join(lines)


def _told(path: str, expected: Any, found: Any) -> str:
    return f"{path}: expected {_short(expected)}, found {_short(found)}"


def _short(value: Any) -> str:
    if isinstance(value, Roll):
        against = f" against {value.dc} {value.degree}" if value.degree else ""
        return f"{value.label}:{value.kept}{value.total - value.kept:+d}={value.total}{against}"
    if attrs.has(type(value)):
        return "(" + " ".join(_short(getattr(value, a.name)) for a in attrs.fields(type(value))) + ")"
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {_short(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, tuple | list):
        return "[" + ", ".join(map(_short, value)) + "]"
    return str(value) if value != "" else "''"
