"""Weaknesses and resistances as the text of 2026 has them: each at most once for an effect.

A resistance to a whole category thus counts against one type of damage, which the subject
chooses: here so that it suffers least.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from attrs import evolve

from sim.rules.pf2e.defenses import Defenses, Guard, fits, value_of
from sim.rules.pf2e.hits import Hit, Share
from sim.rules.pf2e.iwr import Shares, fall, has, holding, immunize, resist_parts, resist_type, rise


def once_each(guards: Defenses, shares: Shares, hit: Hit) -> Shares:
    """Immunities, then weaknesses, then resistances."""
    return _resist(guards, _weaken(guards, immunize(guards, shares, hit), hit), hit)


def _weaken(guards: Defenses, shares: Shares, hit: Hit) -> Shares:
    left = list(guards.weaknesses)
    return [_weaken_share(left, share, hit) for share in shares]


def _weaken_share(left: list[Guard], share: Share, hit: Hit) -> Share:
    """One share with the worst weakness that is left for it, which is used up."""
    found = has(share, hit)
    weak = [guard for guard in left if share.amount and fits(guard, found)]
    if not weak:
        return share
    worst = max(weak, key=lambda guard: value_of(guard, found))
    left.remove(worst)
    return rise(share, evolve(worst, value=value_of(worst, found)))


class Choice(NamedTuple):
    """What resistances take off in all, and which holds against each share."""

    taken: int
    guards: tuple[Guard | None, ...]


def _resist(guards: Defenses, shares: Shares, hit: Hit) -> Shares:
    guards = holding(guards, hit)
    shares = resist_parts(guards, shares, hit)
    chosen = _best(guards.resistances, shares, hit).guards
    left = [guard for guard in guards.resistances if guard not in chosen]
    result = [
        fall(share, guard.label, value_of(guard, has(share, hit, precise=False))) if guard else share
        for share, guard in zip(shares, chosen, strict=True)
    ]
    if "concussive" in hit.traits:  # it counts as the type that is resisted less: judged last, by what is left
        result = [resist_type(evolve(guards, resistances=tuple(left)), share, hit) for share in result]
    return result


def _best(guards: Sequence[Guard], shares: Shares, hit: Hit) -> Choice:
    """The use of resistances, each once, that takes off most."""
    if not shares:
        return Choice(0, ())
    share, found = shares[0], has(shares[0], hit, precise=False)
    fitting = [] if "concussive" in hit.traits else [guard for guard in guards if fits(guard, found)]
    ways = []
    for guard in (*fitting, None):
        taken = min(value_of(guard, found), share.amount) if guard else 0
        rest = _best([other for other in guards if other is not guard], shares[1:], hit)
        ways.append(Choice(taken + rest.taken, (guard, *rest.guards)))
    return max(ways, key=lambda way: way.taken)
