"""Gambit scripts as written: checked whole, every fault reported, conditions compiled.

A script has ``policy``, ``description``, ``knobs`` (constants for conditions), ``rules``, ``otherwise``
(a kind of action; default ``end_turn``) and ``reactions`` (``all`` or ``none``: whether the first option is
taken when no rule for reactions applies). A rule has

- ``id``; ``on``: ``action`` (default), ``reaction`` or ``choice``;
- ``when``, ``unless``: conditions (`sim.model.expr`) over `agents.moment.NAMES`;
- ``target``: ``{from: enemies | allies | self, where: condition, pick: one of PICKS, include_down: true}``;
- ``do``: a kind of action, or of reaction, or a list of them to try in turn; ``with``: the item or ability, or
  ``melee`` or ``ranged`` for any such attack, else the best;
- ``to``, for moves: one of `WAYS` with ``target``, ``enemies`` or ``allies``, such as ``{toward: enemies}``; with
  ``within: feet`` where it stops and ``safely: true`` if it must not set off reactions;
- ``then`` and ``trigger``, for ``do: ready``: ``then: strike, trigger: approaches``;
- ``once``: ``round`` or ``fight``, for a rule that is not to be used again in it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from typing import Any, Final

from attrs import Factory, define, frozen

from agents.moment import FUNCTIONS, GROUPS, NAMES, TARGET_NAMES, names_with_knobs
from sim.model.errors import InputError, Problem, did_you_mean
from sim.model.expr import Getter, compile_expression

PICKS: Final = ("nearest", "farthest", "lowest hp", "highest hp", "first")
"""How one target is taken of many; the first is the default."""
CLASSES: Final = ("melee", "ranged")
"""What ``with`` may name in place of one item: any of the kind."""
MOVES: Final = ("stride", "step", "crawl", "balance")
"""Kinds that need ``to``; others may have it, such as ``swim``."""
_KIND: Final = re.compile(r"[a-z_]+")
_KNOB: Final = re.compile(r"[a-z_][a-z0-9_]*")
_SCRIPT_KEYS: Final = ("policy", "description", "knobs", "rules", "otherwise", "reactions")
_RULE_KEYS: Final = ("id", "on", "when", "unless", "target", "do", "with", "to", "then", "trigger", "once")
_TARGET_KEYS: Final = ("from", "where", "pick", "include_down")
WAYS: Final = ("toward", "away_from", "out_of_reach", "in_range", "in_cover", "flank")
"""Where moves may lead, as seen from the creatures they name."""
_FEET: Final = {"toward": "self.reach", "in_range": "self.range", "in_cover": "self.range"}
"""Ways that stop at a distance, with the one they stop at unless ``within`` states another."""
_TO_KEYS: Final = (*WAYS, "within", "safely")


@frozen
class TargetRule:
    """Whom a rule is for: a group, a test of each creature, and which one first."""

    group: str
    pick: str = PICKS[0]
    where: Getter | None = None
    include_down: bool = False


@frozen
class MoveRule:
    """Where a move leads: one of `WAYS`, as seen from whom, how near, and whether it may set off reactions."""

    way: str
    whom: str
    within: Getter | None = None
    safely: bool = False


@frozen
class Rule:
    """One rule of a script; its keys are those of the module's docstring, ``with`` is ``item``.

    ``others`` are the kinds it falls back on where it names several.
    """

    id: str
    do: str
    others: tuple[str, ...] = ()
    on: str = "action"
    when: Getter | None = None
    unless: Getter | None = None
    target: TargetRule | None = None
    item: str = ""
    to: MoveRule | None = None
    then: str = ""
    trigger: str = ""
    once: str = ""


@frozen
class Script:
    """A checked script: rules by the kind of question, what is done otherwise, the default for reactions."""

    rules: Mapping[str, tuple[Rule, ...]]
    otherwise: str = "end"
    reactions: str = "all"


def read_script(name: str, written: Any) -> Script:
    """Check and compile a script.

    Args:
        name: What people call the policy; for messages.
        written: The script as plain JSON, with its parents already merged in.

    Raises:
        InputError: With one problem for each fault; each names its rule's id.
    """
    reader = _Reader(name)
    script = reader.script(written)
    if reader.problems:
        raise InputError.many(reader.problems)
    return script


@define
class _Reader:
    """Collects faults while it reads, so that they are reported together."""

    name: str
    problems: list[Problem] = Factory(list)
    _where: str = ""
    _names: dict[str, Getter] = Factory(dict)

    def script(self, written: Any) -> Script:
        if not isinstance(written, Mapping):
            self._fault(f"expected a script with rules, not {written!r}")
            return Script({})
        self._keys(written, _SCRIPT_KEYS, "a policy")
        self._names = names_with_knobs(self._knobs(written.get("knobs", {})))
        rules = self._rules(written.get("rules", []))
        otherwise = self._kind(written.get("otherwise", "end_turn"), "otherwise")
        reactions = self._one_of(written.get("reactions", "all"), ("all", "none"), "reactions")
        by_question = {on: tuple(rule for rule in rules if rule.on == on) for on in ("action", "reaction", "choice")}
        return Script(by_question, otherwise, reactions)

    def _fault(self, message: str) -> None:
        self.problems.append(Problem(f"policy {self.name!r}, {self._where}{message}"))

    def _keys(self, written: Mapping[str, Any], known: Collection[str], what: str) -> None:
        for key in written:
            if key not in known:
                hint = did_you_mean(str(key), known) or f"; expected {', '.join(known)}"
                self._fault(f"unknown key {key!r} in {what}{hint}")

    def _knobs(self, written: Any) -> dict[str, Any]:
        if not isinstance(written, Mapping):
            self._fault(f"expected knobs as names with values, not {written!r}")
            return {}
        for name, value in written.items():
            if not _KNOB.fullmatch(str(name)) or not isinstance(value, int | str):
                self._fault(f"knob {name!r}: expected a name such as bravery with a whole number, word or true/false")
        return dict(written)

    def _rules(self, written: Any) -> list[Rule]:
        if not isinstance(written, list):
            self._fault(f"expected a list of rules, not {written!r}")
            return []
        rules: list[Rule] = []
        for place, rule in enumerate(written, 1):
            self._where = f"rule {place}: "
            if isinstance(rule, Mapping):
                rules.append(self._rule(rule, {earlier.id for earlier in rules}))
            else:
                self._fault(f"expected a rule such as {{id: hit, do: strike}}, not {rule!r}")
        self._where = ""
        return rules

    def _rule(self, written: Mapping[str, Any], taken: Collection[str]) -> Rule:
        name = written.get("id")
        if isinstance(name, str) and name:
            self._where = f"rule {name!r}: "
        else:
            self._fault("expected an id, such as finish-wounded")
        if name in taken:
            self._fault("a rule of this id stands above; expected each id once")
        self._keys(written, _RULE_KEYS, "a rule")
        do = written.get("do")
        kinds = do if isinstance(do, list) and do else [do]
        rule = Rule(
            id=str(name),
            do=self._kind(kinds[0], "do"),
            others=tuple(self._kind(kind, "do") for kind in kinds[1:]),
            on=self._one_of(written.get("on", "action"), ("action", "reaction", "choice"), "on"),
            when=self._condition(written, "when", self._names),
            unless=self._condition(written, "unless", self._names),
            target=self._read(written, "target", self._target),
            item=self._text(written, "with"),
            to=self._read(written, "to", self._move),
            then=self._kind(written["then"], "then") if "then" in written else "",
            trigger=self._text(written, "trigger"),
            once=self._one_of(written["once"], ("round", "fight"), "once") if "once" in written else "",
        )
        self._fits_together(rule)
        return rule

    def _fits_together(self, rule: Rule) -> None:
        if rule.do in MOVES and rule.to is None and rule.on == "action":
            self._fault(f"{rule.do} needs a way, such as to: {{toward: enemies}}")
        if rule.to and rule.to.whom == "target" and rule.target is None:
            self._fault(f"to: {{{rule.to.way}: target}} needs a target, such as target: {{from: enemies}}")
        if rule.do == "ready" and not (rule.then and rule.trigger):
            self._fault("ready needs then and trigger, such as then: strike, trigger: moves")
        if rule.do != "ready" and (rule.then or rule.trigger):
            self._fault("then and trigger belong to do: ready")

    def _read(self, written: Mapping[str, Any], key: str, read: Callable[[Mapping[str, Any]], Any]) -> Any:
        if key not in written:
            return None
        if not isinstance(written[key], Mapping):
            self._fault(f"expected {key} as {{...}}, not {written[key]!r}")
            return None
        return read(written[key])

    def _target(self, written: Mapping[str, Any]) -> TargetRule:
        self._keys(written, _TARGET_KEYS, "target")
        down = written.get("include_down", False)
        if not isinstance(down, bool):
            self._fault(f"include_down: expected true or false, not {down!r}")
        return TargetRule(
            group=self._one_of(written.get("from", "enemies"), tuple(GROUPS), "from"),
            pick=self._one_of(written.get("pick", PICKS[0]), PICKS, "pick"),
            where=self._condition(written, "where", self._names | TARGET_NAMES),
            include_down=down is True,
        )

    def _move(self, written: Mapping[str, Any]) -> MoveRule | None:
        self._keys(written, _TO_KEYS, "to")
        ways = [way for way in WAYS if way in written]
        if len(ways) != 1:
            self._fault(f"to: expected one of {', '.join(WAYS)}")
            return None
        way, safely = ways[0], written.get("safely", False)
        if not isinstance(safely, bool):
            self._fault(f"safely: expected true or false, not {safely!r}")
        if "within" in written and way not in _FEET:
            self._fault(f"within belongs to {' and '.join(_FEET)}")
        within = self._condition(written, "within", self._names) or NAMES.get(_FEET.get(way, ""))
        return MoveRule(way, self._one_of(written[way], ("enemies", "allies", "target"), way), within, safely is True)

    def _condition(self, written: Mapping[str, Any], key: str, names: Mapping[str, Getter]) -> Getter | None:
        text = written.get(key)
        if key not in written:
            return None
        if not isinstance(text, str | int):  # a bare true or 10 is a condition too
            self._fault(f"{key}: expected a condition such as self.hp_pct < 30, not {text!r}")
            return None
        try:
            return compile_expression(str(text), names, FUNCTIONS)
        except InputError as wrong:
            about_target = key != "where" and "unknown name 'target" in str(wrong)
            hint = "; target is known in target: {where: ...} only" if about_target else ""
            self._fault(f"{key}: {wrong}{hint}")
            return None

    def _kind(self, kind: Any, key: str) -> str:
        if not isinstance(kind, str) or not _KIND.fullmatch(kind):
            self._fault(f"{key}: expected a kind of action such as strike, not {kind!r}")
        return "end" if kind == "end_turn" else str(kind)

    def _text(self, written: Mapping[str, Any], key: str) -> str:
        text = written.get(key, "")
        if not isinstance(text, str) or (key in written and not text):
            self._fault(f"{key}: expected a word, not {text!r}")
        return str(text)

    def _one_of(self, word: Any, known: tuple[str, ...], key: str) -> str:
        if word not in known:
            hint = did_you_mean(str(word), known)
            self._fault(f"{key}: expected {', '.join(known[:-1])} or {known[-1]}, not {word!r}{hint}")
        return str(word)


def _closed(keys: tuple[str, ...], **known: Any) -> dict[str, Any]:
    """JSON Schema of a mapping: texts unless ``known`` says otherwise."""
    properties = {key: known.get(key, {"type": "string"}) for key in keys}
    return {"type": "object", "properties": properties, "additionalProperties": False}


_FLAG: Final = {"type": "boolean"}
_CONDITION: Final = {"type": ["string", "integer", "boolean"]}
_TARGET: Final = {
    "from": {"enum": list(GROUPS)},
    "where": _CONDITION,
    "pick": {"enum": list(PICKS)},
    "include_down": _FLAG,
}
_WHOM: Final = {"enum": ["enemies", "allies", "target"]}
_TO: Final = {**dict.fromkeys(WAYS, _WHOM), "within": _CONDITION, "safely": _FLAG}
RULE_SCHEMA: Final[dict[str, Any]] = {
    **_closed(
        _RULE_KEYS,
        on={"enum": ["action", "reaction", "choice"]},
        when=_CONDITION,
        unless=_CONDITION,
        target=_closed(_TARGET_KEYS, **_TARGET),
        do={"type": ["string", "array"], "items": {"type": "string"}, "minItems": 1},
        to=_closed(_TO_KEYS, **_TO),
        once={"enum": ["round", "fight"]},
    ),
    "required": ["id", "do"],
}
"""JSON Schema of a rule."""
