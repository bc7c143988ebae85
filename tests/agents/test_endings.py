"""Every shipped fight comes to a decision of its own, whichever shipped script plays it."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from tests.agents.staging import fights
from tests.support.logs import SHIPPED

FOLDER = Path(__file__).parents[2] / "scenarios" / "policies"
SCRIPTS = tuple(sorted(path.stem for path in FOLDER.glob("*.yaml")))
FEW, MANY = 3, 50
RARELY = 1
"""So many of ``MANY`` fights may run into the round limit."""


def undecided(root, scenario, script, number):
    reasons = Counter(fight.state.outcome.reason for fight in fights(root, scenario, script, number))
    return reasons["round limit"]


@pytest.mark.parametrize("script", SCRIPTS)
@pytest.mark.parametrize("scenario", SHIPPED)
def test_a_fight_ends_by_itself(root, scenario, script):
    assert undecided(root, scenario, script, FEW) == 0


@pytest.mark.soak
@pytest.mark.parametrize("script", SCRIPTS)
@pytest.mark.parametrize("scenario", SHIPPED)
def test_a_fight_ends_by_itself_nearly_always(root, scenario, script):
    assert undecided(root, scenario, script, MANY) <= RARELY
