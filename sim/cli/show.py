"""Show a fight on the console while it is played or read."""

from __future__ import annotations

from rich.console import Console
from rich.text import Text

from sim.model.events import EncounterEnded, Entry, RoundStarted
from sim.model.state import State
from sim.report.board import board
from sim.report.console import print_lines, stdout
from sim.report.narration import NORMAL, QUIET, VERBOSE, Narrator
from sim.report.table import Tally, result


def level_of(quiet: bool, verbose: bool) -> str:
    """The level of narration that two flags mean; the louder one counts."""
    return VERBOSE if verbose else QUIET if quiet else NORMAL


class Show:
    """A sink for entries that tells them, shows the map each round, and counts deeds.

    Args:
        state: The state that the entries are folded into before they come here.
        level: Of narration.
        maps: Whether to show the map; None for in a terminal only, and not quietly.
    """

    def __init__(self, state: State, level: str, maps: bool | None) -> None:
        self.console: Console = stdout()
        self._state = state
        self._maps = (self.console.is_terminal and level != QUIET) if maps is None else maps
        self._narrator = Narrator(state, level)
        self._tally = Tally()
        self._broken: Exception | None = None

    def __call__(self, entry: Entry) -> None:
        """Tell an entry; the fight goes on whatever becomes of its telling, so failures wait for `finish`."""
        if self._broken:
            return
        try:
            self._tell(entry)
        except Exception as broken:  # noqa: BLE001 # a closed pipe, a fault of ours: neither may get into the fight
            self._broken = broken

    def pass_over(self, entry: Entry) -> None:
        """Take in an entry that is not to be told."""
        self._tally.add(entry.event)
        self._narrator.tell(entry)

    def _tell(self, entry: Entry) -> None:
        self._tally.add(entry.event)
        lines = self._narrator.tell(entry)
        if self._maps and isinstance(entry.event, RoundStarted | EncounterEnded):
            print_lines(self.console, self._narrator.rest())
            self.console.print(Text(), board(self._state, self.console), sep="\n")
        print_lines(self.console, lines)

    def finish(self) -> None:
        """Show how it came out; raises what went wrong while telling."""
        if self._broken:
            raise self._broken
        print_lines(self.console, self._narrator.rest())
        self.console.print(result(self._state, self._tally))
