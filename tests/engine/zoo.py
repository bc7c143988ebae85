"""A crowd with everything the rules know: large and tiny, areas, healing, lasting damage, shields, walls, fog, luck."""

from __future__ import annotations

from sim.model.creature import Feet
from sim.model.scenario import Map, Terrain
from sim.rules.pf2e.data import (
    Ability,
    Affliction,
    Bonus,
    Casting,
    Lasting,
    Raised,
    Regeneration,
    Resistance,
    Save,
    Stage,
    Strike,
)
from sim.rules.pf2e.heightening import completed
from tests.engine.table import BLOCK, BOW, KNIFE, SHIELD, SWORD, WATCH, block, one, scene

BREATH = Ability(
    name="Breath",
    cost=2,
    traits=("fire",),
    area="15 ft cone",
    save=Save(18, basic="reflex"),
    damage="4d6 fire plus 1d6 persistent acid",
    conditions={"failure": {"frightened": 1}, "critical_failure": {"frightened": 2}},
    recharge="1d4 rounds",
)
VENOM = Ability(
    name="Venom",
    traits=("poison",),
    save=Save(17, type="fortitude"),
    affliction=Affliction((Stage("1d4 poison"), Stage("1d6 poison", {"enfeebled": 1}), Stage("2d6 poison"))),
)
HEAT = Ability(name="Heat", happens="end of their turn", area="5 ft emanation", affects="enemies", damage="1d4 fire")
SIMMER = Ability(name="Simmer", happens="start of turn", temp_hp="1d4")
DRAKE = block(
    "Drake",
    size="large",
    hp=60,
    important=True,
    immunities=("fire",),
    reach=10,
    speeds={"land": 40, "swim": 25},
    strikes=(
        Strike("jaws", 12, "2d8+4 piercing plus 1d6 fire plus 1d4 persistent fire", ("reach 15 ft",)),
        Strike("tail", 10, "1d6+4 bludgeoning", ("agile",), inflicts="Venom", then="grab"),
    ),
    regeneration=Regeneration(3, ("electricity",)),
    abilities=(WATCH, BREATH, VENOM, HEAT, SIMMER),
)
SPELLS = (
    Ability(
        name="Ball",
        cost=2,
        traits=("fire", "manipulate"),
        area="10 ft burst",
        range=60,
        save=Save(17, basic="reflex"),
        damage="5d6 fire",
    ),
    Ability(
        name="Bolt",
        cost=2,
        traits=("manipulate",),
        area="30 ft line",
        affects="enemies",
        save=Save(17, basic="reflex"),
        damage="3d6 electricity",
    ),
    Ability(name="Mend", traits=("manipulate",), range=30, affects="allies", healing="1d8+4"),
    Ability(
        name="Song",
        area="30 ft emanation",
        affects="allies",
        effect=Lasting("song", (Bonus("attack", "status", 1), Bonus("ac", "status", 1)), "end of next turn"),
    ),
    Ability(
        name="Fear",
        range=30,
        affects="enemies",
        save=Save(17, type="will"),
        conditions={"failure": {"frightened": 2}, "critical_failure": {"frightened": 3}},
    ),
    Ability(
        name="Glitter",
        range=30,
        affects="enemies",
        save=Save(17, type="will"),
        conditions={"success": {"dazzled": 1}, "failure": {"blinded": 1}},
    ),
    Ability(
        name="Chains",
        range=30,
        affects="enemies",
        sustained=True,
        save=Save(17, type="reflex"),
        conditions={"failure": {"slowed": 1}},
        effect=Lasting("chains", penalties=(Bonus("attack", "status", -1),)),
    ),
    Ability(name="Balm", range=30, affects="allies", effect=Lasting("balm", until="3 rounds", fast_healing=2)),
    Ability(name="Stoke", trigger="turn starts", cost=0, affects="allies", temp_hp="1d4"),
    Ability(
        name="Backlash", trigger="turn ends", traits=("manipulate",), range=30, affects="enemies", damage="1d4 force"
    ),
    Ability(name="Wince", trigger="damaged", affects="allies", temp_hp="1d4"),
    Ability(name="Sneer", trigger="ally falls", cost=0, range=60, affects="enemies", damage="1d4 mental"),
    Ability(
        name="Spark",
        rank=1,
        traits=("cantrip", "manipulate"),
        range=60,
        affects="enemies",
        spell_attack=True,
        damage="1d4 electricity",
        heighten={"+1": Raised(damage="1d4 electricity")},
    ),
    Ability(
        name="Stupor",
        rank=1,
        cast_at=2,
        slot="rank-2",
        traits=("incapacitation",),
        range=30,
        affects="enemies",
        save=Save(type="will"),
        conditions={"success": {"stupefied": 1}, "failure": {"slowed": 1}, "critical_failure": {"stunned": 1}},
    ),
    Ability(name="Veil", range=30, affects="allies", conditions={"failure": {"invisible": 1}}, recharge="once"),
)
MAGE = completed(
    block(
        "Mage",
        hp=14,
        abilities=SPELLS,
        casting={"arcane": Casting(17, 7)},
        slots={"rank-2": 2},
        strikes=(Strike("staff", 5, "1d4 bludgeoning", hands=1), BOW, KNIFE),
    )
)
KNIGHT = block(
    "Knight",
    hp=30,
    shield=SHIELD,
    abilities=(WATCH, BLOCK),
    strikes=(SWORD, KNIFE),
    important=True,
    weaknesses={"acid": 3},
    resistances=(Resistance("physical", 2),),
)
RAT = block("Rat", hp=4, size="tiny", strikes=(Strike("teeth", 6, "1d4 piercing plus 1 persistent bleed", ("agile",)),))
GROUND = Map(
    18,
    12,
    walls=tuple((10, row) for row in (0, 1, 2, 3, 9, 10)),
    terrain=(
        Terrain("difficult", tuple((column, 7) for column in range(3, 12))),
        Terrain("greater_difficult", ((7, 4), (7, 6))),
        Terrain("fog", ((8, 8), (8, 9), (9, 8), (9, 9)), perception=-2),
        Terrain("hazardous", tuple((column, row) for column in (4, 5) for row in (9, 10)), damage="1 fire"),
        Terrain("hazardous", ((13, 2),), damage="1d4 cold plus 1 persistent acid"),
        Terrain("narrow", tuple((column, 8) for column in range(11, 15)), dc=14, height=Feet(20)),
        Terrain("uneven", tuple((2, row) for row in range(4, 9)), dc=12, damage="1 slashing"),
        Terrain("soft", ((12, 9), (13, 9)), depth=Feet(10)),
        Terrain("water", tuple((column, row) for column in range(14, 18) for row in (9, 10)), dc=13, depth=Feet(20)),
        Terrain("water", tuple((column, row) for column in (7, 8) for row in (1, 2)), dc=15, current="south-west"),
        Terrain("underwater", tuple((column, row) for column in (0, 1, 2) for row in (9, 10, 11))),
    ),
)


def zoo():
    """Heroes against a drake and its following, with reinforcements on both sides."""
    return scene(
        one("mage", "heroes", (4, 5), MAGE),
        one("knight", "heroes", (6, 5), KNIGHT),
        one("squire", "heroes", (6, 7), KNIGHT),
        one("healer", "heroes", (2, 2), MAGE, round=2),
        one("drake", "foes", (9, 5), DRAKE),
        one("orc", "foes", (8, 8), KNIGHT, detection={"heroes": "hidden"}),
        one("shaman", "foes", (14, 6), MAGE, conditions={"concealed": 1}),
        *(one(f"rat-{number}", "foes", (12, 4 + number), RAT) for number in range(3)),
        one("rat-3", "foes", (6, 6), RAT, round=3, conditions={"invisible": 1}),
        options={"hero_points": 1, "critical_damage": "double_dice", "dying_damage_adds_wounded": True},
        knowledge="open",
        map=GROUND,
    )
