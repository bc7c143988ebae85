"""How the many small values of a fight are made: fixed once made, and made fast.

`attrs.frozen` guards every assignment at run time and pays for it field by field as an
object is made, which is a twentieth of a fight. Here the type checker is the guard: to it
`fixed` is `attrs.frozen`, and an assignment to a field is an error that stops the build.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from attrs import frozen as fixed
else:
    from attrs import define, setters

    fixed = partial(define, unsafe_hash=True, on_setattr=setters.NO_OP)

__all__ = ["fixed"]
