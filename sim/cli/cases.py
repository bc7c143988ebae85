"""``encounter test``."""

from __future__ import annotations

import xml.etree.ElementTree as ET  # writes only
from collections.abc import Sequence
from pathlib import Path

from rich.text import Text

from sim.cli import FAILED, FINE
from sim.model.errors import InputError, Problem
from sim.record.cases import CaseResult, run_paths
from sim.report.console import stdout


def run_cases(paths: list[Path] | None = None, /, *, junit: Path | None = None) -> int:
    """Run rule cases.

    Args:
        paths: Case files, or folders of them; the cases that come along if there are none.
        junit: Also write the results to this file, as JUnit XML.
    """
    results = run_paths(paths or ())
    console = stdout()
    failed = [case for case in results if not case.ok]
    for case in failed:
        place = Text(f"{case.file}:{case.line}: ", style="bold")
        console.print(Text.assemble(("FAILED ", "bold red"), place, case.name), soft_wrap=True)
        console.print(Text("  " + case.message.replace("\n", "\n  ")), soft_wrap=True)
    if junit:
        _write_junit(junit, results)
    cases = "1 case" if len(results) == 1 else f"{len(results)} cases"
    told = f"{cases}, {len(failed)} failed." if failed else f"{cases}, all fine."
    console.print(Text(told, style="bold red" if failed else "bold green"))
    return FAILED if failed else FINE


def _write_junit(path: Path, results: Sequence[CaseResult]) -> None:
    failures = sum(not case.ok for case in results)
    suite = ET.Element("testsuite", name="rule cases", tests=str(len(results)), failures=str(failures))
    for case in results:
        element = ET.SubElement(suite, "testcase", name=case.name, classname=case.file, line=str(case.line))
        if not case.ok:
            failure = ET.SubElement(element, "failure", message=case.message.partition("\n")[0])
            failure.text = case.message
    try:
        ET.ElementTree(suite).write(path, encoding="utf-8", xml_declaration=True)
    except OSError as error:
        raise InputError(Problem(f"cannot be written: {error.strerror}", str(path))) from None
