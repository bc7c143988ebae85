"""How the order of the fight, decisions and their cost read: one function for each class of event.

A function returns None for an event that a reader need not see on its own.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from rich.text import Text

from sim.model import events as ev
from sim.model.actions import parse_action
from sim.report.scene import SELF_TOLD, Said, Scene, Teller, listed, say, square_text
from sim.report.words import hp_style, roll_text, spaced, state_of

VERBS: Final = {
    "use": "uses",
    "pass": "passes",
    "pick_up": "picks up",
    "take_cover": "takes cover",
    "leave_cover": "leaves cover",
}
"""Third persons that do not just end in s."""

# --- the encounter and its order -------------------------------------------------


def _encounter_started(scene: Scene, event: ev.EncounterStarted) -> Text:
    title = scene.state.scenario.title
    return say((title, "bold"), (f"  {event.ruleset} {event.edition}, seed {event.seed}, fight {event.fight}", "dim"))


def _combatant_joined(scene: Scene, event: ev.CombatantJoined) -> Text | None:
    if not scene.every and not scene.state.order:
        return None  # there from the beginning; the map and the order show them
    side = scene.names.side(event.side)
    known = f" ({event.actor})" if scene.names.plain(event.actor) != event.actor else ""
    return say(scene.name(event.actor), f"{known} joins the ", side, f" at {square_text(event.at)} with {event.hp} HP.")


def _initiative_rolled(scene: Scene, event: ev.InitiativeRolled) -> Text | None:
    if not scene.every and not scene.state.order:
        return None  # the order tells the totals
    rolled = roll_text(event.roll, scene.term("DC"), uncounted=scene.every)
    return say(scene.own(event.actor, "initiative"), f": {rolled}.")


def _order_changed(scene: Scene, event: ev.OrderChanged) -> Text | None:
    if event.reason in ("dying", "out of the fight") and not scene.every:
        return None
    creatures = scene.state.creatures
    places = [say(scene.name(who), f" {creatures[who].counters.get('initiative', '')}".rstrip()) for who in event.order]
    return say("Order of turns: ", Text(", ").join(places), ".")


def _round_started(scene: Scene, event: ev.RoundStarted) -> Text:
    return say((f"Round {event.number}", "bold underline"))


def _turn_started(scene: Scene, event: ev.TurnStarted) -> Text:
    creature = scene.state.creatures[event.actor]
    style = f"bold {scene.names.style(event.actor)}".strip()
    hp = (f"{creature.hp}/{creature.max_hp} HP", hp_style(creature.hp, creature.max_hp))
    rest = [say(hp)]
    if creature.temp_hp:
        rest.append(Text(f"{creature.temp_hp} temporary HP"))
    if creature.conditions:
        rest.append(Text(state_of(creature)))
    return say((scene.names.plain(event.actor), style), " (", Text(", ").join(rest), ")")


def _encounter_ended(scene: Scene, event: ev.EncounterEnded) -> Text:
    rest = f": {event.reason}{_in_sum(event)}."
    if not event.winners:
        return say(("No side wins", "bold"), rest)
    verb = " win" if len(event.winners) > 1 or event.winners[0].endswith("s") else " wins"
    winners = listed([scene.names.side(side) for side in event.winners])
    winners.stylize("bold")
    return say("The ", winners, (verb, "bold"), rest)


def _in_sum(event: ev.EncounterEnded) -> str:
    told = ", ".join(f"{spaced(name)} {value}" for name, value in sorted(event.summary.items()))
    return f" ({told})" if told else ""


# --- decisions and their cost ----------------------------------------------------


def _action_chosen(scene: Scene, event: ev.ActionChosen) -> Text | None:
    left = scene.state.creatures[event.actor].actions
    if scene.every:
        why = ": ".join(filter(None, (event.rule, event.reason)))
        by = (f"  [{event.policy}{', ' + why if why else ''}]", "dim")
        return say(scene.name(event.actor), f" decides: {event.action}.", by)
    if event.kind == "choice" and event.action == "keep":
        return None  # nothing comes of it
    if event.kind == "choice":
        return say(scene.name(event.actor), f" chooses: {event.action}.")
    if event.action != "end" or event.kind != "action" or not left:
        return None
    return say(scene.name(event.actor), f" ends the turn with {_actions(left)} unused.")


def _actions(number: int) -> str:
    return {0: "free action", 1: "1 action"}.get(number, f"{number} actions")


def _problem(verb: str) -> Callable[[Scene, Any], Text]:
    def tell(scene: Scene, event: Any) -> Text:
        tried = f" ({event.action})" if isinstance(event, ev.ActionRefused) else ""
        return say(scene.own(event.actor, f"agent {event.policy} "), (f"{verb}{tried}: {event.problem}", "bold yellow"))

    return tell


def _engine_faulted(scene: Scene, event: ev.EngineFaulted) -> Text:
    return say((f"A rule broke at event {event.step}: {event.problem}", "bold red"), f"\nTo repeat it: {event.repeat}")


def _action_spent(scene: Scene, event: ev.ActionSpent) -> Text | None:
    cost = _actions(event.cost)
    if scene.every:
        return say(scene.name(event.actor), f" spends {cost} on {spaced(event.action)}, {event.left} left.")
    if event.action in SELF_TOLD:
        return None
    action = scene.chosen.get(event.actor)
    if action is None or event.action not in (action.kind, action.item):
        return say(scene.name(event.actor), f" uses {spaced(event.action)} ({cost}).")
    verb = VERBS.get(action.kind, f"{action.kind}s")
    said: list[Said] = [scene.name(event.actor), f" {verb}"]
    if action.item:
        said.append(f" {spaced(action.item)}")
    if action.target:
        said += [" on " if action.item else " ", scene.name(action.target)]
    if action.square:
        said.append(f" {'toward' if 'move' in event.traits else 'at'} {square_text(action.square)}")
    return say(*said, f" ({cost}).")


def _reaction_used(scene: Scene, event: ev.ReactionUsed) -> Text:
    name = "readied action" if event.reaction == "readied" else spaced(event.reaction)
    trigger = say(", triggered by ", scene.name(event.trigger)) if event.trigger != event.actor else Text()
    return say(("Reaction: ", "italic"), scene.own(event.actor, name), trigger, ".")


def _action_disrupted(scene: Scene, event: ev.ActionDisrupted) -> Text:
    lost = spaced(scene.spent.get(event.action, "action"))
    return say(scene.name(event.by), (" disrupts ", "bold"), scene.own(event.actor, lost), ".")


def _delayed(scene: Scene, event: ev.Delayed) -> Text:
    return say(scene.name(event.actor), " delays.")


def _returned(scene: Scene, event: ev.Returned) -> Text:
    return say(scene.name(event.actor), " returns from delaying and acts next.")


def _readied(scene: Scene, event: ev.Readied) -> Text:
    if not event.ends_turn:
        action = parse_action(event.action)
        return say(
            scene.name(event.actor), " prepares to aid ", scene.name(action.target), f" with {spaced(action.item)}."
        )
    return say(scene.name(event.actor), f" readies: {event.action}, trigger: {event.trigger}.")


FRAME_TELLERS: Final[dict[type[ev.Event], Teller]] = {
    ev.EncounterStarted: _encounter_started,
    ev.CombatantJoined: _combatant_joined,
    ev.InitiativeRolled: _initiative_rolled,
    ev.OrderChanged: _order_changed,
    ev.RoundStarted: _round_started,
    ev.TurnStarted: _turn_started,
    ev.EncounterEnded: _encounter_ended,
    ev.ActionChosen: _action_chosen,
    ev.ActionRefused: _problem("was refused"),
    ev.AgentFaulted: _problem("broke"),
    ev.EngineFaulted: _engine_faulted,
    ev.ActionSpent: _action_spent,
    ev.ReactionUsed: _reaction_used,
    ev.ActionDisrupted: _action_disrupted,
    ev.Delayed: _delayed,
    ev.Returned: _returned,
    ev.Readied: _readied,
}
