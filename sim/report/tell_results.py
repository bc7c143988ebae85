"""How rolls, damage, conditions, effects and moves read: one function for each class of event.

A function returns None for an event that a reader need not see on its own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, Final

from rich.text import Text

from sim.model import events as ev
from sim.model.values import CRITICAL_SUCCESS, FAILURE, SUCCESS, Effect, Ends, Roll
from sim.report.scene import MOVES, TRIES, Scene, Teller, listed, say, square_text
from sim.report.words import (
    HITS,
    condition_text,
    degree_text,
    hp_style,
    lines_text,
    parts_text,
    roll_text,
    spaced,
    steps_text,
)

# --- rolls -----------------------------------------------------------------------


def _attack_rolled(scene: Scene, event: ev.AttackRolled) -> Text:
    rolled = roll_text(event.roll, scene.term("AC"), item=event.item, own="attack", uncounted=scene.every)
    item = f" with {spaced(event.item)}" if event.item else ""
    degree = (": ", degree_text(event.roll.degree, HITS)) if event.roll.degree else ()
    return say(scene.name(event.actor), " strikes ", scene.name(event.target), f"{item}: {rolled}", *degree, ".")


def _check(scene: Scene, who: str, what: str, roll: Roll, item: str = "") -> Text:
    degree = (": ", degree_text(roll.degree)) if roll.degree else ()
    rolled = roll_text(roll, scene.term("DC"), item=item, uncounted=scene.every)
    return say(scene.own(who, what), f": {rolled}", *degree, ".")


def _save_rolled(scene: Scene, event: ev.SaveRolled) -> Text:
    against = f" against {spaced(event.source)}" if event.source else ""
    return _check(scene, event.actor, f"{event.save} save{against}", event.roll, event.save)


def _check_rolled(scene: Scene, event: ev.CheckRolled) -> Text:
    if event.check in TRIES and event.target:
        rolled = roll_text(event.roll, scene.term("DC"), uncounted=scene.every)
        degree = degree_text(event.roll.degree)
        tries = TRIES[event.check]
        return say(scene.name(event.actor), f" {tries} ", scene.name(event.target), f": {rolled}: ", degree, ".")
    return _check(scene, event.actor, f"{spaced(event.check)} check", event.roll, event.check)


def _flat_check_rolled(scene: Scene, event: ev.FlatCheckRolled) -> Text:
    if event.reason == "recovery":
        return _check(scene, event.actor, "recovery check", event.roll)
    ends = event.roll.degree in (SUCCESS, CRITICAL_SUCCESS)  # only that matters here
    rolled = roll_text(event.roll, scene.term("DC"), uncounted=scene.every)
    said = scene.own(event.actor, f"flat check ({spaced(event.reason)})")
    return say(said, f": {rolled}: ", degree_text(SUCCESS if ends else FAILURE), ".")


def _damage_rolled(scene: Scene, event: ev.DamageRolled) -> Text:
    return say(f"{spaced(event.source)}: {parts_text(event.parts)}.")


# --- hit points, conditions, effects ---------------------------------------------


def _damage_reduced(scene: Scene, event: ev.DamageReduced) -> Text:
    return say(scene.name(event.actor), f" takes {event.amount} off the damage ({spaced(event.by)}).")


def _hp_change(scene: Scene, event: ev.DamageApplied) -> Text:
    """What damage did to a creature's Hit Points, without its name."""
    if not event.amount:
        return say("takes no damage.")
    absorbed = event.temp_before - event.temp_after
    shield = f"loses {absorbed} temporary HP and " if absorbed else ""
    hp = (f"{event.hp_after}", hp_style(event.hp_after, scene.state.creatures[event.target].max_hp))
    if event.hp_after == event.hp_before:
        return say(f"{shield}stays at ", hp, " HP.")
    return say(f"{shield}drops from {event.hp_before} to ", hp, " HP.")


def _damage_applied(scene: Scene, event: ev.DamageApplied) -> Text:
    if not event.amount:
        return say(scene.name(event.target), " ", _hp_change(scene, event))
    return say(scene.name(event.target), f" takes {lines_text(event.lines)} and ", _hp_change(scene, event))


def rolled_and_applied(scene: Scene, rolled: ev.DamageRolled, event: ev.DamageApplied) -> Text:
    """Damage of one creature in one line, from the dice to the Hit Points."""
    several = len(event.lines) > 1
    stepped = [(f"{line.type} " if several else "") + steps_text(line) for line in event.lines if line.steps]
    told = ", ".join([parts_text(rolled.parts), *stepped])
    lead = f"{spaced(rolled.source).capitalize()}:" if rolled.source.startswith("persistent") else "for"
    return say(f"{lead} {told}; ", scene.name(event.target), " ", _hp_change(scene, event))


