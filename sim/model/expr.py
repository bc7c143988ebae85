"""The condition language: a small part of Python's expressions, compiled once to closures.

Nothing is ever handed to ``eval``: the text is parsed, every node must be on the list
below, and names are resolved when the text is compiled, not when it is run.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Mapping
from functools import reduce
from inspect import signature
from typing import Any, Final, NoReturn, TypeAlias

from sim.model.errors import InputError, did_you_mean

Getter: TypeAlias = Callable[[Any], Any]
"""Takes the context (whatever the caller runs the expression with) and returns a value."""

MAX_LENGTH: Final = 500
MAX_DEPTH: Final = 30
_PLAIN: Final = (int, str, bool, type(None))


class ExpressionError(Exception):
    """A condition met values it cannot work with, such as a number compared with a word."""


def compile_expression(text: str, names: Mapping[str, Getter], functions: Mapping[str, Callable[..., Any]]) -> Getter:
    """Compile a condition such as ``self.hp_pct < 30 and count(allies) == 0``.

    Allowed are ``and or not``, comparisons (chained too), ``in`` and ``not in`` a list of
    constants, ``+ - * // %`` on whole numbers, calls, names, and constants.

    Args:
        text: The condition.
        names: Getter of each name, dotted names whole ("self.hp_pct").
        functions: Called with the context first, then the arguments.

    Returns:
        A function of the context. It raises `ExpressionError` where values do not fit together.

    Raises:
        InputError: The text is not in the language or names something unknown.
    """
    inner = _Compiler(text, names, functions).build(_parse(text), 0)

    def run(context: Any) -> Any:
        try:
            return inner(context)
        except (TypeError, ZeroDivisionError) as wrong:
            raise ExpressionError(f"{text!r}: {wrong}") from wrong

    return run


def _parse(text: str) -> ast.expr:
    if len(text) > MAX_LENGTH:
        raise InputError(f"condition of {len(text)} characters; expected at most {MAX_LENGTH}: {text[:40]!r}...")
    try:
        # Folded lines are one line, and the parser takes leading blanks for indentation.
        return ast.parse(_one_line(text), mode="eval").body
    except SyntaxError as wrong:
        column = (wrong.offset or 1) + _indent(text)
        raise InputError(f"{text!r}, column {column}: {wrong.msg}; expected a condition") from None
    except (ValueError, RecursionError, MemoryError):
        raise InputError(f"{text!r}: cannot be read; expected a condition such as self.hp_pct < 30") from None


def _one_line(text: str) -> str:
    return text.replace("\r", " ").replace("\n", " ").strip(" ")


def _indent(text: str) -> int:
    line = text.replace("\r", " ").replace("\n", " ")
    return len(line) - len(line.lstrip(" "))


def _equal(a: Any, b: Any) -> bool:
    """Compare like with like: ``self.status == 3`` is a mistake, not False."""
    if a == b:
        return True
    if type(a) is not type(b) and a is not None and b is not None and not (isinstance(a, int) and isinstance(b, int)):
        raise TypeError(f"{a!r} and {b!r} are not of one kind; expected two numbers or two words")
    return False


def _unequal(a: Any, b: Any) -> bool:
    return not _equal(a, b)


def _numbers_only(compute: Callable[[int, int], int]) -> Callable[[Any, Any], int]:
    """Keep arithmetic to whole numbers: ``"x" * 10 ** 9`` must not eat the memory."""

    def checked(a: Any, b: Any) -> int:
        if isinstance(a, int) and isinstance(b, int):
            return compute(a, b)
        raise TypeError(f"cannot calculate with {a!r} and {b!r}; expected two numbers")

    return checked


_COMPARE: Final[dict[type[ast.cmpop], Callable[[Any, Any], bool]]] = {
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Eq: _equal,
    ast.NotEq: _unequal,
    ast.In: lambda a, b: a in b,
    ast.NotIn: lambda a, b: a not in b,
}
_CALCULATE: Final[dict[type[ast.operator], Callable[[Any, Any], int]]] = {
    ast.Add: _numbers_only(operator.add),
    ast.Sub: _numbers_only(operator.sub),
    ast.Mult: _numbers_only(operator.mul),
    ast.FloorDiv: _numbers_only(operator.floordiv),
    ast.Mod: _numbers_only(operator.mod),
}


class _Compiler:
    """Turns one parsed text into closures."""

    def __init__(self, text: str, names: Mapping[str, Getter], functions: Mapping[str, Callable[..., Any]]) -> None:
        self._text = text
        self._names = names
        self._functions = functions
        self._builders: dict[type[ast.expr], Callable[[Any, int], Getter]] = {
            ast.BoolOp: self._bool,
            ast.UnaryOp: self._unary,
            ast.BinOp: self._calculation,
            ast.Compare: self._comparison,
            ast.Call: self._call,
            ast.Constant: self._constant,
            ast.Name: self._name,
            ast.Attribute: self._name,
        }

    def build(self, node: ast.expr, depth: int) -> Getter:
        builder = self._builders.get(type(node))
        if builder is None:
            self._fail(node, f"{type(node).__name__} is not part of conditions; expected comparisons, and, or, not")
        if depth > MAX_DEPTH:
            self._fail(node, f"nested too deeply; expected at most {MAX_DEPTH} levels")
        return builder(node, depth + 1)

    def _fail(self, node: ast.expr, message: str) -> NoReturn:
        line = _one_line(self._text).encode()
        column = len(line[: node.col_offset].decode(errors="replace")) + 1 + _indent(self._text)
        raise InputError(f"{self._text!r}, column {column}: {message}")

    def _bool(self, node: ast.BoolOp, depth: int) -> Getter:
        parts = [self.build(value, depth) for value in node.values]
        return reduce(_both if isinstance(node.op, ast.And) else _either, reversed(parts))

    def _unary(self, node: ast.UnaryOp, depth: int) -> Getter:
        inner = self.build(node.operand, depth)
        if isinstance(node.op, ast.Not):
            return lambda context: not inner(context)
        if not isinstance(node.op, ast.USub):
            self._fail(node, "expected 'not' or '-' before a value")
        subtract = _CALCULATE[ast.Sub]
        return lambda context: subtract(0, inner(context))

    def _calculation(self, node: ast.BinOp, depth: int) -> Getter:
        compute = _CALCULATE.get(type(node.op))
        if compute is None:
            self._fail(node, f"cannot calculate with {type(node.op).__name__}; expected + - * // or %")
        left, right = self.build(node.left, depth), self.build(node.right, depth)
        return lambda context: compute(left(context), right(context))

    def _comparison(self, node: ast.Compare, depth: int) -> Getter:
        first = self.build(node.left, depth)
        tests = [self._test(op, right, depth) for op, right in zip(node.ops, node.comparators, strict=True)]
        if len(tests) > 1:
            return _chain(first, tests)
        compare, other = tests[0]
        if isinstance(node.comparators[0], ast.Constant | ast.List | ast.Tuple):
            value = other(None)
            return lambda context: compare(first(context), value)
        return lambda context: compare(first(context), other(context))

    def _test(self, op: ast.cmpop, right: ast.expr, depth: int) -> tuple[Callable[[Any, Any], bool], Getter]:
        compare = _COMPARE.get(type(op))
        if compare is None:
            self._fail(right, "expected == or != in place of 'is'")
        if isinstance(op, ast.In | ast.NotIn):
            values = self._list(right)
            return compare, lambda _: values
        return compare, self.build(right, depth)

    def _list(self, node: ast.expr) -> tuple[Any, ...]:
        if not isinstance(node, ast.List | ast.Tuple):
            self._fail(node, "expected a list after 'in', such as ['up', 'down']")
        try:
            values = ast.literal_eval(node)
        except (ValueError, TypeError):
            self._fail(node, "expected only numbers and words in the list")
        if not all(isinstance(value, _PLAIN) for value in values):
            self._fail(node, "expected only numbers and words in the list")
        return tuple(values)

    def _call(self, node: ast.Call, depth: int) -> Getter:
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        function = self._functions.get(name)
        if function is None:
            self._fail(node, self._unknown("function", name or ast.unparse(node.func), self._functions))
        if node.keywords or any(isinstance(arg, ast.Starred) for arg in node.args):
            self._fail(node, f"expected plain arguments in {name}(...)")
        try:
            signature(function).bind(None, *node.args)
        except TypeError:
            self._fail(node, f"{name} does not take {len(node.args)} arguments")
        return _called(function, [self.build(arg, depth) for arg in node.args])

    def _constant(self, node: ast.Constant, depth: int) -> Getter:
        value = node.value
        if not isinstance(value, _PLAIN):
            self._fail(node, f"{value!r} is no whole number, word, True, False or None")
        return lambda _: value

    def _name(self, node: ast.Name | ast.Attribute, depth: int) -> Getter:
        name = ast.unparse(node)
        getter = self._names.get(name)
        if getter is None:
            self._fail(node, self._unknown("name", name, (*self._names, "True", "False", "None")))
        return getter

    def _unknown(self, what: str, name: str, known: Any) -> str:
        hint = did_you_mean(name, known) or f"; expected one of {', '.join(sorted(known))}"
        return f"unknown {what} {name!r}{hint}"


def _both(right: Getter, left: Getter) -> Getter:
    return lambda context: left(context) and right(context)


def _either(right: Getter, left: Getter) -> Getter:
    return lambda context: left(context) or right(context)


def _chain(first: Getter, tests: list[tuple[Callable[[Any, Any], bool], Getter]]) -> Getter:
    def chained(context: Any) -> bool:
        left = first(context)
        for compare, other in tests:
            right = other(context)
            if not compare(left, right):
                return False
            left = right
        return True

    return chained


def _called(function: Callable[..., Any], arguments: list[Getter]) -> Getter:
    if len(arguments) == 1:
        only = arguments[0]
        return lambda context: function(context, only(context))
    return lambda context: function(context, *[argument(context) for argument in arguments])
