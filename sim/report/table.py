"""How a fight came out: who won, and what each combatant did and suffered."""

from __future__ import annotations

from attrs import define, field
from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from sim.model import events as ev
from sim.model.state import State
from sim.model.values import CRITICAL_SUCCESS, SUCCESS
from sim.report.words import Names, hp_style


@define
class Deeds:
    """What one combatant did and suffered.

    Attributes:
        dealt: Hit Points, temporary ones too, that others lost by its damage.
        taken: Hit Points, temporary ones too, that it lost.
        attacks: Attack rolls.
        hits: Attack rolls that hit, critical hits among them.
        criticals: Critical hits.
        downs: Others that it brought down or killed.
    """

    dealt: int = 0
    taken: int = 0
    attacks: int = 0
    hits: int = 0
    criticals: int = 0
    downs: int = 0


@define
class Tally:
    """Counts deeds, event by event."""

    _deeds: dict[str, Deeds] = field(factory=dict)
    _down: set[str] = field(factory=set)

    def of(self, who: str) -> Deeds:
        """What a combatant did so far."""
        return self._deeds.setdefault(who, Deeds())

    def add(self, event: ev.Event) -> None:
        """Count one event."""
        if isinstance(event, ev.AttackRolled):
            self._attack(event)
        elif isinstance(event, ev.DamageApplied):
            lost = event.hp_before - event.hp_after + event.temp_before - event.temp_after
            self.of(event.target).taken += lost
            if event.actor != event.target:
                self.of(event.actor).dealt += lost
        elif isinstance(event, ev.CombatantDowned | ev.CombatantDied):
            if event.actor not in self._down and event.by != event.actor:
                self.of(event.by).downs += 1
            self._down.add(event.actor)
        elif isinstance(event, ev.CombatantRose):
            self._down.discard(event.actor)

    def _attack(self, event: ev.AttackRolled) -> None:
        deeds = self.of(event.actor)
        deeds.attacks += 1
        deeds.hits += event.roll.degree in (SUCCESS, CRITICAL_SUCCESS)
        deeds.criticals += event.roll.degree == CRITICAL_SUCCESS


def result(state: State, tally: Tally) -> RenderableType:
    """The outcome in a sentence, and a table of the combatants in the order of the scenario."""
    return Group(Text(), headline(state), _table(state, tally))


def headline(state: State) -> Text:
    """Who won, when and why."""
    names = Names(state.scenario)
    rounds = f"{state.round} round" if state.round == 1 else f"{state.round} rounds"
    outcome = state.outcome
    if state.faulted:
        return Text(f"The fight broke off in round {state.round}.", style="bold red")
    if outcome is None:
        return Text(f"The fight is not over; it stands in round {state.round}.", style="bold")
    if not outcome.winners:
        return Text(f"A draw after {rounds} ({outcome.reason}).", style="bold")
    winners = Text(" and ").join([names.side(side) for side in outcome.winners])
    return Text.assemble("Winners: ", winners, f" after {rounds} ({outcome.reason}).", style="bold")


def _table(state: State, tally: Tally) -> Table:
    names = Names(state.scenario)
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 1, 0, 0), header_style="dim")
    for heading in ("combatant", "side"):
        table.add_column(heading)
    table.add_column("HP", justify="right")
    table.add_column("status")
    for heading in ("dealt", "taken", "hits", "crits", "downs"):
        table.add_column(heading, justify="right")
    for combatant in state.scenario.combatants:
        creature = state.creatures.get(combatant.id)
        if creature is None:
            table.add_row(names.creature(combatant.id), names.side(combatant.side), "-", "not yet there")
            continue
        deeds = tally.of(combatant.id)
        table.add_row(
            names.creature(combatant.id),
            names.side(combatant.side),
            Text(f"{creature.hp}/{creature.max_hp}", style=hp_style(creature.hp, creature.max_hp)),
            creature.status,
            str(deeds.dealt),
            str(deeds.taken),
            f"{deeds.hits}/{deeds.attacks}",
            str(deeds.criticals),
            str(deeds.downs),
        )
    return table
