"""Read one YAML 1.2 file into plain data, keeping line and column of every key and value.

The file is built from the parser's events instead of by a constructor, so that size,
depth and the growth of aliases are bounded before anything is built, and every fault
has its place. Duplicate keys, tags and non-text keys are faults.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple, NoReturn, TypeAlias

from attrs import Factory, define, field
from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError, YAMLError
from ruamel.yaml.events import (
    AliasEvent,
    DocumentStartEvent,
    Event,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
)
from ruamel.yaml.nodes import ScalarNode

from sim.model.errors import InputError, Problem

MAX_BYTES: Final = 2_000_000
MAX_NODES: Final = 50_000
"""Values in a file, each counted as often as aliases repeat it."""
MAX_DEPTH: Final = 40

KeyPath: TypeAlias = tuple[str | int, ...]
"""Where a value stands: keys and list indices from the top."""


class Place(NamedTuple):
    """Line and column, both from 1."""

    line: int
    column: int


@define
class Document:
    """Plain data and where each part of it stands.

    Attributes:
        file: Path as the user gave it; empty for data that came from no file.
        value: Dicts, lists, texts, numbers, booleans and None.
        places: Place of each value.
        keys: Place of each key, by the path of its value.
    """

    file: str
    value: Any
    places: dict[KeyPath, Place] = Factory(dict)
    keys: dict[KeyPath, Place] = Factory(dict)

    def problem(self, path: KeyPath, message: str, *, key: bool = False) -> Problem:
        """Make a problem that points at the value at ``path`` (or its ``key``), else at what is around it."""
        found = self.keys.get(path) if key else None
        while found is None and path not in self.places and path:
            path = path[:-1]
        line, column = found or self.places.get(path, Place(0, 0))
        return Problem(message, self.file, line, column)


def read_yaml(path: Path) -> Document:
    """Read a file.

    Raises:
        InputError: It is missing, too large, no UTF-8, no YAML, or holds duplicate keys.
    """
    file = str(path)
    try:
        size = path.stat().st_size
        if not path.is_file():
            raise InputError(Problem("this is no file; expected YAML", file))
        if size > MAX_BYTES:
            raise InputError(Problem(f"the file is too large; expected at most {MAX_BYTES} bytes", file))
        text = path.read_bytes().decode("utf-8-sig")
    except FileNotFoundError:
        raise InputError(Problem("there is no such file", file)) from None
    except UnicodeDecodeError as error:
        raise InputError(Problem(f"not UTF-8 text at byte {error.start}", file)) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise InputError(Problem(f"cannot be read: {reason}", file)) from None
    return parse_yaml(text, file)


def parse_yaml(text: str, file: str = "") -> Document:
    """Read YAML text; see `read_yaml`."""
    builder = _Builder(file)
    try:
        nodes = builder.build(text)
    except MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        place = Place(mark.line + 1, mark.column + 1) if mark else Place(0, 0)
        said = " ".join(str(part) for part in (error.context, error.problem) if part)
        raise InputError(Problem(f"not YAML: {said}", file, *place)) from None
    except YAMLError as error:
        raise InputError(Problem(f"not YAML: {str(error).splitlines()[0]}", file)) from None
    if builder.problems:
        raise InputError.many(builder.problems)
    document = Document(file, None)
    document.value = builder.unfold(nodes, (), document)
    return document


@define
class _Node:
    """A value with its place; ``content`` is a scalar, a list of nodes or a dict of key to (place, node)."""

    place: Place
    content: Any
    done: bool = False


@define
class _Builder:
    file: str
    problems: list[Problem] = Factory(list)
    anchors: dict[str, _Node] = Factory(dict)
    written: int = 0
    unfolded: int = 0
    yaml: YAML = field(factory=lambda: YAML(typ="safe", pure=True))

    def build(self, text: str) -> _Node:
        """Build the tree of one document."""
        events = iter(self.yaml.parse(text))
        root: _Node | None = None
        for event in events:
            if isinstance(event, DocumentStartEvent):
                if root is not None:
                    self.refuse(event, "a second document begins here; expected one document in a file")
                root = self.node(next(events), events, 0)
        return root or _Node(Place(1, 1), None)

    def node(self, event: Any, events: Iterator[Event], depth: int) -> _Node:
        """Build what begins with ``event``."""
        self.grow(event)
        if depth > MAX_DEPTH:
            self.refuse(event, f"nested too deeply; expected at most {MAX_DEPTH} levels")
        if isinstance(event, AliasEvent):
            return self.alias(event)
        node = _Node(_place(event), None)
        if event.anchor:
            self.anchors[event.anchor] = node
        if event.tag and event.tag != "!":
            self.problems.append(self.fault(event, f"the tag {event.tag} is not known; expected plain YAML"))
        if isinstance(event, MappingStartEvent):
            node.content = self.mapping(events, depth)
        elif isinstance(event, SequenceStartEvent):
            node.content = self.sequence(events, depth)
        else:
            node.content = self.scalar(event)
        node.done = True
        return node

    def alias(self, event: AliasEvent) -> _Node:
        known = self.anchors.get(event.anchor)
        if known is None:
            self.refuse(event, f"the alias *{event.anchor} has no anchor &{event.anchor} before it")
        if not known.done:
            self.refuse(event, f"the alias *{event.anchor} stands inside its own anchor")
        return _Node(_place(event), known.content, done=True)

    def mapping(self, events: Iterator[Event], depth: int) -> dict[str, tuple[Place, _Node]]:
        content: dict[str, tuple[Place, _Node]] = {}
        while not isinstance(event := next(events), MappingEndEvent):
            if not isinstance(event, ScalarEvent):
                self.refuse(event, "this key is no text; expected a word and a colon")
            if event.value in content:
                first = content[event.value][0].line
                message = f"the key {event.value!r} stands here a second time; the first is in line {first}"
                self.problems.append(self.fault(event, message))
            place, value = _place(event), next(events)
            node = self.node(value, events, depth + 1)
            if isinstance(value, ScalarEvent) and not value.value:
                node.place = place  # the parser finds nothing only at the next word, lines further down
            content[event.value] = (place, node)
        return content

    def sequence(self, events: Iterator[Event], depth: int) -> list[_Node]:
        content: list[_Node] = []
        while not isinstance(event := next(events), SequenceEndEvent):
            content.append(self.node(event, events, depth + 1))
        return content

    def scalar(self, event: ScalarEvent) -> Any:
        """Resolve a scalar by the core schema of YAML 1.2; dates and the like stay text."""
        if not event.implicit[0]:
            return event.value
        tag = self.yaml.resolver.resolve(ScalarNode, event.value, (True, False))
        if str(tag).rpartition(":")[2] not in ("int", "float", "bool", "null"):
            return event.value
        try:
            return self.yaml.constructor.construct_object(ScalarNode(tag, event.value))
        except ValueError:  # Python refuses to read thousands of digits
            self.refuse(event, "this number is too long")

    def unfold(self, node: _Node, path: KeyPath, document: Document) -> Any:
        """Turn nodes into plain data, noting places; here each alias is written out."""
        self.unfolded += 1
        if self.unfolded > MAX_NODES or len(path) > MAX_DEPTH:
            limits = f"at most {MAX_NODES} values and {MAX_DEPTH} levels"
            place = document.places.get(path[:1], node.place)
            raise InputError(Problem(f"aliases make this too large; expected {limits}", self.file, *place))
        document.places[path] = node.place
        if isinstance(node.content, list):
            return [self.unfold(item, (*path, at), document) for at, item in enumerate(node.content)]
        if isinstance(node.content, dict):
            value = {}
            for key, (place, item) in node.content.items():
                document.keys[(*path, key)] = place
                value[key] = self.unfold(item, (*path, key), document)
            return value
        return node.content

    def grow(self, event: Event) -> None:
        self.written += 1
        if self.written > MAX_NODES:
            self.refuse(event, f"too many values; expected at most {MAX_NODES}")

    def fault(self, event: Event, message: str) -> Problem:
        return Problem(message, self.file, *_place(event))

    def refuse(self, event: Event, message: str) -> NoReturn:
        """Give up on the file, telling also what was found before."""
        raise InputError.many([*self.problems, self.fault(event, message)])


def _place(event: Event) -> Place:
    return Place(event.start_mark.line + 1, event.start_mark.column + 1)
