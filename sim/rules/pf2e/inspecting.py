"""The numbers of a creature and what each is made of, outside a fight."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sim.model.protocols import Number
from sim.rules.pf2e.data import SAVES, Ability, StatBlock, Strike
from sim.rules.pf2e.numbers import as_stated, strike_reach
from sim.rules.pf2e.skills import skill_modifier
from sim.rules.texts import key


def numbers_of(data: StatBlock) -> Sequence[Number]:
    """AC, Hit Points, saves, Perception, skills, Speeds, Strikes and DCs, in the order of a stat block."""
    return list(_numbers(data))


def _numbers(data: StatBlock) -> Iterator[Number]:
    yield Number("level", str(data.level))
    yield Number("AC", str(as_stated(data.ac)), data.parts.get("ac", ()), 10)
    yield Number("Hit Points", str(data.hp))
    for name in SAVES:
        yield Number(name.capitalize(), f"{getattr(data.saves, name):+d}", data.parts.get(name, ()))
    yield Number("Perception", f"{data.perception:+d}", data.parts.get("perception", ()))
    if data.senses:
        yield Number("senses", ", ".join(data.senses))
    for name in data.skills:
        yield Number(name.capitalize(), f"{skill_modifier(data, name):+d}", data.parts.get(name, ()))
    for kind, feet in data.speeds.items():
        yield Number(f"{kind} Speed", f"{feet} ft")
    for strike in data.strikes:
        yield from _of_strike(data, strike)
    for ability in data.abilities:
        yield from _of_ability(ability)


def _of_strike(data: StatBlock, strike: Strike) -> Iterator[Number]:
    name = key(strike.name)
    reach = f"{strike.range} ft range" if strike.range else f"{strike_reach(data, strike)} ft reach"
    yield Number(f"{strike.name}, attack", f"{strike.attack:+d}", data.parts.get(f"{name}/attack", ()), note=reach)
    traits = ", ".join(strike.traits)
    yield Number(f"{strike.name}, damage", strike.damage, data.parts.get(f"{name}/damage", ()), note=traits)


def _of_ability(ability: Ability) -> Iterator[Number]:
    if ability.attack is not None:
        yield Number(f"{ability.name}, attack", f"{ability.attack:+d}", note=f"{ability.range} ft range")
    if ability.save:
        note = f"{ability.save.statistic}{f', {ability.source}' if ability.source else ''}"
        yield Number(f"{ability.name}, DC", str(ability.save.dc), note=note)
