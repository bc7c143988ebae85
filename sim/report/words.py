"""Small pieces of text that reports share: names, rolls, damage, numbers of Hit Points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from rich.text import Text

from sim.loading.rulesets import ruleset
from sim.model.errors import InputError
from sim.model.scenario import Scenario
from sim.model.state import Creature
from sim.model.values import (
    CRITICAL_FAILURE,
    CRITICAL_SUCCESS,
    FAILURE,
    SUCCESS,
    DamageLine,
    DamagePart,
    Modifier,
    Roll,
)

PALETTE: Final = ("cyan", "red", "green", "magenta", "yellow", "blue")
"""Colours of the sides, in the order of the scenario."""

HITS: Final = {
    CRITICAL_SUCCESS: "critical hit",
    "great_success": "great hit",
    SUCCESS: "hit",
    FAILURE: "miss",
    "great_failure": "great miss",
    CRITICAL_FAILURE: "critical miss",
}
"""Degrees of an attack roll, as people call them; not every system has all."""

DEGREE_STYLES: Final = {
    CRITICAL_SUCCESS: "bold green",
    "great_success": "bold green",
    SUCCESS: "green",
    FAILURE: "yellow",
    "great_failure": "bold yellow",
    CRITICAL_FAILURE: "bold yellow",
}

VALUED: Final = frozenset(
    {"clumsy", "doomed", "drained", "dying", "enfeebled", "frightened", "sickened", "slowed", "stunned", "stupefied"}
    | {"wounded"}
)
"""Conditions whose value is told even when it is 1."""

BAR: Final = 10
"""Cells of a bar of Hit Points."""


def spaced(key: str) -> str:
    """A key as words: ``reactive_strike`` and ``flame-breath`` without their joints."""
    return key.replace("_", " ").replace("-", " ")


class Names:
    """What the creatures and sides of a fight are called, in the colours of their sides."""

    def __init__(self, scenario: Scenario) -> None:
        sides = [side.name for side in scenario.sides]
        self._styles = {side: PALETTE[at % len(PALETTE)] for at, side in enumerate(sides)}
        shared = Counter(str(c.data.name) for c in scenario.combatants)
        self._names = {c.id: str(c.data.name) if shared[str(c.data.name)] == 1 else c.id for c in scenario.combatants}
        self._sides = {c.id: c.side for c in scenario.combatants}

    def plain(self, who: str) -> str:
        """A creature's own name; its id where several bear the name or none is known."""
        return self._names.get(who, who)

    def style(self, who: str) -> str:
        """The colour of a creature's side."""
        return self._styles.get(self._sides.get(who, ""), "")

    def creature(self, who: str) -> Text:
        """The name of a creature in the colour of its side."""
        return Text(self.plain(who), style=self.style(who))

    def side(self, side: str) -> Text:
        """The name of a side in its colour."""
        return Text(side, style=self._styles.get(side, ""))


def words_of(system: str) -> Mapping[str, str]:
    """What a system calls AC and DC; a log can be told without its rules, then by these words."""
    try:
        return ruleset(system).words
    except InputError:
        return {}


def degree_text(degree: str, words: dict[str, str] | None = None) -> Text:
    """A degree in words and colour; critical ones are bold."""
    return Text((words or {}).get(degree, spaced(degree)), style=DEGREE_STYLES.get(degree, ""))


def signed(modifier: Modifier, label: str | None = None) -> str:
    """A modifier as it stands in a sum: ``+ 9 attack``; ``label`` replaces its own."""
    sign = "-" if modifier.value < 0 else "+"
    return f"{sign} {abs(modifier.value)} {spaced(modifier.label) if label is None else label}".rstrip()


def roll_text(roll: Roll, target: str = "DC", *, item: str = "", own: str = "", uncounted: bool = False) -> str:
    """A roll with everything that went into it, up to its DC.

    Args:
        roll: The roll.
        target: What the DC is called.
        item: What it was rolled with, which is also the label of its own modifier.
        own: What that modifier is called instead.
        uncounted: Whether to name the modifiers that stacking left out.
    """
    if not roll.faces:
        return "not rolled"
    faces = str(roll.kept) if len(roll.faces) == 1 else f"{roll.kept} of {', '.join(map(str, roll.faces))}"
    words = [f"d{roll.die} ({faces})"]
    for modifier in roll.modifiers:
        if modifier.counted:
            same = bool(item) and spaced(modifier.label).lower() == spaced(item).lower()
            words.append(signed(modifier, own if same else None))
    if len(words) > 1:
        words.append(f"= {roll.total}")
    if uncounted:
        words += [_uncounted(m) for m in roll.modifiers if not m.counted]
    if roll.dc:
        words.append(f"vs {target} {_dc_text(roll)}")
    return " ".join(words)


