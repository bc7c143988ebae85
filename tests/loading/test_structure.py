import json
from typing import Any

import pytest
from attrs import Factory, field, frozen
from hypothesis import given
from hypothesis import strategies as st

from sim.loading.structure import converter, structure
from sim.loading.yaml_file import parse_yaml
from sim.model.creature import Feet
from sim.model.errors import InputError
from sim.model.events import ActionChosen, AttackRolled, Moved
from sim.model.values import Modifier, Roll, Square


@frozen
class Inner:
    value: int
    exceptions: tuple[str, ...] = field(default=(), metadata={"key": "except"})


@frozen
class Sample:
    name: str
    count: int = 0
    ready: bool = False
    walk: Feet = Feet(0)
    at: Square | None = None
    squares: tuple[Square, ...] = ()
    words: tuple[str, ...] = ()
    speeds: dict[str, Feet] = Factory(dict)
    inner: tuple[Inner, ...] = ()
    anything: Any = None


def read(text: str) -> Sample:
    return structure(parse_yaml(text, "f.yaml"), Sample)


def faults(text: str) -> list[str]:
    with pytest.raises(InputError) as caught:
        read(text)
    return [str(problem) for problem in caught.value.problems]


def test_short_forms():
    sample = read("""
        {name: x, walk: 7.5 m, at: "4,5", squares: ["1,1..2,2", [5, 5], "2,2"], words: lone,
         speeds: {land: 25 ft, fly: 40}, inner: [{value: 1, except: silver}]}""")
    assert sample == Sample(
        "x",
        walk=Feet(25),
        at=(4, 5),
        squares=((1, 1), (2, 1), (1, 2), (2, 2), (5, 5), (2, 2)),
        words=("lone",),
        speeds={"land": Feet(25), "fly": Feet(40)},
        inner=(Inner(1, ("silver",)),),
    )


@pytest.mark.parametrize(
    ("written", "feet"), [("25", 25), ("25 ft", 25), ("25ft", 25), ("1.5 m", 5), ("9 m", 30), ("0", 0)]
)
def test_distances(written, feet):
    assert read(f"{{name: x, walk: {written}}}").walk == feet


@pytest.mark.parametrize(
    ("written", "message"),
    [
        ("count: true", "expected a whole number, not true"),
        ('count: "12"', "expected a whole number, not the text '12'"),
        ("count: 12.7", "expected a whole number, not the number 12.7"),
        ("count: 12.0", "expected a whole number, not the number 12.0"),
        ("count:", "expected a whole number, not nothing"),
        ("count: 9007199254740993", "this number is too large; expected at most 2^53"),
        ("ready: no", "expected true or false, not the text 'no'"),
        ("ready: 1", "expected true or false, not the number 1"),
        ("words: [1]", "expected a text, not the number 1"),
        ("words: {a: b}", "expected a list, not a mapping"),
        ("speeds: 5", "expected a mapping, not the number 5"),
        ("inner: [5]", "expected a mapping with value, except ..., not the number 5"),
        ("walk: -5", "expected a distance from 0 to 999999 feet, not -5"),
        ("walk: 7 m", "'7 m' is no whole number of squares; expected a multiple of 1.5 m (5 ft)"),
        ("walk: far", "expected a distance such as 25, 25 ft or 7.5 m, not the text 'far'"),
        ("walk: 7.5", "expected a distance such as 25, 25 ft or 7.5 m, not the number 7.5"),
        ("at: [1, 2, 3]", "expected a square such as [4, 5], not a list"),
        ("at: [1, true]", "expected a square such as [4, 5], not a list"),
        ("at: here", "'here' is no square; expected column,row such as 4,5"),
        ('squares: "0,0..999999,999999"', "too many squares; expected at most 40000"),
        ("squares: 5", 'expected squares such as "8,3..10,6" or a list of them, not the number 5'),
    ],
)
def test_nothing_is_coerced(written, message):
    (fault,) = faults(f"name: x\n{written}\n")
    assert fault.startswith("f.yaml:2:")
    assert fault.endswith(f": {message}")


def test_all_faults_are_told_with_their_places():
    assert faults("cuont: 3\nready: 1\ninner:\n  - {value: x, exept: [silver], zzz: 1}\n") == [
        "f.yaml:1:1: the key 'name' is missing",
        "f.yaml:2:8: expected true or false, not the number 1",
        "f.yaml:4:13: expected a whole number, not the text 'x'",
        "f.yaml:4:16: unknown key 'exept' (did you mean 'except'?)",
        "f.yaml:4:33: unknown key 'zzz'; expected one of value, except",
        "f.yaml:1:1: unknown key 'cuont' (did you mean 'count'?)",
    ]


def test_a_file_that_is_no_mapping():
    assert faults("- a\n") == ["f.yaml:1:1: expected a mapping with name, count, ready, walk ..., not a list"]


TEXTS = st.text(max_size=8)
INTS = st.integers(-(2**53), 2**53)
SAMPLES = st.builds(
    Sample,
    name=TEXTS,
    count=INTS,
    ready=st.booleans(),
    walk=st.integers(0, 999_999).map(Feet),
    at=st.none() | st.tuples(INTS, INTS),
    squares=st.lists(st.tuples(INTS, INTS), unique=True, max_size=5).map(tuple),
    words=st.lists(TEXTS, max_size=3).map(tuple),
    speeds=st.dictionaries(TEXTS, st.integers(0, 99).map(Feet), max_size=3),
    inner=st.lists(st.builds(Inner, INTS, st.lists(TEXTS, max_size=2).map(tuple)), max_size=2).map(tuple),
    anything=st.recursive(st.none() | st.booleans() | INTS | TEXTS, lambda inner: st.lists(inner, max_size=3)),
)


@given(SAMPLES)
def test_plain_data_reads_back_equal(sample):
    plain = json.loads(json.dumps(converter.unstructure(sample)))
    assert converter.structure(plain, Sample) == sample


@pytest.mark.parametrize(
    "event",
    [
        ActionChosen(3, "a", "strike b", "strike", (2, 0), "brute", memory={"n": [1, None]}),
        AttackRolled(1, "a", "b", "axe", Roll("a/attack", 0, 20, (7,), 7, (Modifier("item", "x", 1, "r"),), 8), 1),
        Moved(1, "a", ((1, 1), (2, 2), (1, 1)), 15, "stride", forced=False, diagonals=2),
    ],
)
def test_events_read_back_equal(event):
    plain = json.loads(json.dumps(converter.unstructure(event)))
    assert converter.structure(plain, type(event)) == event