def _healed(scene: Scene, event: ev.Healed) -> Text:
    if not event.amount:
        return say(scene.name(event.target), f" stays at {event.hp_after} HP.")
    most = scene.state.creatures[event.target].max_hp
    hp = (f"{event.hp_after}", hp_style(event.hp_after, most))
    return say(scene.name(event.target), f" rises from {event.hp_before} to ", hp, " HP.")


def rolled_and_healed(scene: Scene, rolled: ev.DamageRolled, event: ev.Healed) -> Text:
    """Healing of one creature in one line."""
    return say(f"for {parts_text(rolled.parts)}; ", _healed(scene, event))


def _temp_hp_changed(scene: Scene, event: ev.TempHpChanged) -> Text:
    return say(scene.name(event.target), f" has {event.after} temporary HP (before: {event.before}).")


def _max_hp_changed(scene: Scene, event: ev.MaxHpChanged) -> Text:
    change = "loses" if event.after < event.before else "regains"
    most = abs(event.after - event.before)
    return say(scene.name(event.target), f" {change} {most} of its most HP: {event.hp_after} of {event.after}.")


def _side_changed(scene: Scene, event: ev.SideChanged) -> Text:
    return say(scene.name(event.target), f" fights for {event.after} now.")


def _condition_changed(scene: Scene, event: ev.ConditionChanged) -> Text | None:
    part = event.condition == "unconscious" or (event.cause in scene.hidden and event.condition != "dying")
    if part and not scene.every:
        return None  # of going down or getting up, which is told
    if not event.after:
        return say(scene.name(event.target), f" is no longer {spaced(event.condition)}.")
    text = condition_text(event.condition, event.after)
    if event.before:
        return say(scene.name(event.target), f" is now {text} (before: {event.before}).")
    return say(scene.name(event.target), f" is {text}.")


def with_its_end(scene: Scene, effect: ev.Event, event: ev.ConditionChanged) -> Text | None:
    """A condition and the effect that holds it, whose end is told with it; None where they do not belong together."""
    if isinstance(effect, ev.EffectStarted):
        held, ends = effect.effect, _until(scene, effect.effect.ends)
        fits = (held.name, held.target) == (event.condition, event.target)
    elif isinstance(effect, ev.EffectEnded):
        fits, ends = (effect.name, effect.target) == (event.condition, event.target), Text()
    else:
        return None
    text = _condition_changed(scene, event) if fits else None
    return text and say(text[:-1], ends, ".")


def _effect_text(effect: Effect) -> str:
    """An effect with what it changes: ``raised shield: +2 circumstance to AC``."""
    scale, _, detail = effect.detail.partition(" ")
    scales = {"1/1": "", "2/1": "doubled ", "1/2": "halved "}
    told = [scales[scale] + detail] if re.fullmatch(r"\d+/\d+", scale) and scale in scales else [effect.detail]
    told = [text for text in told if text]
    told += [f"{m.value:+d} {m.type} to {'AC' if m.to == 'ac' else spaced(m.to)}" for m in effect.modifiers]
    return spaced(effect.name) + (f" ({', '.join(told)})" if told else "")


def effects_started(scene: Scene, events: Sequence[ev.EffectStarted]) -> Text:
    """The same effect on one creature or several."""
    effect = events[0].effect
    bearers = listed([scene.name(event.effect.target) for event in events])
    verb = "has" if len(events) == 1 else "have"
    return say(bearers, f" {verb} {_effect_text(effect)}", _until(scene, effect.ends), ".")


def _until(scene: Scene, ends: Ends | None) -> Text:
    if ends is None or ends.owner not in scene.state.creatures:
        return Text()
    ahead = ends.turn - scene.state.creatures[ends.owner].turn
    which = {0: "this turn", 1: "next turn"}.get(ahead, f"turn {ends.turn}")
    return say(f" until the {ends.at} of ", scene.own(ends.owner, which))


def effects_ended(scene: Scene, events: Sequence[ev.EffectEnded]) -> Text | None:
    """The end of the same effect on one creature or several."""
    first = events[0]
    if first.reason == "renewed" and not scene.every:
        return None  # its new beginning follows
    bearers = listed([scene.name(event.target) for event in events])
    return say(f"{spaced(first.name).capitalize()} on ", bearers, f" ends ({first.reason}).")


def _effect_started(scene: Scene, event: ev.EffectStarted) -> Text:
    return effects_started(scene, [event])


def _effect_ended(scene: Scene, event: ev.EffectEnded) -> Text | None:
    return effects_ended(scene, [event])


