"""Entries of ``combatants``, and the combatants that are made of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterator, Sequence
from typing import Any, Final

from attrs import frozen

from sim.loading.library import slug
from sim.loading.placing import Entrant
from sim.loading.written import WrittenCombatant
from sim.loading.yaml_file import KeyPath
from sim.model.scenario import AgentSpec, Combatant
from sim.model.values import Square

MAX_COUNT: Final = 100
"""Creatures of one entry."""
NOBODY: Final = AgentSpec("", "")
"""Stands in for an agent that is at fault."""


@frozen
class Entry:
    """One entry of ``combatants`` with what it names."""

    path: KeyPath
    form: WrittenCombatant
    data: Any
    agent: AgentSpec


def characters(entries: Sequence[Entry], parties: Container[str]) -> int:
    """How many there are on the sides of characters."""
    return sum(entry.form.count.number for entry in entries if entry.form.side in parties)


def entrants(entries: Sequence[Entry], party: int) -> Iterator[Entrant]:
    """Make each entry's combatants; ids are numbered where a name comes more than once.

    Args:
        entries: Each with its creature.
        party: How many characters there are, for counts that depend on them.
    """
    bases = [entry.form.id if entry.form.id is not None else slug(entry.data.name) for entry in entries]
    counts = [min(max(entry.form.count.of(party), 1), MAX_COUNT) for entry in entries]
    totals: Counter[str] = Counter()
    for entry, base, count in zip(entries, bases, counts, strict=True):
        totals[base] += count if entry.form.id is None else 0
    numbers: Counter[str] = Counter()
    for entry, base, count in zip(entries, bases, counts, strict=True):
        own = entry.form.id is not None
        for number in range(1, count + 1):
            numbers[base] += not own
            several = count > 1 if own else totals[base] > 1
            name = f"{base}-{number if own else numbers[base]}" if several else base
            yield Entrant(_combatant(entry, name), entry.path)


def _combatant(entry: Entry, name: str) -> Combatant:
    form = entry.form
    at = form.at
    return Combatant(
        name,
        form.side,
        entry.data,
        entry.agent,
        at.at,
        once(at.zone),
        form.round,
        form.hp,
        form.conditions,
        form.detection,
        form.initiative,
        form.morale,
        form.light,
    )


def once(squares: tuple[Square, ...]) -> tuple[Square, ...]:
    """Each square once, where rectangles overlap."""
    return tuple(dict.fromkeys(squares))
