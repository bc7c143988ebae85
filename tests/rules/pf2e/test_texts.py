import pytest

from sim.model.errors import InputError
from sim.rules.pf2e.texts import DamageText, Recharge, parse_damage, parse_recharge, parse_trait, trait_die, trait_value
from sim.rules.texts import Area, DiceText, parse_area, parse_dice


@pytest.mark.parametrize(
    ("text", "dice"),
    [
        ("2d8+6", DiceText(2, 8, 6)),
        ("1d4-1", DiceText(1, 4, -1)),
        ("2d6 + 3", DiceText(2, 6, 3)),
        ("5", DiceText(0, 0, 5)),
        ("100d1000", DiceText(100, 1000)),
    ],
)
def test_dice(text, dice):
    assert parse_dice(text) == dice


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("2d", "'2d' is no dice expression; expected something like 2d8+6 or 5"),
        ("d", "'d' is no dice expression"),
        ("", "'' is no dice expression"),
        ("2d6+", "'2d6+' is no dice expression"),
        ("0d6", "'0d6': expected 1 to 100 dice, not 0"),
        ("999999d6", "expected 1 to 100 dice, not 999999"),
        ("1d0", "'1d0': expected dice of 2 to 1000 sides, not 0"),
        ("1d1001", "expected dice of 2 to 1000 sides, not 1001"),
        ("1d6+10001", "expected at most 10000 to add, not 10001"),
        ("9" * 5000, "expected at most 10000 to add"),
    ],
)
def test_bad_dice(text, message):
    with pytest.raises(InputError) as caught:
        parse_dice(text)
    assert message in str(caught.value)


def test_damage():
    assert parse_damage("2d8+6 piercing plus 1d6 fire plus 1d4 persistent bleed") == (
        DamageText(2, 8, 6, "piercing"),
        DamageText(1, 6, 0, "fire"),
        DamageText(1, 4, 0, "bleed", persistent=True),
    )
    assert parse_damage("1d6 slashing damage plus 2d6 precision") == (
        DamageText(1, 6, 0, "slashing"),
        DamageText(2, 6, 0, "slashing", category="precision"),
    )
    assert parse_damage("5 fire") == (DamageText(0, 0, 5, "fire"),)


@pytest.mark.parametrize(("old", "new"), [("negative", "void"), ("positive", "vitality")])
def test_older_names_of_damage_types(old, new):
    assert parse_damage(f"1d6 {old}") == parse_damage(f"1d6 {new}")


def test_bleed_always_persists():
    assert parse_damage("1d4 bleed")[0].persistent


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1d6 fyre", "'1d6 fyre': unknown damage type 'fyre' (did you mean 'fire'?)"),
        ("1d6 qqq", "unknown damage type 'qqq'; expected one such as slashing or fire"),
        ("2d slashing", "'2d' is no dice expression"),
        ("1d6", "'1d6' is no damage; expected dice and a type"),
        ("", "'' is no damage"),
        ("1d6 slashing plus", "is no damage"),
        ("1d6 persistent", "unknown damage type ''"),
        ("1d6 precision", "precision damage adds to other damage"),
        ("1d6 " + "a" * 5000 + "!", "is no damage"),
    ],
)
def test_bad_damage(text, message):
    with pytest.raises(InputError) as caught:
        parse_damage(text)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("text", "area"),
    [("30 ft cone", Area("cone", 30)), ("20-foot burst", Area("burst", 20)), ("9 m line", Area("line", 30))],
)
def test_areas(text, area):
    assert parse_area(text) == area


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("30 ft cnoe", "unknown shape 'cnoe' (did you mean 'cone'?)"),
        ("7 ft cone", "expected a size of a multiple of 5 ft"),
        ("2 m cone", "expected whole squares"),
        ("cone", "'' is no distance; expected something like 30 ft"),
        ("99999 ft cone", "at most 5000 ft"),
    ],
)
def test_bad_areas(text, message):
    with pytest.raises(InputError) as caught:
        parse_area(text)
    assert message in str(caught.value)


def test_recharge():
    assert parse_recharge("1d4 rounds") == Recharge(DiceText(1, 4))
    assert parse_recharge("once") == Recharge(None)
    assert parse_recharge("") is None
    with pytest.raises(InputError, match="'daily' is no recharge; expected something like 1d4 rounds, or once"):
        parse_recharge("daily")


def test_traits():
    assert parse_trait("reach 10 ft") == ("reach", 10)
    assert parse_trait("thrown 10") == ("thrown", 10)
    assert parse_trait("deadly d8") == ("deadly", 8)
    assert parse_trait("versatile S") == ("versatile s", 0)
    assert trait_die(("agile", "deadly d8"), "deadly") == 8
    assert trait_value(("agile", "reach 10 ft"), "reach", 5) == 10
    assert trait_value(("agile",), "reach", 5) == 5
    with pytest.raises(InputError, match="expected a die of 2 to 1000 sides, not 1"):
        parse_trait("deadly d1")
