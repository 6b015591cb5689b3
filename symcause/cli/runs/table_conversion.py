"""The conversion of tables and pools: the problems that convert writes, one by one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from symcause.audits.convert import Convert
from symcause.audits.question import bound, refuse_mistakes
from symcause.audits.tables.table_options import row_options, tables_of
from symcause.audits.tables.table_summary import Summary
from symcause.cli.output.terminal_output import complain
from symcause.errors import SymcauseError, UsageError
from symcause.formats.pools.pool_folders import TABLES
from symcause.formats.pools.problem_files import Item, read_problems
from symcause.formats.tables.row_detection import doubt, is_row_folder, is_row_table
from symcause.registry import family_of


def converted_problems(
    file: str,
    chosen: str | None,
    options: dict[str, object],
    made: Summary,
    target: str | None = None,
    form: str | None = None,
) -> Iterator[Item]:
    """The problems to write, changed as their family's options say.

    A graph that stands alone is read by the family of the target, if it reads any.
    """
    told = options.keys() & row_options() if options else ()
    if options and not told:
        refuse_mistakes("convert", options)
    if form is None and (told or is_row_table(file) or is_row_folder(file)):
        _refuse_others(file, told)
        tables, options = tables_of(options)
        items = tables.items(file, chosen, made)
    else:
        if form is None and file.lower().endswith(TABLES) and (said := doubt(file)) is not None:
            complain(said)
        items = read_problems(file, chosen, question=f"convert/{target or ''}", form=form)
    for item in items:
        if not options or item.problem is None:
            yield item
            continue
        try:
            asked = bound("convert", family_of(item.problem), options)
            assert isinstance(asked, Convert)
            yield replace(item, problem=asked.converted(item.problem))
        except SymcauseError as error:
            if made.tables:
                made.refuse()
            yield replace(item, problem=None, error=error.at(file=file, place=item.id))


def _refuse_others(file: str, told: Iterable[str]) -> None:
    """Options about rows say nothing about a file that has none."""
    if Path(file).suffix.lower() in TABLES or file == "-" or Path(file).is_dir():
        return
    for name in sorted(told):
        flag = f"--{name.replace('_', '-')}"
        raise UsageError(
            f"{flag} is about a table of rows",
            file=file,
            remedy=f"they end in {', '.join(TABLES)}",
        )
