"""What no import contract can say: who writes state, and that no set is iterated."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
WRITER = ROOT / "sim" / "model" / "reduce.py"
MODULES = [path for folder in ("sim", "agents") for path in sorted((ROOT / folder).rglob("*.py"))]
MAX_LINES = 500

STATE_CLASSES = ("State", "Creature")
STATE_NAMES = ("state", "creature")
STATE_ATTRIBUTES = ("state", "_state")
CACHES = ("numbers",)  # derived fields that rules may fill
LOOKUPS = ("get", "values", "items", "standing")  # methods that hand out parts of the state
MUTATORS = (
    *("append", "extend", "insert", "remove", "pop", "popitem", "clear", "update", "setdefault"),
    *("add", "discard", "sort", "reverse", "__setattr__", "__setitem__", "__delattr__", "__delitem__"),
)


def outer_functions(node: ast.AST) -> Iterator[ast.AST]:
    """Functions that lie in no other function."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            yield child
        else:
            yield from outer_functions(child)


def is_state(node: ast.AST | None, names: set[str]) -> bool:
    """Whether an expression is the state or a part of it."""
    match node:
        case ast.Name(id=name):
            return name in names
        case ast.Attribute(value=value, attr=attr):
            return attr in STATE_ATTRIBUTES or (attr not in CACHES and is_state(value, names))
        case ast.Subscript(value=value) | ast.Starred(value=value) | ast.NamedExpr(value=value):
            return is_state(value, names)
        case ast.Call(func=ast.Attribute(value=value, attr=attr)):
            return attr in LOOKUPS and is_state(value, names)
        case ast.IfExp(body=body, orelse=orelse):
            return is_state(body, names) or is_state(orelse, names)
        case ast.BoolOp(values=values):
            return any(is_state(value, names) for value in values)
    return False


def bindings(function: ast.AST) -> Iterator[tuple[ast.AST, ast.AST]]:
    """Pairs of a target and what it is bound to."""
    for node in ast.walk(function):
        match node:
            case ast.Assign(targets=targets, value=value):
                yield from ((target, value) for target in targets)
            case ast.NamedExpr(target=target, value=value) | ast.AnnAssign(target=target, value=ast.expr() as value):
                yield target, value
            case ast.For(target=target, iter=value) | ast.comprehension(target=target, iter=value):
                yield target, value


def names_in(target: ast.AST) -> Iterator[str]:
    """Plain names that a target binds."""
    match target:
        case ast.Name(id=name):
            yield name
        case ast.Tuple(elts=parts) | ast.List(elts=parts):
            for part in parts:
                yield from names_in(part)


def state_names(function: ast.AST) -> set[str]:
    """Names in a function that stand for the state or a part of it."""
    names = set(STATE_NAMES)
    for node in ast.walk(function):
        if isinstance(node, ast.arg) and node.annotation and ast.unparse(node.annotation) in STATE_CLASSES:
            names.add(node.arg)
    size = 0
    while size != len(names):
        size = len(names)
        for target, value in bindings(function):
            if is_state(value, names):
                names.update(names_in(target))
    return names


def writes(node: ast.AST) -> Iterator[ast.AST]:
    """Expressions whose content a statement or call changes."""
    match node:
        case ast.Attribute(value=value, ctx=ast.Store() | ast.Del()):
            yield value
        case ast.Subscript(value=value, ctx=ast.Store() | ast.Del()):
            yield value
        case ast.Call(func=ast.Name(id="setattr" | "delattr"), args=[value, *_]):
            yield value
        case ast.Call(func=ast.Attribute(value=value, attr=attr), args=args) if attr in MUTATORS:
            yield value
            if attr.startswith("__") and args:  # object.__setattr__(state, ...)
                yield args[0]


def state_writes(source: str) -> list[int]:
    """Lines of a module that change state."""
    lines = set()
    for function in outer_functions(ast.parse(source)):
        names = state_names(function)
        lines |= {node.lineno for node in ast.walk(function) for value in writes(node) if is_state(value, names)}
    return sorted(lines)


