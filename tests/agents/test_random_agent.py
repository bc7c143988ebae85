from __future__ import annotations

import pytest

from agents.random_agent import random_agent
from sim.model.errors import InputError
from sim.model.scenario import AgentSpec
from tests.agents.table import Faces, Listed, Someone, Table

TURN = Listed(
    "strike goblin-1 with sword",
    "strike goblin-1 with dagger",
    "strike goblin-2 with bow",
    "use fireball at 9,3",
    "use fireball at 8,3",
    "use mend on bard",
    "raise shield",
    "ready [strike with sword] when moves",
    "stride 4,5",
    "end",
)


def decide(legal, rng, kind="action"):
    agent = random_agent(AgentSpec("random", "random"))
    return agent.decide(Table(Someone("hero"), kind=kind), legal, rng).action


def test_every_choice_is_legal_and_every_legal_action_is_chosen_some_time():
    found = {decide(TURN, Faces(kind, which)) for kind in range(6) for which in range(3)}
    assert found == set(TURN)


@pytest.mark.parametrize("kind", ["reaction", "choice"])
def test_of_reactions_and_choices_any_option(kind):
    legal = Listed("shield_block", "reactive_strike goblin-1 with sword", "pass")
    assert [decide(legal, Faces(face), kind) for face in range(3)] == list(legal)


def test_the_same_dice_make_the_same_choice():
    assert decide(TURN, Faces(3, 1)) == decide(TURN, Faces(3, 1))


def test_it_takes_no_settings():
    with pytest.raises(InputError, match="no further settings"):
        random_agent(AgentSpec("random", "random", {"bravery": 3}))
