"""``convert``, one of the CLI commands: problems from one file format into another."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import chain
from typing import Any

import click

from symcause.audits.document_json import stamped
from symcause.audits.documents import EXIT_MALFORMED
from symcause.audits.tables.table_options import row_options, titled_rows
from symcause.audits.tables.table_summary import Summary
from symcause.cli.command_options import (
    answer_key_option,
    deferred_options,
    file_option,
    form_option,
    given,
    stated,
)
from symcause.cli.lazy_options import Asking, none_given
from symcause.cli.output.dataset_options import dataset_options, given_options
from symcause.cli.output.output_files import SideFile, guard
from symcause.cli.output.terminal_output import announce, complain, emit
from symcause.cli.runs.rendering_conversion import (
    TextRequest,
    grammar_text,
    rendering_options,
    told_lines,
)
from symcause.cli.runs.table_conversion import converted_problems
from symcause.errors import SymcauseError, UsageError
from symcause.formats.answer_files.predictions import BadPrediction, read_predictions
from symcause.formats.pools.problem_files import Item
from symcause.formats.pools.problem_writer import LINES, PICTURES, one_line, spelled, targets
from symcause.formats.problems import Problem
from symcause.formats.shared_entries import each
from symcause.registry import family_of


@click.command("convert", cls=Asking)
@click.argument("file", type=click.Path(), required=False)
@click.option(
    "--to",
    "to",
    type=click.Choice((*targets(), *PICTURES)),
    metavar="FORMAT",
    help="The format to write: one symcause document, JSON lines, another project's format, gold's graph "
    "as DOT, GraphML or SVG, or gold's mechanisms as LaTeX. Default: one document for one problem, JSON "
    "lines for several.",
)
@click.option(
    "--out", type=click.Path(dir_okay=False), callback=file_option, help="Write to a file."
)
@click.option(
    "--id",
    "chosen",
    metavar="ID",
    help="Pick one problem of a pool. Of a table of rows: the column that names the problem of a row.",
)
@click.option(
    "--predictions", is_flag=True, help="Write the stored answers of systems as a prediction file."
)
@answer_key_option
@deferred_options(
    lambda: (
        *((f.title, kind) for f, kind in each("questions", "convert")),
        *titled_rows(),
    )
)
@rendering_options
@form_option
@dataset_options
@click.option(
    "--json", "as_json", is_flag=True, help="With --out: print what was made as JSON on one line."
)
@click.option("--quiet", is_flag=True, help="Print only the results.")
@click.pass_context
def command(
    ctx: click.Context,
    /,
    file: str | None,
    to: str | None,
    out: str | None,
    chosen: str | None,
    predictions: bool,
    answer_keys: tuple[str, ...],
    dataset: str | None,
    certificates: str | None,
    as_json: bool,
    quiet: bool,
    form: str | None,
    theme: str | None,
    style: str | None,
    rendering: str | None,
    told: bool,
    grammar: tuple[str, str, str] | None,
    **_: Any,
) -> None:
    """Convert problems between formats; FILE may be a pool, '-' is standard input.

    A table of rows (CSV, TSV, Parquet, or a folder of them) becomes problems: its columns are variables,
    those called do, world and split say how a row came about, --id names the column of problems, and empty
    cells were not observed. With --target the rows are numbers, of linear problems; with --class-file they
    are words and integers, of finite ones.

    \b
    Examples:
      symcause convert release.runtime.yaml --to jsonl --out pool.jsonl
      symcause convert release.runtime.yaml --predictions --out predictions.jsonl
      symcause convert outputs.jsonl --predictions --answer-key output --out predictions.jsonl
      symcause convert pool.jsonl --id ordered --setting hidden-order
      symcause convert problem.json --to replayscm
      symcause convert problem.json --to svg --out graph.svg
      symcause convert 4nodes.jsonl --simulate --seed 7 --targets density,moisture --out pool.jsonl
      symcause convert pc.txt --to dagitty --out cpdag.dagitty
      symcause convert rows.csv --id problem --roots X1,X2 --max-parents 2 --out pool.jsonl
      symcause convert readings.csv --target freq --out crystal.json
      symcause convert pool.jsonl --heldout 4 --seed 1 --out complete.jsonl
      symcause convert pool.jsonl --dataset folder --certificates proofs --about license=CC-BY-4.0
      symcause convert pool.jsonl --dataset folder --tell-class
      symcause convert story.txt --rendering texts.jsonl#item__farm-story-0
      symcause convert problem.json --told

    Standard error reports what a table became: problems, worlds or chain, roots, cells not
    observed, what was guessed. --json prints the same as one document, where --out takes the problems.

    Exit code 0 when done, 2 if anything could not be read (the rest is still written; of a table with a
    broken line nothing is).
    """
    if grammar is not None:
        if file is not None:
            raise UsageError("--grammar takes no FILE", value=file)
        _write(iter([grammar_text(*grammar)]), out)
        return
    if file is None:
        raise UsageError("give the FILE to convert")
    if as_json and out is None:
        raise UsageError("--json says what was made, not the problems", remedy="add --out FILE")
    if answer_keys and not predictions:
        raise UsageError("--answer-key goes with --predictions")
    publication = given_options(ctx)
    failures, options, made = _Failures(), given(ctx, "convert"), Summary()
    if not none_given(ctx):
        options |= stated(ctx, row_options())
    words = TextRequest(theme, style, rendering)
    log, gold = options.get("log"), options.get("gold")
    read = [
        file,
        certificates,
        publication["key"],
        None if log is None else str(log),
        getattr(gold, "file", None),
    ]
    guard(read, {"--out": out, "--dataset": dataset})
    if dataset is not None:
        if predictions or to is not None or out is not None:
            raise UsageError("--dataset writes a folder: no --to, no --out and no --predictions")
        from symcause.cli.output.dataset_export import Publishing

        publishing = Publishing(file, dataset, quiet=quiet, **publication)
        publishing.export(converted_problems(file, chosen, options, made, form=form), failures.note)
        _say(made, quiet=quiet)
        ctx.exit(failures.code)
    if predictions:
        if to is not None or options:
            raise UsageError("--predictions writes a prediction file: no --to and no other option")
        text = _predictions(file, chosen, answer_keys, failures)
    elif told or words.given:
        if told and to is not None:
            raise UsageError("--told writes told documents: no --to")
        items = converted_problems(file, chosen, options, made, to, form)
        items = iter([words.item(file)]) if words.given else items
        text = told_lines(items, failures.note) if told else _converted(items, to, failures)
    else:
        text = _converted(converted_problems(file, chosen, options, made, to, form), to, failures)
    written = _write(text, out)
    if as_json:
        emit(stamped({"written": written, "failed": failures.number, **_document(made)}))
    _say(made, quiet=quiet or as_json)
    announce(ctx, results=True)
    ctx.exit(failures.code)


class _Failures:
    """Complains about what could not be read, and remembers that there was something."""

    code = 0
    number = 0

    def note(self, error: SymcauseError) -> None:
        complain(str(error))
        self.code = EXIT_MALFORMED
        self.number += 1


def _say(made: Summary, *, quiet: bool) -> None:
    """What was made of tables, on standard error."""
    for line in () if quiet else made.lines():
        complain(line)


def _document(made: Summary) -> dict[str, object]:
    """The same for programs; nothing where no table was read."""
    return {"made": made.document()} if made.tables else {}


def _converted(items: Iterator[Item], target: str | None, failures: _Failures) -> Iterator[str]:
    first, second = next(items, None), next(items, None)
    found = chain((item for item in (first, second) if item is not None), items)
    single = second is None
    if target is None and single and first is not None and first.problem is not None:
        target = family_of(first.problem).name
    elif not single and target in (*PICTURES, *targets()) and not _fits_many(target, first):
        raise UsageError(
            f"several problems do not fit into one {target} document",
            remedy=f"use --to {LINES}, or pick one with --id",
        )
    written = 0
    for item in found:
        try:
            if item.error is not None:
                raise item.error
            assert item.problem is not None
            piece = _piece(item.problem, target or LINES, first=not written)
        except SymcauseError as error:
            failures.note(error)
            continue
        yield piece
        written += 1


def _fits_many(target: str | None, first: Item | None) -> bool:
    """Can several problems stand in one file of this kind? A family's own is one document."""
    from symcause.registry import families

    if first is not None and first.problem is not None:
        own = family_of(first.problem)
        if target in {family.name for family in families()}:  # another family's, if one writes them
            return target != own.name and target in own.exports
    return target == LINES or any(target in family.exports for family in families())


def _piece(problem: Problem, target: str, *, first: bool) -> str:
    if target not in PICTURES:
        return spelled(problem, target, first=first)
    from symcause.reports.export import pictured

    return pictured(problem, target)


def _predictions(
    file: str, chosen: str | None, keys: tuple[str, ...], failures: _Failures
) -> Iterator[str]:
    found = False
    for row in read_predictions(file, keys):
        if isinstance(row, BadPrediction):
            failures.note(row.error)
        elif chosen is None or row.instance_id == chosen:
            found = True
            yield one_line(row.to_dict()) + "\n"
    if not found and not failures.code:
        raise UsageError("no stored answers", file=file, value=chosen)


def _write(pieces: Iterator[str], out: str | None) -> int:
    """Write the pieces as they come, and count them; a file is opened only when there is one."""
    if out is None:
        return sum(_given(piece, partial(click.echo, nl=False)) for piece in pieces)
    first = next(pieces, None)
    if first is None:
        return 0
    with SideFile(out) as stream:
        return sum(_given(piece, stream.write) for piece in chain([first], pieces))


def _given(piece: str, write: Callable[[str], None]) -> int:
    write(piece)
    return 1
