"""Score figures of a textgraph report: F1 of each model beside what the released scorer prints.

The dot is F1 over all problems, an answer that is missing or cannot be read as zero; the ring is the
released F1* over the answers that the released scorer reads. The dashed line is the F1* of an answer
without any edge: rings left of it are worse than silence.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from symcause.families.textgraph.scoring.answer.released_numbers import released
from symcause.families.textgraph.scoring.tables.model_summary import (
    F1,
    ModelAnswers,
    TextGraphSummary,
)
from symcause.reports.figures.figure import Figure
from symcause.reports.figures.scores.dot_plot import Dot, Dots, dot_figure
from symcause.scoring.bootstrap import LEVEL, NOTHING, Bootstrap, Interval, Total, Unit

TASKS = {"names": "names given", "free": "names free"}
"""How the picture calls the tasks."""


def score_figures(summary: TextGraphSummary, bootstrap: Bootstrap) -> list[Figure]:
    """The main picture, if anything was answered."""
    rows = _rows(summary, bootstrap)
    named = any(group.task == "names" for group, _ in rows)
    empty = _empty(summary) if named else None
    chance = random_f1(summary) if rows else None
    several = len({group.task for group, _ in rows}) > 1
    shown = Dots(
        key="f1",
        title="Edges found: F1 by model",
        measure="F1, unread as 0",
        rows=[
            Dot(
                group.model,
                interval,
                group.total("released_f1").mean if group.task == "names" else None,
                TASKS[group.task] if several else "",
            )
            for group, interval in rows
        ],
        other="F1*, as released" if named else "",
        lines=() if empty is None else (("no edges at all: F1*", empty),),
        caption=_caption(named),
        finding=_finding(rows, bootstrap, len(summary.samples)) + _against(chance),
        facts=tuple(_facts(rows, empty)),
    )
    figure = dot_figure(shown)
    return [] if figure is None else [figure]


Rows = Sequence[tuple[ModelAnswers, Interval]]


def _rows(summary: TextGraphSummary, bootstrap: Bootstrap) -> Rows:
    """The models with their F1, task by task (names given first), the best first."""
    rows = []
    for group in summary.finish():
        value = bootstrap.mean(with_zeros(group, len(summary.samples)))
        if value is not None:
            rows.append((group, value))
    return sorted(rows, key=lambda row: (row[0].task != "names", -row[1].value, row[0].model))


def with_zeros(group: ModelAnswers, problems: int) -> dict[Unit, Total]:
    """F1 by sample; an answer that is missing or could not be read counts nothing."""
    totals = group.by_unit(F1)
    return {s: Total(totals.get(s, NOTHING).sum, group.answers_of(s) or 1) for s in range(problems)}


def _empty(summary: TextGraphSummary) -> float | None:
    """The mean F1* of an answer without any edge."""
    samples = summary.samples.values()
    sizes = ((s.edges, s.nodes if s.graph is None else len(s.graph.ends)) for s in samples)
    found = (released(edges, 0, 0, nodes) for edges, nodes in sizes if edges)
    return Total.of(float(one.f1) for one in found if one is not None).mean


def random_f1(summary: TextGraphSummary) -> float | None:
    """The mean F1 that is expected of as many edges as gold has, drawn from all pairs of its nodes."""
    graphs = (s.graph for s in summary.samples.values() if s.graph is not None)
    pairs = ((g, len(g.ends) * (len(g.ends) - 1)) for g in graphs)
    return Total.of((len(g.edges) - len(g.loops)) / n for g, n in pairs if n).mean


def _against(chance: float | None) -> str:
    return "" if chance is None else f"; a random answer expects {chance:.2f}"


def _finding(rows: Rows, bootstrap: Bootstrap, problems: int) -> str:
    """Who finds most edges in the first of the tasks, and how far the next is behind."""
    first = [row for row in rows if row[0].task == rows[0][0].task] if rows else []
    if not first:
        return ""
    text = _leading(first, bootstrap, problems)
    if len(first) == len(rows):
        return text
    named = text.startswith(first[0][0].model)
    return f"With {TASKS[first[0][0].task]}, {text if named else text[0].lower() + text[1:]}"


def _leading(first: Rows, bootstrap: Bootstrap, problems: int) -> str:
    best, value = first[0]
    if not value.value:
        return "No edge was found"
    if len(first) == 1:
        return f"{best.model} finds edges with F1 {value.mean_text('.2f').removesuffix(' *')}"
    second = first[1][0]
    gap = bootstrap.difference(with_zeros(best, problems), with_zeros(second, problems))
    if gap is None or gap.low is None:
        return f"{best.model} leads with F1 {value.value:.2f}, before {second.model}"
    if gap.low <= 0:
        return f"{best.model} and {second.model} lead: F1 {value.value:.2f}, no clear difference"
    return (
        f"{best.model} leads with F1 {value.value:.2f}, {gap.mean_text('.2f')} above {second.model}"
    )


def _facts(rows: Rows, empty: float | None) -> Iterator[tuple[str, str]]:
    total = sum(len(group) for group, _ in rows)
    yield "read", f"{sum(group.count('parsed') for group, _ in rows):,} of {total:,}"
    without = sum(group.count("empty") for group, _ in rows)
    if without:
        yield "without edges", f"{without:,} of {total:,}"
    if empty is not None:
        named = [group.total("released_f1").mean for group, _ in rows if group.task == "names"]
        known = [value for value in named if value is not None]
        yield "F1* of an answer without edges", f"{empty:.2f}"
        below = sum(value < empty for value in known)
        yield "models with a lower F1*", f"{below} of {len(known)}"


def _caption(named: bool) -> str:
    text = (
        "F1 compares edges as sets, over all problems; an answer that is missing or cannot be read "
        f"counts 0. Bars: {LEVEL:.0%} bootstrap intervals over problems."
    )
    if named:
        text += (
            " F1* is what the released scorer prints as F1, over the answers that it reads: one "
            "without edges gets more than half, a perfect one about 0.81."
        )
    return text
