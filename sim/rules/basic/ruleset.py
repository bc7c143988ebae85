"""A small system as a ruleset: everything that is not its own dice and formulas."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, ClassVar, Final

from sim.model import events as ev
from sim.model.actions import Action
from sim.model.protocols import Form, Game, Number, Play, SingleCheck, Told
from sim.model.reduce import ROUND_SECONDS
from sim.model.scenario import Combatant
from sim.model.state import DEAD, DOWN, UP, Creature, State
from sim.model.windows import Window
from sim.rules.basic.act import ACTION, MOVE, Act
from sim.rules.basic.arms import FACTS
from sim.rules.basic.harm import flee
from sim.rules.basic.inspecting import stated_numbers
from sim.rules.basic.lasting import expire
from sim.rules.basic.legal import BasicLegal
from sim.rules.basic.walking import SPACE, nearest_free
from sim.rules.endings import ending, loses_heart
from sim.rules.faults import PatchCheck

PARTS: Final = frozenset({MOVE, ACTION})
TIE: Final = "initiative_tie"
"""The counter of a creature's lot."""
TIE_SIZES: Final = (1000,)


class BasicRuleset:
    """Rounds of one move and one action for each creature; a system adds its acts, options and initiative."""

    name: ClassVar[str]
    editions: ClassVar[Mapping[str, Mapping[str, Any]]] = {"core": {}}
    creature_type: ClassVar[type]
    forms: ClassVar[Mapping[str, Form]] = {}
    options: ClassVar[Mapping[str, tuple[Any, ...]]]
    acts: ClassVar[Mapping[str, Act]]
    kinds: ClassVar[tuple[str, ...]]
    conditions: ClassVar[tuple[str, ...]] = ()
    terrain: ClassVar[Mapping[str, PatchCheck]] = {}
    words: ClassVar[Mapping[str, str]] = {}
    facts = FACTS
    initiative: ClassVar[tuple[str, ...]] = ()
    outcome = staticmethod(ending)
    adjustments: ClassVar[Mapping[str, Callable[[Any], Any]]] = {}

    # --- what a system says itself -------------------------------------------------

    def roll_initiative(self, game: Game, who: str, cause: int) -> Play:
        """Yield InitiativeRolled."""
        raise NotImplementedError

    def lost(self, state: State, creature: Creature) -> frozenset[str]:
        """Parts of this turn that a creature has lost."""
        return frozenset()

    def tells(self, state: State) -> bool:
        """Whether creatures learn the number that their rolls had to reach."""
        return True

    def problems(self, data: Any) -> Sequence[tuple[tuple[str | int, ...], str]]:
        """See `Ruleset.problems`."""
        raise NotImplementedError

    def single_check(self, data: Any, text: str, options: Mapping[str, Any]) -> SingleCheck:
        """See `Ruleset.single_check`."""
        raise NotImplementedError

    def numbers(self, data: Any) -> Sequence[Number]:
        """What a stat block states, number by number."""
        return list(stated_numbers(data))

    # --- the encounter ---------------------------------------------------------------

    def open(self, game: Game, cause: int) -> Play:
        """Those present join and roll initiative; the others get a timer."""
        state = game.state
        for combatant in state.scenario.combatants:
            if combatant.round:
                yield ev.TimerSet(cause, f"join {combatant.id}", (combatant.round - 1) * ROUND_SECONDS)
            else:
                yield from self._enter(game, combatant, cause)
        for who in tuple(state.creatures):
            yield from self._roll(game, who, cause)
        order = sorted(state.creatures, key=lambda who: self._rank(state, who))
        yield ev.OrderChanged(cause, tuple(order), 0, "initiative")

    def join(self, game: Game, who: str, cause: int) -> Play:
        """A reinforcement enters and takes its place in the order."""
        state = game.state
        combatant = next(c for c in state.scenario.combatants if c.id == who)
        yield from self._enter(game, combatant, cause)
        yield from self._roll(game, who, cause)
        order = sorted((*state.order, who), key=lambda other: self._rank(state, other))
        yield ev.OrderChanged(cause, tuple(order), 0, "joined")

    def _enter(self, game: Game, combatant: Combatant, cause: int) -> Play:
        data = combatant.data
        hp = data.hp if combatant.hp is None else combatant.hp
        wanted = combatant.at
        if wanted is None:
            free = [at for at in combatant.zone if game.state.grid.free(at, SPACE)]
            free = [at for at in free if at not in game.state.occupied] or free
            wanted = free[game.dice.roll(f"{combatant.id}/place", 0, (len(free),), game.state.seq)[0] - 1]
        at = nearest_free(game.state, wanted) if wanted in game.state.occupied else wanted
        counters = {f"{ability.key}/uses": ability.uses for ability in data.abilities if ability.uses}
        joined = yield ev.CombatantJoined(
            cause, combatant.id, combatant.side, hp, data.hp, at, SPACE, data.reach, {}, counters, ()
        )
        for condition, value in combatant.conditions.items():
            yield ev.ConditionChanged(joined, combatant.id, condition, 0, value, combatant.id)

    def _roll(self, game: Game, who: str, cause: int) -> Play:
        yield from self.roll_initiative(game, who, cause)
        if game.state.scenario.options["initiative_ties"] == "dice":
            # each creature draws once, so the die needs no count in the state
            lot = game.dice.roll(f"{who}/tie", 0, TIE_SIZES, game.state.seq)[0]
            yield ev.CounterChanged(cause, who, TIE, 0, lot)

    def _rank(self, state: State, who: str) -> tuple[int, int, int]:
        """Highest initiative first, equal ones in the order of the file unless lots are drawn."""
        ids = [combatant.id for combatant in state.scenario.combatants]
        counters = state.creatures[who].counters
        return -counters["initiative"], -counters.get(TIE, 0), ids.index(who)

    def summary(self, state: State) -> dict[str, Any]:
        """These systems have nothing to say about a whole encounter."""
        return {}

    # --- turns -------------------------------------------------------------------------

    def begin_turn(self, game: Game, who: str, slot: int) -> Play:
        """What lasts until now ends; then the move and the action, less what was lost."""
        state = game.state
        creature = state.creatures[who]
        start = yield ev.TurnStarted(0, who, creature.turn + 1, slot)
        if state.effects:
            yield from expire(game, who, "start", start)
        if loses_heart(state, creature):
            yield from flee(game, who, start)
            return
        yield ev.ActionsRegained(start, who, len(PARTS - self.lost(state, creature)), 0)

    def end_turn(self, game: Game, who: str) -> Play:
        """What lasts until the end of this turn ends."""
        end = yield ev.TurnEnded(0, who)
        if game.state.effects:
            yield from expire(game, who, "end", end)

    def pass_slot(self, game: Game, who: str, slot: int) -> Play:
        """Never needed: those who are out leave the order, and what they made ends."""
        yield ev.SlotPassed(0, who, game.state.creatures[who].turn + 1, slot)

    def slot_needed(self, state: State, who: str) -> bool:
        """Nothing waits for those who are out."""
        return False

    def able(self, state: State, who: str) -> bool:
        """Whoever stands can act."""
        return state.creatures[who].status == UP

    def decider(self, state: State, who: str) -> str:
        """Every creature decides for itself."""
        return who

    # --- actions -----------------------------------------------------------------------

    def legal(self, state: State, who: str) -> BasicLegal:
        """Legal actions of the creature whose turn it is."""
        creature = state.creatures[who]
        acts, parts = self.acts, PARTS - self.lost(state, creature)
        if creature.tally:
            parts -= {acts[name].part for name in creature.tally if name in acts}
        return BasicLegal(acts, state, creature, parts)

    def perform(self, game: Game, who: str, action: Action, cause: int) -> Play:
        """Pay for an action with its part of the turn, then do it."""
        act = self.acts[action.kind]
        left = game.state.creatures[who].actions - 1
        spent = yield ev.ActionSpent(cause, who, action.kind, 1, left, (act.part,))
        yield from act.perform(game, who, action, spent)

    def react(self, game: Game, who: str, window: Window, action: Action, cause: int) -> Play:
        """There are no reactions."""
        yield from ()

    def reactions(self, state: State, window: Window, who: str) -> tuple[Action, ...]:
        """There are no reactions."""
        return ()

    def told(self, state: State, who: str) -> Told | None:
        """What a creature learns of its latest roll."""
        roll = state.creatures[who].rolled
        if roll is None:
            return None
        return Told(roll.label.partition("/")[2], roll.total, roll.degree, roll.dc if self.tells(state) else 0)

    def odds(self, state: State, who: str, action: Action) -> Mapping[str, Fraction]:
        """Exact chance of each degree of an action's roll; empty for one without, and where it is not for the agent."""
        act = self.acts.get(action.kind)
        return act.odds(state, state.creatures[who], action) if act and self.tells(state) else {}


def present(state: State) -> list[Creature]:
    """Creatures that stand, in the order of the fight."""
    return [creature for creature in state.creatures.values() if creature.status not in (DOWN, DEAD)]
