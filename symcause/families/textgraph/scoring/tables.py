"""The tables of a run: those of the paper under their own names, and honest ones beside them.

``Released`` are the numbers of the released scorer over the answers that it scores; ``Edges`` are set-based
precision, recall and F1 of all answers that can be read, and F1 with every other answer as zero. Judged
tables need evaluations, and are about one judge.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from symcause.families.textgraph.scoring.evaluations import Evaluations
from symcause.families.textgraph.scoring.judge_tables import judge_tables
from symcause.families.textgraph.scoring.subsets import correlations, subsets, topologies
from symcause.families.textgraph.scoring.summary import (
    ModelAnswers,
    TextGraphSummary,
    deviation,
    mean,
)
from symcause.scoring.statistics import LEVEL, Bootstrap, Interval
from symcause.scoring.table import UNDEFINED, Cell, Table, integer, number, word

Column = tuple[str, Callable[[ModelAnswers], Cell]]

_STARRED = (
    "precision*, recall* and F1* are what the released scorer calls precision, recall and F1: "
    "an answer without edges gets F1* of about 0.52, a perfect one of about 0.81"
)


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
    judged = [group for group in groups if group.values("judge_f1")]
    metric, by = "judge_f1" if judged else "f1", None if judge is None else f"by {judge}"
    found = [
        _table("answers", "Answers", _reading(problems), groups),
        _table("edges", "Edges found, by name", _edges(problems), groups),
        _released(groups, problems),
        _table("judged", "Judged scores", _JUDGED, judged, by, judged=True),
        _table("unweighted", "Judged matches without weights", _UNWEIGHTED, judged, judged=True),
        _table("rates", "What the judge says of predicted edges", _RATES, judged, judged=True),
        *subsets(summary, groups, metric, bootstrap, split_date),
        *correlations(summary, groups, metric),
        topologies(summary),
    ]
    if bootstrap.resamples:
        found.append(_intervals(groups, bootstrap, metric))
    if evaluations is not None:
        found += judge_tables(evaluations, judge)
    return [table for table in found if table.rows]


def _table(
    key: str,
    title: str,
    columns: Sequence[Column],
    groups: Sequence[ModelAnswers],
    note: str | None = None,
    *,
    judged: bool = False,
) -> Table:
    """One row a task and model; *n* counts the answers, in tables of judged ones those."""
    heads = ("Task", "Model", "n", *(head for head, _ in columns))
    rows = tuple(
        (
            word(g.task),
            word(g.model),
            integer(len(g.values("judge_f1")) if judged else len(g)),
            *(cell(g) for _, cell in columns),
        )
        for g in groups
    )
    return Table(key, title, heads, rows, note)


def _mean(metric: str, digits: int = 3) -> Callable[[ModelAnswers], Cell]:
    return lambda group: number(mean(group.values(metric)), digits)


def _spread(metric: str, digits: int = 3) -> Callable[[ModelAnswers], Cell]:
    return lambda group: number(deviation(group.values(metric)), digits)


def _flagged(metric: str) -> Callable[[ModelAnswers], Cell]:
    return lambda group: integer(group.count(metric))


def as_zero(group: ModelAnswers, metric: str, problems: int) -> float | None:
    """The mean over all answers and all unanswered problems; what has no value counts nothing."""
    cases = len(group) + group.unanswered(problems)
    return sum(group.values(metric)) / cases if cases else None


def _reading(problems: int) -> Sequence[Column]:
    return (
        ("read", _flagged("parsed")),
        ("scored as released", _flagged("released_reads")),
        ("unreadable", lambda g: integer(len(g) - g.count("parsed"))),
        ("without edges", _flagged("empty")),
        ("unanswered", lambda g: integer(g.unanswered(problems))),
        ("valid format", _flagged("valid_format")),
        ("right", _flagged("right")),
    )


def _edges(problems: int) -> Sequence[Column]:
    return (
        ("precision", _mean("precision")),
        ("recall", _mean("recall")),
        ("F1", _mean("f1")),
        ("±", _spread("f1")),
        ("F1, rest as 0", lambda g: number(as_zero(g, "f1", problems))),
        ("node precision", _mean("node_precision")),
        ("node recall", _mean("node_recall")),
        ("SHD", _mean("shd", 1)),
        ("SHD, reversal 2", _mean("shd_reversal_2", 1)),
        ("normalised", _mean("nshd")),
        ("SID", _mean("sid", 1)),
    )


def _released(groups: Sequence[ModelAnswers], problems: int) -> Table:
    """Means over the rows that the released scorer scores; *n* is their number."""
    counts: Sequence[Column] = (
        ("n", _flagged("released_reads")),
        ("left out", _flagged("released_left_out")),
        ("crash", _flagged("released_crash")),
        ("not known", _flagged("released_unknown")),
        ("empty", _flagged("released_empty")),
    )
    means = [
        pair
        for name, metric, digits in _STARS
        for pair in (
            (name, _mean(metric, digits)),
            (f"{name} ±", _spread(metric, digits)),
        )
    ]
    last = ("F1*, rest as 0", lambda g: number(as_zero(g, "released_f1", problems)))
    columns = (*counts, *means, last)
    rows = tuple((word(g.task), word(g.model), *(cell(g) for _, cell in columns)) for g in groups)
    stops = any(group.count("released_crash") for group in groups)
    heads = ("Task", "Model", *(head for head, _ in columns))
    note = f"{_STARRED}; {_STOPS}" if stops else _STARRED
    return Table("released", "As the released scorer has it", heads, rows, note)


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
    ("node precision", _mean("judge_node_precision")),
    ("node recall", _mean("judge_node_recall")),
    ("edge precision", _mean("judge_edge_precision")),
    ("edge recall", _mean("judge_edge_recall")),
    ("F1", _mean("judge_f1")),
    ("±", _spread("judge_f1")),
    ("SHD", _mean("judge_shd", 1)),
    ("normalised", _mean("judge_nshd")),
)
_UNWEIGHTED: Sequence[Column] = (
    ("node F1", _mean("unweighted_node_f1")),
    ("edge F1", _mean("unweighted_edge_f1")),
)
_RATES: Sequence[Column] = (
    ("graph match", _mean("graph_match")),
    ("direction correct", _mean("direction_correct")),
    ("direction reversed", _mean("direction_reversed")),
    ("text support", _mean("text_support")),
)


def _intervals(groups: Sequence[ModelAnswers], bootstrap: Bootstrap, metric: str) -> Table:
    rows = []
    for group in groups:
        found = bootstrap.mean(group.by_sample(metric))
        samples = integer(len(set(group.samples)))
        rows.append((word(group.task), word(group.model), samples, interval(found)))
    what = "judged F1" if metric == "judge_f1" else "F1"
    title = f"{what} with {LEVEL:.0%} bootstrap intervals ({bootstrap.resamples} draws of samples)"
    return Table("intervals", title, ("Task", "Model", "samples", what), tuple(rows))


def interval(found: Interval | None) -> Cell:
    """A mean with its interval in one cell."""
    if found is None:
        return Cell(None, UNDEFINED)
    return Cell(found.value, found.shown(), found.low, found.high)
