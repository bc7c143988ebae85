"""Who fights against the like of itself wins as often as not."""

from __future__ import annotations

from collections import Counter

import pytest

from sim.loading.scenario import load_scenario
from sim.record.play import make_agents, play
from tests.support.logs import SHIPPED

MIRRORS = tuple(name for name in SHIPPED if "mirror" in name)
SEED = 4
FEW, MANY = 200, 4000
Z_FEW, Z_MANY = 3.8906, 2.5758
"""Half widths in standard deviations: 99.99% for a few fights, which are played after every change, and 99%."""


def share_and_margin(root, name, fights, z):
    """Share of the decided fights that the first side won, and half the width of its interval about one half."""
    scenario = load_scenario(root / "scenarios" / f"{name}.yaml")
    agents = make_agents(scenario)
    outcomes = [play(scenario, SEED, number, agents=agents, strict=True).state.outcome for number in range(fights)]
    wins = Counter(outcome.winners for outcome in outcomes if len(outcome.winners) == 1)
    decided = sum(wins.values())
    assert decided > 0.99 * fights
    return wins[(scenario.sides[0].name,)] / decided, z / (2 * decided**0.5)


@pytest.mark.parametrize("name", MIRRORS)
def test_neither_side_is_favored(root, name):
    share, margin = share_and_margin(root, name, FEW, Z_FEW)
    assert abs(share - 0.5) <= margin


@pytest.mark.soak
@pytest.mark.parametrize("name", MIRRORS)
def test_neither_side_is_favored_in_4000_fights(root, name):
    share, margin = share_and_margin(root, name, MANY, Z_MANY)
    print(f"\n{name}: the first side won {share:.1%} of {MANY} fights, expected 50% within {margin:.1%}")
    assert abs(share - 0.5) <= margin
