"""``encounter completion``: scripts that shells can read."""

from __future__ import annotations

import shutil
import subprocess

import pytest

from sim.cli import COMMANDS, main

BASH = shutil.which("bash")


@pytest.fixture
def script(capsys):
    """Makes the script of a shell."""

    def make(shell):
        assert main(["completion", shell]) == 0
        return capsys.readouterr().out

    return make


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_script_names_every_command(script, shell):
    text = script(shell)
    assert all(word in text for command in COMMANDS for word in command.split())
    assert "--ruleset" in text or "ruleset" in text


@pytest.mark.skipif(BASH is None, reason="there is no bash")
class TestBash:
    def test_the_script_is_valid(self, script):
        checked = subprocess.run([BASH, "-n"], input=script("bash"), text=True, capture_output=True, check=False)
        assert (checked.returncode, checked.stderr) == (0, "")

    @pytest.mark.parametrize(
        ("words", "offered"),
        [
            (["rep"], ["replay"]),
            (["agents", "l"], ["lint", "list"]),
            (["run", "duel", "--no"], ["--no-log", "--no-map"]),
            (["new", ""], ["creature", "policy", "scenario"]),
            (["schema", "ca"], ["case"]),
        ],
    )
    def test_words_are_completed(self, script, words, offered):
        line = " ".join(f'"{word}"' for word in ["encounter", *words])
        asked = f"COMP_WORDS=({line}); COMP_CWORD={len(words)}; _encounter; printf '%s\\n' \"${{COMPREPLY[@]}}\""
        code = f"{script('bash')}\n{asked}\n"
        found = subprocess.run([BASH], input=code, text=True, capture_output=True, check=True)
        assert sorted(found.stdout.split()) == offered


def test_an_unknown_shell_is_bad_input(capsys):
    assert main(["completion", "csh"]) == 2
    assert "Invalid value" in capsys.readouterr().err
