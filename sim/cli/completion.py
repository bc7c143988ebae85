"""``encounter completion``."""

from __future__ import annotations

import sys
from typing import Literal

from sim.cli import FINE
from sim.cli.dispatch import make_app


def completion(shell: Literal["bash", "zsh", "fish"], /) -> int:
    """Write the script that makes a shell complete commands and options.

    For bash: encounter completion bash > ~/.local/share/bash-completion/completions/encounter

    Args:
        shell: Which shell it is for.
    """
    sys.stdout.write(make_app().generate_completion(shell=shell))
    return FINE
