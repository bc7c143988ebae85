"""One hash of all that a fight is at a moment.

Left out are the scenario and the creatures' data, which stand in the log's header, and
derived fields (those that do not count for equality).
"""

from __future__ import annotations

from hashlib import sha256
from typing import Any, Final

import attrs
import orjson
from cattrs import Converter
from cattrs.fns import identity
from cattrs.gen import make_dict_unstructure_fn, override

from sim.model.state import State, Timer


def state_hash(state: State) -> str:
    """Return the SHA-256 of a state in hexadecimal."""
    plain = _write(state)
    plain["creatures"] = list(plain["creatures"].values())  # the order in which they joined counts
    plain["effects"] = list(plain["effects"].values())
    return sha256(orjson.dumps(plain, option=orjson.OPT_SORT_KEYS)).hexdigest()


def _class_writer(cls: Any) -> Any:
    fields = attrs.fields(attrs.resolve_types(cls))
    left_out = {field.name: override(omit=True) for field in fields if field.eq is False}
    return make_dict_unstructure_fn(cls, _converter, **left_out)  # type: ignore[arg-type] # overrides only


_converter: Final = Converter()
_converter.register_unstructure_hook_factory(attrs.has, _class_writer)
_converter.register_unstructure_hook_func(
    lambda cls: cls in (int, str, bool, Any, dict[str, int], dict[str, str], tuple[str, ...], tuple[int, int]), identity
)
_converter.register_unstructure_hook(Timer, list)
_write: Final = _converter.get_unstructure_hook(State)
