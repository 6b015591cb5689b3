"""Subset tables: F1 of text graph answers by size, density, cycles, domain, date and more.

Quartiles are those of the samples with a value, ties to the lower one. ``top - bottom`` is the mean of the
highest quartile minus that of the lowest. Correlations are of the topology of gold with F1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import sqrt
from statistics import median, quantiles
from typing import NamedTuple

from symcause.families.textgraph.models.topology import Topology, topology
from symcause.families.textgraph.scoring.statistics.correlation import (
    Correlation,
    pearson,
    spearman,
)
from symcause.families.textgraph.scoring.tables.model_summary import (
    ModelAnswers,
    Sample,
    TextGraphSummary,
)
from symcause.models.number_phrases import plural
from symcause.scoring.bootstrap import Bootstrap, Total, Unit
from symcause.scoring.group_columns import Keyed, of_total, table_of
from symcause.scoring.score_table import Cell, Table, integer, number

_DENSITIES = (("below 0.15", 0.0, 0.15), ("0.15 to 0.3", 0.15, 0.3), ("0.3 and above", 0.3, 2.0))
_SIZES: tuple[tuple[str, Callable[[Sample], float | None]], ...] = (
    ("text length", lambda s: s.length),
    ("edges", lambda s: s.edges),
    ("nodes", lambda s: s.nodes),
)
_SHAPE: tuple[tuple[str, Callable[[Topology], float | None]], ...] = (
    ("nodes", lambda t: t.nodes),
    ("edges", lambda t: t.edges),
    ("density", lambda t: float(t.density)),
    ("mean degree", lambda t: float(t.mean_degree)),
    ("sources", lambda t: t.sources),
    ("sinks", lambda t: t.sinks),
    ("clustering", lambda t: float(t.clustering)),
    ("cycles", lambda t: t.cycles),
    ("in cycles", lambda t: float(t.in_cycles)),
    ("strong components", lambda t: t.sccs),
    ("largest component", lambda t: t.largest_scc),
    ("path length", lambda t: None if t.path_length is None else float(t.path_length)),
    ("betweenness variance", lambda t: t.betweenness_variance),
    ("chains", lambda t: t.chains),
    ("forks", lambda t: t.forks),
    ("colliders", lambda t: t.colliders),
)

Group = tuple[str, frozenset[int]]
Own = Mapping[Unit, Total]
"""F1 of some answers, by sample."""

Ends = tuple[Total, Total]
"""F1 of the lowest and of the highest quartile."""


def quartile_groups(values: dict[int, float]) -> list[Group]:
    """The four quarters of the samples by a value, lowest first; ties go to the lower one.

    >>> [sorted(group) for _, group in quartile_groups({0: 1, 1: 1, 2: 2, 3: 3, 4: 4})]
    [[0, 1], [2], [3], [4]]
    """
    if len(values) < 4:
        return []
    cuts = [*quantiles(values.values(), n=4, method="inclusive"), float("inf")]
    groups: list[set[int]] = [set(), set(), set(), set()]
    for sample, value in values.items():
        groups[next(k for k, cut in enumerate(cuts) if value <= cut)].add(sample)
    return [(f"Q{k + 1}", frozenset(group)) for k, group in enumerate(groups)]


def subsets(
    summary: TextGraphSummary,
    answers: Sequence[ModelAnswers],
    metric: str,
    bootstrap: Bootstrap,
    split_date: str | None,
) -> Iterator[Table]:
    """The tables of subsets that the samples have facts for."""
    samples = list(summary.samples.values())
    known = {s.index: s.explicitness for s in samples if s.explicitness is not None}
    quarters = quartile_groups(known)
    yield _grouped("explicitness", "F1 by explicitness", quarters, answers, metric, bootstrap)
    strict = {s.index: s.labels[1] for s in samples if s.labels is not None}
    title = "F1 by strict explicitness"
    quarters = quartile_groups(strict)
    yield _grouped("explicitness strict", title, quarters, answers, metric, bootstrap)
    yield _differences(samples, answers, metric)
    bands = [
        (name, frozenset(s.index for s in samples if low <= s.density < high))
        for name, low, high in _DENSITIES
    ]
    yield _grouped("density", "F1 by density", bands, answers, metric)
    shapes = [
        ("acyclic", frozenset(s.index for s in samples if s.acyclic)),
        ("cyclic", frozenset(s.index for s in samples if not s.acyclic)),
    ]
    yield _grouped("cycles", "F1 by cycles", shapes, answers, metric)
    domains = sorted({domain for s in samples for domain in s.domains})
    fields = [(d, frozenset(s.index for s in samples if d in s.domains)) for d in domains]
    yield _grouped("domains", "F1 by domain", fields, answers, metric)
    if split_date is not None:
        dated = [s for s in samples if s.date is not None]
        times = [
            (f"before {split_date}", frozenset(s.index for s in dated if str(s.date) < split_date)),
            (f"from {split_date}", frozenset(s.index for s in dated if str(s.date) >= split_date)),
        ]
        yield _grouped("dates", "F1 by date of publication", times, answers, metric)


def _grouped(
    key: str,
    title: str,
    groups: Sequence[Group],
    answers: Sequence[ModelAnswers],
    metric: str,
    bootstrap: Bootstrap | None = None,
) -> Table:
    """One row per model and group: samples, mean, deviation, and the interval if asked for."""
    rows = []
    for group in answers:
        for name, members in groups:
            own: Own = {s: t for s, t in group.by_unit(metric).items() if s in members}
            if own:
                labels = {"Task": group.task, "Model": group.model, "samples": name}
                rows.append((labels, own))
    columns: list[tuple[str, Callable[[Own], Cell]]] = [
        (head, lambda own, read=read: read(Total.joined(own.values())))  # type: ignore[misc]
        for head, read in of_total("F1")
    ]
    if bootstrap is not None and bootstrap.resamples:
        columns += [(side, _end(side, bootstrap)) for side in ("low", "high")]
    note = "Mean and population deviation over the n answers that have F1, judged where there is a judge"
    return table_of(key, title, ("Task", "Model", "samples"), columns, rows, f"{title}: {note}")


def _end(side: str, bootstrap: Bootstrap) -> Callable[[Own], Cell]:
    return lambda own: number(getattr(bootstrap.mean(own), side, None))


def _differences(samples: Sequence[Sample], answers: Sequence[ModelAnswers], metric: str) -> Table:
    """Top quartile minus bottom quartile of what a sample is large in."""
    rows = []
    for name, fact in _SIZES:
        values = {s.index: float(v) for s in samples if (v := fact(s)) is not None}
        quarters = quartile_groups(values)
        if not quarters:
            continue
        for group in answers:
            bottom, top = (group.within(metric, quarters[k][1]) for k in (0, 3))
            if bottom.count and top.count:
                labels = {"Task": group.task, "Model": group.model, "by": name}
                rows.append((labels, (bottom, top)))
    note = (
        "F1 of the samples in the lowest and the highest quartile of a size: means over the n answers with "
        "F1 of each; ± is the population deviation within the two, pooled"
    )
    return table_of("sizes", "F1 by size", ("Task", "Model", "by"), _APART, rows, note)


def _apart(ends: Ends) -> float:
    bottom, top = (total.mean or 0.0 for total in ends)
    return top - bottom


def _pooled(ends: Ends) -> float:
    bottom, top = ends
    return sqrt((bottom.square + top.square) / (bottom.count + top.count))


_APART: tuple[tuple[str, Callable[[Ends], Cell]], ...] = (
    ("n bottom", lambda ends: integer(ends[0].count)),
    ("n top", lambda ends: integer(ends[1].count)),
    ("bottom quartile", lambda ends: number(ends[0].mean)),
    ("top quartile", lambda ends: number(ends[1].mean)),
    ("top - bottom", lambda ends: number(_apart(ends))),
    ("±", lambda ends: number(_pooled(ends))),
)


def correlations(
    summary: TextGraphSummary, answers: Sequence[ModelAnswers], metric: str
) -> Iterator[Table]:
    """Topology of gold against F1, one row per model and number; graphs beyond a bound are not kept."""
    shapes = _shapes(summary)
    if len(shapes) < len(summary.samples) or len(shapes) < 3:
        return
    rows = []
    for group in answers:
        pairs = list(group.pairs(metric))
        for name, number_of in _SHAPE:
            known = [(v, f) for s, f in pairs if (v := number_of(shapes[s])) is not None]
            if not known:
                continue
            x, y = [float(v) for v, _ in known], [f for _, f in known]
            labels = {"Task": group.task, "Model": group.model, "topology": name}
            rows.append((labels, _Correlated(len(x), pearson(x, y), spearman(x, y))))
    heads = ("Task", "Model", "topology")
    note = "Correlation of a number of the gold graph with F1, over the n answers with both; p two-sided"
    title = "Topology of gold against F1"
    yield table_of("correlations", title, heads, _CORRELATED, rows, note)


def _value(of: Correlation | None) -> Cell:
    return number(None if of is None else of.value)


def _probability(of: Correlation | None) -> Cell:
    return number(None if of is None else of.p, 4)


class _Correlated(NamedTuple):
    """How a number goes with F1, over so many answers."""

    answers: int
    pearson: Correlation | None
    spearman: Correlation | None


_CORRELATED: tuple[Keyed[_Correlated], ...] = (
    Keyed("n", "n", lambda row: integer(row.answers)),
    Keyed("pearson", "Pearson", lambda row: _value(row.pearson)),
    Keyed("pearson_p", "p", lambda row: _probability(row.pearson)),
    Keyed("spearman", "Spearman", lambda row: _value(row.spearman)),
    Keyed("spearman_p", "p", lambda row: _probability(row.spearman)),
)


def topologies(summary: TextGraphSummary) -> Table:
    """The shapes of all gold graphs: mean, deviation, least, median, most."""
    shapes = list(_shapes(summary).values())
    rows = []
    for name, number_of in _SHAPE:
        values = [float(v) for shape in shapes if (v := number_of(shape)) is not None]
        if values:
            rows.append(({"topology": name}, values))
    title = f"Topology of {plural(len(shapes), 'gold graph')}"
    note = "What the gold graphs look like: over the n that have the number; ± is the population deviation"
    return table_of("topology", title, ("topology",), _SPREAD, rows, note)


_SPREAD: tuple[tuple[str, Callable[[list[float]], Cell]], ...] = (
    *((head, lambda values, read=read: read(Total.of(values))) for head, read in of_total("mean")),
    ("min", lambda values: number(min(values))),
    ("median", lambda values: number(median(values))),
    ("max", lambda values: number(max(values))),
)


def _shapes(summary: TextGraphSummary) -> dict[int, Topology]:
    if summary.shapes is None:
        found = {
            s.index: topology(s.graph) for s in summary.samples.values() if s.graph is not None
        }
        summary.shapes = found
    return summary.shapes
