"""What a creature knows of others beyond what all can see: recalled, or read in their behaviour.

Recalled is what holds for all creatures of one name; it is kept as a counter of who recalls it.
What one has made of another's behaviour is an effect from that creature, until its next turn.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from sim.model.state import Creature, State
from sim.model.values import CRITICAL_FAILURE, CRITICAL_SUCCESS, DEGREES, SUCCESS
from sim.rules.pf2e.data import SAVES, StatBlock
from sim.rules.pf2e.defenses import GROUPS, Guard, defenses
from sim.rules.pf2e.skills import skill
from sim.rules.pf2e.stacking import Numbers
from sim.rules.registry import never, rule, zero
from sim.rules.texts import key

SKILLS_OF: Final[Mapping[str, Sequence[str]]] = {
    "aberration": ("occultism",),
    "animal": ("nature",),
    "astral": ("occultism",),
    "beast": ("arcana", "nature"),
    "celestial": ("religion",),
    "construct": ("arcana", "crafting"),
    "dragon": ("arcana",),
    "dream": ("occultism",),
    "elemental": ("arcana", "nature"),
    "ethereal": ("occultism",),
    "fey": ("nature",),
    "fiend": ("religion",),
    "fungus": ("nature",),
    "humanoid": ("society",),
    "monitor": ("religion",),
    "ooze": ("occultism",),
    "plant": ("nature",),
    "spirit": ("occultism",),
    "undead": ("religion",),
}
"""The skills that know about a kind of creature, by its trait."""
RARITY: Final[Mapping[str, int]] = {"uncommon": 2, "rare": 5, "unique": 10}
"""How much harder it is to know about what is seldom met."""

# --- Recall Knowledge ------------------------------------------------------------


def recall_dc(data: StatBlock) -> int:
    """The DC of a creature's level, raised by its rarity."""
    level = data.level
    usual = 14 + level + max(level, 0) // 3 if level <= 20 else 40 + 2 * (level - 20)
    return usual + max([RARITY.get(trait, 0) for trait in data.traits], default=0)


@rule("pf2e.action.recall_knowledge", neutral=lambda traits: ("society",))
def skills_about(traits: Sequence[str]) -> Sequence[str]:
    """The skills that know about a creature; of one without such a trait, as of people, Society."""
    found = [name for trait in traits for name in SKILLS_OF.get(trait, ())]
    return found or ("society",)


def best_skill(state: State, creature: Creature, about: StatBlock) -> tuple[str, Numbers]:
    """The best skill that a creature has for it, with its total and parts."""
    ways = [(name, skill(state, creature, name)) for name in skills_about(about.traits)]
    return max(ways, key=lambda way: way[1][0])


def counter_of(other: Creature) -> str:
    """The counter that says how recalling creatures of this name went: a degree's place, from 1; 0 for not tried."""
    return f"{key(other.data.name)}/recalled"


def recalled(me: Creature, other: Creature) -> str:
    """The degree at which a creature recalled what it knows of another; empty before."""
    place = me.counters.get(counter_of(other), 0)
    return DEGREES[place - 1] if place else ""


@rule("pf2e.action.recall_knowledge", neutral=zero)
def depth(degree: str) -> int:
    """How much is recalled: weaknesses and the lowest save, on a critical success immunities and resistances too."""
    return {CRITICAL_FAILURE: 1, SUCCESS: 1, CRITICAL_SUCCESS: 2}.get(degree, 0)


@rule("pf2e.action.recall_knowledge", neutral=never)
def wrong(degree: str) -> bool:
    """A critical failure brings to mind what is false, and looks like a success."""
    return degree == CRITICAL_FAILURE


def _familiar(state: State, me: Creature, other: Creature) -> bool:
    return me.side == other.side or state.scenario.knowledge == "open"


def _misled(state: State, me: Creature, other: Creature) -> bool:
    return not _familiar(state, me, other) and wrong(recalled(me, other))


def _words(guards: Iterable[Guard]) -> frozenset[str]:
    """What defenses are against, a group with all that belongs to it."""
    return frozenset(word for guard in guards for word in (guard.label, *GROUPS.get(guard.label, ())))


def known(state: State, me: Creature, other: Creature) -> int:
    """How much a creature believes to know of another: 0 for nothing, see `depth`."""
    return 2 if _familiar(state, me, other) else depth(recalled(me, other))


def weaknesses(state: State, me: Creature, other: Creature) -> frozenset[str]:
    """What it believes the other to be weak to; wrongly, what in truth does least."""
    if not known(state, me, other):
        return frozenset()
    has = defenses(other)
    return _words((*has.immunities, *has.resistances) if _misled(state, me, other) else has.weaknesses)


def resistances(state: State, me: Creature, other: Creature) -> frozenset[str]:
    """What it knows the other to be resistant to."""
    return _words(defenses(other).resistances) if known(state, me, other) > 1 else frozenset()


def immunities(state: State, me: Creature, other: Creature) -> frozenset[str]:
    """What it knows the other to be immune to."""
    return _words(defenses(other).immunities) if known(state, me, other) > 1 else frozenset()


def lowest_save(state: State, me: Creature, other: Creature) -> str:
    """Which save it believes to be the other's lowest; wrongly, the highest. Empty before it recalled anything."""
    if not known(state, me, other):
        return ""
    which = max if _misled(state, me, other) else min
    return which(SAVES, key=lambda name: getattr(other.data.saves, name))


# --- Sense Motive ----------------------------------------------------------------

SENSED: Final = "sensed_motive"
NORMAL, ODD, WAITING, ENCHANTED = "normal", "odd", "waiting", "enchanted"
"""As all others; not so, one does not know why; with a readied action; with its mind under magic."""
ON_THE_MIND: Final = ("controlled", "confused", "fascinated")


def intent(creature: Creature) -> str:
    """What is behind a creature's behaviour in truth."""
    if any(condition in creature.conditions for condition in ON_THE_MIND):
        return ENCHANTED
    return WAITING if creature.readied else NORMAL


@rule("pf2e.action.sense_motive", neutral=lambda truth, degree: truth)
def taken_for(truth: str, degree: str) -> str:
    """A critical success sees the truth, a success whether all is normal; a failure believes so, a worse one errs."""
    if degree == CRITICAL_SUCCESS:
        return truth
    normal = truth == NORMAL
    if degree == CRITICAL_FAILURE:
        normal = not normal
    return NORMAL if normal or degree not in (SUCCESS, CRITICAL_FAILURE) else ODD


def motive(state: State, me: Creature, other: Creature) -> str:
    """What a creature makes of another's behaviour; empty where it has not looked at it since its last turn."""
    found = [e.detail for e in state.effects.values() if (e.name, e.target, e.source) == (SENSED, me.id, other.id)]
    return found[0] if found else ""
