"""The same bytes whatever the process, its hash seed and its Python."""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
from pathlib import Path

import pytest

from tests.machine import ROOT, run

pytestmark = pytest.mark.xdist_group("versions")

ENCOUNTER = "import sys; from sim.cli import main; sys.exit(main())"
FIGHTS = [("duel", 5), ("ambush", 7)]
VERSIONS = ["3.11", "3.12", "3.13"]
HERE = f"{sys.version_info.major}.{sys.version_info.minor}"


def digests(python, folder: Path, **env: str) -> list[str]:
    """SHA-256 of the log of each fight, played by a fresh process of an interpreter."""
    found = []
    for scenario, seed in FIGHTS:
        log = folder / f"{scenario}.jsonl"
        played = run(python, "-c", ENCOUNTER, "run", scenario, "--seed", seed, "--log", log, "--quiet", **env)
        assert played.returncode == 0, played.stdout + played.stderr
        found.append(hashlib.sha256(log.read_bytes()).hexdigest())
    return found


@pytest.fixture(scope="module")
def reference(tmp_path_factory):
    """The digests that all others must equal."""
    return digests(sys.executable, tmp_path_factory.mktemp("reference"), PYTHONHASHSEED="0")


def candidates(version: str):
    """Where an interpreter of a version may be: uv, pyenv, the search path."""
    if shutil.which("uv"):
        yield run("uv", "python", "find", "--no-project", version).stdout.strip()
    pyenv = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv")
    yield from sorted(pyenv.glob(f"versions/{version}.*/bin/python"))
    yield shutil.which(f"python{version}")


def works(python, version: str) -> bool:
    """Whether a file is an interpreter of a version."""
    told = run(python, "-c", "import sys; print('%d.%d' % sys.version_info[:2])")
    return told.returncode == 0 and told.stdout.strip() == version


def environment(version: str) -> Path:
    """The interpreter of an environment with the project in it, made once for each pyproject.toml; or skip."""
    home = ROOT / ".venvs" / version
    python = home / "bin" / "python"
    stamp = home / ".installed"
    wanted = hashlib.sha256((ROOT / "pyproject.toml").read_bytes()).hexdigest()
    if stamp.is_file() and stamp.read_text() == wanted and works(python, version):
        return python
    base = next((path for path in candidates(version) if path and works(path, version)), None)
    if base is None:
        pytest.skip(f"no Python {version} found by uv, pyenv or on the search path")
    made = run(base, "-m", "venv", "--clear", home)
    if made.returncode:
        pytest.skip(f"Python {version} makes no environment: {made.stderr.strip()[-200:]}")
    put = run(python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--editable", ROOT)
    if put.returncode:
        pytest.skip(f"the project cannot be installed for Python {version}: {put.stderr.strip()[-200:]}")
    stamp.write_text(wanted)
    return python


@pytest.mark.parametrize("version", VERSIONS)
def test_same_bytes_on_every_python(version, reference, tmp_path):
    python = sys.executable if version == HERE else environment(version)
    assert digests(python, tmp_path) == reference


@pytest.mark.parametrize("hash_seed", ["0", "1", "random"])
def test_same_bytes_with_every_hash_seed(hash_seed, reference, tmp_path):
    assert digests(sys.executable, tmp_path, PYTHONHASHSEED=hash_seed) == reference
