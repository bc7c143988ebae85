"""``encounter rules``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from rich.console import Console
from rich.table import Table
from rich.text import Text

from sim.cli import FAILED, FINE
from sim.cli.options import Flag
from sim.loading.catalogue import Catalogue, CatalogueRule, catalogues, read_catalogue
from sim.loading.rulesets import ruleset as load_ruleset
from sim.model.errors import InputError, did_you_mean
from sim.record.coverage import Covered, cases_by_rule
from sim.report.console import stdout
from sim.rules.registry import rules as registered

STYLES: Final = {"played": "green", "partly": "yellow", "not yet": "red"}
SHOWN: Final = 10
"""Cases shown of one rule."""


def show_rules(rule: str = "", /, *, ruleset: str | None = None, coverage: Flag = False, markdown: Flag = False) -> int:
    """List the rules of a system and how far they are played, or tell about one.

    Args:
        rule: The id of a rule, such as pf2e.attack.map; all if there is none.
        ruleset: The system whose rules are listed; all unless stated.
        coverage: Run the rule cases that come along and tell which use each rule.
        markdown: Write tables for documentation.
    """
    systems = _systems(ruleset)
    for system in systems:
        load_ruleset(system)  # registers its rules
    books = {system: read_catalogue(system) for system in systems}
    cases = cases_by_rule(run=coverage)
    if rule:
        _tell(stdout(), _find(rule, books), cases.get(rule, Covered()), ran=coverage)
        return FINE
    if markdown:
        for book in books.values():
            stdout().print("\n".join(markdown_tables(book)), soft_wrap=True)
        return FINE
    for system, book in books.items():
        _list(stdout(), system, book, cases, ran=coverage)
    return _verdict(stdout(), books, cases) if coverage else FINE


def _systems(asked: str | None) -> tuple[str, ...]:
    known = catalogues()
    if asked is not None and asked not in known:
        hint = did_you_mean(asked, known) or f"; expected one of {', '.join(known)}"
        raise InputError(f"there is no list of the rules of {asked!r}{hint}")
    return (asked,) if asked else known


def _every(books: Mapping[str, Catalogue]) -> Iterator[CatalogueRule]:
    for book in books.values():
        for group in book.values():
            yield from group


def _find(name: str, books: Mapping[str, Catalogue]) -> CatalogueRule:
    known = {rule.id: rule for rule in _every(books)}
    if name not in known:
        raise InputError(f"there is no rule {name!r}{did_you_mean(name, known) or '; encounter rules lists them'}")
    return known[name]


def status(rule: CatalogueRule) -> str:
    """How far a rule is played."""
    if rule.id not in registered():
        return "not yet"
    return "partly" if rule.limits else "played"


def _tell(console: Console, rule: CatalogueRule, cases: Covered, *, ran: bool) -> None:
    """One rule in words."""
    how = status(rule)
    rows = [("", rule.says), ("German", rule.de), ("source", rule.src), ("played", ""), ("limits", rule.limits)]
    console.print(Text.assemble((rule.id, "bold"), f"  {rule.en}"), soft_wrap=True)
    table = Table.grid(padding=(0, 2))
    for name, text in rows:
        if name == "played":
            places = ", ".join(place.place for place in registered().get(rule.id, ()))
            table.add_row(Text("played", style="dim"), Text.assemble((how, STYLES[how]), f"  {places}".rstrip()))
        elif text:
            table.add_row(Text(name, style="dim"), text)
    for name, found in (("cases", cases.naming), ("used by", cases.using)):
        if found or (name == "cases" or ran):
            table.add_row(Text(name, style="dim"), _few(found))
    console.print(table)


def _few(found: Sequence[str]) -> str:
    more = len(found) - SHOWN
    return "\n".join([*found[:SHOWN], *([f"and {more} more"] if more > 0 else [])]) or "none"


def _list(console: Console, system: str, book: Catalogue, cases: Mapping[str, Covered], *, ran: bool) -> None:
    """The rules of a system, group by group."""
    for group, found in book.items():
        table = Table(title=f"{system}: {group}", title_justify="left", box=None, padding=(0, 2, 0, 0))
        for heading in ("rule", "term", "", "named by", *(("used by",) if ran else ())):
            table.add_column(heading, header_style="dim")
        for rule in found:
            how, covered = status(rule), cases.get(rule.id, Covered())
            numbers = [str(len(covered.naming)), *([str(len(covered.using))] if ran else [])]
            table.add_row(rule.id, rule.en, Text(how, style=STYLES[how]), *numbers)
        console.print(table)
        console.print()
    every = [rule for group in book.values() for rule in group]
    played = sum(status(rule) != "not yet" for rule in every)
    partly = sum(status(rule) == "partly" for rule in every)
    console.print(f"{system}: {played} of {len(every)} rules are played, {partly} of them partly.\n")


def _verdict(console: Console, books: Mapping[str, Catalogue], cases: Mapping[str, Covered]) -> int:
    """Say which played rules no case names or uses."""
    played = [rule.id for rule in _every(books) if rule.id in registered()]
    unnamed = [name for name in played if not cases.get(name, Covered()).naming]
    unused = [name for name in played if not cases.get(name, Covered()).using]
    console.print(f"{len(played)} rules are played; the runs of the cases use {len(played) - len(unused)} of them.")
    for what, found in (("No case names", unnamed), ("No case uses", unused)):
        if found:
            console.print(Text(f"{what} {', '.join(found)}.", style="bold red"), soft_wrap=True)
    return FAILED if unnamed or unused else FINE


def markdown_tables(book: Catalogue) -> Iterator[str]:
    """The rules of a system for documentation: a table for each group, and what is not played."""
    for group, found in book.items():
        yield f"## {group.capitalize()}\n"
        played = [rule for rule in found if status(rule) != "not yet"]
        if played:
            yield "| Rule | Played | |"
            yield "|---|---|---|"
        for rule in played:
            yield f"| {rule.id} | {'partly' if rule.limits else 'fully'} | {rule.limits or rule.en} |"
        missing = [f"`{rule.id}`" for rule in found if status(rule) == "not yet"]
        if missing:
            yield f"{chr(10) if played else ''}**Not yet.** {', '.join(missing)}."
        yield ""