def _counter_changed(scene: Scene, event: ev.CounterChanged) -> Text | None:
    if event.counter.endswith("_hp"):
        thing = spaced(event.counter.removesuffix("_hp"))
        verb = "drops" if event.after < event.before else "rises"
        return say(scene.own(event.target, thing), f" {verb} from {event.before} to {event.after} HP.")
    if event.counter == "air_spent":
        return say(scene.name(event.target), f" {_air(event.after)}.")
    if event.counter == "sunk":
        return say(scene.name(event.target), f" {_depth(event.before, event.after)}.")
    if scene.every:
        return say(scene.own(event.target, event.counter), f" goes from {event.before} to {event.after}.")
    return None


def _depth(before: int, after: int) -> str:
    if not after:
        return "is no longer under water"
    return f"{'sinks' if after > before else 'rises'} to {after} ft below the surface"


def _air(spent: int) -> str:
    if not spent:
        return "breathes again"
    return f"has spent {spent} round{'' if spent == 1 else 's'} of air"


PERCEIVED: Final = {
    "observed": "is in full view of",
    "hidden": "is hidden from",
    "undetected": "is undetected by",
    "unnoticed": "is unnoticed by",
}
"""How a creature stands to who looks for it."""


def _detection_changed(scene: Scene, event: ev.DetectionChanged) -> Text:
    return say(
        scene.name(event.target), f" {PERCEIVED.get(event.after, event.after)} ", scene.name(event.observer), "."
    )


def _resource_spent(scene: Scene, event: ev.ResourceSpent) -> Text:
    thing, _, unit = event.resource.partition("/")
    one = unit.removesuffix("s") if event.after == 1 else unit
    uses = f" {one}" if unit else ""
    return say(scene.name(event.actor), f" has {event.after}{uses} of {spaced(thing)} left.")


# --- place and things ------------------------------------------------------------


def _moved(scene: Scene, event: ev.Moved) -> Text:
    verb = MOVES.get(scene.spent.get(event.cause, ""), "moves")
    if event.forced:
        verb = "drifts" if event.mode == "drift" else "is moved"
    elif event.cause in scene.moved:
        verb = "goes on"
    return say(scene.name(event.actor), f" {verb} to {square_text(event.path[-1])} ({event.feet} ft).")


HANDLED: Final = ("draw", "stow", "swap", "pick_up", "release")
"""Actions that say themselves what becomes of an item."""


def _item_changed(scene: Scene, event: ev.ItemChanged) -> Text | None:
    handled = scene.spent.get(event.cause) in HANDLED
    if not scene.every and (handled or event.cause in scene.hidden):
        return None
    return say(scene.own(event.actor, spaced(event.item)), f" is now {event.after} (before: {event.before}).")


# --- time and fate ---------------------------------------------------------------


def _fate(words: str, style: str) -> Callable[[Scene, Any], Text]:
    def tell(scene: Scene, event: Any) -> Text:
        return say(scene.name(event.actor), (f" {words}.", style))

    return tell


def _overridden(scene: Scene, event: ev.Overridden) -> Text:
    return say((f"Set by hand: {event.path} from {event.before} to {event.after}.", "bold magenta"))


def _unknown(scene: Scene, event: ev.Unknown) -> Text:
    return say((f"An event of a kind this version does not know: {event.raw.get('type', '?')}.", "bold yellow"))


RESULT_TELLERS: Final[dict[type[ev.Event], Teller]] = {
    ev.AttackRolled: _attack_rolled,
    ev.SaveRolled: _save_rolled,
    ev.CheckRolled: _check_rolled,
    ev.FlatCheckRolled: _flat_check_rolled,
    ev.DamageRolled: _damage_rolled,
    ev.DamageReduced: _damage_reduced,
    ev.DamageApplied: _damage_applied,
    ev.Healed: _healed,
    ev.TempHpChanged: _temp_hp_changed,
    ev.MaxHpChanged: _max_hp_changed,
    ev.SideChanged: _side_changed,
    ev.ConditionChanged: _condition_changed,
    ev.EffectStarted: _effect_started,
    ev.EffectEnded: _effect_ended,
    ev.CounterChanged: _counter_changed,
    ev.DetectionChanged: _detection_changed,
    ev.ResourceSpent: _resource_spent,
    ev.Moved: _moved,
    ev.ItemChanged: _item_changed,
    ev.CombatantDowned: _fate("goes down", "bold red"),
    ev.CombatantRose: _fate("is up again", "bold green"),
    ev.CombatantDied: _fate("is dead", "bold red"),
    ev.CombatantFled: _fate("flees the fight", "bold"),
    ev.Overridden: _overridden,
    ev.Unknown: _unknown,
}
