"""Tables of systems: pairs of them compared, and their means with intervals.

``systems`` has a row for each pair and metric: A − B on the problems that both answered, with its interval,
an exact p where the metric is 0 or 1, and Holm's adjustment of it over the pairs that are compared. Every
pair is compared among few systems; of many the user says which, so that nobody picks pairs by their p.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from symcause.bounds.scoring_bounds import COMPARED_SYSTEMS
from symcause.scoring.bootstrap import LEVEL, Bootstrap, Total, Unit
from symcause.scoring.comparison.pair_difference import Difference, difference
from symcause.scoring.comparison.system_scores import Metric, Pair, SystemScores
from symcause.scoring.exact_tests import holm
from symcause.scoring.group_columns import Keyed, also, interval, keyed_table, starred
from symcause.scoring.score_table import Cell, Table, integer, number, word

ALL = "all"
"""What stands for all strata together."""

_SMALLEST = 0.0001

STRATUM = "stratum"
"""The key of the column of strata, whatever a family calls them."""


class Found(NamedTuple):
    """A difference: of which stratum (None: all together), pair and metric; and its p, adjusted."""

    stratum: str | None
    pair: Pair
    metric: Metric
    apart: Difference
    adjusted: Fraction | None = None


def with_systems(tables: list[Table], scores: SystemScores, bootstrap: Bootstrap) -> list[Table]:
    """The tables of a family, and the one that compares its systems."""
    if not bootstrap.resamples and not scores.asked:
        return tables
    table = systems_table(scores, bootstrap)
    if table.rows:
        return [*tables, table]
    many = len(scores.systems)
    if tables and not scores.asked and many > COMPARED_SYSTEMS:
        text = (
            f"{many} systems are too many to compare every pair: name the pairs with --compare A B"
        )
        return [also(tables[0], text), *tables[1:]]
    return tables


def systems_table(scores: SystemScores, bootstrap: Bootstrap) -> Table:
    """First minus second, for each pair and metric; pairs that were asked for in each stratum, too."""
    return _table(scores, bootstrap, scores.pairs, by_stratum=bool(scores.asked))


def pair_table(scores: SystemScores, bootstrap: Bootstrap, pair: Pair) -> Table:
    """First minus second of one pair, in each stratum, too."""
    return _table(scores, bootstrap, [pair] if scores.share(pair) else [], by_stratum=True)


def joined(tables: Mapping[str, Table]) -> Table:
    """The tables of one pair in several families as one, by family and all strata together."""
    if len(tables) == 1:
        return next(iter(tables.values()))
    own = {name: table.where(STRATUM, ALL).without(STRATUM) for name, table in tables.items()}
    first = next(iter(own.values()))
    alike = {name: table.only(first.columns) or table for name, table in own.items()}
    named = [table.led_by("Family", word(name)) for name, table in alike.items()]
    return replace(named[0], rows=tuple(row for table in named for row in table.rows))


COLUMNS: tuple[Keyed[Found], ...] = (
    Keyed("first", "A", lambda row: word(row.pair[0])),
    Keyed("second", "B", lambda row: word(row.pair[1])),
    Keyed("metric", "Metric", lambda row: word(row.metric.head)),
    Keyed("n", "n", lambda row: integer(row.apart.pairs)),
    Keyed("left_out", "Left out", lambda row: integer(row.apart.left_out)),
    Keyed("mean_first", "Mean A", lambda row: number(row.apart.first)),
    Keyed("mean_second", "Mean B", lambda row: number(row.apart.second)),
    Keyed("difference", "A − B", lambda row: interval(row.apart.apart, sign=True)),
    Keyed("p", "p", lambda row: _probability(row.apart.p)),
    Keyed("p_holm", "p (Holm)", lambda row: _probability(row.adjusted)),
)
"""The columns of ``systems``, besides the one of strata where there are several."""


def _strata(head: str) -> Keyed[Found]:
    return Keyed(STRATUM, head, lambda row: word(ALL if row.stratum is None else row.stratum))


def _table(
    scores: SystemScores, bootstrap: Bootstrap, pairs: Sequence[Pair], *, by_stratum: bool
) -> Table:
    several = len(scores.strata) > 1
    strata = [None, *(scores.strata if several and by_stratum else ())]
    rows = [
        row for stratum in strata for row in _adjusted(_found(scores, bootstrap, pairs, stratum))
    ]
    note = (
        "First system minus second, over the n problems that both answered and the metric is known of; "
        f"left out: other problems that either answered. Intervals: {LEVEL:.0%}, bootstrap over latent "
        "problems; p: exact, two-sided, of metrics that are 0 or 1 (McNemar's test, by latent problem "
        "where several share one); Holm: p adjusted over the pairs of the table in the same metric"
        + (f" and {scores.stratum.lower()}" if several else "")
    )
    title = "Systems compared on the same problems"
    columns = (*((_strata(scores.stratum),) if several else ()), *COLUMNS)
    return starred(keyed_table("systems", title, columns, rows, note))


def _found(
    scores: SystemScores, bootstrap: Bootstrap, pairs: Sequence[Pair], stratum: str | None
) -> Iterator[Found]:
    for pair in pairs:
        for metric in scores.metrics:
            found = difference(scores, metric, pair, bootstrap, stratum)
            if found is not None:
                yield Found(stratum, pair, metric, found)


def _adjusted(rows: Iterator[Found]) -> list[Found]:
    """The rows of one stratum with Holm's p, metric by metric over the pairs."""
    listed = list(rows)
    by_metric: dict[str, list[int]] = {}
    for place, row in enumerate(listed):
        by_metric.setdefault(row.metric.name, []).append(place)
    for places in by_metric.values():
        adjusted = holm([listed[place].apart.p for place in places])
        for place, p in zip(places, adjusted, strict=True):
            listed[place] = listed[place]._replace(adjusted=p)
    return listed


