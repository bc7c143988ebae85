"""The documents tell the truth: their examples load, and the rules they list are those of the cases."""

import re
from pathlib import Path

import attrs
import pytest

from agents.moment import FUNCTIONS, NAMES, TARGET_NAMES
from agents.script import PICKS
from sim.cli.validate import validate
from sim.loading.policies import WrittenPolicy
from sim.loading.scenario import load_scenario
from sim.loading.written import KNOWLEDGE, WrittenCombatant, WrittenEnd, WrittenMap, WrittenScenario, WrittenSide
from sim.model.scenario import Goal, Light
from sim.record.play import play
from sim.rules import d20, d100
from sim.rules.pf2e import Pf2e
from sim.rules.pf2e.character import Armor, Character, Health, Source, Weapon
from sim.rules.pf2e.data import (
    Ability,
    Bonus,
    Casting,
    Changes,
    CheckChange,
    Lasting,
    Raised,
    Resistance,
    Save,
    Saves,
    Shield,
    StatBlock,
    Strike,
    TemporaryImmunity,
)
from sim.rules.pf2e.reactions import WATCHES
from sim.rules.pf2e.triggers import TRIGGERS
from tests.conftest import ROOT
from tests.golden.__main__ import rules_document

DOCUMENTS = sorted([ROOT / "README.md", *ROOT.glob("docs/*.md")])
EXAMPLE = re.compile(r"^```yaml\n# (?:creature: |policy: )?([\w-]+\.yaml)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
RULES = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")


def examples() -> dict[str, str]:
    found = [(m[1], m[2]) for path in DOCUMENTS for m in EXAMPLE.finditer(path.read_text(encoding="utf-8"))]
    assert len(dict(found)) == len(found), "two examples have one name"
    return dict(found)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in examples().items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("name", sorted(examples()))
def test_an_example_is_fine(folder: Path, name: str) -> None:
    assert validate(folder / name) == 0


@pytest.mark.parametrize("name", sorted(name for name, text in examples().items() if "\ncombatants:" in text))
def test_an_example_of_a_fight_is_played_to_its_end(folder: Path, name: str) -> None:
    fight = play(load_scenario(folder / name), seed=7, strict=True)
    assert fight.state.outcome is not None


def keys(*classes: type) -> list[str]:
    """Names of the fields as files write them."""
    return [field.metadata.get("key", field.name) for cls in classes for field in attrs.fields(cls)]


STATED = keys(
    *(StatBlock, Saves, Resistance, Strike, Shield, Ability, Save, Bonus, CheckChange, Changes, Lasting),
    *(TemporaryImmunity, Casting, Raised, Character, Health, Armor, Weapon, Source),
)
WRITTEN = (Light, WrittenScenario, WrittenMap, WrittenSide, WrittenCombatant, WrittenEnd, Goal)
WORDS = {
    "writing-fights.md": [*keys(*WRITTEN), *Pf2e.options, *KNOWLEDGE],
    "writing-creatures.md": [*STATED, *WATCHES],
    "d20-d100.md": [
        *keys(d20.StatBlock, d20.data.Weapon, d20.data.Ability, d20.data.Outcome),
        *keys(d20.data.Save, d20.data.Check, d20.data.Contest),
        *keys(d100.StatBlock, d100.data.Weapon, d100.data.Ability, d100.data.Outcome, d100.data.Skill),
        *(word for system in (d20.D20, d100.D100) for word in (*system.options, *system.terrain, *system.kinds)),
        *(
            str(value)
            for system in (d20.D20, d100.D100)
            for values in system.options.values()
            for value in values[:3]
            if isinstance(value, str)
        ),
    ],
    "writing-policies.md": [*keys(WrittenPolicy), *NAMES, *TARGET_NAMES, *FUNCTIONS, *PICKS, *TRIGGERS],
}


@pytest.mark.parametrize("document", WORDS)
def test_every_word_of_a_file_is_explained(document: str) -> None:
    code = " ".join(re.findall(r"`([^`\n]+)`", (ROOT / "docs" / document).read_text(encoding="utf-8")))
    missing = [word for word in WORDS[document] if not re.search(rf"(?<![\w.]){re.escape(word)}\b", code)]
    assert missing == []


def test_the_tables_of_the_rules_are_those_that_are_registered() -> None:
    assert rules_document() == RULES  # python -m tests.golden writes them
