"""``symcause convert``: between file formats."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain
from pathlib import Path

import click

from symcause.cli.main import EXIT_MALFORMED, complain
from symcause.cli.simulation import Simulation
from symcause.errors import SymcauseError, UsageError
from symcause.families.boolean.problem.disclosure import Setting
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.formats.files import Item, Problem, read_problems
from symcause.formats.predictions import BadPrediction, read_predictions
from symcause.formats.writing import TARGETS, family, one_line, spelled

EXPORTS = ("dot", "graphml", "svg", "latex")
"""What gold alone can be written to: its graph, or its mechanisms for a paper."""


@click.command("convert")
@click.argument("file", type=click.Path())
@click.option(
    "--to",
    "target",
    type=click.Choice((*TARGETS, *EXPORTS)),
    help="What to write: one document of our own, JSON lines, or the ReplaySCM release's YAML; or gold's "
    "graph as DOT, GraphML or SVG, its mechanisms as LaTeX. By default one document for one problem, "
    "JSON lines for several.",
)
@click.option("--out", type=click.Path(dir_okay=False), help="Write to a file.")
@click.option("--id", "chosen", metavar="ID", help="Pick one problem of a pool.")
@click.option(
    "--setting",
    type=click.Choice([str(s) for s in Setting]),
    help="Write the problem with less disclosed.",
)
@click.option(
    "--predictions", is_flag=True, help="Write the stored answers of systems, as a prediction file."
)
@click.option(
    "--simulate", is_flag=True, help="Make evidence for configurations: records, chain, reactor."
)
@click.option("--seed", type=int, default=0, metavar="N", help="With --simulate: the seed (0).")
@click.option(
    "--records", type=click.IntRange(0, 10_000), metavar="R", help="With --simulate: records (2)."
)
@click.option(
    "--targets",
    metavar="A,B,A",
    help="With --simulate: the interventions in order (default: in turn, within the budget).",
)
@click.option(
    "--dataset",
    type=click.Path(file_okay=False),
    metavar="FOLDER",
    help="Write a dataset: public and evaluator-only parts, prompts, manifest, datasheet.",
)
@click.option("--parquet", is_flag=True, help="With --dataset: the public tables as Parquet too.")
@click.option(
    "--about",
    multiple=True,
    metavar="KEY=VALUE",
    help="With --dataset: name, description, license, url, creator, date or version.",
)
@click.pass_context
def command(
    ctx: click.Context,
    /,
    file: str,
    target: str | None,
    out: str | None,
    chosen: str | None,
    setting: str | None,
    predictions: bool,
    simulate: bool,
    seed: int,
    records: int | None,
    targets: str | None,
    dataset: str | None,
    parquet: bool,
    about: tuple[str, ...],
) -> None:
    """Convert problems between formats; FILE may be a pool, '-' is standard input.

    \b
    Examples:
      symcause convert release.runtime.yaml --to jsonl --out pool.jsonl
      symcause convert release.runtime.yaml --predictions --out predictions.jsonl
      symcause convert pool.jsonl --id ordered --setting hidden-order
      symcause convert problem.json --to replayscm
      symcause convert problem.json --to svg --out graph.svg
      symcause convert 4nodes.jsonl --simulate --seed 7 --targets density,moisture --out pool.jsonl
      symcause convert pool.jsonl --dataset folder --about name=demo --about license=CC-BY-4.0

    Exit code 0 when done, 2 if anything could not be read (the rest is still written).
    """
    failures = _Failures()
    if dataset is not None:
        if predictions or target is not None or out is not None:
            raise UsageError("--dataset writes a folder: no --to, no --out and no --predictions")
        from symcause.cli.dataset import export

        items = _problems(file, chosen, setting)
        export(items, dataset, parquet=parquet, about=about, note=failures.note)
        ctx.exit(failures.code)
    if parquet or about:
        raise UsageError("--parquet and --about go with --dataset FOLDER")
    if predictions:
        if target is not None or setting is not None:
            raise UsageError("--predictions writes a prediction file: no --to and no --setting")
        text = _predictions(file, chosen, failures)
    else:
        items = _problems(file, chosen, setting)
        if simulate:
            items = Simulation(seed, records, targets).apply(items)
        elif records is not None or targets is not None:
            raise UsageError("--records and --targets go with --simulate")
        text = _converted(items, target, failures)
    _write(text, file, out)
    ctx.exit(failures.code)


class _Failures:
    """Complains about what could not be read, and remembers that there was something."""

    code = 0

    def note(self, error: SymcauseError) -> None:
        complain(str(error))
        self.code = EXIT_MALFORMED


def _problems(file: str, chosen: str | None, setting: str | None) -> Iterator[Item]:
    """The problems to write, in the setting asked for."""
    for item in read_problems(file, chosen):
        if setting is None or item.problem is None:
            yield item
            continue
        try:
            if not isinstance(item.problem, BooleanProblem):
                raise UsageError(f"problem {item.id!r} has no setting", remedy="drop --setting")
            yield replace(item, problem=item.problem.in_setting(Setting(setting)))
        except SymcauseError as error:
            yield replace(item, problem=None, error=error.at(file=file))


def _converted(items: Iterator[Item], target: str | None, failures: _Failures) -> Iterator[str]:
    first, second = next(items, None), next(items, None)
    found = chain((item for item in (first, second) if item is not None), items)
    single = second is None
    if not single and target in ("boolean", "linear", *EXPORTS):
        raise UsageError(
            f"several problems do not fit into one {target} document",
            remedy="use --to jsonl, or pick one with --id",
        )

    if target is None and single and first is not None and first.problem is not None:
        target = family(first.problem)
    written = 0
    for item in found:
        try:
            if item.error is not None:
                raise item.error
            assert item.problem is not None
            piece = _piece(item.problem, target or "jsonl", first=not written)
        except SymcauseError as error:
            failures.note(error)
            continue
        yield piece
        written += 1


def _piece(problem: Problem, target: str, *, first: bool) -> str:
    if target not in EXPORTS:
        return spelled(problem, target, first=first)
    from symcause.reports.export import export_graph, latex_of

    text = latex_of(problem) if target == "latex" else export_graph(problem, target)
    return text if text.endswith("\n") else text + "\n"


def _predictions(file: str, chosen: str | None, failures: _Failures) -> Iterator[str]:
    found = False
    for row in read_predictions(file):
        if isinstance(row, BadPrediction):
            failures.note(row.error)
        elif chosen is None or row.instance_id == chosen:
            found = True
            yield one_line(row.to_dict()) + "\n"
    if not found and not failures.code:
        raise UsageError("no stored answers", file=file, value=chosen)


def _write(pieces: Iterator[str], file: str, out: str | None) -> None:
    """Write the pieces as they come; a file is opened only when there is something to write."""
    if out is None:
        for piece in pieces:
            click.echo(piece, nl=False)
        return
    source = Path(file)
    if file != "-" and source.exists() and Path(out).exists() and source.samefile(out):
        raise UsageError("--out would overwrite the file that is read", file=out)
    first = next(pieces, None)
    if first is None:
        return
    try:
        with Path(out).open("w", encoding="utf-8") as stream:
            for piece in chain([first], pieces):
                stream.write(piece)
    except OSError as error:
        raise UsageError(f"cannot be written: {error.strerror}", file=out) from None
