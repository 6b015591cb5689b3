"""Length tables: reasoning length against F1, and sizes of text graphs against explicitness."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from math import log10, sqrt
from statistics import median

from symcause.families.textgraph.scoring.statistics.correlation import p_value, pearson
from symcause.families.textgraph.scoring.tables.model_summary import (
    ModelAnswers,
    Sample,
    TextGraphSummary,
)
from symcause.families.textgraph.scoring.tables.subset_tables import quartile_groups
from symcause.scoring.bootstrap import Total
from symcause.scoring.group_columns import keyed_table, of_total, table_of
from symcause.scoring.score_table import Cell, Table, integer, number, word

_REASONING: tuple[tuple[str, Callable[[ModelAnswers], Cell]], ...] = (
    ("Task", lambda group: word(group.task)),
    ("Model", lambda group: word(group.model)),
    ("n", lambda group: integer(len(group.lengths))),
    ("median characters", lambda group: number(median(group.lengths), 1)),
    ("n with F1", lambda group: integer(group.total("reasoning_beside_f1").count)),
    ("r", lambda group: number(_correlated(group))),
    ("p", lambda group: number(_probability(group), 4)),
)


def reasoning(groups: Sequence[ModelAnswers]) -> Table:
    """The length of reasoning, and its correlation with F1; an empty one is none."""
    rows = [group for group in groups if group.lengths]
    note = (
        "How long the reasoning is: the median over the n answers that come with any; r: Pearson, of the "
        "length in characters with F1 (judged where there is a judge), over those that have it"
    )
    return keyed_table("reasoning", "Length of reasoning", _REASONING, rows, note)


def _correlated(group: ModelAnswers) -> float | None:
    """Pearson's r from sums: the answers themselves are not kept."""
    x, y = group.total("reasoning_beside_f1"), group.total("f1_beside_reasoning")
    n, spread = x.count, sqrt(x.square * y.square)
    if n < 3 or spread == 0:
        return None
    joint = group.total("reasoning_times_f1").sum - x.sum * y.sum / n
    return max(-1.0, min(1.0, joint / spread))


def _probability(group: ModelAnswers) -> float | None:
    r = _correlated(group)
    return None if r is None else p_value(r, group.total("reasoning_beside_f1").count)


def reasoning_quartiles(groups: Sequence[ModelAnswers]) -> Table:
    """F1 of a model by the length of its reasoning."""
    rows = []
    for group in groups:
        known = {
            i: float(length)
            for i, (length, f1) in enumerate(zip(group.lengths, group.beside, strict=True))
            if f1 == f1
        }
        for name, members in quartile_groups(known):
            labels = {"Task": group.task, "Model": group.model, "quartile": name}
            rows.append((labels, Total.of(group.beside[i] for i in sorted(members))))
    heads = ("Task", "Model", "quartile")
    note = (
        "F1 by quartile of the length of reasoning within a model, ties to the lower one; mean and "
        "population deviation over the n answers of a quartile that have both"
    )
    title = "F1 by length of reasoning"
    return table_of("reasoning quartiles", title, heads, of_total("F1"), rows, note)


TOKEN, BIN = 4, 1000
"""Characters taken for a token, and tokens of a bin."""


def reasoning_tokens(groups: Sequence[ModelAnswers]) -> Table:
    """How many answers have how much reasoning."""
    rows = []
    for group in groups:
        bins = Counter(length // TOKEN // BIN for length in group.lengths)
        for k in sorted(bins):
            span = f"{k * BIN} to {k * BIN + BIN - 1}"
            rows.append(({"Task": group.task, "Model": group.model, "tokens": span}, bins[k]))
    note = (
        "Number of answers by the length of their reasoning, answers without any left out; no tokeniser "
        f"is used: a token is {TOKEN} characters"
    )
    heads, columns = ("Task", "Model", "tokens"), (("n", integer),)
    return table_of("reasoning tokens", "Reasoning in tokens", heads, columns, rows, note)


_MEASURES: tuple[tuple[str, Callable[[Sample], int | None]], ...] = (
    ("characters", lambda sample: sample.length),
    ("nodes", lambda sample: sample.nodes),
    ("edges", lambda sample: sample.edges),
)


def explicitness_by_size(summary: TextGraphSummary) -> Table:
    """How much of explicitness the size of a sample tells; no answers are needed."""
    rows = []
    for name, measure in _MEASURES:
        for scale, scaled in (("", float), ("log10 ", log10)):
            points = [
                (scaled(size), sample.labels)
                for sample in summary.samples.values()
                if sample.labels is not None and (size := measure(sample))
            ]
            if len(points) >= 3:
                rows.append(({"size": f"{scale}{name}"}, points))
    note = (
        "How much of explicitness a size tells: squared Pearson of explicitness by labels of nodes, over "
        "the n samples with labels; lenient: not absent, strict: explicit"
    )
    title = "Explicitness by size of the sample"
    return table_of("size", title, ("size",), _EXPLICITNESS, rows, note)


Points = list[tuple[float, tuple[float, float]]]
"""The size of each sample, and its explicitness: lenient and strict."""


def _squared(points: Points, kind: int) -> Cell:
    r = pearson([size for size, _ in points], [labels[kind] for _, labels in points])
    return number(None if r is None else r.value**2)


_EXPLICITNESS: tuple[tuple[str, Callable[[Points], Cell]], ...] = (
    ("n", lambda points: integer(len(points))),
    ("R² lenient", lambda points: _squared(points, 0)),
    ("R² strict", lambda points: _squared(points, 1)),
)
