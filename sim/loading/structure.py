"""One strict cattrs converter for everything that is read, from YAML files and from logs.

cattrs alone is lenient ("no" becomes True, 12.7 becomes 12); here every value must be
of its type already, extra keys are faults, and all faults are told together. The few
short forms people may write are: a lone text for a list of texts, ``7.5 m`` for feet,
``"4,5"`` for a square and ``"8,3..10,6"`` for a rectangle of squares.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from decimal import Decimal
from typing import Any, Final, TypeVar, get_args, get_origin

import attrs
from cattrs import BaseValidationError, Converter, ForbiddenExtraKeysError
from cattrs.cols import homogenous_tuple_structure_factory, mapping_structure_factory
from cattrs.errors import AttributeValidationNote, IterableValidationNote
from cattrs.gen import make_dict_structure_fn, make_dict_unstructure_fn, override

from sim.loading.yaml_file import Document, KeyPath
from sim.model.actions import parse_square
from sim.model.creature import Feet
from sim.model.errors import InputError, Problem, did_you_mean
from sim.model.values import Square

T = TypeVar("T")
Hook = Callable[[Any, Any], Any]

MAX_SQUARES: Final = 40_000
"""Squares in one list: as many as the largest map has."""
MAX_FEET: Final = 999_999
MAX_INT: Final = 2**53
"""JSON readers agree on whole numbers up to here."""

_FEET = re.compile(r"^(\d{1,6})(?: ?(?:ft\.?|feet|foot))?$")
_METRES = re.compile(r"^(\d{1,6}(?:\.\d{1,2})?) ?(?:m|metres?|meters?)$")


def structure(document: Document, cls: type[T], path: KeyPath = ()) -> T:
    """Make a ``cls`` of the part of a document at ``path``.

    Raises:
        InputError: With every fault, each at its place.
    """
    value = document.value
    for key in path:
        value = value[key]
    try:
        return converter.structure(value, cls)
    except (BaseValidationError, ValueError, InputError) as error:
        raise InputError.many(_problem(document, path, *fault) for fault in faults(error)) from None


def faults(error: BaseException, path: KeyPath = ()) -> Iterator[tuple[KeyPath, BaseException]]:
    """Take apart what the converter raised into single faults and where each is."""
    if not isinstance(error, BaseValidationError):
        yield path, error
        return
    for inner in error.exceptions:
        yield from faults(inner, (*path, *_step(error, inner)))


def message_of(error: BaseException) -> str:
    """Say in one line what is wrong; for errors from `faults`."""
    if isinstance(error, KeyError):
        return f"the key {error.args[0]!r} is missing"
    if isinstance(error, InputError):
        return "; ".join(problem.message for problem in error.problems)
    return str(error)


def _problem(document: Document, path: KeyPath, where: KeyPath, error: BaseException) -> Problem:
    where = (*path, *where)
    if isinstance(error, _UnknownKeyError):
        return document.problem((*where, error.key), str(error), key=True)
    return document.problem(where, message_of(error))


def _step(outer: BaseException, inner: BaseException) -> KeyPath:
    """The key or index that ``inner`` was found under; a missing key is a fault of the mapping around it."""
    for note in getattr(inner, "__notes__", ()):
        if isinstance(note, IterableValidationNote):
            return (note.index,)
        if isinstance(note, AttributeValidationNote) and not isinstance(inner, KeyError):
            return (_written_name(getattr(outer, "cl", None), note.name),)
    return ()


# --- hooks -----------------------------------------------------------------------


class _UnknownKeyError(ValueError):
    """A key that a class does not have."""

    def __init__(self, key: str, known: tuple[str, ...]) -> None:
        self.key = key
        hint = did_you_mean(key, known) or f"; expected one of {', '.join(known)}"
        super().__init__(f"unknown key {key!r}{hint}")


def describe(value: Any) -> str:
    """Say what a value is, in the words of somebody who writes YAML."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return f"the text {value[:40]!r}"
    if isinstance(value, int | float):
        return f"the number {str(value)[:40]}"
    return "a mapping" if isinstance(value, Mapping) else "a list"


def _expected(what: str, value: Any) -> ValueError:
    return ValueError(f"expected {what}, not {describe(value)}")


def _int(value: Any, _: Any) -> int:
    if type(value) is not int:
        raise _expected("a whole number", value)
    if not -MAX_INT <= value <= MAX_INT:
        raise ValueError("this number is too large; expected at most 2^53")
    return value


def _bool(value: Any, _: Any) -> bool:
    if type(value) is not bool:
        raise _expected("true or false", value)
    return value


def _str(value: Any, _: Any) -> str:
    if type(value) is not str:
        raise _expected("a text", value)
    return value


def _int_or_str(value: Any, _: Any) -> int | str:
    return _int(value, int) if type(value) is int else _str(value, str)


def feet(value: Any, _: Any = None) -> Feet:
    """Read a distance: ``25``, ``25 ft`` or ``7.5 m`` (1.5 m are 5 ft).

    Raises:
        ValueError: It is no distance, negative, or no whole number of feet.
    """
    if type(value) is int and 0 <= value <= MAX_FEET:
        return Feet(value)
    if type(value) is int:
        raise ValueError(f"expected a distance from 0 to {MAX_FEET} feet, not {value}")
    text = value.strip() if type(value) is str else ""
    if found := _FEET.match(text):
        return Feet(int(found[1]))
    found = _METRES.match(text)
    if not found:
        raise _expected("a distance such as 25, 25 ft or 7.5 m", value)
    squares, rest = divmod(Decimal(found[1]), Decimal("1.5"))
    if rest:
        raise ValueError(f"{text!r} is no whole number of squares; expected a multiple of 1.5 m (5 ft)")
    return Feet(int(squares) * 5)


