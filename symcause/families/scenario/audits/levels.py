"""The values of a variable one by one: how common they are, how they look in the data, what they do.

A trap is seen in these numbers: where P(outcome | V = x) rises over the values and S(do V = x) falls, the
data point the wrong way. Selection is seen in the shares: those among the shown records are not those of
the population.
"""

from __future__ import annotations

from dataclasses import dataclass

from symcause.families.scenario.audits.traps import Traps
from symcause.families.scenario.models.intervals import Interval
from symcause.families.scenario.models.parts import Value


@dataclass(frozen=True)
class Level:
    """One value; *seen* is None where the data show no outcome."""

    value: Value
    population: Interval
    shown: Interval | None
    seen: Interval | None
    done: Interval


def levels(traps: Traps, name: str) -> list[Level]:
    """The values that the history holds; none if it holds fewer than two."""
    found = []
    for value in traps.values(name):
        share = traps.share(name, value)
        if share.high > 0:
            found.append(
                Level(
                    value,
                    share,
                    traps.shown_share(name, value),
                    traps.seen(name, value),
                    traps.doing(name, value),
                )
            )
    return found if len(found) > 1 else []
