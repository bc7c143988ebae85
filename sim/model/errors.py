"""What can go wrong through a user's doing, and what never should."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import frozen


@frozen
class Problem:
    """One fault in something a user wrote.

    Attributes:
        message: What is wrong and what was expected.
        file: Path as the user gave it; empty where there is none.
        line: Line from 1; 0 where unknown.
        column: Column from 1; 0 where unknown.
    """

    message: str
    file: str = ""
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        place = ":".join(str(part) for part in (self.file, self.line, self.column) if part)
        return f"{place}: {self.message}" if place else self.message


class InputError(Exception):
    """Bad input; the command line prints its problems and exits with status 2."""

    def __init__(self, *problems: Problem | str) -> None:
        self.problems = tuple(p if isinstance(p, Problem) else Problem(p) for p in problems)
        super().__init__("\n".join(map(str, self.problems)))

    @classmethod
    def many(cls, problems: Iterable[Problem]) -> InputError:
        """Report several faults together."""
        return cls(*problems)


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return " (did you mean X?)" for the closest known word, else the empty string."""
    from difflib import get_close_matches  # late: only needed on errors

    close = get_close_matches(word, sorted(known), n=1)
    return f" (did you mean {close[0]!r}?)" if close else ""
