"""What creature data of every ruleset has in common."""

from __future__ import annotations

from typing import Final, NewType

Feet = NewType("Feet", int)
"""A distance in feet; files may write ``25``, ``25 ft`` or ``7.5 m``."""

SIZES: Final = {"tiny": 1, "small": 1, "medium": 1, "large": 2, "huge": 3, "gargantuan": 4}
"""Squares a side of a creature's space."""
