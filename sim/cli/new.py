"""``encounter new``."""

from __future__ import annotations

import re
from pathlib import Path
from string import Template
from typing import Final, Literal

from sim.cli import FINE
from sim.cli.options import Flag
from sim.loading.library import slug
from sim.model.errors import InputError, Problem, did_you_mean
from sim.report.console import stdout

TEMPLATES: Final = Path(__file__).parent / "templates"
NEXT: Final = {
    "scenario": "encounter run {path}",
    "creature": "encounter inspect {path} --ruleset {ruleset}",
    "policy": "encounter agents lint {path}",
}
"""What to do with a new file of each kind."""
_NAME: Final = re.compile(r"[^\W_][\w -]{0,99}")


def new(
    kind: Literal["scenario", "creature", "policy"],
    name: str,
    /,
    *,
    ruleset: str = "pf2e",
    out: Path = Path(),
    force: Flag = False,
) -> int:
    """Write a small file that works at once, with comments, to begin with.

    Args:
        kind: What it is of.
        name: Its name, such as "Marsh Drake"; the file is then marsh-drake.yaml.
        ruleset: The system it is for; policies are for all of them.
        out: The folder it goes to.
        force: Replace a file that stands there.
    """
    if not _NAME.fullmatch(name) or not slug(name):
        raise InputError(f"{name!r} is no name; expected letters, digits, blanks and hyphens, such as marsh-drake")
    text = Template(_template(kind, ruleset)).substitute(name=name, slug=slug(name))
    path = out / f"{slug(name)}.yaml"
    _write(path, text, force=force)
    stdout().print(f"Written: {path}\nNext: {NEXT[kind].format(path=path, ruleset=ruleset)}", soft_wrap=True)
    return FINE


def _template(kind: str, ruleset: str) -> str:
    """The text to begin with: one for each system, or one for all."""
    found = {path.stem: path for path in sorted(TEMPLATES.glob(f"{kind}*.yaml"))}
    path = found.get(kind) or found.get(f"{kind}-{ruleset}")
    if path is None:
        known = [name.removeprefix(f"{kind}-") for name in found]
        hint = did_you_mean(ruleset, known) or f"; expected one of {', '.join(known)}"
        raise InputError(f"there is nothing to begin a {kind} of {ruleset!r} with{hint}")
    return path.read_text(encoding="utf-8")


def _write(path: Path, text: str, *, force: bool) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("w" if force else "x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        raise InputError(Problem("this is there already; --force replaces it", str(path))) from None
    except OSError as error:
        raise InputError(Problem(f"cannot be written: {error.strerror}", str(path))) from None
