"""What a stranger gets: the built wheel, alone, in another folder."""

from __future__ import annotations

import sys
import sysconfig
import time
from pathlib import Path

import pytest

from tests.machine import ROOT, run

pytestmark = pytest.mark.xdist_group("wheel")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """The wheel, built with what is installed already."""
    folder = tmp_path_factory.mktemp("dist")
    built = run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder, ROOT)
    assert built.returncode == 0, built.stdout + built.stderr
    (path,) = folder.glob("*.whl")
    return path


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory):
    """The programs' folder of a fresh environment: the wheel, and the dependencies of the running one."""
    home = tmp_path_factory.mktemp("installed")
    made = run(sys.executable, "-m", "venv", "--without-pip", home)
    assert made.returncode == 0, made.stderr
    programs = home / ("Scripts" if sys.platform == "win32" else "bin")
    python = programs / "python"
    put = run(sys.executable, "-m", "pip", "--python", python, "install", "--no-deps", "--no-index", wheel)
    assert put.returncode == 0, put.stdout + put.stderr
    where = run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))").stdout.strip()
    # A .pth line adds that folder but not its own .pth files: the editable project stays out of reach.
    folders = dict.fromkeys(sysconfig.get_path(kind) for kind in ("purelib", "platlib"))
    (Path(where) / "dependencies.pth").write_text("\n".join(folders) + "\n")
    return programs


@pytest.fixture
def encounter(installed, tmp_path):
    """Runs the installed command in an empty folder."""

    def call(*arguments, status=0):
        result = run(installed / "encounter", *arguments, cwd=tmp_path)
        assert result.returncode == status, result.stdout + result.stderr
        assert "Traceback" not in result.stderr
        return result.stdout

    return call


def test_the_code_comes_from_the_wheel(installed, tmp_path):
    found = run(installed / "python", "-c", "import sim, agents; print(sim.__file__, agents.__file__)", cwd=tmp_path)
    for path in found.stdout.split():
        assert installed.parent in Path(path).parents
    assert len(found.stdout.split()) == 2


def test_help_names_the_commands(encounter):
    text = encounter("--help")
    for command in ("run", "replay", "verify", "resume", "fork", "test", "scenarios", "validate", "new", "agents list"):
        assert command in text


def test_help_comes_at_once(encounter):
    def seconds():
        start = time.perf_counter()
        encounter("--help")
        return time.perf_counter() - start

    assert min(seconds() for _ in range(5)) < 0.3


def test_scenarios_are_listed(encounter):
    assert "duel" in encounter("scenarios")


def test_a_shipped_scenario_is_played_and_its_log_verified(encounter, tmp_path):
    encounter("run", "duel", "--seed", "1")
    (log,) = (tmp_path / "logs").glob("duel-1-*.jsonl")
    encounter("verify", log)


def test_the_shipped_rule_cases_pass(encounter):
    assert encounter("test")


def test_a_new_fight_is_written_and_played(encounter):
    encounter("new", "scenario", "bridge", "--ruleset", "d100")
    encounter("run", "bridge.yaml", "-q")


def test_bad_input_is_told_in_words(encounter):
    encounter("run", "no-such-scenario", status=2)
