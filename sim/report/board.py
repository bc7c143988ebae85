"""The map of a fight in characters, with a legend of Hit Points and conditions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from string import ascii_lowercase, ascii_uppercase, digits
from typing import Final, NamedTuple

from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from sim.model.scenario import Scenario
from sim.model.state import DEAD, DOWN, FLED, UP, Creature, State
from sim.model.values import Square
from sim.report.words import BAR, Names, hp_bar, hp_style, spaced, state_of

FLOOR: Final = "·"
ASCII_FLOOR: Final = "."
WALL: Final = "#"
ROUGH: Final = "~"
MARGIN: Final = 3
"""Squares shown around the creatures of a map that is too large to show whole."""
CELL: Final = 2
"""Columns of a square; a character is about twice as high as wide."""
MAX_ROWS: Final = 40
NOTES: Final = 20
"""Columns that conditions need beside a map."""


class Frame(NamedTuple):
    """The part of a map that is shown, from the first square to before the last."""

    left: int
    top: int
    right: int
    bottom: int


def glyphs(scenario: Scenario) -> dict[str, str]:
    """A character for each combatant, none twice: of the first side capitals, of the others small letters.

    A letter of its own name if one is left; after all letters and digits, ``?``.
    """
    found: dict[str, str] = {}
    free = dict.fromkeys(ascii_uppercase + ascii_lowercase + digits)
    first = scenario.sides[0].name
    for combatant in scenario.combatants:
        upper = combatant.side == first
        name = str(combatant.data.name) + combatant.id
        own = name.upper() if upper else name.lower()
        rest = ascii_uppercase + ascii_lowercase if upper else ascii_lowercase + ascii_uppercase
        found[combatant.id] = glyph = next((letter for letter in own + rest + digits if letter in free), "?")
        free.pop(glyph, None)
    return found


def board(state: State, console: Console) -> RenderableType:
    """The map with its legend, side by side where the console is wide enough."""
    names, letters = Names(state.scenario), glyphs(state.scenario)
    frame = _frame(state, (console.width - 4) // CELL)
    plain = console.options.ascii_only
    drawn = Group(*_rows(state, frame, names, letters, ASCII_FLOOR if plain else FLOOR))
    legend = _legend(state, names, letters, plain)
    width = 4 + CELL * (frame.right - frame.left)
    if width + 2 + legend.__rich_measure__(console, console.options).minimum + NOTES > console.width:
        return Group(drawn, legend)
    both = Table.grid(padding=(0, 2))
    both.add_row(drawn, legend)
    return both


def _frame(state: State, columns: int) -> Frame:
    """The whole map, or what of it is around the creatures."""
    ground = state.scenario.map
    places = [(c.at, c.space) for c in state.creatures.values() if c.status in (UP, DOWN)]
    left, right = _span(ground.width, columns, [(at[0], at[0] + space) for at, space in places])
    top, bottom = _span(ground.height, MAX_ROWS, [(at[1], at[1] + space) for at, space in places])
    return Frame(left, top, right, bottom)


def _span(size: int, room: int, spans: list[tuple[int, int]]) -> tuple[int, int]:
    room = max(room, 1)
    if size <= room or not spans:
        return 0, min(size, room)
    low = max(min(start for start, _ in spans) - MARGIN, 0)
    high = min(max(end for _, end in spans) + MARGIN, size)
    return low, min(high, low + room)


def _rows(state: State, frame: Frame, names: Names, letters: dict[str, str], floor: str) -> Iterator[Text]:
    columns = range(frame.left, frame.right)
    if frame.right > 10:
        tens = "".join(f"{column // 10 if column % 10 == 0 and column else '':<{CELL}}" for column in columns)
        yield Text(f"    {tens}", style="dim", no_wrap=True)
    yield Text("    " + "".join(f"{column % 10:<{CELL}}" for column in columns), style="dim", no_wrap=True)
    ground = _ground(state.scenario)
    standing = _creatures(state, names, letters)
    for row in range(frame.top, frame.bottom):
        line = Text(f"{row:>3} ", style="dim", no_wrap=True)
        for column in columns:
            here = (column, row)
            glyph, style = standing.get(here) or ground.get(here) or (floor, "dim")
            line.append(f"{glyph:<{CELL}}", style=style if style == "dim" else f"not dim {style}")
        yield line


def _ground(scenario: Scenario) -> dict[Square, tuple[str, str]]:
    rough = {square: (ROUGH, "yellow") for patch in scenario.map.terrain for square in patch.squares}
    return {**rough, **dict.fromkeys(scenario.map.walls, (WALL, "bold"))}


def _creatures(state: State, names: Names, letters: dict[str, str]) -> dict[Square, tuple[str, str]]:
    """What stands or lies where; who is up is seen above who is down."""
    found: dict[Square, tuple[str, str]] = {}
    for status in (DOWN, UP):
        for creature in state.creatures.values():
            if creature.status == status:
                style = names.style(creature.id) + (" bold" if status == UP else " strike")
                for square in _space(creature):
                    found[square] = (letters[creature.id], style)
    return found


def _space(creature: Creature) -> Iterator[Square]:
    x, y = creature.at
    return ((x + dx, y + dy) for dy in range(creature.space) for dx in range(creature.space))


def _legend(state: State, names: Names, letters: dict[str, str], plain: bool) -> Table:
    order = [who for who in state.order if who in state.creatures]
    shown = [state.creatures[who] for who in (*order, *(who for who in state.creatures if who not in order))]
    table = Table.grid(padding=(0, 1))
    table.add_column(min_width=1)
    table.add_column(min_width=_longest(names.plain(creature.id) for creature in shown))
    table.add_column(min_width=BAR)
    table.add_column(min_width=_longest(_hp(creature) for creature in shown), justify="right")
    table.add_column()
    for creature in shown:
        table.add_row(
            Text(letters[creature.id], style=f"bold {names.style(creature.id)}"),
            names.creature(creature.id),
            hp_bar(creature.hp, creature.max_hp, plain),
            Text(_hp(creature), style=hp_style(creature.hp, creature.max_hp)),
            Text(_condition(state, creature), style="dim"),
        )
    return table


def _longest(texts: Iterable[str]) -> int:
    return max(map(len, texts), default=1)


def _hp(creature: Creature) -> str:
    return f"{creature.hp}/{creature.max_hp}"


def _condition(state: State, creature: Creature) -> str:
    """How a creature fares: its fate, else its conditions and effects."""
    if creature.status in (DEAD, FLED):
        return creature.status
    effects = [spaced(effect.name) for effect in state.effects.values() if effect.target == creature.id]
    return ", ".join(filter(None, (state_of(creature), *dict.fromkeys(effects))))
