"""Actions and their one text form, shared by cases, scripts, people, agents and logs.

``strike goblin-1 with dagger``, ``stride 4,5``, ``stride 4,5 via 2,3 3,4``,
``use flame-breath at 9,3``, ``use mend on bard``, ``ready [strike goblin-1 with bow] when moves``, ``end``.
"""

from __future__ import annotations

import re
from collections import deque
from functools import lru_cache
from typing import Final

from attrs import field

from sim.model.errors import InputError
from sim.model.fixed import fixed
from sim.model.values import Square

_SQUARE = re.compile(r"^(-?\d{1,6}),(-?\d{1,6})$")
_WORD = re.compile(r"^[\w.'-]+$")


@fixed
class Action:
    """Something a creature may do.

    Attributes:
        kind: ``strike``, ``stride``, ``use``, ``end``, ``pass`` ...
        target: Id of a creature, or empty.
        item: Weapon, item or ability it is done with, or empty.
        square: Destination or aim, or None.
        via: Squares passed through before ``square``, or empty for the shortest way.
        then: The readied action of ``ready``.
        when: The trigger of ``ready``.
    """

    kind: str
    target: str = ""
    item: str = ""
    square: Square | None = None
    via: tuple[Square, ...] = ()
    then: Action | None = None
    when: str = ""
    _text: str = field(default="", init=False, eq=False, repr=False)

    def __str__(self) -> str:
        if not self._text:
            object.__setattr__(self, "_text", self._write())
        return self._text

    def _write(self) -> str:
        words = [self.kind]
        item_first = self.kind in ITEM_FIRST
        if self.then:
            words.append(f"[{self.then}]")
        if item_first and self.item:
            words.append(self.item)
        if self.target:
            words += ["on", self.target] if item_first else [self.target]
        if self.item and not item_first:
            words += ["with", self.item]
        if self.square:
            bare = len(words) == 1
            words += [_square_text(self.square)] if bare else ["at", _square_text(self.square)]
        if self.via:
            words += ["via", *map(_square_text, self.via)]
        if self.when:
            words += ["when", self.when]
        return " ".join(words)


ITEM_FIRST: Final = frozenset({"use", "cast", "draw", "raise", "stow", "swap", "pick_up", "release", "seek", "sustain"})
"""Kinds whose first word is the item or ability: ``use healing-hands on bard``."""

END = Action("end")
"""Ends the turn."""
PASS = Action("pass")
"""Declines a reaction."""


def _square_text(square: Square) -> str:
    return f"{square[0]},{square[1]}"


def parse_square(text: str) -> Square:
    """Read ``4,5``.

    Raises:
        InputError: The text is no square.
    """
    found = _SQUARE.match(text)
    if not found:
        raise InputError(f"{text!r} is no square; expected column,row such as 4,5")
    return int(found[1]), int(found[2])


@lru_cache(maxsize=4096)
def parse_action(text: str) -> Action:
    """Read the text form of an action.

    A bare square after the kind is its destination; ``with`` names the item, ``at`` the
    square, ``via`` squares on the way, ``when`` a trigger; ``[...]`` holds a readied action.

    Raises:
        InputError: The text is no action.
    """
    then = None
    outer = text
    if "[" in text:
        before, _, rest = text.partition("[")
        inner, closed, after = rest.rpartition("]")
        if not closed or "[" in inner:
            raise InputError(f"{text!r}: expected one action in [ ], such as ready [strike goblin] when moves")
        then = parse_action(inner)
        outer = f"{before} {after}"
    words = outer.split()
    if not words or not _WORD.match(words[0]):
        raise InputError(f"{text!r} is no action; expected a kind first, such as strike goblin-1")
    fields = _read_words(text, words[0] in ITEM_FIRST, words[1:])
    return Action(words[0], then=then, **fields)  # type: ignore[arg-type] # fields are typed by their names


def _read_words(text: str, item_first: bool, words: list[str]) -> dict[str, object]:
    """Read what follows the kind, word by word."""
    fields: dict[str, object] = {}
    bare = "item" if item_first else "target"
    left = deque(words)
    while left:
        word = left.popleft()
        if word in _KEYWORDS:
            if not left:
                raise InputError(f"{text!r}: something must follow {word!r}")
            _KEYWORDS[word](fields, left)
        elif _SQUARE.match(word) and "square" not in fields:
            fields["square"] = parse_square(word)
        elif bare not in fields and _WORD.match(word):
            fields[bare] = word
        else:
            raise InputError(f"{text!r}: did not expect {word!r}")
    return fields


def _read_item(fields: dict[str, object], left: deque[str]) -> None:
    fields["item"] = left.popleft()


def _read_target(fields: dict[str, object], left: deque[str]) -> None:
    fields["target"] = left.popleft()


def _read_square(fields: dict[str, object], left: deque[str]) -> None:
    fields["square"] = parse_square(left.popleft())


def _read_way(fields: dict[str, object], left: deque[str]) -> None:
    squares = [parse_square(left.popleft())]
    while left and _SQUARE.match(left[0]):
        squares.append(parse_square(left.popleft()))
    fields["via"] = tuple(squares)


def _read_trigger(fields: dict[str, object], left: deque[str]) -> None:
    fields["when"] = " ".join(left)
    left.clear()


_KEYWORDS: Final = {
    "with": _read_item,
    "on": _read_target,
    "at": _read_square,
    "via": _read_way,
    "when": _read_trigger,
}
