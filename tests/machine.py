"""Running the product in processes of their own."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def run(*command: object, cwd: Path = ROOT, timeout: int = 300, **env: str) -> subprocess.CompletedProcess[str]:
    """Run a command without inherited Python settings and return its result, whatever its status."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    return subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        env=clean | {"COLUMNS": "120"} | env,
        capture_output=True,
        text=True,
        timeout=timeout,
        check=False,
    )
