"""The command ``encounter``."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence
from typing import Final

FINE: Final = 0
FAILED: Final = 1
"""A verdict or a rule case failed."""
BAD_INPUT: Final = 2
FAULT: Final = 3
"""A rule broke, or an agent under ``--strict``."""
INTERRUPTED: Final = 130
PIPE_CLOSED: Final = 141

COMMANDS: Final = {
    "run": ("sim.cli.run:run", "Play a fight and keep its log."),
    "replay": ("sim.cli.replay:replay", "Tell a fight from its log."),
    "verify": ("sim.cli.verify:verify_logs", "Check logs: integrity, fold and re-execution."),
    "resume": ("sim.cli.resume:resume_log", "Play a log that was cut short to its end."),
    "fork": ("sim.cli.fork:fork_log", "Play on from any event of a log with something changed."),
    "test": ("sim.cli.cases:run_cases", "Run rule cases."),
    "scenarios": ("sim.cli.scenarios:scenarios", "List the scenarios that come along."),
    "agents list": ("sim.cli.agents:list_agents", "List the agents that a scenario can name."),
    "agents lint": ("sim.cli.agents:lint", "Check policies for what is wrong in them and what is odd."),
    "new": ("sim.cli.new:new", "Write a small scenario, creature or policy to begin with."),
    "odds": ("sim.cli.odds:show_odds", "Tell the exact chances of an action or a check."),
    "inspect": ("sim.cli.inspecting:inspect", "List the numbers of a creature and what each is made of."),
    "rules": ("sim.cli.rules:show_rules", "List the rules, tell about one, show which cases use them."),
    "schema": ("sim.cli.schema:schema", "Write the JSON Schema of a kind of file, for editors."),
    "completion": ("sim.cli.completion:completion", "Write the script that makes a shell complete commands."),
    "validate": ("sim.cli.validate:validate", "Check scenario, creature, policy and case files."),
}
"""Each command, perhaps in a group, with its function, imported only when it is called, and what it does."""


def main(tokens: Sequence[str] | None = None) -> int:
    """Run a command line and return its exit status.

    Args:
        tokens: The words after ``encounter``; those of the process if None.
    """
    words = sys.argv[1:] if tokens is None else list(tokens)
    if not words or words[0] in ("--help", "-h"):
        sys.stdout.write(usage())  # without the libraries that commands need, so at once
        return FINE
    return _guarded(words)


def usage() -> str:
    """What ``encounter --help`` says."""
    width = max(map(len, COMMANDS))
    commands = [f"  {name:<{width}}  {summary}" for name, (_, summary) in COMMANDS.items()]
    return "\n".join(
        [
            "Usage: encounter COMMAND ...",
            "",
            "Fights from YAML, played by scripted agents, with logs that anyone can replay and verify.",
            "",
            "Commands:",
            *commands,
            "",
            "encounter COMMAND --help tells its options, encounter --version the version.",
            "A first fight: encounter run duel",
            "",
        ]
    )


def complain(lines: Iterable[object]) -> None:
    """Write lines to standard error."""
    sys.stderr.writelines(f"{line}\n" for line in lines)


def _guarded(words: list[str]) -> int:
    from sim.cli.dispatch import dispatch
    from sim.model.errors import InputError

    try:
        status = dispatch(words)
        sys.stdout.flush()  # here a closed pipe can still be told apart
    except InputError as error:
        complain(error.problems)
        return BAD_INPUT
    except KeyboardInterrupt:
        complain(["interrupted"])
        return INTERRUPTED
    except BrokenPipeError:
        _silence_stdout()
        return PIPE_CLOSED
    except OSError as error:  # standard output is full or gone; files have their own messages
        _silence_stdout()
        complain([f"cannot be written: {error.strerror}"])
        return BAD_INPUT
    return status


def _silence_stdout() -> None:
    """Keep the interpreter from writing what is left to a pipe that nobody reads."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
