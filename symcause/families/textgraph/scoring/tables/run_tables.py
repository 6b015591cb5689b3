"""Run tables: all tables of a textgraph scoring run, released numbers and our own.

``Released`` are the numbers of the released scorer over the answers that it scores; ``Edges`` are set-based
precision, recall and F1 of all answers that can be read, and F1 with every other answer as zero. Judged
tables need evaluations, and are about one judge.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from symcause.families.textgraph.scoring.judges.evaluation_files import Evaluations
from symcause.families.textgraph.scoring.judges.judge_tables import judge_tables
from symcause.families.textgraph.scoring.tables.cluster_tables import cluster_tables
from symcause.families.textgraph.scoring.tables.dataset_tables import dataset_tables
from symcause.families.textgraph.scoring.tables.length_tables import (
    explicitness_by_size,
    reasoning,
    reasoning_quartiles,
    reasoning_tokens,
)
from symcause.families.textgraph.scoring.tables.model_summary import (
    F1,
    JUDGED_F1,
    UNWEIGHTED,
    ModelAnswers,
    TextGraphSummary,
)
from symcause.families.textgraph.scoring.tables.rank_agreement import rank_agreement
from symcause.families.textgraph.scoring.tables.subset_tables import (
    correlations,
    subsets,
    topologies,
)
from symcause.scoring.bootstrap import Bootstrap
from symcause.scoring.group_columns import Labels, count, known, mean, size, spread, table_of
from symcause.scoring.score_table import Cell, Table, integer, number

Column = tuple[str, Callable[[ModelAnswers], Cell]]

_STARRED = (
    "Means and population deviations over the n answers that it scores; precision*, recall* and F1* are "
    "its words: an answer without edges gets F1* of about 0.52, a perfect one of about 0.81"
)


_READ = "What became of the n answers, in numbers; unanswered are samples, of the whole pool"
_EDGES = (
    "Edges and nodes that were found, by their names: means over the answers that can be read, one column "
    "with all others as 0"
)
_SCORED = "Labels of a judge, weighted: means over the n answers judged"
_MATCHED = "Matches that a judge saw, each counting one: means over the n answers judged"
_SHARES = "Shares of predicted edges, means over the n answers judged"


def tables(
    summary: TextGraphSummary,
    bootstrap: Bootstrap,
    evaluations: Evaluations | None = None,
    split_date: str | None = None,
    judge: str | None = None,
) -> list[Table]:
    """All tables that the answers have something for."""
    groups = summary.finish()
    problems = len(summary.samples)
    judged = [group for group in groups if group.total(JUDGED_F1).count]
    metric, by = JUDGED_F1 if judged else F1, "" if judge is None else f", by {judge}"
    found = [
        _table("answers", "Answers", _reading(problems), groups, _READ),
        _table("edges", "Edges found, by name", _edges(problems), groups, _EDGES),
        _released(groups, problems),
        _table("judged", "Judged scores", _JUDGED, judged, _SCORED + by, judged=True),
        _table(
            "unweighted",
            "Judged matches without weights",
            _UNWEIGHTED,
            judged,
            _MATCHED + by,
            judged=True,
        ),
        rank_agreement(judged),
        _table(
            "rates",
            "What the judge says of predicted edges",
            _RATES,
            judged,
            _SHARES + by,
            judged=True,
        ),
        *subsets(summary, groups, metric, bootstrap, split_date),
        *correlations(summary, groups, metric),
        topologies(summary),
        *dataset_tables(summary),
        reasoning(groups),
        reasoning_quartiles(groups),
        reasoning_tokens(groups),
        *cluster_tables(summary, groups, metric),
        explicitness_by_size(summary),
    ]
    if evaluations is not None:
        found += judge_tables(evaluations, judge)
    return [table for table in found if table.rows]


def _table(
    key: str,
    title: str,
    columns: Sequence[Column],
    groups: Sequence[ModelAnswers],
    note: str,
    *,
    judged: bool = False,
) -> Table:
    """One row a task and model; *n* counts the answers, in tables of judged ones those."""
    n = known(JUDGED_F1) if judged else size
    return table_of(key, title, ("Task", "Model"), (("n", n), *columns), _rows(groups), note)


def _rows(groups: Sequence[ModelAnswers]) -> list[tuple[Labels, ModelAnswers]]:
    return [({"Task": group.task, "Model": group.model}, group) for group in groups]


def as_zero(group: ModelAnswers, metric: str, problems: int) -> float | None:
    """The mean over all answers and all unanswered problems; what has no value counts nothing."""
    cases = len(group) + group.unanswered(problems)
    return group.total(metric).sum / cases if cases else None


def _reading(problems: int) -> Sequence[Column]:
    return (
        ("read", count("parsed")),
        ("scored as released", count("released_reads")),
        ("unreadable", lambda g: integer(len(g) - g.count("parsed"))),
        ("without edges", count("empty")),
        ("unanswered", lambda g: integer(g.unanswered(problems))),
        ("valid format", count("valid_format")),
        ("right", count("right")),
    )


def _edges(problems: int) -> Sequence[Column]:
    return (
        ("precision", mean("precision")),
        ("recall", mean("recall")),
        ("F1", mean("f1")),
        ("±", spread("f1")),
        ("F1, rest as 0", lambda g: number(as_zero(g, "f1", problems))),
        ("node precision", mean("node_precision")),
        ("node recall", mean("node_recall")),
        ("SHD", mean("shd", 1)),
        ("SHD, reversal 2", mean("shd_reversal_2", 1)),
        ("normalised", mean("nshd")),
        ("SID", mean("sid", 1)),
    )


def _released(groups: Sequence[ModelAnswers], problems: int) -> Table:
    """Means over the rows that the released scorer scores; *n* is their number."""
    counts: Sequence[Column] = (
        ("n", count("released_reads")),
        ("left out", count("released_left_out")),
        ("crash", count("released_crash")),
        ("not known", count("released_unknown")),
        ("empty", count("released_empty")),
    )
    means = [
        pair
        for name, metric, digits in _STARS
        for pair in (
            (name, mean(metric, digits)),
            (f"{name} ±", spread(metric, digits)),
        )
    ]
    last = ("F1*, rest as 0", lambda g: number(as_zero(g, "released_f1", problems)))
    columns = (*counts, *means, last)
    stops = any(group.count("released_crash") for group in groups)
    note = f"{_STARRED}; {_STOPS}" if stops else _STARRED
    title = "As the released scorer has it"
    return table_of("released", title, ("Task", "Model"), columns, _rows(groups), note)


_STARS = (
    ("precision*", "released_precision", 3),
    ("recall*", "released_recall", 3),
    ("F1*", "released_f1", 3),
    ("SHD", "released_shd", 1),
)
_STOPS = (
    "at an answer under crash the released program stops and prints no table: these are the means of "
    "the rows that it does score"
)


_JUDGED: Sequence[Column] = (
    ("node precision", mean("judge_node_precision")),
    ("node recall", mean("judge_node_recall")),
    ("edge precision", mean("judge_edge_precision")),
    ("edge recall", mean("judge_edge_recall")),
    ("F1", mean("judge_f1")),
    ("±", spread("judge_f1")),
    ("SHD", mean("judge_shd", 1)),
    ("normalised", mean("judge_nshd")),
)
_UNWEIGHTED: Sequence[Column] = tuple(
    (name.removeprefix("unweighted_").replace("_", " ").replace("f1", "F1"), mean(name))
    for name in UNWEIGHTED
)
_RATES: Sequence[Column] = (
    ("graph match", mean("graph_match")),
    ("direction correct", mean("direction_correct")),
    ("direction reversed", mean("direction_reversed")),
    ("text support", mean("text_support")),
)
