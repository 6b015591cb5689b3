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
from symcause.scoring.group_columns import of_total, table_of
from symcause.scoring.score_table import Cell, Table, integer, number, word


def reasoning(groups: Sequence[ModelAnswers]) -> Table:
    """The length of reasoning, and its correlation with F1; an empty one is none."""
    rows = []
    for group in groups:
        if group.lengths:
            cells = (
                integer(len(group.lengths)),
                number(median(group.lengths), 1),
                *_correlated(group),
            )
            rows.append((word(group.task), word(group.model), *cells))
    heads = ("Task", "Model", "n", "median characters", "n with F1", "r", "p")
    note = (
        "How long the reasoning is: the median over the n answers that come with any; r: Pearson, of the "
        "length in characters with F1 (judged where there is a judge), over those that have it"
    )
    return Table("reasoning", "Length of reasoning", heads, tuple(rows), note)


def _correlated(group: ModelAnswers) -> tuple[Cell, Cell, Cell]:
    """Pearson's r from sums: the answers themselves are not kept."""
    x, y = group.total("reasoning_beside_f1"), group.total("f1_beside_reasoning")
    n, spread = x.count, sqrt(x.square * y.square)
    if n < 3 or spread == 0:
        return integer(n), number(None), number(None)
    joint = group.total("reasoning_times_f1").sum - x.sum * y.sum / n
    r = max(-1.0, min(1.0, joint / spread))
    return integer(n), number(r), number(p_value(r, n), 4)


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
            labels = (word(group.task), word(group.model), word(name))
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
            span = word(f"{k * BIN} to {k * BIN + BIN - 1}")
            rows.append((word(group.task), word(group.model), span, integer(bins[k])))
    note = (
        "Number of answers by the length of their reasoning, answers without any left out; no tokeniser "
        f"is used: a token is {TOKEN} characters"
    )
    heads = ("Task", "Model", "tokens", "n")
    return Table("reasoning tokens", "Reasoning in tokens", heads, tuple(rows), note)


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
            x = [point for point, _ in points]
            found = [pearson(x, [labels[k] for _, labels in points]) for k in (0, 1)]
            squares = (number(None if r is None else r.value**2) for r in found)
            if len(points) >= 3:
                rows.append((word(f"{scale}{name}"), integer(len(points)), *squares))
    heads = ("size", "n", "R² lenient", "R² strict")
    note = (
        "How much of explicitness a size tells: squared Pearson of explicitness by labels of nodes, over "
        "the n samples with labels; lenient: not absent, strict: explicit"
    )
    return Table("size", "Explicitness by size of the sample", heads, tuple(rows), note)
