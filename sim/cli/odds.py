"""``encounter odds``."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

from rich.console import Console
from rich.table import Table
from rich.text import Text

from sim.cli import FINE
from sim.cli.options import Flag
from sim.loading.creatures import read_creature
from sim.loading.library import find_file, find_scenario, shipped
from sim.loading.rulesets import ruleset as load_ruleset
from sim.loading.scenario import load_scenario
from sim.loading.structure import converter
from sim.loading.yaml_file import read_yaml
from sim.model.actions import parse_action
from sim.model.errors import InputError
from sim.model.protocols import SingleCheck
from sim.model.scenario import Scenario
from sim.model.values import DamagePart
from sim.record.forecast import Outlook, forecast
from sim.report.console import stdout
from sim.report.words import damage_formula, degree_text, formula_text, spaced, sum_text, words_of

BAR: Final = 30
"""Columns of a bar for certainty."""


def show_odds(
    scenario: str = "",
    /,
    *,
    actor: str,
    action: str = "",
    check: str = "",
    ruleset: str = "pf2e",
    as_json: Flag = False,
) -> int:
    """Tell the exact chances of an action at the start of a fight, or of a single check outside one.

    Args:
        scenario: A scenario file, or the name of a scenario that comes along.
        actor: Who acts: a combatant of the scenario, or for a check a creature's file or name.
        action: What it does, as in a script: "strike goblin-1 with sword"; with the best that is possible if it names
            nothing to do it with.
        check: A single check instead: "athletics vs 18", "notice vs hard", "drawing requires 2, dex 10".
        ruleset: The system of a single check.
        as_json: Write JSON.
    """
    if check:
        if scenario or action:
            raise InputError("--check takes an --actor and a --ruleset, no scenario and no --action")
        _one_check(ruleset, actor, check, as_json=as_json)
        return FINE
    if not scenario or not action:
        raise InputError('expected a scenario and an --action, such as --action "strike goblin-1 with sword"')
    whole = load_scenario(find_scenario(scenario))
    found = forecast(whole, actor, parse_action(action))
    if as_json:
        stdout().print(json.dumps([_plain(outlook) for outlook in found], indent=2), soft_wrap=True)
        return FINE
    for outlook in found:
        _tell(stdout(), whole, outlook)
    return FINE


def percent(chance: Fraction) -> str:
    """A chance in percent, with one decimal."""
    return f"{float(100 * chance):5.1f} %"


def _bars(console: Console, rows: Iterable[tuple[Text, Fraction]], style: str = "cyan") -> None:
    table = Table.grid(padding=(0, 2))
    for name, chance in rows:
        table.add_row("", name, percent(chance), Text("█" * round(BAR * chance), style=style))
    console.print(table)


def _degree_bars(console: Console, degrees: Mapping[str, Fraction]) -> None:
    order = sorted(degrees, key=lambda degree: -_rank(degree))
    _bars(console, [(degree_text(degree), degrees[degree]) for degree in order])


def _tell(console: Console, scenario: Scenario, outlook: Outlook) -> None:
    names = {combatant.id: str(combatant.data.name) for combatant in scenario.combatants}
    told = f": {names[outlook.target]} ({outlook.target})"
    console.print(Text.assemble((str(outlook.action), "bold"), told), soft_wrap=True)
    if outlook.roll:
        rolled = formula_text(outlook.roll, words_of(scenario.ruleset).get("DC", "DC"))
        console.print(f"  {names[outlook.roller]}'s {spaced(outlook.what)}: {rolled}", soft_wrap=True)
        _degree_bars(console, outlook.degrees)
    if any(outlook.damage):
        rolled = f", rolled as {damage_formula(outlook.parts)}" if outlook.parts else ""
        console.print(f"  damage: {float(outlook.mean):.2f} on average{rolled}", soft_wrap=True)
        _bars(console, [(Text(str(amount)), chance) for amount, chance in outlook.damage.items()], "red")
    if not (outlook.roll or any(outlook.damage) or outlook.gained):
        console.print("  nothing comes of it for anybody")
    if outlook.gained:
        console.print("  and then")
        _bars(console, [(Text(spaced(name)), chance) for name, chance in outlook.gained.items()], "magenta")


_ORDER: Final = ("critical_failure", "great_failure", "failure", "", "success", "great_success", "critical_success")


def _rank(degree: str) -> int:
    return _ORDER.index(degree) if degree in _ORDER else _ORDER.index("")


def _chances(rows: Mapping[Any, Fraction]) -> dict[str, Any]:
    return {str(name): {"exact": str(chance), "chance": float(chance)} for name, chance in rows.items()}


def _plain(outlook: Outlook) -> dict[str, Any]:
    return {
        "action": str(outlook.action),
        "target": outlook.target,
        "roll": outlook.what,
        "roller": outlook.roller,
        "dc": outlook.roll.dc if outlook.roll else None,
        "modifiers": converter.unstructure(outlook.roll.modifiers) if outlook.roll else [],
        "against": converter.unstructure(outlook.roll.against) if outlook.roll else [],
        "degrees": _chances(outlook.degrees),
        "rolled": [_plain_part(part) for part in outlook.parts],
        "damage": _chances(outlook.damage),
        "mean_damage": {"exact": str(outlook.mean), "value": float(outlook.mean)},
        "gained": _chances(outlook.gained),
    }


def _plain_part(part: DamagePart) -> dict[str, Any]:
    return {"type": part.type, "dice": part.dice, "modifiers": converter.unstructure(part.modifiers)}


# --- single checks ---------------------------------------------------------------------


def _one_check(system: str, actor: str, text: str, *, as_json: bool) -> None:
    rules = load_ruleset(system)
    path = Path(actor) if actor.endswith((".yaml", ".yml")) else find_file(actor, [Path(), shipped()], "creature")
    document = read_yaml(path)
    data = read_creature(document, rules)
    found = rules.single_check(data, text, {name: values[0] for name, values in rules.options.items()})
    if as_json:
        plain = {
            "check": found.what,
            "dc": found.dc,
            "modifiers": converter.unstructure(found.modifiers),
            "degrees": _chances(found.chances),
        }
        stdout().print(json.dumps(plain, indent=2), soft_wrap=True)
        return
    _tell_check(stdout(), str(data.name), found)


def _tell_check(console: Console, name: str, found: SingleCheck) -> None:
    added = " ".join(sum_text(found.modifiers))
    told = f": {found.die} {added}".rstrip() + f" against {found.dc}"
    console.print(Text.assemble((name, "bold"), f", {spaced(found.what)}", told), soft_wrap=True)
    _degree_bars(console, found.chances)
