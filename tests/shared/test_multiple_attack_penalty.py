"""Judged multiple attack penalties: three Strikes of one turn, and Escape as an attack."""

from __future__ import annotations

from sim.model import events as ev
from sim.rules.pf2e.data import Strike
from tests.engine.table import block, found, one, play, scene
from tests.shared.judged import judged

SUITE = "multiple_attack_penalty"


@judged(SUITE, "attack_modifier", "traits")
def test_three_strikes_of_a_turn(case):
    strike = Strike("weapon", case["given"]["attack_modifier"], "1 slashing", tuple(case["given"]["traits"]))
    fighter, post = one("a", "heroes", (2, 2), block(strikes=(strike,))), one("b", "foes", (3, 2), block(hp=100))
    fight = play(scene(fighter, post), {"a": ["strike b with weapon"] * 3}, dice={"a/attack": [10, 10, 10]})
    attacks = [entry.event.roll.total - 10 for entry in found(fight, ev.AttackRolled, actor="a")]
    assert attacks == [case["expect"][which] for which in ("first", "second", "third")]
