"""Who understands whom."""

from __future__ import annotations

from sim.model.state import Creature
from sim.rules.pf2e.defenses import beyond_senses


def share_language(one: Creature, other: Creature) -> bool:
    """Whether two creatures have a language in common; who states none is taken to share every one."""
    own, its = one.data.languages, other.data.languages
    return not own or not its or any(language in its for language in own)


def understands(listener: Creature, speaker: Creature) -> bool:
    """Whether a creature hears another and knows a language of its."""
    return not beyond_senses(listener, ("auditory",)) and share_language(listener, speaker)
