"""The page of a scored pool: the published tables, and pictures that carry their data.

The pictures: the disclosure ladder with bootstrap intervals, funnel bars, paired differences. Each can be
taken from the page as SVG and CSV, or written into a folder by :func:`save_figures`.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from symcause.errors import UsageError
from symcause.reports.figures.figure import Figure
from symcause.reports.figures.ladder import ladder_figure
from symcause.reports.figures.rows import delta_figure, funnel_figure
from symcause.reports.page.assets import embedded, environment, shared
from symcause.scoring.statistics import Bootstrap
from symcause.scoring.summary import Summary
from symcause.scoring.table import Table

METRICS = (("train_exact", "TrainExact"), ("heldout_world_exact", "HeldoutWorld"))
"""The metrics that are drawn, with the names of the published tables."""


def score_figures(summary: Summary, tables: Sequence[Table], bootstrap: Bootstrap) -> list[Figure]:
    """All pictures that the answers have something for."""
    groups = [a for a in summary.finish() if not a.alternative]
    found: list[Figure | None] = [
        ladder_figure(groups, bootstrap, metric, title) for metric, title in METRICS
    ]
    found += [funnel_figure(table) for table in tables if table.key == "funnel"]
    if bootstrap.resamples:
        found += [
            delta_figure(groups, bootstrap, metric, f"Δ {title}") for metric, title in METRICS
        ]
    return [figure for figure in found if figure is not None]


def score_page(
    tables: Sequence[Table], figures: Sequence[Figure], *, source: str, answers: int, failed: int
) -> str:
    """The whole page."""
    from markupsafe import Markup

    models = {row[1].shown for t in tables if t.key == "main" for row in t.rows}
    settings = {row[0].shown for t in tables if t.key == "main" for row in t.rows}
    facts = [("settings", str(len(settings))), ("models", str(len(models)))]
    if failed:
        facts.append(("rows that could not be scored", str(failed)))
    return (
        environment()
        .get_template("score.html")
        .render(
            title=f"symcause score: {Path(source).name}",
            source=Path(source).name,
            heading=f"{answers:,} answers" if answers != 1 else "1 answer",
            facts=facts,
            figures=figures,
            tables=[(table, _labels(table)) for table in tables],
            embed=lambda value: Markup(embedded(value)),
            **shared(),
        )
    )


def _labels(table: Table) -> list[bool]:
    """Which columns hold labels, and so are set flush left."""
    return [
        all(isinstance(row[i].value, str) for row in table.rows) for i in range(len(table.columns))
    ]


def save_figures(figures: Sequence[Figure], folder: str) -> None:
    """Write every picture as SVG and its data as CSV into a folder."""
    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
        for figure in figures:
            figure.save(Path(folder))
    except OSError as error:
        raise UsageError(f"cannot write: {error.strerror}", file=folder) from error
