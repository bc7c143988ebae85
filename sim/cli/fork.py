"""``encounter fork``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from sim.cli import FAULT, FINE
from sim.cli.going_on import tell_onward
from sim.cli.options import Flag, Quiet, Seed, Verbose
from sim.cli.show import level_of
from sim.loading.policies import Policies
from sim.model.errors import InputError
from sim.model.scenario import AgentSpec
from sim.record.fork import cut_at, fork
from sim.record.log import read_log

_OVERRIDE = re.compile(r"^([\w.-]+)=(-?\d{1,9})$")


def fork_log(
    log: Path,
    /,
    *,
    at: int,
    seed: Seed | None = None,
    agent: Annotated[list[str] | None, Parameter(negative="")] = None,
    answer: Annotated[str, Parameter(show_default=False)] = "",
    set: Annotated[list[str] | None, Parameter(negative="")] = None,  # noqa: A002 # the option's name
    out: Path | None = None,
    force: Flag = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> int:
    """Play on from any event of a log with something changed; the log itself stays as it is.

    Args:
        log: The log.
        at: Number of the last event that is kept; replay --verbose shows the numbers.
        seed: Other dice from there on.
        agent: Another agent for a combatant, as WHO=POLICY; may come more than once.
        answer: Taken for the first question right after that event that allows it; "strike orc", or "WHO: pass".
        set: A value set where a step ends: hp, temp_hp, actions, reactions, as goblin-1.hp=5; may come more than once.
        out: Where the new log goes; beside the old one unless stated.
        force: Replace another log that stands there.
        quiet: Tell only who falls and who wins.
        verbose: Tell every event, with the agents' reasons.
    """
    agents, overrides = _agents(agent or ()), _overrides(set or ())
    found = read_log(log)
    if not found.problems:
        cut_at(found, at)
    path = out or _beside(log, at)
    show, sink = tell_onward(found, at, level_of(quiet, verbose))
    table = fork(found, at, path, seed=seed, agents=agents, answer=answer, overrides=overrides, force=force, sink=sink)
    show.finish()
    show.console.print(f"Log: {path}", soft_wrap=True)
    return FAULT if table.state.faulted else FINE


def _agents(texts: Sequence[str]) -> dict[str, AgentSpec]:
    policies = Policies(Path.cwd())
    found = {}
    for text in texts:
        who, sign, policy = text.partition("=")
        if not (who and sign and policy):
            raise InputError(f"--agent {text!r}: expected WHO=POLICY, such as goblin-1=brute")
        found[who] = policies.agent(policy)
    return found


def _overrides(texts: Sequence[str]) -> dict[str, int]:
    found = {}
    for text in texts:
        match = _OVERRIDE.match(text)
        if not match:
            raise InputError(f"--set {text!r}: expected WHO.VALUE=NUMBER, such as goblin-1.hp=5")
        found[match[1]] = int(match[2])
    return found


def _beside(log: Path, at: int) -> Path:
    """``duel-1-0.jsonl`` becomes ``duel-1-0-fork-40.jsonl``."""
    name, dot, ending = log.name.partition(".")
    return log.with_name(f"{name}-fork-{at}{dot}{ending}")
