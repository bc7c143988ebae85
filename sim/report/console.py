"""Consoles for reports, and how lines of narration reach them."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from sim.report.narration import Line

STEP = 2
"""Columns of one step of indentation."""


class Output(Console):
    """A console that leaves a closed pipe to its caller, who may have a fight to finish."""

    def on_broken_pipe(self) -> None:
        """Raise the BrokenPipeError that is being handled."""
        raise  # noqa: PLE0704 # rich calls this while it handles the error


def stdout() -> Console:
    """A console on standard output: colours and wrapping in a terminal, plain whole lines elsewhere."""
    return Output(highlight=False, emoji=False, markup=False)


def print_lines(console: Console, lines: Iterable[Line]) -> None:
    """Print lines of narration; in a terminal, what is too long goes on under its own beginning."""
    for line in lines:
        mark = Text(f"{line.seq:>5}  " if line.seq else "", style="dim")
        left = mark.cell_len + STEP * line.indent
        if not line.text or not console.is_terminal:
            console.print(Text.assemble(mark, " " * (STEP * line.indent), line.text), soft_wrap=True)
        elif mark:
            wrapped = line.text.wrap(console, max(console.width - left, 20))
            console.print(Text.assemble(mark, " " * (STEP * line.indent), wrapped[0]), soft_wrap=True)
            for more in wrapped[1:]:
                console.print(Padding(more, (0, 0, 0, left + STEP)))
        else:
            console.print(Padding(line.text, (0, 0, 0, left), expand=False))
