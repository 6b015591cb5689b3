"""The baseline figure of a text graph report: scores of four answers that take no reading."""

from __future__ import annotations

from symcause.families.textgraph.documents.audit_document import TextGraphAudit
from symcause.reports.figures.figure import Figure
from symcause.reports.figures.scores.dot_plot import Dot, Dots, dot_figure
from symcause.scoring.bootstrap import Interval

_ANSWERS = {
    "perfect": "perfect: gold itself",
    "full": "full: every pair of nodes",
    "random": "random: as many edges as gold",
    "empty": "empty: no edge",
}


def scored_figure(document: TextGraphAudit) -> Figure | None:
    """One row an answer, the best first: a dot for F1, a ring for what the released scorer prints."""
    baselines = document.baselines
    if baselines is None:
        return None
    parts = {name: getattr(baselines, name) for name in _ANSWERS}
    rows = [
        Dot(
            _ANSWERS[name],
            Interval(part.f1, None, None, 0),
            None if part.released is None else part.released.f1,
        )
        for name, part in sorted(parts.items(), key=lambda item: -item[1].f1)
    ]
    released = any(row.other is not None for row in rows)
    text = "F1 counts edges."
    if released:
        text += " What is released as F1 joins the area under a curve and the mean of the numbers on it."
    text += " Of the random answer expected scores are shown."
    return dot_figure(
        Dots(
            "baselines",
            "What answers would score",
            "F1",
            rows,
            "F1 as released" if released else "",
            caption=text,
        )
    )
