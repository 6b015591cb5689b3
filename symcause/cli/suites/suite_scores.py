"""Suite scores in the CLI of suites: what is printed of them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click.core import ParameterSource

from symcause.audits.document_json import dumps
from symcause.audits.documents import EXIT_MALFORMED
from symcause.bounds.cli_bounds import NAMED_ANSWERS
from symcause.cli.output.output_files import SideFile, guard, make_folder
from symcause.cli.output.terminal_output import complain, emit, emit_all, show
from symcause.cli.runs.progress_display import Waiting
from symcause.errors import UsageError
from symcause.formats.answer_files.predictions import read_rows

if TYPE_CHECKING:
    from symcause.scoring.score_table import Table
    from symcause.suites.scores.scored_suite import ScoredSuite

F = TypeVar("F", bound=Callable[..., Any])

_TAKEN = frozenset(
    (
        *("pool", "predictions", "form", "folder", "html", "out", "as_json", "bootstrap", "seed"),
        *("answer_keys", "gold", "split", "label"),
    )
)
_OWN = {"gold": "--key", "split": "--split"}


def is_suite_asked(ctx: click.Context, pool: str | None) -> bool:
    """Are answers to a suite to be scored? Raises UsageError for options that do not go with that."""
    from symcause.suites.folder.suite_folder import is_suite

    asked = pool is not None and pool != "-" and Path(pool).is_dir() and is_suite(pool)
    given = {n for n in ctx.params if ctx.get_parameter_source(n) is ParameterSource.COMMANDLINE}
    if asked and given - _TAKEN:
        other = next(one for one in ctx.command.params if one.name in given - _TAKEN)
        raise UsageError(f"{other.opts[0]} does not apply to a suite", value=pool)
    own = next((flag for name, flag in _OWN.items() if name in given), None)
    if not asked and own is not None:
        raise UsageError(f"{own} is for suites", value=pool)
    return asked


def suite_options(command: F) -> F:
    """``--key`` and ``--split``."""
    gold = click.option(
        "--key",
        "gold",
        type=click.Path(file_okay=False),
        metavar="FOLDER",
        help="Of the public part of a suite: the suite, or its folder evaluator with the true answers.",
    )
    split = click.option(
        "--split",
        metavar="NAME",
        help="Of a suite: the split that is counted (the last one of its recipe; all for every problem).",
    )
    return gold(split(command))


def score_suite(options: Mapping[str, Any]) -> int:
    """Score, print, and give the exit code."""
    guard(
        (*options["predictions"], options["gold"]),
        {"--out": options["out"], "--html": options["html"], "--tables": options["folder"]},
    )
    scored = _scored(options)
    with_lines = options["as_json"] and options["out"] is None
    if options["out"] is not None:
        with SideFile(options["out"]) as out:
            out.write("".join(f"{dumps(line)}\n" for line in scored.given.lines))
    if with_lines:
        emit_all([dumps(line) for line in scored.given.lines])
    tables = scored.tables
    if options["html"] is not None:
        with SideFile(options["html"]) as page:
            page.write(scored.page())
    if options["folder"] is not None:
        _save(tables, options["folder"])
    if options["as_json"]:
        emit(dumps({"summary": scored.to_dict()}))
    elif options["form"] == "json":
        emit(dumps(scored.to_dict()))
    else:
        _print(tables, options)
        if options["form"] == "text":
            show(f"\n{scored.source}")
    return _remarked(scored)


def _scored(options: Mapping[str, Any]) -> ScoredSuite:
    from symcause.suites.scores.class_intervals import Resampling
    from symcause.suites.scores.scored_suite import opened_scores

    done = 0
    watch = Waiting(lambda: f"{done:,} answers scored")
    scored = opened_scores(
        options["pool"],
        gold=options["gold"],
        split=options["split"],
        resampling=Resampling(options["bootstrap"], options["seed"]),
    )
    try:
        for file in options["predictions"]:
            for row in read_rows(file, options["answer_keys"]):
                scored.given.take(row, file)
                done += 1
                watch()
    finally:
        watch.clear()
    return scored


def _print(tables: Sequence[Table], options: Mapping[str, Any]) -> None:
    from symcause.reports.table_formats import Setting, render

    width = get_terminal_size().columns if sys.stdout.isatty() else None
    show(render(tables, options["form"], Setting(width, options["label"])))


def _save(tables: Sequence[Table], folder: str) -> None:
    from symcause.reports.table_formats import save_tables

    make_folder(folder)
    try:
        save_tables([("suite", table) for table in tables], folder)
    except OSError as error:
        text = f"cannot be written: {error.strerror or error}"
        raise UsageError(text, file=folder) from None


def _remarked(scored: ScoredSuite) -> int:
    """Say what is missing, unknown or unreadable; the exit code."""
    for note in scored.notes():
        complain(note)
    wrong = scored.given.complaints
    for one in wrong[:NAMED_ANSWERS]:
        complain(str(one))
    if len(wrong) > NAMED_ANSWERS:
        complain(f"{len(wrong) - NAMED_ANSWERS:,} more answers cannot be scored")
    return EXIT_MALFORMED if wrong else 0
