"""Paper results in the output of the CLI: tables of --table and --tables, files of --figure and --slide."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from symcause.audits.documents import Result
from symcause.cli.output.output_files import make_folder
from symcause.cli.output.page_results import Collect, called, opened_as
from symcause.cli.output.terminal_output import show
from symcause.cli.runs.question_request import Asked
from symcause.errors import UsageError
from symcause.formats.storage.atomic_files import write_together

FORMS = ("latex", "csv", "markdown")
"""What ``--table`` takes."""


@contextmanager
def paper_results(
    table: str | None,
    figure: str | None,
    slide: str | None,
    sources: Sequence[str],
    asked: Asked,
    folder: str | None = None,
) -> Iterator[Collect | None]:
    """What collects documents for tables and pictures, or None; they are made at the end."""
    if (table, figure, slide, folder) == (None, None, None, None):
        yield None
        return
    from symcause.reports.paper.paper_figure import refuse_name

    for path, option in ((figure, "--figure"), (slide, "--slide")):
        refuse_name(path, option)
    if folder is not None:
        make_folder(folder)
    pairs: list[tuple[Result, object]] = []
    yield lambda result, problem: pairs.append((result, problem))
    if not pairs:
        return
    _write(pairs, called(sources), figure, slide, asked)
    if table is not None or folder is not None:
        _tables(pairs, table, folder)


def _tables(found: Sequence[tuple[Result, object]], table: str | None, folder: str | None) -> None:
    """Print the tables, or write each into a file of its own."""
    from symcause.reports.paper.audit_tables import audit_tables
    from symcause.reports.table_formats import render, save_tables

    made = audit_tables(found)
    if table is not None:
        show(render(made, table))
    if folder is None:
        return
    try:
        save_tables([("audit", one) for one in made], folder)
    except OSError as error:
        raise UsageError(f"cannot be written: {error.strerror}", file=folder) from None


def _write(
    found: Sequence[tuple[Result, object]],
    source: str,
    figure: str | None,
    slide: str | None,
    asked: Asked,
) -> None:
    if figure is None and slide is None:
        return
    from symcause.reports.paper import paper_figure

    drawn = paper_figure.main_figure(found, source, opened_as(asked))
    finding = paper_figure.finding(drawn, [result for result, _ in found])
    files = []
    if figure is not None:
        files.append((Path(figure), paper_figure.figure_bytes(drawn, figure)))
    if slide is not None:
        files.append((Path(slide), paper_figure.slide_bytes(drawn, finding, source, slide)))
    try:
        write_together(files)
    except OSError as error:
        raise UsageError(f"cannot be written: {error.strerror}", file=figure or slide) from None
