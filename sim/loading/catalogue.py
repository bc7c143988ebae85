"""The catalogue of a ruleset's rules: what each says, its terms and where it stands in the source."""

from __future__ import annotations

from pathlib import Path

from attrs import frozen

from sim.loading.structure import structure
from sim.loading.yaml_file import read_yaml

FOLDER = Path(__file__).parents[1] / "rules" / "catalogue"


@frozen
class CatalogueRule:
    """A rule as the catalogue has it.

    Attributes:
        id: The name that code, log and cases share.
        says: What must hold.
        de: Term of the German source; empty for assumptions.
        en: The field's term.
        src: Source text and page.
        limits: What of it is not played; empty for nothing.
    """

    id: str
    says: str
    de: str = ""
    en: str = ""
    src: str = ""
    limits: str = ""


Catalogue = dict[str, tuple[CatalogueRule, ...]]
"""Rules by group, in the order of the file."""


def catalogues() -> tuple[str, ...]:
    """Rulesets whose rules are listed, in order."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.yaml")))


def read_catalogue(ruleset: str) -> Catalogue:
    """Read the catalogue of a ruleset, one of `catalogues`."""
    return structure(read_yaml(FOLDER / f"{ruleset}.yaml"), Catalogue)
