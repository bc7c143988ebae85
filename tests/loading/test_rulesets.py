import sys
from pathlib import Path

import pytest

from sim.loading.rulesets import agent_factory, agent_names, ruleset, ruleset_names
from sim.model.errors import InputError
from sim.model.protocols import Ruleset


def install(folder: Path, points: str, **modules: str) -> None:
    """Install a stranger's distribution into a folder."""
    info = folder / "stranger-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: stranger\nVersion: 1\n")
    (info / "entry_points.txt").write_text(points)
    for name, text in modules.items():
        (folder / f"{name}.py").write_text(text)


def test_our_own_are_installed():
    assert ruleset("pf2e").name == "pf2e"
    assert "pf2e" in ruleset_names()
    assert {"gambit", "random", "scripted"} <= set(agent_names())


@pytest.mark.parametrize("name", ruleset_names())
def test_a_ruleset_has_all_that_the_engine_asks_for(name):
    duties = {name for name in (*vars(Ruleset), *Ruleset.__annotations__) if not name.startswith("_")}
    assert {"facts", "legal", "odds"} < duties
    assert sorted(duties - set(dir(ruleset(name)))) == []


def test_a_strangers_plug_ins_are_found(tmp_path, monkeypatch):
    points = "[encounter_sim.rulesets]\nludo = ludo_rules:Ludo\n[encounter_sim.agents]\nparrot = ludo_rules:parrot\n"
    install(tmp_path, points, ludo_rules="class Ludo:\n    name = 'ludo'\ndef parrot(spec):\n    return spec.name\n")
    monkeypatch.syspath_prepend(tmp_path)
    assert ruleset("ludo").name == "ludo"
    assert agent_factory("parrot") is sys.modules["ludo_rules"].parrot


def test_unknown_plug_ins():
    with pytest.raises(InputError, match=r"unknown ruleset 'pf2' \(did you mean 'pf2e'\?\)"):
        ruleset("pf2")
    with pytest.raises(InputError, match=r"unknown agent 'xyzzy'; installed are: .*gambit"):
        agent_factory("xyzzy")


def test_a_broken_plug_in_is_told_as_such(tmp_path, monkeypatch):
    install(tmp_path, "[encounter_sim.rulesets]\nbroken = no_such_module_at_all:Broken\n")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(InputError, match=r"'broken' \(no_such_module_at_all:Broken\) cannot be loaded: No module"):
        ruleset("broken")