def is_set(node: ast.AST) -> bool:
    """Whether an expression is plainly a set."""
    match node:
        case ast.Set() | ast.SetComp():
            return True
        case ast.Call(func=ast.Name(id="set" | "frozenset")):
            return True
        case ast.BinOp(left=left, right=right, op=ast.BitOr() | ast.BitAnd() | ast.Sub() | ast.BitXor()):
            return is_set(left) or is_set(right)
    return False


def set_iterations(source: str) -> list[int]:
    """Lines of a module that iterate over a set, or make a sequence of one without sorting it."""
    lines = []
    for function in outer_functions(ast.parse(source)):
        pairs = list(bindings(function))
        named = {
            name
            for target, value in pairs
            if isinstance(target, ast.Name) and is_set(value)
            for name in names_in(target)
        }
        for node in ast.walk(function):
            match node:
                case ast.For(iter=value) | ast.comprehension(iter=value):
                    pass
                case ast.Call(
                    func=ast.Name(id="tuple" | "list" | "enumerate" | "iter" | "next" | "zip"), args=[value, *_]
                ):
                    pass
                case _:
                    continue
            if is_set(value) or (isinstance(value, ast.Name) and value.id in named):
                lines.append(value.lineno)
    return sorted(lines)


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
class TestModule:
    def test_writes_no_state(self, path):
        if path == WRITER:
            assert state_writes(path.read_text()), "the detector is blind to the reducer itself"
        else:
            assert state_writes(path.read_text()) == []

    def test_iterates_no_set(self, path):
        assert set_iterations(path.read_text()) == []

    def test_is_short_enough_to_read(self, path):
        assert len(path.read_text().splitlines()) <= MAX_LINES


@pytest.mark.parametrize(
    "line",
    [
        "state.round = 1",
        "state.round += 1",
        "game.state.turn = 'a'",
        "self._state.turn = 'a'",
        "creature.conditions['prone'] = 1",
        "del creature.conditions['prone']",
        "state.creatures['a'].hp -= 3",
        "state.creatures.get('a').hp = 3",
        "state.timers, x = (), 1",
        "creature.items.pop('sword')",
        "game.state.rolls.update(a=1)",
        "setattr(creature, 'hp', 3)",
        "object.__setattr__(state, 'turn', 'a')",
        "victim.hp = 0",
        "foe = state.creatures['a']; foe.tally.clear()",
        "left, right = state.standing('a')\n    left.hp = 0",
        "for who, other in state.creatures.items(): other.hp = 0",
        "[foe.tally.clear() for foe in state.standing('a')]",
        "held = creature.items; held['sword'] = 'dropped'",
        "(foe := state.creatures['a']).hp = 1",
        "def inner():\n        state.round = 1",
    ],
)
def test_a_planted_write_is_found(line):
    assert state_writes(f"def rule(game: Game, victim: Creature, self):\n    {line}\n")


@pytest.mark.parametrize(
    "line",
    [
        "state = State(scenario)",
        "self.state = State(scenario)",
        "creature.numbers['ac'] = 15",
        "cache = creature.numbers; cache['ac'] = 15",
        "copy = dict(creature.conditions); copy['prone'] = 1",
        "names = [c.id for c in state.standing('a')]; names.append('b')",
        "total = state.round; total += 1",
    ],
)
def test_harmless_code_passes(line):
    assert state_writes(f"def rule(game: Game, self):\n    {line}\n") == []


@pytest.mark.parametrize(
    "line",
    [
        "for x in {1, 2}: pass",
        "[x for x in set(things)]",
        "tuple({x for x in things})",
        "seen = set(); list(seen)",
        "for x in set(a) - set(b): pass",
    ],
)
def test_a_planted_set_iteration_is_found(line):
    assert set_iterations(f"def rule(things):\n    {line}\n")


def test_a_sorted_set_passes():
    assert set_iterations("def rule(things):\n    for x in sorted({1, 2}): pass\n    return 1 in set(things)\n") == []
