"""What is odd in a policy that could be played all the same: rules that never count, knobs that nobody reads.

Only what is certain is told: of two rules the lower one is called useless where whatever lets it
play lets the upper one play too, which by order comes first.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from sim.loading.policies import Policy, PolicyRule
from sim.model.errors import InputError, Problem
from sim.model.expr import ExpressionError, Getter, compile_expression

ALWAYS_POSSIBLE: Final = {"action": ("end", "end_turn"), "reaction": ("pass",)}
"""By question, what can be done at any time: no rule below is asked any more."""
_KNOB: Final = re.compile(r"\bknobs\.(\w+)")


def warnings_of(policy: Policy) -> list[Problem]:
    """Return what is odd in the file of a policy, in the order of its lines."""
    found = [
        *_without_actions(policy),
        *_without_otherwise(policy),
        *_unused_knobs(policy),
        *_never(policy),
        *_covered(policy),
        *_after_the_end(policy),
    ]
    own = [problem for problem in found if problem.file == policy.document.file]
    return sorted(own, key=lambda problem: (problem.line, problem.column, problem.message))


# --- what is missing or useless ----------------------------------------------------------


def _without_actions(policy: Policy) -> Iterator[Problem]:
    if not any(_question(rule) == "action" for rule in policy.rules):
        yield policy.document.problem(("rules",), "no rule is for actions, so every turn ends at once", key=True)


def _without_otherwise(policy: Policy) -> Iterator[Problem]:
    if "otherwise" not in policy.defaults:
        message = "otherwise is not stated, so the turn ends where no rule applies; otherwise: end_turn says so"
        yield policy.document.problem((), message)


def _unused_knobs(policy: Policy) -> Iterator[Problem]:
    own: Mapping[str, Any] = policy.document.value.get("knobs") or {}
    used = {name for rule in policy.rules for name in _KNOB.findall(str(rule.content))}
    for name in own:
        if name not in used:
            yield policy.document.problem(("knobs", name), f"no condition uses the knob {name!r}", key=True)


def _never(policy: Policy) -> Iterator[Problem]:
    for rule in policy.rules:
        for key, useless in (("when", False), ("unless", True)):
            if key in rule.content and _constant(rule.content[key], policy.knobs) is useless:
                so = "true" if useless else "false"
                message = f"rule {rule.content['id']!r} never applies: its {key!r} is always {so}"
                yield rule.document.problem((*rule.path, key), message)


# --- rules behind others ------------------------------------------------------------------


def _after_the_end(policy: Policy) -> Iterator[Problem]:
    """A rule that always applies makes all below it useless, those of its parents too."""
    for question, possible in ALWAYS_POSSIBLE.items():
        rules = [rule for rule in policy.rules if _question(rule) == question]
        always = (rule for rule in rules if _unconditional(rule, policy) and any(k in possible for k in rule.kinds))
        last = next(always, None)
        below = rules[rules.index(last) + 1 :] if last else []
        if last and below:
            names = ", ".join(str(rule.content["id"]) for rule in below)
            message = f"rule {last.content['id']!r} always applies, so no rule below it ever does: {names}"
            yield last.document.problem(last.path, message)


def _covered(policy: Policy) -> Iterator[Problem]:
    """Of one file only: a rule above those of a parent is there to take their place."""
    for at, rule in enumerate(policy.rules):
        for above in policy.rules[:at]:
            if above.document is rule.document and _covers(above, rule, policy):
                message = f"rule {rule.content['id']!r} never applies: rule {above.content['id']!r}"
                yield rule.document.problem(rule.path, f"{message} in line {above.line} does the same before it")
                break


def _covers(above: PolicyRule, below: PolicyRule, policy: Policy) -> bool:
    """Whether ``above`` can play whenever ``below`` could."""
    if _question(above) != _question(below) or any(kind not in above.kinds for kind in below.kinds):
        return False
    return _holds_too(above, below, policy) and _does_too(above.content, below.content)


def _holds_too(above: PolicyRule, below: PolicyRule, policy: Policy) -> bool:
    """Whether the conditions of ``above`` hold whenever those of ``below`` do."""
    if "once" in above.content:
        return False
    if _unconditional(above, policy):
        return True
    when = all(part in _parts(below, "when", ast.And) for part in _parts(above, "when", ast.And))
    return when and all(part in _parts(below, "unless", ast.Or) for part in _parts(above, "unless", ast.Or))


def _does_too(a: Mapping[str, Any], b: Mapping[str, Any]) -> bool:
    """Whether rule ``a`` finds something to do whenever ``b``, which does nothing else, finds it."""
    if any(a.get(key) != b.get(key) for key in ("to", "then", "trigger")) or a.get("with") not in (None, b.get("with")):
        return False
    return a.get("target") == b.get("target") or ("to" not in a and "then" not in a and _aims_too(a, b))


def _aims_too(a: Mapping[str, Any], b: Mapping[str, Any]) -> bool:
    """Whether whoever ``b`` is aimed at is among those that ``a`` is aimed at."""
    if "target" in a and "target" not in b:
        return False
    one, other = a.get("target", {}), b.get("target", {})
    same = one.get("from", "enemies") == other.get("from", "enemies")
    down = one.get("include_down", False) or not other.get("include_down", False)
    return same and down and one.get("where") in (None, other.get("where"))


# --- conditions ----------------------------------------------------------------------------


def _question(rule: PolicyRule) -> str:
    return str(rule.content.get("on", "action"))


def _unconditional(rule: PolicyRule, policy: Policy) -> bool:
    """Whether nothing keeps a rule from being tried."""
    written, knobs = rule.content, policy.knobs
    when = "when" not in written or _constant(written["when"], knobs) is True
    unless = "unless" not in written or _constant(written["unless"], knobs) is False
    return when and unless and "once" not in written


def _constant(condition: Any, knobs: Mapping[str, Any]) -> bool | None:
    """What a condition comes to that nothing but constants and knobs stand in; None for others."""
    names = {f"knobs.{name}": _always(value) for name, value in knobs.items()}
    try:
        return bool(compile_expression(str(condition), names, {})(None))
    except (InputError, ExpressionError):
        return None


def _always(value: Any) -> Getter:
    return lambda _: value


def _parts(rule: PolicyRule, key: str, joint: type[ast.boolop]) -> list[str]:
    """The parts of a condition that ``and`` (or ``or``) joins, each in one way of writing."""
    if key not in rule.content:
        return []
    whole = ast.parse(" ".join(str(rule.content[key]).split()), mode="eval").body  # it may have several lines
    parts = whole.values if isinstance(whole, ast.BoolOp) and isinstance(whole.op, joint) else [whole]
    return [ast.unparse(part) for part in parts]
