"""The gambit agent: plays a script of ordered rules, walked top down before every decision.

The first rule that yields a legal action wins; its id and a reason are recorded.
"""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any, Final, NamedTuple

from agents.deeds import Deed, deed_of
from agents.moment import Moment
from agents.script import PICKS, RULE_SCHEMA, Rule, Script, read_script
from sim.model.actions import END, PASS, Action
from sim.model.errors import InputError
from sim.model.expr import Getter
from sim.model.protocols import Agent, Choice, Legal, Rng, View
from sim.model.scenario import AgentSpec

SCHEMA: Final = RULE_SCHEMA
"""JSON Schema of a rule in a policy file; ``encounter schema`` looks for it beside the agent's factory."""

_KIN_WORDS: Final = {"enemies": "enemy", "allies": "ally"}
_WAY_WORDS: Final = {
    "toward": "toward",
    "out_of_reach": "out of reach of",
    "in_range": "within range of",
    "in_cover": "into cover from",
    "flank": "to flank",
}
_PICK_WORDS: Final = {"lowest hp": "weakest", "highest hp": "strongest"}


class _Play(NamedTuple):
    """A rule ready to be played; ``fits`` is None for always, ``aimed`` puts the target before ``because``."""

    rule: Rule
    fits: Getter | None
    deed: Deed
    because: str
    aimed: bool


class Gambit:
    """A script at play. It keeps nothing between decisions but its memory, so creatures share one."""

    deterministic = True

    def __init__(self, name: str, script: Script) -> None:
        self.name = name
        self._otherwise = Action(script.otherwise)
        self._takes_reactions = script.reactions == "all"
        self._plays = {
            question: tuple(_play(rule, deed_of(rule)) for rule in rules) for question, rules in script.rules.items()
        }
        self._possible_without: dict[frozenset[str], tuple[_Play, ...]] = {}

    def decide(self, view: View, legal: Legal, rng: Rng) -> Choice:
        """See `sim.model.protocols.Agent.decide`.

        Raises:
            ExpressionError: A condition of the script met values that do not fit together.
        """
        moment, memory = Moment(view, legal), view.memory
        kind = view.question.kind
        for rule, fits, deed, because, aimed in self._possible(legal) if kind == "action" else self._plays[kind]:
            if fits is not None and not fits(moment):
                continue
            action = deed(moment)
            if action is not None:
                reason = f"{action.target} {because}" if aimed else because
                return Choice(action, rule.id, reason, _noted(rule, memory, view.round) if rule.once else memory)
        return self._default(kind, legal)._replace(memory=memory)

    def _possible(self, legal: Legal) -> tuple[_Play, ...]:
        """The rules for actions without those that this creature can never follow; made once for all like it."""
        out = legal.ruled_out()
        found = self._possible_without.get(out)
        if found is None:
            plays = self._plays["action"]
            found = tuple(play for play in plays if not {play.rule.do, *play.rule.others} <= out)
            self._possible_without[out] = found
        return found

    def _default(self, kind: str, legal: Legal) -> Choice:
        if kind == "action":
            possible = self._otherwise == END or not legal.check(self._otherwise)
            return Choice(self._otherwise if possible else END, reason="No rule applies.")
        if kind == "reaction" and not self._takes_reactions:
            return Choice(PASS, reason="No rule for this reaction.")
        option = next((option for option in legal if option != PASS), PASS)
        return Choice(option, reason="No rule applies; the first option is taken.")


def _fits(rule: Rule) -> Getter | None:
    """Whether a rule may be used now: its conditions in one function, made once."""
    when, unless, once = rule.when, rule.unless, rule.once
    if not once:
        if unless is None:
            return when
        if when is None:
            return lambda moment: not unless(moment)

    def fits(moment: Moment) -> bool:
        return (
            (when is None or bool(when(moment)))
            and (unless is None or not unless(moment))
            and not (once and _used(rule, moment.view.memory, moment.view.round))
        )

    return fits


def _used(rule: Rule, memory: Any, now: int) -> bool:
    """Memory holds the round in which each rule with ``once`` was last used."""
    last = _mapping(memory).get(rule.id)
    return last is not None and (rule.once == "fight" or last == now)


def _noted(rule: Rule, memory: Any, now: int) -> dict[str, int]:
    return {**_mapping(memory), rule.id: now}


def _mapping(memory: Any) -> dict[str, Any]:
    """What was remembered; a fork may hand on the memory of another kind of agent."""
    return memory if isinstance(memory, dict) else {}


def _play(rule: Rule, deed: Deed) -> _Play:
    """Add the reason that goes into the log."""
    target, fits = rule.target, _fits(rule)
    to = rule.to if rule.do != "ready" else None
    if to and to.way == "away_from":
        return _Play(rule, fits, deed, f"Moves away from {to.whom}.", aimed=False)
    group = target.group if target else to.whom if to else ""
    kin = _KIN_WORDS.get(group)
    if kin is None:
        return _Play(rule, fits, deed, f"{rule.do} is possible.", aimed=False)
    pick = target.pick if target else PICKS[0]
    whom = f"the {_PICK_WORDS.get(pick, pick)} {kin}"
    if to or rule.do == "ready":
        because = f"Moves {_WAY_WORDS[to.way]} {whom}." if to else f"Waits for {whom}."
        return _Play(rule, fits, deed, because, aimed=False)
    return _Play(rule, fits, deed, f"is {whom} that fits.", aimed=True)


def gambit(spec: AgentSpec) -> Agent:
    """Make the agent of a script; specs of the same script share one.

    Args:
        spec: ``args`` is the script as plain JSON, with its parents merged in.

    Raises:
        InputError: The script is wrong; every fault is reported.
    """
    try:
        text = json.dumps(spec.args, sort_keys=True)
    except (TypeError, ValueError) as wrong:
        raise InputError(f"policy {spec.name!r}: expected plain numbers, words, lists and keys; {wrong}") from None
    return _compiled(spec.name, text)


@lru_cache(maxsize=256)
def _compiled(name: str, text: str) -> Gambit:
    return Gambit(name, read_script(name, json.loads(text)))
