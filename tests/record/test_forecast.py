"""Exact chances of actions, judged by icepool and by what is known of the dice."""

from __future__ import annotations

from fractions import Fraction

import icepool
import pytest

from sim.loading.library import find_scenario
from sim.loading.scenario import load_scenario
from sim.model.actions import parse_action
from sim.model.errors import InputError
from sim.record.forecast import forecast
from sim.rules.pf2e.data import Ability, Resistance, Save, Strike
from tests.engine.table import block, one, scene


def chances(die):
    """An icepool die as outcome: chance."""
    return {outcome: Fraction(quantity, die.denominator()) for outcome, quantity in die.items()}


def duel(strike, **victim):
    hero = one("a", "heroes", (2, 2), block(strikes=(strike,)))
    return scene(hero, one("b", "foes", (3, 2), block(hp=200, **victim)))


def test_a_strike_from_the_roll_to_what_resistance_leaves():
    sword = Strike("sword", 9, "2d6+3 slashing plus 1d4 fire", ("deadly d8",), hands=1)
    fight = duel(sword, ac=18, resistances=(Resistance("fire", 2),))
    (found,) = forecast(fight, "a", parse_action("strike b with sword"))

    def deal(face, hit, fire, deadly):
        total, natural = face + 9, face
        step = 3 if total >= 28 else 2 if total >= 18 else 1 if total > 8 else 0
        step = min(step + 1, 3) if natural == 20 else max(step - 1, 0) if natural == 1 else step
        if step < 2:
            return 0
        if step == 2:
            return hit + 3 + max(fire - 2, 0)
        return 2 * (hit + 3) + deadly + max(2 * fire - 2, 0)

    wanted = icepool.map(deal, icepool.d(20), 2 @ icepool.d(6), icepool.d(4), icepool.d(8))
    assert found.damage == chances(wanted)
    assert found.degrees == {
        "critical_success": Fraction(2, 20),
        "success": Fraction(10, 20),
        "failure": Fraction(7, 20),
        "critical_failure": Fraction(1, 20),
    }
    assert [(m.label, m.value) for m in found.roll.modifiers] == [("sword", 9)]
    assert found.roll.dc == 18


def test_an_area_has_an_outlook_for_each_whom_it_burns():
    blast = Ability(name="Blast", cost=2, area="15 ft cone", save=Save(basic="reflex", dc=20), damage="6d6 fire")
    mage = one("a", "heroes", (2, 2), block(abilities=(blast,)))
    fight = scene(mage, one("b", "foes", (3, 2), block(hp=200)), one("c", "foes", (4, 2), block(hp=200)))
    found = forecast(fight, "a", parse_action("use blast at 3,2"))
    assert [outlook.target for outlook in found] == ["b", "c"]

    def burn(face, fire):  # Reflex +5 against DC 20, a basic save
        total = face + 5
        step = 3 if total >= 30 else 2 if total >= 20 else 1 if total > 10 else 0
        step = min(step + 1, 3) if face == 20 else max(step - 1, 0) if face == 1 else step
        return (2 * fire, fire, fire // 2, 0)[step]

    for outlook in found:
        assert outlook.what == "reflex"
        assert outlook.damage == chances(icepool.map(burn, icepool.d(20), 6 @ icepool.d(6)))


def test_the_d20_system_is_played_by_its_own_rules():
    (found,) = forecast(load_scenario(find_scenario("d20-reeds")), "witch", parse_action("strike knight with thorn"))
    # d20 + 4 against 14: 10 to 19 hit, a 20 critically; 1d6 + 3 less 2 of armor, doubled before it
    assert found.degrees["success"] == Fraction(10, 20)
    plain, doubled = icepool.d(6) + 1, 2 * (icepool.d(6) + 3) - 2
    assert found.damage == chances(icepool.Die([*[0] * 9, *[plain] * 10, doubled]))


def test_the_d100_system_is_played_by_its_own_rules():
    fight = load_scenario(find_scenario("d100-causeway"))
    (found,) = forecast(fight, "archer", parse_action("strike chief with shortbow"))
    # 51 + 15 + 10 - 30 - 25 - 10 = 11: 12 to 95 hit, 96 to 99 greatly, 100 critically
    assert found.degrees["success"] == Fraction(84, 100)
    arrow = icepool.d(6) + 2
    falls = [*[0] * 11, *[arrow - 2] * 84, *[arrow.map(lambda n: n * 3 // 2 - 2)] * 4, 2 * arrow - 2]
    assert found.damage == chances(icepool.Die(falls))


@pytest.mark.parametrize(
    ("who", "action", "message"),
    [
        ("nobody", "strike b with sword", "there is no 'nobody' at the beginning"),
        ("a", "strike b with axe", "a cannot strike b with axe"),
        ("a", "stride 25,19", "a cannot stride 25,19"),
    ],
)
def test_what_cannot_be_done(who, action, message):
    sword = Strike("sword", 9, "5 slashing", hands=1)
    with pytest.raises(InputError, match=message):
        forecast(duel(sword), who, parse_action(action))
