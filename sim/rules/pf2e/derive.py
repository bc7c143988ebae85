"""From a character to a stat block: every number with the parts it is made of.

Each part says which rule brought it; `encounter inspect` lists them, and in a fight they
stack with what conditions and effects lay on the same number.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from sim.model.creature import Feet
from sim.model.values import Modifier
from sim.rules.pf2e.character import FIST, RANKS, Armor, Character, Weapon
from sim.rules.pf2e.data import ATTRIBUTE_OF, SAVES, SKILLS, Casting, Saves, StatBlock, Strike
from sim.rules.pf2e.heightening import completed
from sim.rules.pf2e.stacking import stack
from sim.rules.pf2e.texts import parse_damage
from sim.rules.registry import RuleTable, empty, first, rule, zero
from sim.rules.texts import key

Parts = tuple[Modifier, ...]

ATTRIBUTE_NAMES: Final = {
    "str": "Strength",
    "dex": "Dexterity",
    "con": "Constitution",
    "int": "Intelligence",
    "wis": "Wisdom",
    "cha": "Charisma",
}
SHODDY: Final = -2
"""Item penalty of what is badly made; the texts name the penalty and no number, this is the rulebook's."""
BROKEN_ARMOR: Final[Mapping[str, int]] = RuleTable(
    "derive.BROKEN_ARMOR",
    {"light": -1, "medium": -2, "heavy": -3},
    ids="pf2e.condition.broken",
    neutral=0,
)
"""Status penalty of broken armor by its category."""
SPECIALIZATION: Final = {"expert": 2, "master": 3, "legendary": 4}


def derive(character: Character) -> StatBlock:
    """The stat block of a character, with ``parts`` for each of its numbers."""
    weapons = character.weapons if any(w.name == FIST.name for w in character.weapons) else (*character.weapons, FIST)
    parts = {
        "ac": armor_parts(character),
        "perception": _rolled(character, "perception", "wis", "pf2e.check.perception"),
        **{name: save_parts(character, name) for name in SAVES},
        **{name: skill_parts(character, name) for name in trained_skills(character)},
        **{f"{key(weapon.name)}/attack": attack_parts(character, weapon) for weapon in weapons},
        **{f"{key(weapon.name)}/damage": damage_parts(character, weapon) for weapon in weapons},
    }
    parts = {name: tuple(part for part in found if part.value) for name, found in parts.items()}
    totals = {name: stack(found)[0] for name, found in parts.items()}
    health = character.hp
    whole = StatBlock(
        name=character.name,
        level=character.level,
        ac=10 + totals["ac"],
        hp=health.ancestry + (health.per_level + attribute(character, "con")) * character.level + health.bonus,
        saves=Saves(*(totals[name] for name in SAVES)),
        perception=totals["perception"],
        size=character.size,
        build=character.build,
        traits=character.traits,
        skills={name: totals[name] for name in trained_skills(character)},
        attributes={name: attribute(character, name) for name in (*character.attributes, *character.scores)},
        immunities=character.immunities,
        weaknesses=character.weaknesses,
        resistances=character.resistances,
        speeds=speeds(character),
        reach=character.reach,
        strikes=tuple(_strike(character, weapon, totals) for weapon in weapons),
        abilities=character.abilities,
        shield=character.shield,
        tools=character.tools,
        ignores=character.ignores,
        languages=character.languages,
        slots=character.slots,
        senses=character.senses,
        casting={name: Casting(spell_dc(character, name), spell_attack(character, name)) for name in character.sources},
        important=character.important,
        description=character.description,
        parts=parts,
    )
    return completed(whole)


# --- ranks and attributes --------------------------------------------------------


@rule("pf2e.check.proficiency", neutral=zero)
def proficiency(rank: str, level: int) -> int:
    """Untrained nothing; else the level and 2, 4, 6 or 8."""
    return RANKS[rank] + level if RANKS[rank] else 0


def attribute(character: Character, name: str) -> int:
    """An attribute modifier, stated or from a score; 0 without either."""
    if name in character.scores:
        return modifier_of(character.scores[name])
    return character.attributes.get(name, 0)


def modifier_of(score: int) -> int:
    """The modifier of an attribute score: 0 for 10 and 11, one more or less for each two points."""
    return (score - 10) // 2


def _rank(character: Character, name: str) -> str:
    return character.ranks.get(name, "untrained")


def _trained(character: Character, rank: str) -> Modifier:
    return Modifier("proficiency", rank, proficiency(rank, character.level), "pf2e.check.proficiency")


def _of(character: Character, name: str, rule_id: str) -> Modifier:
    return Modifier("untyped", ATTRIBUTE_NAMES[name], attribute(character, name), rule_id)


def _rolled(character: Character, name: str, by: str, rule_id: str) -> Parts:
    """An attribute and a rank."""
    return _of(character, by, rule_id), _trained(character, _rank(character, name))


