"""What several test modules need."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def root() -> Path:
    """The project's folder."""
    return ROOT


@pytest.fixture(scope="session")
def shared() -> Path:
    """Folder of judged cases and third-party test data, which are no part of the project; else the test is skipped."""
    folder = Path(os.environ.get("ENCOUNTER_SHARED") or ROOT.parent / "shared")
    if not (folder / "cases").is_dir():
        pytest.skip(f"no shared corpora at {folder}; set ENCOUNTER_SHARED to their folder")
    return folder
