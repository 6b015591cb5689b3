"""The report page of scores for a pool: published tables, and pictures with their data.

The pictures come from the families. Each can be taken from the page as SVG and CSV, or written into a
folder by :func:`save_figures`.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from symcause.errors import UsageError
from symcause.formats.storage.atomic_files import write_together
from symcause.models.number_phrases import plural
from symcause.reports.figures.figure import Figure
from symcause.reports.page.page_assets import compressed, embedded, encodable, environment, shared
from symcause.reports.page.run_list import ScoredRuns
from symcause.reports.page.text_pairs import TextPairs
from symcause.reports.table_formats import csv_of, labels, render
from symcause.scoring.score_table import Table

NO_PAIRS = TextPairs([])


def score_page(
    tables: Sequence[Table],
    figures: Sequence[Figure],
    *,
    source: str,
    answers: int,
    failed: int,
    runs: ScoredRuns | None = None,
    pairs: TextPairs = NO_PAIRS,
) -> str:
    """The whole page; of episodes it lists the *runs*, of renderings the *pairs* that fell apart."""
    heading = f"{answers:,} answers" if answers != 1 else "1 answer"
    kinds = [
        plural(n, head.lower()) for head in ("Model", "Setting") if (n := _kinds(tables, head))
    ]
    facts = [("from", ", ".join(kinds))] if kinds else []
    main = next((figure for figure in figures if figure.finding), None)
    if main is not None:
        text = f" ({', '.join(kinds)})" if kinds else ""
        facts = [("answers", f"{answers:,}{text}"), *main.facts]
        heading = main.finding
    if failed:
        facts.append(("rows that could not be scored", str(failed)))
    return tables_page(
        tables,
        source=Path(source).name,
        title=f"symcause score: {Path(source).name}",
        heading=heading,
        facts=facts,
        figures=[main, *(f for f in figures if f is not main)] if main else figures,
        runs=runs,
        pairs=pairs,
    )


def tables_page(
    tables: Sequence[Table],
    *,
    source: str,
    title: str,
    heading: str,
    facts: Sequence[tuple[str, str]],
    figures: Sequence[Figure] = (),
    runs: ScoredRuns | None = None,
    pairs: TextPairs = NO_PAIRS,
) -> str:
    """A page of tables and figures, the main one first, under a heading with facts."""
    from markupsafe import Markup

    page = (
        environment()
        .get_template("score.html")
        .render(
            title=title,
            source=source,
            heading=heading,
            facts=facts,
            figures=figures,
            tables=[_view(table) for table in tables],
            more=lambda rest, what: plural(len(rest), f"more {what}"),
            embed=lambda value: Markup(embedded(value)),
            runs=runs,
            pairs=pairs,
            more_pairs=lambda number: plural(number, "more pair"),
            pack=lambda value: Markup(compressed(value)),
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


def _view(table: Table) -> dict[str, object]:
    """A table for the page: which columns are labels, which cells are best, which only repeat a group."""
    flush = labels(table)
    names = next((i for i, left in enumerate(flush) if not left), len(flush))
    return {
        "table": table,
        "left": flush,
        "names": max(1, names),
        "best": _best(table),
        "again": [i > 0 and row[0] == table.rows[i - 1][0] for i, row in enumerate(table.rows)],
        "files": {"csv": csv_of(table), "latex": render([table], "latex")},
    }


def _best(table: Table) -> set[tuple[int, int]]:
    """Rows and columns of the largest values, in each group of rows with several different ones."""
    pairs: set[tuple[int, int]] = set()
    grouped = len({row[0].shown for row in table.rows}) < len(table.rows)
    for column in (table.columns.index(name) for name in table.best if name in table.columns):
        groups: dict[str, list[tuple[int, float]]] = {}
        for i, row in enumerate(table.rows):
            value = row[column].value
            if isinstance(value, int | float):
                groups.setdefault(row[0].shown if grouped else "", []).append((i, value))
        for values in groups.values():
            top = max(value for _, value in values)
            if top > min(value for _, value in values):
                pairs |= {(i, column) for i, value in values if value == top}
    return pairs


def save_figures(figures: Sequence[Figure], folder: str) -> None:
    """Write every picture as SVG (and PDF) and its data as CSV into a folder."""
    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
        write_together(file for figure in figures for file in figure.files(Path(folder)))
    except OSError as error:
        raise UsageError(f"cannot write: {error.strerror}", file=folder) from error
