"""How senses are written, and what of them is refused."""

import pytest

from sim.model.errors import InputError
from sim.rules.pf2e.problems import problems
from sim.rules.pf2e.senses import DARKVISION, NO_VISION, Sense, parse_sense, read_senses
from tests.engine.table import block


@pytest.mark.parametrize(
    ("text", "sense"),
    [
        ("scent 30 ft", Sense("scent", "imprecise", 30)),
        ("Scent (imprecise) 9 m", Sense("scent", "imprecise", 30)),
        ("tremorsense precise 15 ft", Sense("tremorsense", "precise", 15)),
        ("echolocation 40 feet", Sense("echolocation", "precise", 40)),
        ("lifesense (vague), 100 ft", Sense("lifesense", "vague", 100)),
    ],
)
def test_a_sense_has_a_precision_and_a_range(text, sense):
    assert parse_sense(text) == sense


def test_the_best_sight_counts_and_none_is_none():
    assert read_senses(("low-light vision", "greater darkvision")).sight == DARKVISION
    assert read_senses(("no vision", "scent 30 ft")).sight == NO_VISION


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("darkvison", "unknown sense 'darkvison' (did you mean 'darkvision'?)"),
        ("scent", "'scent': expected its range too, such as scent 30 ft"),
        ("scent 7.5 ft", "'scent 7.5 ft': expected whole squares"),
        ("darkvision 60 ft", "'darkvision 60 ft': sight has no range and is precise; expected just darkvision"),
        ("", "unknown sense ''; expected one of no vision"),
    ],
)
def test_what_no_sense_is_is_refused_with_its_place(text, message):
    (found,) = problems(block(senses=("scent 5 ft", text)))
    assert found[0] == ("senses", 1)
    assert message in found[1]
    with pytest.raises(InputError):
        parse_sense(text)
