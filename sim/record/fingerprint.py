"""What code made a log: only the same code can be expected to play a fight again to the same events."""

from __future__ import annotations

import sys
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

from sim.loading.rulesets import ruleset


def engine_version() -> str:
    """Return the version of this program."""
    return version("encounter-sim")


@cache
def fingerprint(name: str) -> str:
    """Return the SHA-256, in hexadecimal, over the sources of model, engine and a ruleset.

    Raises:
        InputError: The ruleset is not installed.
    """
    home = Path(__file__).parents[1]
    parts = {"model": _sources(home / "model"), "engine": _sources(home / "engine"), "rules": _ruleset_sources(name)}
    whole = sha256()
    for label, files in parts.items():
        for place, content in files.items():
            whole.update(f"{label}/{place} {len(content)}\n".encode() + content)
    return whole.hexdigest()


def _ruleset_sources(name: str) -> dict[str, bytes]:
    """Sources of the package that a ruleset's class is in; its one file where it is in none."""
    module = sys.modules[type(ruleset(name)).__module__]
    if not module.__package__:
        file = Path(str(module.__file__))
        return {file.name: file.read_bytes()}
    return _sources(Path(str(sys.modules[module.__package__].__file__)).parent)


def _sources(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*.py"))}
