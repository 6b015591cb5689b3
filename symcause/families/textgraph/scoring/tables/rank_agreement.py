"""Rank agreement table: whether scores with and without weights rank models alike."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from symcause.families.textgraph.scoring.statistics.correlation import kendall, spearman
from symcause.families.textgraph.scoring.tables.model_summary import (
    JUDGED_F1,
    UNWEIGHTED_F1,
    ModelAnswers,
)
from symcause.scoring.group_columns import table_of
from symcause.scoring.score_table import Cell, Table, integer, number

Scores = tuple[list[float], list[float]]
"""Of every model the mean overall F1, with and without weights."""


def _spearman(scores: Scores) -> Cell:
    correlation = spearman(*scores)
    return number(None if correlation is None else correlation.value)


_COLUMNS: tuple[tuple[str, Callable[[Scores], Cell]], ...] = (
    ("models", lambda scores: integer(len(scores[0]))),
    ("Spearman", _spearman),
    ("Kendall", lambda scores: number(kendall(*scores))),
)


def rank_agreement(judged: Sequence[ModelAnswers]) -> Table:
    """One row a task with two models or more."""
    rows = []
    for task in dict.fromkeys(group.task for group in judged):
        own = [group for group in judged if group.task == task]
        weighted, plain = (
            [group.total(name).mean or 0.0 for group in own] for name in (JUDGED_F1, UNWEIGHTED_F1)
        )
        if len(own) > 1:
            rows.append(({"Task": task}, (weighted, plain)))
    note = (
        "Whether judged scores with and without weights rank models alike: correlations of ranks (Kendall: "
        "tau-b) of the models' mean overall F1, whose precision and recall pool the nodes and edges of a "
        "sample"
    )
    return table_of("rank agreement", "Agreement of rankings", ("Task",), _COLUMNS, rows, note)
