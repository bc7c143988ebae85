"""``encounter inspect``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from rich.table import Table
from rich.text import Text

from sim.cli import FINE
from sim.cli.options import Flag
from sim.loading.creatures import read_creature
from sim.loading.library import find_file, shipped
from sim.loading.rulesets import ruleset as load_ruleset
from sim.loading.structure import converter
from sim.loading.yaml_file import read_yaml
from sim.model.protocols import Number
from sim.model.values import Modifier
from sim.report.console import stdout
from sim.report.words import signed


def inspect(creature: str, /, *, ruleset: str = "pf2e", as_json: Flag = False) -> int:
    """List every number of a creature and what it is made of.

    Args:
        creature: A creature's file or name, such as parties/level-1/fighter.
        ruleset: The system whose rules it is for.
        as_json: Write JSON.
    """
    rules = load_ruleset(ruleset)
    stated = creature.endswith((".yaml", ".yml"))
    path = Path(creature) if stated else find_file(creature, [Path(), shipped()], "creature")
    data: Any = read_creature(read_yaml(path), rules)
    numbers = rules.numbers(data)
    if as_json:
        plain = {"name": str(data.name), "numbers": [converter.unstructure(n._asdict()) for n in numbers]}
        stdout().print(json.dumps(plain, indent=2), soft_wrap=True)
        return FINE
    stdout().print(Text(str(data.name), style="bold"))
    table = Table.grid(padding=(0, 2))
    for number in numbers:
        table.add_row("", number.name, Text(number.value, style="cyan"), _made_of(number))
    stdout().print(table)
    return FINE


def _made_of(number: Number) -> Text:
    start = [str(number.start)] if number.start and number.parts else []
    words = " ".join([*start, *(_part(part) for part in number.parts)])
    return Text.assemble(words, "  " if words and number.note else "", (number.note, "dim"))


def _part(part: Modifier) -> str:
    """One part, with the type of a typed bonus."""
    kind = f" ({part.type})" if part.type in ("item", "status", "circumstance") else ""
    return f"{signed(part)}{kind}"