def square(value: Any, _: Any = None) -> Square:
    """Read a square: ``[4, 5]`` or ``"4,5"``.

    Raises:
        ValueError: It is no square.
        InputError: It is text, but no square.
    """
    if type(value) is str:
        return parse_square(value.replace(" ", ""))
    if type(value) in (list, tuple) and len(value) == 2 and all(type(part) is int for part in value):
        return _int(value[0], int), _int(value[1], int)
    raise _expected("a square such as [4, 5]", value)


def squares(value: Any, _: Any = None) -> tuple[Square, ...]:
    """Read squares: one text or a list of squares and rectangles (``"8,3..10,6"``), in order, repeats kept.

    Raises:
        ValueError: It is no list of squares, or holds too many.
        InputError: A text in it is no square.
    """
    if type(value) not in (str, list, tuple):
        raise _expected('squares such as "8,3..10,6" or a list of them', value)
    found: list[Square] = []
    for part in [value] if type(value) is str else value:
        columns, rows = _rectangle(part)
        if len(found) + len(columns) * len(rows) > MAX_SQUARES:
            raise ValueError(f"too many squares; expected at most {MAX_SQUARES}")
        found += [(x, y) for y in rows for x in columns]
    return tuple(found)


def _rectangle(part: Any) -> tuple[range, range]:
    first, second = part.split("..", 1) if type(part) is str and ".." in part else (part, part)
    (ax, ay), (bx, by) = square(first), square(second)
    return range(min(ax, bx), max(ax, bx) + 1), range(min(ay, by), max(ay, by) + 1)


def _written_name(cls: Any, name: str) -> str:
    """The key of a field in files; its metadata may say another ("exceptions" is written ``except``)."""
    known = attrs.fields_dict(cls) if cls and attrs.has(cls) else {}
    return str(known[name].metadata.get("key", name)) if name in known else name


def _renames(cls: type) -> dict[str, Any]:
    fields = attrs.fields(attrs.resolve_types(cls))
    return {f.name: override(rename=f.metadata["key"]) for f in fields if "key" in f.metadata}


def _class_hook(cls: type) -> Hook:
    read: Hook = make_dict_structure_fn(cls, converter, _cattrs_forbid_extra_keys=True, **_renames(cls))
    known = tuple(_written_name(cls, f.name) for f in attrs.fields(cls) if f.init)

    def hook(value: Any, _: Any) -> Any:
        if type(value) is not dict:
            raise _expected(f"a mapping with {', '.join(known[:4])} ...", value)
        try:
            return read(value, cls)
        except BaseValidationError as error:
            raise error.derive([e for inner in error.exceptions for e in _told(inner, known)]) from None

    return hook


def _told(error: Exception, known: tuple[str, ...]) -> list[Exception]:
    """Replace cattrs' one fault for all extra keys by one for each, in their order of name."""
    if isinstance(error, ForbiddenExtraKeysError):
        return [_UnknownKeyError(key, known) for key in sorted(error.extra_fields)]
    return [error]


def _tuple_hook(cls: Any) -> Hook:
    read: Hook = homogenous_tuple_structure_factory(cls, converter)
    lone = get_args(cls)[0] is str

    def hook(value: Any, _: Any) -> Any:
        if lone and type(value) is str:
            return (value,)
        if type(value) not in (list, tuple):
            raise _expected("a list", value)
        return read(value, cls)

    return hook


def _mapping_hook(cls: Any) -> Hook:
    read: Hook = mapping_structure_factory(cls, converter)

    def hook(value: Any, _: Any) -> Any:
        if type(value) is not dict:
            raise _expected("a mapping", value)
        return read(value, cls)

    return hook


def _is_tuple(cls: Any) -> bool:
    return get_origin(cls) is tuple and len(get_args(cls)) == 2 and get_args(cls)[1] is Ellipsis


def _is_dict(cls: Any) -> bool:
    return get_origin(cls) is dict


converter: Final = Converter(unstruct_collection_overrides={tuple: list})
"""Shared by all readers. Unstructured data is plain JSON and structures back to an equal value."""

converter.register_structure_hook(int, _int)
converter.register_structure_hook(bool, _bool)
converter.register_structure_hook(str, _str)
converter.register_structure_hook_factory(attrs.has, _class_hook)
converter.register_structure_hook_factory(_is_dict, _mapping_hook)
converter.register_structure_hook_factory(_is_tuple, _tuple_hook)
converter.register_structure_hook_func(lambda cls: cls == int | str, _int_or_str)
converter.register_structure_hook_func(lambda cls: cls is Feet, feet)
converter.register_structure_hook_func(lambda cls: cls == Square, square)
converter.register_structure_hook_func(lambda cls: cls == tuple[Square, ...], squares)
converter.register_unstructure_hook_factory(
    attrs.has, lambda cls: make_dict_unstructure_fn(cls, converter, **_renames(cls))
)
