"""Which rules of the catalogue are played, and where: each registers under its id.

A rule is a small function (`rule`) or a row of a table (`RuleTable`). With it stands its
neutral form, what would happen if the rule did not exist: tests put it in the rule's place
and see a rule case fail. Registering costs nothing at play: functions are handed back as
they are, tables are dicts.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import contextmanager
from types import CodeType, FrameType
from typing import Any, Final, TypeVar

from attrs import frozen

Function = TypeVar("Function", bound=Callable[..., Any])
Key = TypeVar("Key")
Row = TypeVar("Row")


@frozen
class FunctionRule:
    """A rule that is a function; ``neutral`` takes the same arguments."""

    id: str
    function: Any
    neutral: Any

    @property
    def place(self) -> str:
        """Where it is played."""
        return f"{self.function.__module__}.{self.function.__qualname__}"


@frozen
class RowRule:
    """A rule that is a row of a table; ``neutral`` is the row's neutral form."""

    id: str
    table: RuleTable[Any, Any]
    key: Any
    neutral: Any

    @property
    def place(self) -> str:
        """Where it is played."""
        return f"{self.table.name}[{self.key!r}]"


Rule = FunctionRule | RowRule

_RULES: Final[dict[str, list[Rule]]] = {}


def rules() -> Mapping[str, tuple[Rule, ...]]:
    """Every registered rule by id, in order of ids; a rule may have several places."""
    return {name: tuple(_RULES[name]) for name in sorted(_RULES)}


def rule(*ids: str, neutral: Callable[..., Any]) -> Callable[[Function], Function]:
    """Register a function under the ids of the rules it plays, and return it unchanged.

    Args:
        ids: Catalogue ids.
        neutral: What stands in its place if the rule did not exist; it may use only what the
            function's own module knows, and no variables of an enclosing function.
    """

    def register(function: Function) -> Function:
        for name in ids:
            _RULES.setdefault(name, []).append(FunctionRule(name, function, neutral))
        return function

    return register


class RuleTable(dict[Key, Row]):
    """A table whose rows are rules.

    Args:
        name: Where the table is ("conditions.MODIFIERS").
        rows: The table.
        ids: Catalogue id for each key, or one pattern such as ``pf2e.condition.{}`` for all;
            a key without an id plays no rule of its own.
        neutral: The neutral form of every row, or a mapping from key to it.
    """

    def __init__(self, name: str, rows: Mapping[Key, Row], *, ids: str | Mapping[Key, str], neutral: Any) -> None:
        super().__init__(rows)
        self.name = name
        for key in rows:
            found = ids.format(key) if isinstance(ids, str) else ids.get(key)
            if found:
                blank = neutral[key] if isinstance(neutral, Mapping) and key in neutral else neutral
                _RULES.setdefault(found, []).append(RowRule(found, self, key, blank))


# --- which rules a run uses --------------------------------------------------------------


class _WatchedTable(RuleTable[Any, Any]):
    """A table that notes which of its rows are asked for."""

    asked: Callable[[RuleTable[Any, Any], Any], None]

    def __getitem__(self, key: Any) -> Any:
        self.asked(self, key)
        return super().__getitem__(key)

    def get(self, key: Any, default: Any = None) -> Any:
        self.asked(self, key)
        return super().get(key, default)

    def __contains__(self, key: object) -> bool:
        self.asked(self, key)
        return super().__contains__(key)


@contextmanager
def watching() -> Iterator[set[str]]:
    """Note the ids of the rules that are used meanwhile; all caches of rules are emptied before."""
    used: set[str] = set()
    functions: dict[CodeType, list[str]] = defaultdict(list)
    rows: dict[tuple[int, Any], str] = {}
    tables: dict[int, RuleTable[Any, Any]] = {}
    for found in _RULES.values():
        for each in found:
            if isinstance(each, FunctionRule):
                functions[each.function.__code__].append(each.id)
            else:
                rows[id(each.table), each.key] = each.id
                tables[id(each.table)] = each.table

    def called(frame: FrameType, event: str, _: Any) -> None:
        if event == "call" and frame.f_code in functions:
            used.update(functions[frame.f_code])

    def asked(table: RuleTable[Any, Any], key: Any) -> None:
        if (id(table), key) in rows:
            used.add(rows[id(table), key])

    _WatchedTable.asked = staticmethod(asked)
    forget()
    for table in tables.values():
        table.__class__ = _WatchedTable
    before = sys.getprofile()
    sys.setprofile(called)
    try:
        yield used
    finally:
        sys.setprofile(before)
        for table in tables.values():
            table.__class__ = RuleTable


def forget() -> None:
    """Empty every cache of the rules and of what they are asked about, as if none had been asked for yet."""
    for name, module in list(sys.modules.items()):
        if name.startswith(("sim.rules", "sim.model")):
            for value in list(vars(module).values()):
                if hasattr(value, "cache_clear"):
                    value.cache_clear()


# --- common neutral forms ---------------------------------------------------------------


def nothing(*_: Any, **__: Any) -> Generator[Any, Any, None]:
    """A generator of events that yields none."""
    yield from ()


def zero(*_: Any, **__: Any) -> int:
    """No number."""
    return 0


def never(*_: Any, **__: Any) -> bool:
    """Not so."""
    return False


def always(*_: Any, **__: Any) -> bool:
    """Always so."""
    return True


def empty(*_: Any, **__: Any) -> tuple[()]:
    """Nothing of many."""
    return ()


def no_problem(*_: Any, **__: Any) -> str:
    """Nothing speaks against it."""
    return ""


def first(value: Any, *_: Any, **__: Any) -> Any:
    """The first argument, unchanged."""
    return value
