"""What the product brings along, and how names in files lead to files.

A name such as ``creatures/ember-drake`` means a file below the folder of the file that
uses it, else one below the shipped scenarios. No name leads out of these folders.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

from sim.loading.yaml_file import read_yaml
from sim.model.errors import InputError, did_you_mean

MAX_NAME: Final = 200
"""Letters in a name; file systems take no more than 255."""


class ShippedScenario(NamedTuple):
    """A scenario that comes with the product."""

    name: str
    title: str
    path: Path


def shipped() -> Path:
    """Folder of the shipped scenarios: in the package when installed, else in the source tree."""
    package = Path(__file__).parents[1]
    inside = package / "scenarios"
    return inside if inside.is_dir() else package.parent / "scenarios"


def list_scenarios() -> tuple[ShippedScenario, ...]:
    """Return the shipped scenarios in order of name.

    Raises:
        InputError: A shipped file is no YAML.
    """
    return tuple(ShippedScenario(path.stem, _title(path), path) for path in sorted(shipped().glob("*.yaml")))


def find_scenario(name: str) -> Path:
    """Return the file of a scenario: a path that ends in .yaml as it stands, or a name, here or shipped.

    Raises:
        InputError: There is neither.
    """
    path = Path(name)
    if path.suffix in (".yaml", ".yml"):
        return path
    return find_file(name, [Path(), shipped()], "scenario")


def find_file(name: str, folders: Sequence[Path], what: str) -> Path:
    """Return the file that ``name`` (with or without ``.yaml``) means in the first folder that has it.

    Raises:
        InputError: The name is absolute or leads out of a folder, or no folder has the file.
    """
    if not 0 < len(name) <= MAX_NAME or Path(name).is_absolute() or any(letter in name for letter in "\\\0:"):
        raise InputError(
            f"{name[:MAX_NAME]!r} is no name of a {what}; expected a relative path such as creatures/ember-drake"
        )
    for folder in folders:
        for path in (folder / name, folder / f"{name}.yaml"):
            if not path.resolve().is_relative_to(folder.resolve()):
                raise InputError(f"{name!r} leads out of its folder; expected a path below {folder}")
            if path.suffix in (".yaml", ".yml") and path.is_file():
                return path
    hint = did_you_mean(name, _names(name, folders)) or f" in {' or '.join(dict.fromkeys(map(str, folders)))}"
    raise InputError(f"there is no {what} {name!r}{hint}")


def slug(text: str) -> str:
    """Make an id of a name: lower case ASCII letters and digits, hyphens between; perhaps empty."""
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")


def _names(name: str, folders: Sequence[Path]) -> list[str]:
    """Names of the files beside the one that was not found."""
    parent = Path(name).parent
    found = {(parent / path.stem).as_posix() for folder in folders for path in (folder / parent).glob("*.yaml")}
    return sorted(found)


def _title(path: Path) -> str:
    value = read_yaml(path).value
    title = value.get("title") if isinstance(value, dict) else None
    return title if isinstance(title, str) else path.stem
