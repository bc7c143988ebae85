"""JSON Schema (draft 2020-12) of the classes that files are read as, so that editors complete and check them.

It follows from the fields, their types and the docstrings; what takes a short form in files
(see `sim.loading.structure`) has its schema in `FORMS`. A schema is wider than the loader: it
knows keys and types, not whether a damage text or the name of a file is right.
"""

from __future__ import annotations

import re
import types
from collections.abc import Mapping
from typing import Any, Final, TypeAlias, Union, get_args, get_origin

import attrs
from attrs import Factory, define

from sim.loading.structure import MAX_FEET
from sim.loading.written import Count, Size, Start
from sim.model.creature import Feet
from sim.model.values import Square

Schema: TypeAlias = dict[str, Any]

DRAFT: Final = "https://json-schema.org/draft/2020-12/schema"

_PAIR: Final = r"\s*\d+\s*,\s*\d+\s*"
_INTEGERS: Final = {"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 2}
SQUARE: Final[Schema] = {"anyOf": [{"type": "string", "pattern": f"^{_PAIR}$"}, _INTEGERS]}
_SQUARES: Final[Schema] = {"type": "string", "pattern": rf"^{_PAIR}(\.\.{_PAIR})?$"}
SQUARES: Final[Schema] = {"anyOf": [_SQUARES, {"type": "array", "items": {"anyOf": [_SQUARES, _INTEGERS]}}]}


def closed(properties: Schema, required: tuple[str, ...] = ()) -> Schema:
    """A mapping with these keys and no others."""
    needed: Schema = {"required": list(required)} if required else {}
    return {"type": "object", "properties": properties, "additionalProperties": False} | needed


FORMS: Final[Mapping[Any, Schema]] = {
    Any: {},
    int: {"type": "integer"},
    bool: {"type": "boolean"},
    str: {"type": "string"},
    types.NoneType: {"type": "null"},
    Feet: {
        "anyOf": [
            {"type": "integer", "minimum": 0, "maximum": MAX_FEET},
            {"type": "string", "pattern": r"^\s*\d+(\.\d+)? ?(ft\.?|feet|foot|m|metres?|meters?)?\s*$"},
        ]
    },
    Square: SQUARE,
    tuple[Square, ...]: SQUARES,
    Size: SQUARE,
    Start: {"anyOf": [*SQUARE["anyOf"], closed({"zone": SQUARES}, ("zone",))]},
    Count: {
        "anyOf": [
            {"type": "integer"},
            closed(
                {"per_pc": {"anyOf": [{"type": "integer"}, {"type": "string", "pattern": r"^\d+(/\d+)?$"}]}},
                ("per_pc",),
            ),
        ]
    },
}
"""What stands in files for a type that is no class with fields."""


@define
class Schemas:
    """Makes schemas; each class has its own under ``$defs``.

    Attributes:
        fills: Schemas of fields whose types do not tell what stands there, by class and key.
        defs: The classes met so far, by name.
    """

    fills: Mapping[tuple[type, str], Schema] = Factory(dict)
    defs: dict[str, Schema] = Factory(dict)

    def of(self, kind: Any) -> Schema:
        """Return the schema of a type."""
        if kind in FORMS:
            return FORMS[kind]
        if attrs.has(kind):
            return self._reference(kind)
        parts = get_args(kind)
        if get_origin(kind) is tuple:
            return self._list(parts[0])
        if get_origin(kind) is dict:
            return {"type": "object", "additionalProperties": self.of(parts[1])}
        if get_origin(kind) in (Union, types.UnionType):
            return {"anyOf": [self.of(part) for part in parts]}
        raise TypeError(f"there is no schema of {kind!r}")

    def document(self, title: str, root: Schema) -> Schema:
        """Return a whole schema with everything that ``root`` refers to."""
        return {"$schema": DRAFT, "title": title, **root, "$defs": self.defs}

    def _list(self, item: Any) -> Schema:
        """A list; a lone text stands for a list of one."""
        listed = {"type": "array", "items": self.of(item)}
        return {"anyOf": [{"type": "string"}, listed]} if item is str else listed

    def _reference(self, cls: type) -> Schema:
        if cls.__name__ not in self.defs:
            self.defs[cls.__name__] = {}  # a place, should the class refer to itself
            self.defs[cls.__name__] = self._class(cls)
        return {"$ref": f"#/$defs/{cls.__name__}"}

    def _class(self, cls: Any) -> Schema:
        fields = {f.metadata.get("key", f.name): f for f in attrs.fields(attrs.resolve_types(cls)) if f.init}
        told = _told(cls)
        properties = {key: self._field(cls, key, f) | told.get(f.name, {}) for key, f in fields.items()}
        needed = tuple(key for key, f in fields.items() if f.default is attrs.NOTHING)
        return {"description": _summary(cls)} | closed(properties, needed)

    def _field(self, cls: type, key: str, field: attrs.Attribute[Any]) -> Schema:
        found = self.fills.get((cls, key))
        schema = dict(self.of(field.type) if found is None else found)
        plain = type(field.default) in (int, bool, str) and field.default != ""
        return schema | ({"default": field.default} if plain else {})


def _summary(cls: type) -> str:
    return (cls.__doc__ or "").strip().partition("\n")[0]


def _told(cls: type) -> dict[str, Schema]:
    """What the docstring says of each field."""
    _, _, section = (cls.__doc__ or "").partition("Attributes:\n")
    found = re.findall(r"^ {8}(\w+): (.+(?:\n {12}.+)*)", section, re.MULTILINE)
    return {name: {"description": " ".join(text.split())} for name, text in found}