def _probability(p: Fraction | None) -> Cell:
    """As exact as a double; the smallest ones are shown by a bound."""
    if p is None:
        return number(None)
    return Cell(float(p), f"{float(p):.4f}" if p >= _SMALLEST else f"<{_SMALLEST}")


def interval_table(scores: SystemScores, bootstrap: Bootstrap, note: str) -> Table:
    """The mean of every metric that is known, with its interval, for each stratum and system."""
    shown = [m for m in scores.metrics if any(scores.known(s, m) for s in scores.systems)]

    def mean(metric: Metric) -> Keyed[_Means]:
        def cell(row: _Means) -> Cell:
            return interval(bootstrap.mean(row.totals[metric.name], bounds=metric.bounds))

        return Keyed(metric.name, metric.head, cell)

    rows = (
        _Means(stratum, system, {m.name: scores.by_latent(system, m, stratum) for m in shown})
        for stratum in scores.strata
        for system in scores.systems
    )
    by_stratum = Keyed[_Means](STRATUM, scores.stratum, lambda row: word(row.stratum))
    columns = (*((by_stratum,) if any(scores.strata) else ()), *_MEANS, *map(mean, shown))
    title = f"Means with {LEVEL:.0%} intervals ({bootstrap.resamples} resamples of problems)"
    return starred(keyed_table("intervals", title, columns, (r for r in rows if r.problems), note))


class _Means(NamedTuple):
    """What a system came to in a stratum: sums by latent problem, by the name of the metric."""

    stratum: str
    system: str
    totals: Mapping[str, Mapping[Unit, Total]]

    @property
    def problems(self) -> int:
        return len(set().union(*self.totals.values()))


_MEANS: tuple[Keyed[_Means], ...] = (
    Keyed("model", "Model", lambda row: word(row.system)),
    Keyed("problems", "n problems", lambda row: integer(row.problems)),
)