def _uncounted(modifier: Modifier) -> str:
    """A modifier that adds nothing: because it does not stack, or because it says something else about the roll."""
    if modifier.type == "threshold":
        return f"({spaced(modifier.label)} {modifier.value})"
    return f"({signed(modifier)} does not stack)" if modifier.value else f"({spaced(modifier.label)})"


def formula_text(roll: Roll, target: str = "DC") -> str:
    """What goes into a roll, whatever it comes to: ``d20 + 9 shortbow - 2 range vs DC 17``."""
    against = [f"vs {target} {_dc_text(roll)}"] if roll.dc else []
    return " ".join([f"d{roll.die}", *sum_text(roll.modifiers), *against])


def sum_text(modifiers: Sequence[Modifier]) -> list[str]:
    """What is added, then what only says something: ``+ 9 attack``, ``(swords level 3)``."""
    counted = [signed(modifier) for modifier in modifiers if modifier.counted]
    return [*counted, *(_uncounted(modifier) for modifier in modifiers if not modifier.counted)]


def _dc_text(roll: Roll) -> str:
    counted = [m for m in roll.against if m.counted]
    if not counted:
        return str(roll.dc)
    stated = roll.dc - sum(m.value for m in counted)
    return f"{roll.dc} ({stated} {' '.join(map(signed, counted))})"


def parts_text(parts: Sequence[DamagePart]) -> str:
    """Rolled damage as a sum: ``1d8 (6) + 4 = 10 slashing``."""
    sums = [_part_sum(part) for part in parts]
    if len(parts) == 1:
        total = "" if sums[0] == str(parts[0].total) else f"{sums[0]} = "
        return f"{total}{parts[0].total} {parts[0].type}"
    told = [f"{text} {'' if part.scales else 'extra '}{part.type}" for text, part in zip(sums, parts, strict=True)]
    return f"{' + '.join(told)} = {sum(part.total for part in parts)}"


def damage_formula(parts: Sequence[DamagePart]) -> str:
    """What is rolled for damage, whatever it comes to: ``1d8 + 4 slashing plus 1d6 fire``."""
    return " plus ".join(f"{_part_formula(part)} {part.type}".removesuffix(" damage") for part in parts)


def _part_formula(part: DamagePart) -> str:
    added = [signed(m, "" if m.label == "damage" else None) for m in part.modifiers if m.counted]
    return " ".join([part.dice, *added]).strip().removeprefix("+ ") or str(part.total)


def _part_sum(part: DamagePart) -> str:
    words = [f"{part.dice} ({', '.join(map(str, part.faces))})"] if part.dice else []
    for modifier in part.modifiers:
        if modifier.counted:
            text = signed(modifier, "" if modifier.label == "damage" else None)
            words.append(text if words else text.removeprefix("+ "))
    return " ".join(words) or str(part.total)


def lines_text(lines: Iterable[DamageLine]) -> str:
    """Damage that reached a creature, by type, with the steps it took: ``20 slashing (10, doubled to 20)``."""
    told = []
    for line in lines:
        steps = steps_text(line)
        told.append(f"{line.final} {line.type}" + (f" ({line.rolled} rolled, {steps})" if steps else ""))
    return " and ".join(told) or "nothing"


def steps_text(line: DamageLine) -> str:
    """What became of rolled damage on its way."""
    told = []
    for step in line.steps:
        if step.step in ("immunity", "weakness", "resistance"):
            told.append(f"{step.step} to {spaced(step.label)} makes it {step.after}")
        elif step.step == "unaffected":
            told.append("which does nothing to it")
        elif step.step == "reaction":
            told.append(f"{spaced(step.label)} leaves {step.after}")
        elif step.step == "more":
            told.append(f"{step.after} with the rest")
        else:
            told.append(f"{step.label} to {step.after}")
    return ", ".join(told)


def condition_text(condition: str, value: int) -> str:
    """A condition, with its value where it has one."""
    return f"{spaced(condition)} {value}" if value > 1 or condition in VALUED else spaced(condition)


def state_of(creature: Creature) -> str:
    """A creature's conditions in a few words, in the order they came."""
    return ", ".join(condition_text(name, value) for name, value in creature.conditions.items())


def hp_style(hp: int, most: int) -> str:
    """Colour of Hit Points by what is left of them."""
    return "green" if 2 * hp > most else "yellow" if 4 * hp > most else "red"


def hp_bar(hp: int, most: int, ascii_only: bool = False) -> Text:
    """A bar of Hit Points; a creature with any left shows at least one cell."""
    full, empty = "=-" if ascii_only else "█░"
    cells = -(-BAR * max(hp, 0) // max(most, 1))
    return Text.assemble((full * cells, hp_style(hp, most)), (empty * (BAR - cells), "dim"))
