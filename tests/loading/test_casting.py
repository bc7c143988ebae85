"""Spells and items that are written wrongly are told so, at their place."""

from __future__ import annotations

import pytest

from sim.cli.validate import validate
from sim.model.errors import InputError

ADEPT = """name: Adept
level: 2
perception: 6
ac: 16
hp: 24
saves: {fortitude: 5, reflex: 7, will: 9}
slots: {rank-1: 2}
abilities:
  - {name: Ray, range: 60 ft, attack: 8, damage: 2d4 cold}
  - {name: Hail, slot: rank-1, area: 10 ft burst, range: 30 ft, damage: 2d6 cold}
  - {name: Wand, uses: 1, range: 60 ft, damage: 3d6 cold}
"""


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ("rank-1: 2", "rank-1: -1", "adept.yaml:7:17: rank-1 is -1; expected 0 to 100"),
        ("slot: rank-1", "slot: rank-2", "adept.yaml:10:24: unknown slot 'rank-2' (did you mean 'rank-1'?)"),
        ("uses: 1", "uses: 101", "adept.yaml:11:24: uses is 101; expected 0 to 100"),
        ("uses: 1", "uses: 1, slot: rank-1", "an ability has either uses of its own or a slot, not both"),
        ("attack: 8", "attack: 8, area: 10 ft burst", "expected no area, save or affliction"),
    ],
)
def test_faults(tmp_path, before, after, message):
    path = tmp_path / "adept.yaml"
    path.write_text(ADEPT.replace(before, after, 1), encoding="utf-8")
    with pytest.raises(InputError) as wrong:
        validate(path)
    assert message in str(wrong.value)


def test_as_it_stands_it_is_fine(tmp_path):
    path = tmp_path / "adept.yaml"
    path.write_text(ADEPT, encoding="utf-8")
    assert validate(path) == 0
