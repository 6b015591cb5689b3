"""``examples``, one of the CLI commands: the bundled problems, and the files that guides use."""

from __future__ import annotations

import json

import click

from symcause.cli.command_options import file_option, json_option
from symcause.cli.output.terminal_output import emit, show
from symcause.cli.repeated_options import OneValued
from symcause.errors import UsageError
from symcause.formats.pools.bundled_examples import copy_examples, example_file, example_lines


@click.command("examples", cls=OneValued)
@click.argument("name", required=False, metavar="[NAME]")
@click.option(
    "--out",
    type=click.Path(file_okay=False),
    callback=file_option,
    metavar="FOLDER",
    help="Write all example files into a new or empty folder.",
)
@json_option
def command(name: str | None, out: str | None, as_json: bool) -> None:
    """Bundled problems to try: without NAME the list of them, with NAME the file itself.

    With --out all example files are written, answers and tables of rows included, so that the
    commands of the guides run in the folder above. Nothing is overwritten.

    \b
    Examples:
      symcause examples
      symcause examples ambiguous > ambiguous.json
      symcause examples ambiguous | symcause audit -
      symcause examples --out examples

    Exit code 0 when done, 2 for a name that no example has or a folder that is not empty.
    """
    if name is not None and (out is not None or as_json):
        other = "--json" if out is None else "--out"
        raise UsageError(f"{other} does not go with a name", remedy="leave out one of the two")
    if name is not None:
        show(example_file(name).read_text(encoding="utf-8").rstrip("\n"))
    elif out is not None:
        files = copy_examples(out)
        written = json.dumps({"folder": out, "files": files}, ensure_ascii=False)
        emit(written) if as_json else show(f"{files} files in {out}")
    elif as_json:
        emit(json.dumps(example_lines(), ensure_ascii=False))
    else:
        width = max(map(len, example_lines()))
        for known, line in example_lines().items():
            show(f"{known:{width}}  {line}")
