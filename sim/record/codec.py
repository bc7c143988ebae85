"""Events to lines and back: canonical JSON, one object a line, strict on the way in.

On disk an entry is ``seq``, ``t``, ``type``, ``v`` (version of its type) and the event's
own fields, ``cause`` among them, in one flat object. Keys are sorted, numbers are whole;
the bytes are those of RFC 8785.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar, get_args, get_origin

import attrs
import orjson
from cattrs import Converter
from cattrs.cols import homogenous_tuple_structure_factory
from cattrs.errors import ForbiddenExtraKeysError
from cattrs.fns import identity
from cattrs.gen import make_dict_structure_fn, make_dict_unstructure_fn

from sim.model.errors import InputError
from sim.model.events import EVENTS, Entry, Event, Unknown
from sim.model.plain import MAX_INT, plain
from sim.record.upcasters import MissingUpcasterError, upcast

T = TypeVar("T")
Write = Callable[[Any], dict[str, Any]]
Hook = Callable[[Any, Any], Any]

PLACE: Final = ("seq", "t", "type", "v")
"""Keys that say where an event stands and what it is; no event has a field of such a name."""
_OPTIONS: Final = orjson.OPT_SORT_KEYS | orjson.OPT_STRICT_INTEGER | orjson.OPT_APPEND_NEWLINE


class SchemaError(ValueError):
    """A line is JSON, but not what it claims to be."""


def to_line(data: dict[str, Any]) -> bytes:
    """Return the canonical line of plain data, with its line break.

    Raises:
        InputError: It holds a number beyond 2^53 or a text that is no Unicode.
    """
    try:
        return orjson.dumps(data, option=_OPTIONS)
    except TypeError as error:
        raise InputError(f"{data.get('type', 'data')} cannot be written to a log: {error}") from error


def encode(entry: Entry) -> bytes:
    """Return the line of an entry.

    Raises:
        InputError: It holds what a log cannot.
    """
    return to_line(entry_to_plain(entry))


def entry_to_plain(entry: Entry) -> dict[str, Any]:
    """Return an entry as it stands on disk, as a mapping; tuples are left as they are.

    Raises:
        InputError: Something was remembered that a log cannot hold.
    """
    seq, t, event = entry
    kind = type(event)
    if kind is Unknown:
        _refuse_odd(event.raw)  # type: ignore[attr-defined] # an Unknown, as just seen
        return dict(event.raw)  # type: ignore[attr-defined]
    data = _WRITERS[kind](event)
    if data.get("memory") is not None:
        _refuse_odd(data["memory"])
    data["seq"] = seq
    data["t"] = t
    data["type"] = kind.__name__
    data["v"] = kind.version
    return data


def entry_from_plain(raw: dict[str, Any]) -> Entry:
    """Read what `entry_to_plain` made; a type or version this program does not know becomes `Unknown`.

    Raises:
        SchemaError: It is no entry, or not of the form of its type.
    """
    try:
        seq, t, name, version, cause = (raw[key] for key in (*PLACE, "cause"))
    except KeyError as missing:
        raise SchemaError(f"the key {missing} is missing") from None
    if not all(type(number) is int and number >= 0 for number in (seq, t, version, cause)) or type(name) is not str:
        raise SchemaError("expected seq, t, v and cause as whole numbers and type as a text")
    kind = EVENTS.get(name)
    if kind is None or version > kind.version:
        return Entry(seq, t, Unknown(cause, raw))
    try:
        fields = upcast(name, version, kind.version, {key: raw[key] for key in raw if key not in PLACE})
    except MissingUpcasterError as error:
        raise SchemaError(str(error)) from None
    return Entry(seq, t, _read(_READERS[kind], fields, kind))


def from_plain(raw: dict[str, Any], cls: type[T]) -> T:
    """Read one of the log's own lines.

    Raises:
        SchemaError: It is not of that form.
    """
    found: T = _read(_converter.structure, raw, cls)
    return found


def _read(read: Hook, raw: dict[str, Any], cls: Any) -> Any:
    try:
        return read(raw, cls)
    except KeyError as missing:
        raise SchemaError(f"the key {missing} is missing") from None
    except ForbiddenExtraKeysError as error:
        raise SchemaError(f"unknown key {', '.join(sorted(error.extra_fields))}") from None
    except (ValueError, TypeError, RecursionError) as error:
        raise SchemaError(str(error)) from None


def _refuse_odd(value: Any) -> None:
    try:
        plain(value)
    except ValueError as error:
        raise InputError(f"cannot stand in a log: {error}") from None


# --- the converter ---------------------------------------------------------------


def _is_json(cls: Any) -> bool:
    """Whether values of a type are JSON as they stand; orjson takes tuples for lists."""
    if cls in (int, str, bool, Any):
        return True
    return get_origin(cls) in (tuple, dict) and all(_is_json(part) for part in get_args(cls) if part is not Ellipsis)


def _int(value: Any, _: Any) -> int:
    if type(value) is not int or not -MAX_INT <= value <= MAX_INT:
        raise ValueError(f"expected a whole number below 2^53, not {value!r:.40}")
    return value


def _exactly(wanted: type, words: str) -> Hook:
    def check(value: Any, _: Any) -> Any:
        if type(value) is not wanted:
            raise ValueError(f"expected {words}, not {value!r:.40}")
        return value

    return check


def _listed(read: Hook) -> Hook:
    """A list of JSON, read by ``read``."""

    def hook(value: Any, cls: Any) -> Any:
        if type(value) is not list:
            raise ValueError(f"expected a list, not {value!r:.40}")
        return read(value, cls)

    return hook


def _pair(value: Any, cls: Any) -> Any:
    if len(value) != len(get_args(cls)):
        raise ValueError(f"expected {len(get_args(cls))} entries, not {value!r:.40}")
    return tuple([_int(part, int) for part in value])


def _is_list(cls: Any) -> bool:
    return get_origin(cls) is tuple and Ellipsis in get_args(cls)


def _is_pair(cls: Any) -> bool:
    return get_origin(cls) is tuple and set(get_args(cls)) == {int} and Ellipsis not in get_args(cls)


def _mapping_hook(cls: Any) -> Hook:
    inner = get_args(cls)[1]

    def hook(value: Any, _: Any) -> Any:
        if type(value) is not dict:
            raise ValueError(f"expected a mapping, not {value!r:.40}")
        return {key: _converter.structure(part, inner) for key, part in value.items()}

    return hook


def _class_hook(cls: Any) -> Hook:
    read: Hook = make_dict_structure_fn(cls, _converter, _cattrs_forbid_extra_keys=True)

    def hook(value: Any, kind: Any) -> Any:
        if type(value) is not dict:
            raise ValueError(f"expected a mapping, not {value!r:.40}")
        return read(value, kind)

    return hook


def _is_dict(cls: Any) -> bool:
    origin: Any = get_origin(cls)
    return origin is dict


_converter: Final = Converter(detailed_validation=False)
_converter.register_structure_hook(int, _int)
_converter.register_structure_hook(bool, _exactly(bool, "true or false"))
_converter.register_structure_hook(str, _exactly(str, "a text"))
_converter.register_structure_hook_factory(attrs.has, _class_hook)
_converter.register_structure_hook_factory(
    _is_list, lambda cls: _listed(homogenous_tuple_structure_factory(cls, _converter))
)
_converter.register_structure_hook_factory(_is_pair, lambda cls: _listed(_pair))
_converter.register_structure_hook_factory(_is_dict, _mapping_hook)
_converter.register_unstructure_hook_factory(attrs.has, lambda cls: make_dict_unstructure_fn(cls, _converter))
_converter.register_unstructure_hook_func(_is_json, identity)

for _event in EVENTS.values():
    _clash = {field.name for field in attrs.fields(attrs.resolve_types(_event))} & set(PLACE)
    assert not _clash, f"{_event.__name__} has fields named {sorted(_clash)}"

_WRITERS: Final[dict[type[Event], Write]] = {kind: _converter.get_unstructure_hook(kind) for kind in EVENTS.values()}
_READERS: Final[dict[type[Event], Hook]] = {kind: _converter.get_structure_hook(kind) for kind in EVENTS.values()}
