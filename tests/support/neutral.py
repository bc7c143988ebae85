"""Puts the neutral form of a rule in its place for a while."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sim.rules.registry import FunctionRule, Rule, forget


@contextmanager
def neutralized(rule: Rule) -> Iterator[None]:
    """Play as if ``rule`` did not exist."""
    forget()
    if isinstance(rule, FunctionRule):
        code, defaults = rule.function.__code__, rule.function.__defaults__
        rule.function.__code__ = rule.neutral.__code__
        rule.function.__defaults__ = rule.neutral.__defaults__ or defaults
    else:
        row = rule.table[rule.key]
        rule.table[rule.key] = rule.neutral
    try:
        yield
    finally:
        if isinstance(rule, FunctionRule):
            rule.function.__code__, rule.function.__defaults__ = code, defaults
        else:
            rule.table[rule.key] = row
        forget()
