"""Tables of systems: pairs of them compared, and their means with intervals.

``systems`` has a row for each pair and metric: A − B on the problems that both answered, with its interval,
an exact p where the metric is 0 or 1, and Holm's adjustment of it over the pairs that are compared. Every
pair is compared among few systems; of many the user says which, so that nobody picks pairs by their p.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from symcause.bounds.scoring_bounds import COMPARED_SYSTEMS
from symcause.scoring.bootstrap import LEVEL, Bootstrap
from symcause.scoring.comparison.pair_difference import Difference, difference
from symcause.scoring.comparison.system_scores import Metric, Pair, SystemScores
from symcause.scoring.exact_tests import holm
from symcause.scoring.group_columns import also, interval, starred
from symcause.scoring.score_table import Cell, Table, integer, number, word

ALL = "all"
"""What stands for all strata together."""

_SMALLEST = 0.0001

Found = tuple[str | None, Pair, Metric, Difference]
"""A stratum, a pair, a metric, and the difference."""


def with_systems(tables: list[Table], scores: SystemScores, bootstrap: Bootstrap) -> list[Table]:
    """The tables of a family, and the one that compares its systems."""
    if not bootstrap.resamples and not scores.asked:
        return tables
    found = systems_table(scores, bootstrap)
    if found.rows:
        return [*tables, found]
    many = len(scores.systems)
    if tables and not scores.asked and many > COMPARED_SYSTEMS:
        told = (
            f"{many} systems are too many to compare every pair: name the pairs with --compare A B"
        )
        return [also(tables[0], told), *tables[1:]]
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
    rows: list[tuple[Cell, ...]] = []
    for family, table in tables.items():
        strata = len(table.columns) - len(_COLUMNS)
        own = (row for row in table.rows if not strata or row[0].value == ALL)
        rows += ((word(family), *row[strata:]) for row in own)
    first = next(iter(tables.values()))
    return replace(first, columns=("Family", *_COLUMNS), rows=tuple(rows))


_COLUMNS = ("A", "B", "Metric", "n", "Left out", "Mean A", "Mean B", "A − B", "p", "p (Holm)")


def _table(
    scores: SystemScores, bootstrap: Bootstrap, pairs: Sequence[Pair], *, by_stratum: bool
) -> Table:
    several = len(scores.strata) > 1
    strata = [None, *(scores.strata if several and by_stratum else ())]
    rows = [
        _row(row, adjusted, several)
        for stratum in strata
        for row, adjusted in _adjusted(_found(scores, bootstrap, pairs, stratum))
    ]
    note = (
        "First system minus second, over the n problems that both answered and the metric is known of; "
        f"left out: other problems that either answered. Intervals: {LEVEL:.0%}, bootstrap over latent "
        "problems; p: exact, two-sided, of metrics that are 0 or 1 (McNemar's test, by latent problem "
        "where several share one); Holm: p adjusted over the pairs of the table in the same metric"
        + (f" and {scores.stratum.lower()}" if several else "")
    )
    title = "Systems compared on the same problems"
    columns = (*((scores.stratum,) if several else ()), *_COLUMNS)
    return starred(Table("systems", title, columns, tuple(rows), note))


def _found(
    scores: SystemScores, bootstrap: Bootstrap, pairs: Sequence[Pair], stratum: str | None
) -> Iterator[Found]:
    for pair in pairs:
        for metric in scores.metrics:
            found = difference(scores, metric, pair, bootstrap, stratum)
            if found is not None:
                yield stratum, pair, metric, found


def _adjusted(rows: Iterator[Found]) -> list[tuple[Found, Fraction | None]]:
    """The rows of one stratum with Holm's p, metric by metric over the pairs."""
    listed = list(rows)
    by_metric: dict[str, list[int]] = {}
    for place, (_, _, metric, _) in enumerate(listed):
        by_metric.setdefault(metric.name, []).append(place)
    found: list[Fraction | None] = [None] * len(listed)
    for places in by_metric.values():
        adjusted = holm([listed[place][3].p for place in places])
        for place, p in zip(places, adjusted, strict=True):
            found[place] = p
    return list(zip(listed, found, strict=True))


def _row(row: Found, adjusted: Fraction | None, several: bool) -> tuple[Cell, ...]:
    stratum, pair, metric, found = row
    return (
        *((word(ALL if stratum is None else stratum),) if several else ()),
        *map(word, (*pair, metric.head)),
        integer(found.pairs),
        integer(found.left_out),
        number(found.first),
        number(found.second),
        interval(found.apart, sign=True),
        _probability(found.p),
        _probability(adjusted),
    )


def _probability(p: Fraction | None) -> Cell:
    """As exact as a double; the smallest ones are shown by a bound."""
    if p is None:
        return number(None)
    return Cell(float(p), f"{float(p):.4f}" if p >= _SMALLEST else f"<{_SMALLEST}")


def interval_table(scores: SystemScores, bootstrap: Bootstrap, note: str) -> Table:
    """The mean of every metric that is known, with its interval, for each stratum and system."""
    shown = [m for m in scores.metrics if any(scores.known(s, m) for s in scores.systems)]
    several = any(scores.strata)
    rows: list[tuple[Cell, ...]] = []
    for stratum in scores.strata:
        for system in scores.systems:
            totals = [scores.by_latent(system, metric, stratum) for metric in shown]
            problems = len(set().union(*totals)) if totals else 0
            if problems:
                cells = (
                    interval(bootstrap.mean(own, bounds=metric.bounds))
                    for metric, own in zip(shown, totals, strict=True)
                )
                label = (word(stratum),) if several else ()
                rows.append((*label, word(system), integer(problems), *cells))
    heads = (*((scores.stratum,) if several else ()), "Model", "n problems")
    title = f"Means with {LEVEL:.0%} intervals ({bootstrap.resamples} resamples of problems)"
    columns = (*heads, *(metric.head for metric in shown))
    return starred(Table("intervals", title, columns, tuple(rows), note))
