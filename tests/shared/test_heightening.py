"""Judged heightening: the rank a spell is cast at, and its dice there."""

from __future__ import annotations

from sim.rules.pf2e.data import Ability, Raised
from sim.rules.pf2e.heightening import heightened
from tests.shared.judged import judged


@judged("damage_and_criticals", "increment")
def test_the_dice_at_a_rank(case):
    given = case["given"]
    traits = tuple(trait for trait in ("cantrip", "focus") if given.get(trait))
    spell = Ability(
        name="spell",
        traits=traits,
        rank=given.get("base_rank", 1),
        cast_at=given.get("cast_rank", 0),
        damage=f"{given['base']} fire",
        heighten={f"+{given['per_rank']}": Raised(damage=f"{given['increment']} fire")},
    )
    made = heightened(spell, given.get("caster_level", 1))
    assert made.damage == f"{case['expect']['damage']} fire"
    assert made.rank == case["expect"].get("rank", given.get("cast_rank"))