# --- saves and skills ------------------------------------------------------------


def save_parts(character: Character, name: str) -> Parts:
    """A save: attribute, rank, and the armor's rune."""
    return (*_rolled(character, name, ATTRIBUTE_OF[name], "pf2e.check.save"), *resilience(character.armor))


@rule("pf2e.check.save_item_bonus", neutral=empty)
def resilience(armor: Armor | None) -> Parts:
    """A resilient rune in armor gives an item bonus to all saves."""
    if armor is None or not armor.resilient:
        return ()
    return (Modifier("item", f"{armor.name}, resilient", armor.resilient, "pf2e.check.save_item_bonus"),)


def trained_skills(character: Character) -> Sequence[str]:
    """Skills and lores of a rank above untrained."""
    return [name for name, rank in character.ranks.items() if rank != "untrained" and is_skill(name)]


def is_skill(name: str) -> bool:
    """Whether a name is that of a skill or a lore."""
    return name in SKILLS or name.endswith(" lore")


def skill_parts(character: Character, name: str) -> Parts:
    """A skill: attribute, rank, and what heavy armor takes off."""
    by = SKILLS.get(name, "int")
    parts = _rolled(character, name, by, "pf2e.check.skill")
    armor = character.armor
    if armor and by in ("str", "dex") and attribute(character, "str") < armor.strength:
        parts += (Modifier("item", f"{armor.name}, check penalty", armor.check_penalty, "pf2e.check.skill"),)
    return parts


def speeds(character: Character) -> dict[str, Feet]:
    """Speeds in what is worn, at least 5 feet."""
    armor = character.armor
    if not armor or attribute(character, "str") >= armor.strength:
        return dict(character.speeds)
    return {kind: Feet(max(feet - armor.speed_penalty, 5)) for kind, feet in character.speeds.items()}


# --- armor class -----------------------------------------------------------------


@rule("pf2e.attack.armor_class", neutral=empty)
def armor_parts(character: Character) -> Parts:
    """Dexterity up to the armor's cap, proficiency with its category, its item bonus, and its faults."""
    armor = character.armor
    dexterity = attribute(character, "dex")
    if armor and armor.dex_cap is not None:
        dexterity = min(dexterity, armor.dex_cap)
    parts = (
        Modifier("untyped", "Dexterity", dexterity, "pf2e.attack.armor_class"),
        _trained(character, _rank(character, defense_category(armor))),
    )
    if armor is None:
        return parts
    worn = Modifier("item", armor.name, armor.bonus + armor.potency, "pf2e.attack.armor_class")
    return (*parts, worn, *armor_faults(armor))


@rule("pf2e.attack.unarmored", neutral=lambda armor: armor.category if armor else "light")
def defense_category(armor: Armor | None) -> str:
    """Without armor the proficiency in unarmored defense counts."""
    return armor.category if armor else "unarmored"


@rule("pf2e.attack.armor_faults", neutral=empty)
def armor_faults(armor: Armor) -> Parts:
    """Shoddy armor gives an item penalty, broken armor a status penalty."""
    shoddy = Modifier("item", f"shoddy {armor.name}", SHODDY, "pf2e.attack.armor_faults")
    broken = Modifier("status", f"broken {armor.name}", BROKEN_ARMOR.get(armor.category, 0), "pf2e.condition.broken")
    return (*((shoddy,) if armor.shoddy else ()), *((broken,) if armor.broken else ()))


# --- attacks ---------------------------------------------------------------------


def attack_parts(character: Character, weapon: Weapon) -> Parts:
    """An attack: attribute, proficiency, and the weapon's quality."""
    if weapon.spell:
        return spell_parts(character, weapon.spell)
    by = attack_attribute(character, weapon)
    rule_id = "pf2e.attack.melee" if weapon.range is None else "pf2e.attack.ranged"
    trained = _trained(character, _rank(character, weapon.category))
    return (_of(character, by, rule_id), trained, *potency(weapon), *shoddiness(weapon))


def attack_attribute(character: Character, weapon: Weapon) -> str:
    """What an attack rests on."""
    if weapon.spell:
        return spell_attribute(character, weapon.spell)
    return melee_attribute(character, weapon) if weapon.range is None else ranged_attribute(weapon)


@rule("pf2e.attack.melee", neutral=lambda character, weapon: "cha")
def melee_attribute(character: Character, weapon: Weapon) -> str:
    """Strength; with a finesse weapon Dexterity where that is higher."""
    higher = attribute(character, "dex") > attribute(character, "str")
    return "dex" if "finesse" in weapon.traits and higher else "str"


@rule("pf2e.attack.ranged", neutral=lambda weapon: "str")
def ranged_attribute(weapon: Weapon) -> str:
    """Dexterity, for thrown weapons too."""
    return "dex"


