"""A fight as it stands in a log's header: whole, resolved, independent of any file."""

from __future__ import annotations

from typing import Any

from attrs import Factory, frozen

from sim.model.creature import Feet
from sim.model.values import Square


@frozen
class Terrain:
    """A patch of ground.

    Attributes:
        kind: ``difficult``, ``greater_difficult``, ``fog`` ...
        squares: Where it is.
        perception: What it does to the Perception of who is in it, such as -2.
        enter: How it is entered if not as its kind says: ``open``, ``difficult``, ``greater_difficult`` or ``closed``.
        cover: What who is behind it has, if not as its kind says: ``none``, ``lesser``, ``standard``, ``greater``.
        size: As large as a creature of this size.
        damage: What it deals to who moves through it, such as ``2d6 fire``, or falls on it.
        dc: Of the check that it takes to move on it; such ground is not simply walked.
        height: Feet of the fall from it.
        depth: Feet of something soft to fall into.
        current: Where water carries those who do not swim: ``east``, ``south-west``.
        bars: Kinds of actions that nobody in it can do, such as ``step``.
    """

    kind: str
    squares: tuple[Square, ...]
    perception: int = 0
    enter: str = ""
    cover: str = ""
    size: str = "medium"
    damage: str = ""
    dc: int = 0
    height: Feet = Feet(0)
    depth: Feet = Feet(0)
    current: str = ""
    bars: tuple[str, ...] = ()


@frozen
class Light:
    """What shines on the map: bright up to ``radius`` from its square, dim up to twice as far."""

    at: Square
    radius: Feet


@frozen(cache_hash=True)
class Map:
    """Size in squares and what is on it.

    Attributes:
        walls: Squares that block movement and line of effect.
        terrain: Patches of ground.
        light: ``bright``, ``dim`` or ``dark`` where nothing shines.
        lights: What shines.
    """

    width: int
    height: int
    walls: tuple[Square, ...] = ()
    terrain: tuple[Terrain, ...] = ()
    light: str = "bright"
    lights: tuple[Light, ...] = ()


@frozen
class Side:
    """A party to the fight; ``kind`` is ``pc`` or ``adversary``."""

    name: str
    kind: str


@frozen
class Goal:
    """What decides the fight beside the last side: all that is stated must be so.

    Attributes:
        side: Who wins by it; empty for a truce.
        rounds: So many rounds are over, and somebody of the side stands.
        down: These creatures are down, dead or gone.
        reach: One creature of the side stands on one of these squares.
    """

    side: str = ""
    rounds: int = 0
    down: tuple[str, ...] = ()
    reach: tuple[Square, ...] = ()


@frozen
class AgentSpec:
    """Who decides for a creature.

    Attributes:
        kind: Entry point name of the agent ("gambit", "random", "scripted").
        name: What people call it ("brute").
        args: What the agent needs, as plain JSON (a script's text, a list of actions).
    """

    kind: str
    name: str
    args: Any = None


@frozen
class Combatant:
    """One creature of the fight.

    Attributes:
        id: Unique name within the fight.
        side: Name of its side.
        data: The ruleset's creature data.
        agent: Who decides for it.
        at: Top left square of its space, or None to be placed in ``zone``.
        zone: Squares to be placed in by dice.
        round: Round at whose start it joins; 0 for from the beginning.
        hp: Hit Points at the start, or None for full.
        conditions: What it has at the start.
        detection: How others perceive it at the start, by side or id: ``hidden``, ``undetected`` or ``unnoticed``.
        initiative: What it rolls for initiative; empty for the usual.
        morale: The percentage of its Hit Points at which it flees; 0 for never.
        light: Feet to which a light that it carries is bright; 0 for none.
    """

    id: str
    side: str
    data: Any
    agent: AgentSpec
    at: Square | None = None
    zone: tuple[Square, ...] = ()
    round: int = 0
    hp: int | None = None
    conditions: dict[str, int] = Factory(dict)
    detection: dict[str, str] = Factory(dict)
    initiative: str = ""
    morale: int = 0
    light: Feet = Feet(0)


@frozen
class Scenario:
    """A whole fight.

    Attributes:
        name: File-safe name; part of the log's name.
        title: For people.
        ruleset: Entry point name of the ruleset.
        edition: The ruleset's edition.
        map: Ground.
        sides: In the order of the file.
        combatants: In the order of the file.
        round_limit: After so many rounds the fight is a draw.
        goals: What else decides the fight.
        morale: By side, the percentage of its creatures at which it gives up.
        options: The ruleset's options, all of them, with their values.
        knowledge: ``fair`` (agents know what their creature could) or ``open``.
    """

    name: str
    title: str
    ruleset: str
    edition: str
    map: Map
    sides: tuple[Side, ...]
    combatants: tuple[Combatant, ...]
    round_limit: int = 50
    goals: tuple[Goal, ...] = ()
    morale: dict[str, int] = Factory(dict)
    options: dict[str, Any] = Factory(dict)
    knowledge: str = "fair"
