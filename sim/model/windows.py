"""What a rule may yield besides events: a window for reactions, or a question."""

from __future__ import annotations

from typing import Final, NamedTuple

from sim.model.actions import Action

DECLARED: Final = "declared"
"""An action's cost is paid and nothing is done yet; its traits stand on the window."""
LEAVING: Final = "leaving"
"""The actor is about to leave a square by a move action."""
ENTERED: Final = "entered"
"""The actor came into a square by a move action."""
MOVE_ENDED: Final = "move_ended"
"""A move action that left no square is over."""
ATTACKING: Final = "attacking"
"""An attack on ``target`` is about to be rolled."""
ROLLING: Final = "rolling"
"""An attack or a check of a skill is about to be rolled; which stands among the traits."""
USING: Final = "using"
"""An ability or spell is paid for and about to take effect; its traits stand on the window."""
ATTACKED: Final = "attacked"
"""A Strike at ``target`` is over; its degree of success stands among the traits."""
DAMAGE: Final = "damage"
"""Damage is about to reach ``target``."""
HURT: Final = "hurt"
"""Damage has reached ``target``."""
FALLEN: Final = "fallen"
"""``target`` fell or died by what ``actor`` did."""
TURN_STARTED: Final = "turn_started"
"""The actor's turn starts; its actions are yet to come back."""
TURN_ENDING: Final = "turn_ending"
"""The actor's turn ends; what happens then is going on."""
TURN_ENDED: Final = "turn_ended"
"""A turn is over; those who delay may return."""

TURN_MOMENTS: Final = (TURN_STARTED, TURN_ENDING)
"""Windows for the actor itself; what its turn brings about by itself comes then too."""

WINDOWS: Final = frozenset(
    {
        DECLARED,
        LEAVING,
        ENTERED,
        MOVE_ENDED,
        ATTACKING,
        ROLLING,
        USING,
        ATTACKED,
        DAMAGE,
        HURT,
        FALLEN,
        *TURN_MOMENTS,
        TURN_ENDED,
    }
)
"""The closed list of windows."""


class Window(NamedTuple):
    """Others may react; the reply is the tuple of entries recorded while it was open.

    Attributes:
        kind: One of ``WINDOWS``.
        actor: Who acts.
        action: Seq of the ActionSpent or ReactionUsed that is going on; 0 for none.
        stops: Whether the engine ends the action when it was disrupted or its doer is no longer able.
        target: Who is acted upon, or empty.
        traits: Traits of what is going on.
        amount: Damage about to be dealt.
        asked: Creatures that already had this trigger and are not asked again; the engine adds whom it asks.
    """

    kind: str
    actor: str
    action: int
    stops: bool
    target: str = ""
    traits: tuple[str, ...] = ()
    amount: int = 0
    asked: set[str] | None = None


class Ask(NamedTuple):
    """A choice inside an action; the reply is the option chosen."""

    who: str
    options: tuple[Action, ...]
    prompt: str