@rule("pf2e.attack.weapon_item_bonus", neutral=empty)
def potency(weapon: Weapon) -> Parts:
    """A potency rune gives an item bonus to the attack roll."""
    found = Modifier("item", f"{weapon.name} +{weapon.potency}", weapon.potency, "pf2e.attack.weapon_item_bonus")
    return (found,) if weapon.potency else ()


@rule("pf2e.attack.weapon_shoddy", neutral=empty)
def shoddiness(weapon: Weapon) -> Parts:
    """A shoddy weapon gives an item penalty to the attack roll."""
    return (Modifier("item", f"shoddy {weapon.name}", SHODDY, "pf2e.attack.weapon_shoddy"),) if weapon.shoddy else ()


# --- spells ----------------------------------------------------------------------


@rule("pf2e.attack.spell_attribute", neutral=lambda character, source: "str")
def spell_attribute(character: Character, source: str) -> str:
    """The key attribute for class spells, Charisma for innate ones, else what the source states; a statement wins."""
    magic = character.sources[source]
    return magic.attribute or {"class": character.key, "innate": "cha"}[magic.kind]


@rule("pf2e.attack.spell", neutral=empty)
def spell_parts(character: Character, source: str) -> Parts:
    """A spell attack: the spellcasting attribute and the source's rank."""
    by = spell_attribute(character, source)
    return _of(character, by, "pf2e.attack.spell"), _trained(character, character.sources[source].rank)


@rule("pf2e.attack.spell_dc", neutral=lambda character, source: 10)
def spell_dc(character: Character, source: str) -> int:
    """10, the spellcasting attribute and the source's rank."""
    rank = proficiency(character.sources[source].rank, character.level)
    return 10 + attribute(character, spell_attribute(character, source)) + rank


def spell_attack(character: Character, source: str) -> int:
    """The modifier of spell attacks."""
    return stack(spell_parts(character, source))[0]


# --- damage ----------------------------------------------------------------------


def damage_parts(character: Character, weapon: Weapon) -> Parts:
    """What is added to a weapon's dice."""
    if weapon.spell:
        return ()
    strength = Modifier("untyped", "Strength", strength_added(character, weapon), "pf2e.damage.ability")
    practice = Modifier(
        "untyped",
        "weapon specialization",
        specialized(character.specialization, _rank(character, weapon.category)),
        "pf2e.damage.specialization",
    )
    return strength, practice


@rule("pf2e.damage.ability", neutral=zero)
def strength_added(character: Character, weapon: Weapon) -> int:
    """Melee, unarmed and thrown attacks add Strength; other ranged weapons and bombs add none."""
    strength = attribute(character, "str")
    if weapon.range is None or any(trait.startswith("thrown") for trait in weapon.traits):
        return strength
    return propelled(strength) if "propulsive" in weapon.traits else 0


@rule("pf2e.damage.propulsive", neutral=zero)
def propelled(strength: int) -> int:
    """Half a positive Strength modifier, a negative one whole."""
    return strength // 2 if strength > 0 else strength


@rule("pf2e.damage.striking", neutral=first)
def weapon_dice(count: int, striking: int) -> int:
    """Each step of a striking rune is one more die of the weapon's size."""
    return count + striking


@rule("pf2e.damage.specialization", neutral=zero)
def specialized(feature: str, rank: str) -> int:
    """2 at expert, 3 at master, 4 at legendary rank; the greater feature doubles it."""
    return SPECIALIZATION.get(rank, 0) * {"": 0, "normal": 1, "greater": 2}[feature]


def damage_text(weapon: Weapon, bonus: int) -> str:
    """A weapon's whole damage as it is written."""
    own, *others = parse_damage(weapon.damage)
    dice = f"{weapon_dice(own.count, weapon.striking)}d{own.sides}" if own.count else ""
    fixed = own.bonus + bonus
    written = f"{dice}{fixed:+d}" if fixed and dice else dice or str(max(fixed, 1))
    rest = [weapon.damage.split(" plus ", 1)[1]] if others else []
    return " plus ".join([f"{written} {own.type}", *rest, *([weapon.plus] if weapon.plus else [])])


def _strike(character: Character, weapon: Weapon, totals: Mapping[str, int]) -> Strike:
    name = key(weapon.name)
    runes = bool(weapon.potency or weapon.striking)
    return Strike(
        name=weapon.name,
        attack=totals[f"{name}/attack"],
        damage=damage_text(weapon, totals[f"{name}/damage"]),
        traits=weapon.traits,
        range=weapon.range,
        hands=weapon.hands,
        place=weapon.place,
        critical=weapon.critical,
        materials=weapon.materials,
        magical=weapon.magical or runes or bool(weapon.spell),
        attribute=attack_attribute(character, weapon),
    )
