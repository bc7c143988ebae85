"""Options that several commands share."""

from __future__ import annotations

from typing import Annotated, Final, TypeAlias

from cyclopts import Parameter
from cyclopts.validators import Number

LARGEST: Final = 2**53 - 1
"""The largest number that may stand in a log."""

Seed: TypeAlias = Annotated[int, Parameter(validator=Number(gte=-LARGEST, lte=LARGEST))]
Count: TypeAlias = Annotated[int, Parameter(validator=Number(gte=0, lte=LARGEST))]
Flag: TypeAlias = Annotated[bool, Parameter(negative="", show_default=False)]
"""Off unless given; there is no ``--no-`` form."""
Quiet: TypeAlias = Annotated[bool, Parameter(name=("--quiet", "-q"), negative="", show_default=False)]
Verbose: TypeAlias = Annotated[bool, Parameter(name=("--verbose", "-v"), negative="", show_default=False)]
Maps: TypeAlias = Annotated[bool | None, Parameter(name="--map", negative="--no-map")]
