"""Who fights against the like of itself wins as often as not."""

from __future__ import annotations

from collections import Counter

import pytest

from sim.loading.scenario import load_scenario
from sim.record.play import make_agents, play

MIRRORS = ("d20-mirror", "d100-mirror")
SEED = 4
Z_99 = 2.5758
FEW, MANY = 200, 4000


def share_and_margin(root, name, fights):
    """Share of the decided fights that the first side won, and half the width of its 99% interval about one half."""
    scenario = load_scenario(root / "scenarios" / f"{name}.yaml")
    agents = make_agents(scenario)
    outcomes = [play(scenario, SEED, number, agents=agents, strict=True).state.outcome for number in range(fights)]
    wins = Counter(outcome.winners for outcome in outcomes if len(outcome.winners) == 1)
    decided = sum(wins.values())
    assert decided > 0.99 * fights
    return wins[(scenario.sides[0].name,)] / decided, Z_99 / (2 * decided**0.5)


@pytest.mark.parametrize("name", MIRRORS)
def test_neither_side_is_favored(root, name):
    share, margin = share_and_margin(root, name, FEW)
    assert abs(share - 0.5) <= margin


@pytest.mark.soak
@pytest.mark.parametrize("name", MIRRORS)
def test_neither_side_is_favored_in_4000_fights(root, name):
    share, margin = share_and_margin(root, name, MANY)
    print(f"\n{name}: the first side won {share:.1%} of {MANY} fights, expected 50% within {margin:.1%}")
    assert abs(share - 0.5) <= margin
