"""Levels of a variable in scenario audits: how common each is, how it looks, what it does.

A trap is seen in these numbers: where P(outcome | V = x) rises over the values and S(do V = x) falls, the
data point the wrong way. Selection is seen in the shares: those among the shown records are not those of
the population.
"""

from __future__ import annotations

from dataclasses import dataclass

from symcause.families.scenario.audits.data_traps import Traps
from symcause.families.scenario.models.model_components import Value
from symcause.families.scenario.models.rational_intervals import Interval


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
