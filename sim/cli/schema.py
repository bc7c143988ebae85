"""``encounter schema``."""

from __future__ import annotations

import json
import sys
from typing import Any, Final, Literal

from sim.cli import FINE
from sim.loading.json_schema import Schema, Schemas, closed
from sim.loading.policies import SCRIPT_AGENT, WrittenPolicy
from sim.loading.rulesets import agent_factory, known_kinds, ruleset, ruleset_names
from sim.loading.written import KNOWLEDGE, SIDE_KINDS, WrittenCombatant, WrittenScenario, WrittenSide
from sim.model.protocols import Ruleset
from sim.record.case_format import Written
from sim.report.console import stdout

TEXTS: Final[Schema] = {"type": "array", "items": {"type": "string"}}


def schema(kind: Literal["scenario", "creature", "policy", "case"], /, *, ruleset: str = "") -> int:
    """Write the JSON Schema (draft 2020-12) of a kind of file to standard output.

    Args:
        kind: What the files are; case files are lists of rule cases.
        ruleset: The system; of creatures pf2e unless stated, of scenarios any.
    """
    made = {"scenario": _scenario, "creature": _creature, "policy": _policy, "case": _cases}[kind](ruleset)
    stdout().print(json.dumps(made, indent=2), soft_wrap=True)
    return FINE


def _scenario(system: str) -> Schema:
    rules = ruleset(system) if system else None
    schemas = Schemas()
    schemas.fills = {
        (WrittenScenario, "ruleset"): {"enum": [system] if system else list(ruleset_names())},
        (WrittenScenario, "knowledge"): {"enum": list(KNOWLEDGE)},
        (WrittenScenario, "options"): _options(rules),
        (WrittenSide, "kind"): {"enum": list(SIDE_KINDS)},
        (WrittenCombatant, "agent"): _agent(),
        (WrittenCombatant, "creature"): _stated(schemas, rules) if rules else {"type": "object"},
    }
    schemas.fills[WrittenScenario, "combatants"] = {"type": "array", "items": schemas.of(WrittenCombatant)}
    return schemas.document(f"Scenario{_of(system)}", schemas.of(WrittenScenario))


def _creature(system: str) -> Schema:
    schemas, system = Schemas(), system or "pf2e"
    return schemas.document(f"Creature{_of(system)}", _stated(schemas, ruleset(system)))


def _policy(system: str) -> Schema:
    kinds = ["end", "end_turn", "pass", *ruleset(system).kinds] if system else sorted(known_kinds())
    rule = getattr(sys.modules[agent_factory(SCRIPT_AGENT).__module__], "SCHEMA", {"type": "object"})
    do = {"anyOf": [{"enum": kinds}, {"type": "array", "items": {"enum": kinds}, "minItems": 1}]}
    schemas = Schemas(
        {
            (WrittenPolicy, "rules"): {"type": "array", "items": {"$ref": "#/$defs/Rule"}},
            (WrittenPolicy, "otherwise"): {"enum": kinds},
            (WrittenPolicy, "reactions"): {"enum": ["all", "none"]},
        }
    )
    schemas.defs["Rule"] = {**rule, "properties": {**rule.get("properties", {}), "do": do}}
    return schemas.document(f"Policy{_of(system)}", schemas.of(WrittenPolicy))


def _cases(system: str) -> Schema:
    schemas = Schemas({(Written, "scenario"): {"type": ["string", "object"]}})
    return schemas.document("Rule cases", {"type": "array", "items": schemas.of(Written), "minItems": 1})


# --- parts ---------------------------------------------------------------------------------


def _stated(schemas: Schemas, rules: Ruleset) -> Schema:
    """A creature in any of the ways to write one; each is told by a key that it has."""
    found = schemas.of(rules.creature_type)
    for mark, form in rules.forms.items():
        if mark:
            found = {"if": {"required": [mark]}, "then": schemas.of(form.type), "else": found}
    return found


def _options(rules: Ruleset | None) -> Schema:
    if rules is None:
        return {"type": "object"}
    return closed({name: {"enum": list(values), "default": values[0]} for name, values in rules.options.items()})


def _agent() -> Schema:
    """The name of a policy or plug-in, or a list of actions."""
    lists: dict[str, Any] = closed({"actions": TEXTS, "reactions": TEXTS})
    return {"anyOf": [{"type": "string"}, closed({"scripted": {"anyOf": [TEXTS, lists]}}, ("scripted",))]}


def _of(system: str) -> str:
    return f" of {system}" if system else ""
