"""Events as lines: what goes in comes back, and nothing else gets in."""

from __future__ import annotations

import json

import pytest
import rfc8785
from attrs import fields

from sim.model import events as ev
from sim.model.errors import InputError
from sim.model.values import Modifier, Roll
from sim.record.codec import PLACE, SchemaError, encode, entry_from_plain, to_line
from sim.record.upcasters import MissingUpcasterError, gaps, upcast

ROLL = Roll("a/attack", 0, 20, (12,), 12, (Modifier("untyped", "attack", 7, "pf2e.x"),), 19, 15, "success")
ATTACK = ev.Entry(5, 6, ev.AttackRolled(4, "a", "b", "sword", ROLL, 1))
CHOSEN = ev.Entry(3, 0, ev.ActionChosen(0, "a", "end", "action", (2, 0), "brute", memory={"seen": ["b", None, True]}))


def raw_of(entry, **changes):
    return {**json.loads(encode(entry)), **changes}


@pytest.mark.parametrize("entry", [ATTACK, CHOSEN])
def test_what_goes_in_comes_back(entry):
    assert entry_from_plain(raw_of(entry)) == entry


def test_lines_are_canonical_whatever_the_text():
    reason = '\x00\x1f"\\/\b\t\n\x7f\u2028é€😀'
    line = encode(ev.Entry(1, 0, ev.ActionChosen(0, "ä", "end", "action", (0, 0), "p", reason=reason)))
    assert line.count(b"\n") == 1
    assert rfc8785.dumps(json.loads(line)) + b"\n" == line


@pytest.mark.parametrize(
    "changes",
    [
        {"attempt": "1"},
        {"attempt": 1.0},
        {"attempt": True},
        {"attempt": None},
        {"attempt": 2**53},
        {"actor": 5},
        {"actor": None},
        {"roll": []},
        {"roll": {}},
        {"extra": 1},
        {"seq": "5"},
        {"seq": -1},
        {"t": 1.5},
        {"v": 0},
        {"cause": None},
        {"type": ["AttackRolled"]},
    ],
)
def test_other_types_are_refused_not_coerced(changes):
    with pytest.raises(SchemaError):
        entry_from_plain(raw_of(ATTACK, **changes))


@pytest.mark.parametrize("asked", [[1], [1, 2, 3], "1,2", [1, "2"], {"a": 1}])
def test_pairs_are_pairs(asked):
    with pytest.raises(SchemaError):
        entry_from_plain(raw_of(CHOSEN, asked=asked))


@pytest.mark.parametrize("key", ["seq", "t", "type", "v", "cause", "actor", "roll"])
def test_a_missing_key_is_named(key):
    raw = raw_of(ATTACK)
    del raw[key]
    with pytest.raises(SchemaError, match=f"the key '{key}' is missing"):
        entry_from_plain(raw)


@pytest.mark.parametrize("changes", [{"type": "Teleported"}, {"v": 2}])
def test_what_is_not_known_is_kept_as_read(changes):
    raw = raw_of(ATTACK, **changes)
    entry = entry_from_plain(raw)
    assert entry.event == ev.Unknown(4, raw)
    assert encode(entry) == to_line(raw)


@pytest.mark.parametrize("memory", [1.5, {"a": [0.1]}, 2**53, {1: "a"}, {"a": {2, 3}}, "\ud800"])
def test_what_json_readers_read_differently_is_refused(memory):
    with pytest.raises(InputError):
        encode(ev.Entry(1, 0, ev.ActionChosen(0, "a", "end", "action", (0, 0), "p", memory=memory)))


@pytest.mark.parametrize("changes", [{"amount": 2**53}, {"target": "\ud800"}])
def test_numbers_and_texts_beyond_json_are_refused(changes):
    values = {"actor": "a", "target": "b", "amount": 1, "by": "shield", **changes}
    with pytest.raises(InputError, match="DamageReduced cannot be written"):
        encode(ev.Entry(1, 0, ev.DamageReduced(0, **values)))


@pytest.mark.parametrize("kind", ev.EVENTS.values(), ids=lambda kind: kind.__name__)
def test_no_event_has_a_field_that_says_where_it_stands(kind):
    assert not {field.name for field in fields(kind)} & set(PLACE)


def test_old_versions_come_up_step_by_step():
    steps = {("Hit", 1): lambda old: {**old, "b": 2}, ("Hit", 2): lambda old: {**old, "c": old["b"] + 1}}
    assert upcast("Hit", 1, 3, {"a": 1}, steps) == {"a": 1, "b": 2, "c": 3}
    assert upcast("Hit", 3, 3, {"a": 1}, steps) == {"a": 1}
    with pytest.raises(MissingUpcasterError, match="version 1 of Hit is not known"):
        upcast("Hit", 1, 3, {}, {("Hit", 2): dict})


def test_a_gap_between_versions_is_found():
    assert gaps({"Hit": 3, "Miss": 1}, {("Hit", 1): dict}) == ["Hit 2"]
    assert gaps({"Hit": 2}, {("Hit", 1): dict}) == []


def test_an_end_without_a_summary_is_read():
    old = {"seq": 9, "t": 6, "type": "EncounterEnded", "v": 1, "cause": 0, "winners": ["heroes"], "reason": "x"}
    assert entry_from_plain(old) == ev.Entry(9, 6, ev.EncounterEnded(0, ("heroes",), "x", {}))
