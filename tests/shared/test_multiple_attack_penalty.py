"""Judged multiple attack penalties: three Strikes of one turn, and Escape as an attack."""

from __future__ import annotations

from sim.model import events as ev
from sim.rules.pf2e.data import Strike
from tests.engine.table import block, found, one, play, scene, the
from tests.shared.judged import judged

SUITE = "multiple_attack_penalty"


@judged(SUITE, "attack_modifier", "traits")
def test_three_strikes_of_a_turn(case):
    strike = Strike("weapon", case["given"]["attack_modifier"], "1 slashing", tuple(case["given"]["traits"]))
    fighter, post = one("a", "heroes", (2, 2), block(strikes=(strike,))), one("b", "foes", (3, 2), block(hp=100))
    fight = play(scene(fighter, post), {"a": ["strike b with weapon"] * 3}, dice={"a/attack": [10, 10, 10]})
    attacks = [entry.event.roll.total - 10 for entry in found(fight, ev.AttackRolled, actor="a")]
    assert attacks == [case["expect"][which] for which in ("first", "second", "third")]


def held(bonus, *does):
    """Whom b grapples first, then does this."""
    captive = block(skills={"athletics": bonus, "acrobatics": bonus})
    holder = block(strikes=(), skills={"athletics": 8})
    return play(
        scene(one("b", "foes", (3, 2), holder), one("a", "heroes", (2, 2), captive)),
        {"b": ["grapple a"], "a": list(does)},
    )


@judged(SUITE, "action", "attack_modifier")
def test_escape_after_attacks(case):
    given = case["given"]
    fight = held(given["attack_modifier"], *["strike b with sword"] * given["attacks_already_made"], "escape b")
    assert the(fight, ev.CheckRolled, actor="a").event.roll.total - 10 == case["expect"]["modifier"]


@judged(SUITE, "action", without=("attack_modifier",))
def test_attacks_after_an_escape(case):
    strikes = ["strike b with sword"] * case["given"]["attacks_already_made"]
    fight = held(0, *strikes, "escape b", "strike b with sword")
    *_, last = found(fight, ev.AttackRolled, actor="a")
    assert last.event.attempt - 1 == case["expect"]["attacks_made_after"]
