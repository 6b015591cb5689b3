"""The page of a scored pool: the published tables, and pictures that carry their data.

The pictures come from the families. Each can be taken from the page as SVG and CSV, or written into a
folder by :func:`save_figures`.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from symcause.errors import UsageError
from symcause.reports.figures.figure import Figure
from symcause.reports.page.assets import embedded, encodable, environment, shared
from symcause.scoring.table import Table


def score_page(
    tables: Sequence[Table], figures: Sequence[Figure], *, source: str, answers: int, failed: int
) -> str:
    """The whole page."""
    from markupsafe import Markup

    heading = f"{answers:,} answers" if answers != 1 else "1 answer"
    facts = [
        (head.lower() + "s", str(n)) for head in ("Setting", "Model") if (n := _kinds(tables, head))
    ]
    main = next((figure for figure in figures if figure.finding), None)
    if main is not None:
        facts = [("answers", f"{answers:,}"), *facts, *main.facts]
        heading = main.finding
    if failed:
        facts.append(("rows that could not be scored", str(failed)))
    page = (
        environment()
        .get_template("score.html")
        .render(
            title=f"symcause score: {Path(source).name}",
            source=Path(source).name,
            heading=heading,
            facts=facts,
            figures=figures,
            tables=[(table, _labels(table)) for table in tables],
            embed=lambda value: Markup(embedded(value)),
            **shared(),
        )
    )
    return encodable(page)


def _kinds(tables: Sequence[Table], head: str) -> int:
    """How many different labels the first table has in a column."""
    if not tables or head not in tables[0].columns:
        return 0
    at = tables[0].columns.index(head)
    return len({row[at].shown for row in tables[0].rows})


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
