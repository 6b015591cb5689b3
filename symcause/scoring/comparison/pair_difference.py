"""The difference of a pair of systems, for comparison in scoring: A − B where both answered.

The interval is a bootstrap interval over latent problems. Of a metric that is 0 or 1 there is an exact p:
if it made no difference which system gave which of two answers to a problem, every difference would have
either sign by the toss of a coin, those of one latent problem together. Where no problems share a latent
one and none was answered twice, that is McNemar's exact test.

>>> from symcause.scoring.comparison.system_scores import SystemScores, flags
>>> scores = SystemScores(flags(right="Right"))
>>> for place in range(8):
...     scores.take("a", str(place), {"right": True})
...     scores.take("b", str(place), {"right": place == 0})
>>> found = difference(scores, scores.metrics[0], ("a", "b"), Bootstrap())
>>> found.apart.value, found.p, found.pairs, found.left_out
(0.875, Fraction(1, 64), 8, 0)
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from symcause.scoring.bootstrap import Bootstrap, Interval, Total, Unit
from symcause.scoring.comparison.system_scores import Metric, Pair, SystemScores
from symcause.scoring.exact_tests import sign_flips


@dataclass(frozen=True)
class Difference:
    """The difference of two systems on the same problems."""

    first: float
    second: float
    apart: Interval  # its number of problems is that of latent ones
    pairs: int
    left_out: int  # problems that either answered, and of which the metric is not known of both
    p: Fraction | None


def difference(
    scores: SystemScores,
    metric: Metric,
    pair: Pair,
    bootstrap: Bootstrap,
    stratum: str | None = None,
) -> Difference | None:
    """First minus second; None where no problem has the metric of both."""
    one, other = (scores.known(system, metric) for system in pair)
    if one is None or other is None:
        return None
    sides, apart = (Fraction(0), Fraction(0)), dict[int, list[Fraction]]()
    pairs = seen = 0
    for place in scores.places(stratum):
        seen += any(scores.answered(system, place) for system in pair)
        means = [_mean(sums.total(place)) for sums in (one, other)]
        if means[0] is not None and means[1] is not None:
            pairs += 1
            sides = (sides[0] + means[0], sides[1] + means[1])
            apart.setdefault(scores.latent(place), []).append(means[0] - means[1])
    if not pairs:
        return None
    totals: dict[Unit, Total] = {
        latent: Total(float(sum(own)), len(own)) for latent, own in apart.items()
    }
    interval = bootstrap.mean(totals, bounds=metric.apart)
    assert interval is not None
    p = sign_flips([sum(own, Fraction(0)) for own in apart.values()]) if metric.flag else None
    first, second = (float(side / pairs) for side in sides)
    return Difference(first, second, interval, pairs, seen - pairs, p)


def _mean(total: Total) -> Fraction | None:
    """The mean over the answers of one system to one problem, exactly."""
    return Fraction(total.sum) / total.count if total.count else None
