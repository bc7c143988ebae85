"""Persistent damage: laid on a creature, dealt at the end of its turns, ended by a flat check or by healing.

It is an effect whose detail is its scaling, its damage and those traits of what brought it that matter:
``2/1 1d6 fire (magical)``.
"""

from __future__ import annotations

import re
from typing import Final

from attrs import evolve

from sim.model import events as ev
from sim.model.protocols import Game, Play
from sim.model.state import DEAD, State
from sim.model.values import Effect
from sim.rules.pf2e.damage import deal, roll_damage
from sim.rules.pf2e.defenses import Defenses, defenses, telling
from sim.rules.pf2e.flat import flat_check
from sim.rules.pf2e.hits import SCALES, Hit, Share
from sim.rules.pf2e.iwr import immune_to, no_nonlethal
from sim.rules.pf2e.texts import DamageText, parse_damage
from sim.rules.registry import empty, nothing, rule

NAME: Final = "persistent_damage"
_DETAIL = re.compile(r"^(\d+/\d+) ([^(]+?)(?: \((.*)\))?$")
_SCALES: Final = {"1/1": "", "2/1": "double", "1/2": "halve"}
PERSISTENT_DC: Final = 15


def start_persistent(game: Game, hit: Hit, text: DamageText, cause: int) -> Play:
    """Lay persistent damage on a creature that is not immune to it; of one type only the higher stays."""
    state = game.state
    guards = defenses(state.creatures[hit.target])
    if never_hurts(guards, hit, text.type):
        return
    detail = _detail(guards, hit, text)
    for effect in rivals(state, hit.target, text.type):
        if _expected(effect.detail) >= _expected(detail):
            return
        yield ev.EffectEnded(cause, hit.target, effect.id, effect.name, "replaced by higher")
    yield ev.EffectStarted(cause, Effect(state.made + 1, NAME, hit.target, hit.source, detail=detail))


def never_hurts(guards: Defenses, hit: Hit, kind: str) -> bool:
    """Whether persistent damage of a type would never do anything to its victim."""
    if not guards:
        return False
    lasting = evolve(hit, traits=(*hit.traits, NAME))
    return no_nonlethal(guards, hit) or immune_to(guards, Share(kind, 1, 1, 1), lasting, kind) is not None


@rule("pf2e.damage.persistent_stacking", neutral=empty)
def rivals(state: State, who: str, kind: str) -> tuple[Effect, ...]:
    """What persists of one type already; other types run beside it."""
    return tuple(e for e in persistent(state, who) if _read(e.detail)[1].type == kind)


def _detail(guards: Defenses, hit: Hit, text: DamageText) -> str:
    up, down = SCALES[hit.scale][:2]
    dice = f"{text.count}d{text.sides}{text.bonus:+d}" if text.count else f"{text.bonus}"
    traits = telling(guards, hit.traits)
    return f"{up}/{down} {dice.removesuffix('+0')} {text.type}" + (f" ({', '.join(traits)})" if traits else "")


def _read(detail: str) -> tuple[str, DamageText, tuple[str, ...]]:
    """Read ``2/1 1d6 fire (magical)``: its scaling, the damage, and the traits that matter."""
    found = _DETAIL.match(detail)
    assert found is not None  # as written above
    return _SCALES[found[1]], parse_damage(f"{found[2]}")[0], tuple((found[3] or "").split(", "))


def _expected(detail: str) -> int:
    """Twice the mean of persistent damage, scaled by 2 so that halves stay whole."""
    scale, text, _ = _read(detail)
    up, down = SCALES[scale][:2]
    return (text.count * (text.sides + 1) + 2 * text.bonus) * 2 * up // down


def persistent(state: State, who: str) -> list[Effect]:
    """Persistent damage on a creature, in the order it began."""
    return [e for e in state.effects.values() if e.name == NAME and e.target == who]


@rule("pf2e.damage.persistent", neutral=nothing)
def persistent_turn(game: Game, who: str, cause: int, since: int = 0) -> Play:
    """Deal each persistent damage at the end of a turn, its dice rolled anew, then see whether it ends.

    What began with or before effect number ``since`` was dealt on delaying.
    """
    for effect in [effect for effect in persistent(game.state, who) if effect.id > since]:
        scale, text, traits = _read(effect.detail)
        name, label = f"persistent {text.type}", f"persistent-{text.type}"
        parts = yield from roll_damage(game, who, name, (text,), cause, what=label)
        yield from deal(game, Hit(effect.source, who, name, 0, (text.type, NAME, *traits), scale), parts, cause)
        if game.state.creatures[who].status == DEAD:
            return
        yield from may_end(game, effect, text.type, cause)


@rule("pf2e.damage.persistent_end", neutral=nothing)
def may_end(game: Game, effect: Effect, kind: str, cause: int) -> Play:
    """A flat check DC 15 ends persistent damage."""
    roll = flat_check(game, effect.target, "persistent", PERSISTENT_DC, f"persistent-{kind}-flat")
    checked = yield ev.FlatCheckRolled(cause, effect.target, f"persistent {kind}", roll)
    if roll.degree in ("success", "critical_success") and effect.id in game.state.effects:
        yield ev.EffectEnded(checked, effect.target, effect.id, effect.name, "flat check")


@rule("pf2e.damage.bleed", neutral=nothing)
def stop_bleeding(game: Game, who: str, cause: int) -> Play:
    """Healing to full Hit Points ends bleeding."""
    for effect in rivals(game.state, who, "bleed"):
        yield ev.EffectEnded(cause, who, effect.id, effect.name, "healed")
