"""The suite command of the CLI: ``generate suite`` makes suites from recipes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from symcause.audits.document_json import stamped
from symcause.audits.documents import EXIT_INTERRUPTED
from symcause.cli.command_options import json_option
from symcause.cli.output.output_files import guard
from symcause.cli.output.terminal_output import complain, emit, show
from symcause.cli.repeated_options import OneValued
from symcause.cli.runs.progress_display import Waiting
from symcause.formats.datasets.opaque_ids import read_key
from symcause.formats.storage.byte_streams import read_bytes

if TYPE_CHECKING:
    from symcause.suites.folder.suite import Suite

HELP = "A folder of certified problems, in parts, from one recipe."


@click.command("suite", cls=OneValued)
@click.argument("recipe", type=click.Path())
@click.option(
    "--out",
    type=click.Path(file_okay=False),
    required=True,
    metavar="FOLDER",
    help="The folder to make: new, empty, or with what an earlier run of the same recipe has begun.",
)
@click.option(
    "--key",
    type=click.Path(dir_okay=False),
    metavar="FILE",
    help="The secret that problems and ids are made with, at least 16 bytes (none: anybody can make them).",
)
@click.option(
    "--jobs",
    type=click.IntRange(min=1, max=512),
    default=1,
    metavar="N",
    help="Parallel processes (1). They change nothing but the time.",
)
@json_option
@click.option("--quiet", is_flag=True, help="Print only the results.")
@click.pass_context
def command(
    ctx: click.Context,
    recipe: str,
    out: str,
    key: str | None,
    jobs: int,
    as_json: bool,
    quiet: bool,
) -> None:
    """Make a suite: parts of certified problems, each different up to names, from one recipe.

    RECIPE is a TOML file, or the name of a bundled one: mini (192 problems, seconds) or full (some
    1,500, minutes). The folder has public/, which can be published alone, and evaluator/ with true models
    and certificates. Recipe and key decide every byte; without --key anybody can make the suite again. A
    run that was stopped goes on where it was: give the same command.

    \b
    Examples:
      symcause generate suite mini --out mini
      symcause generate suite full --key secret.key --jobs 2 --out private
      symcause generate suite recipe.toml --out suite
      symcause verify mini

    Exit code 0 when done, 2 for a recipe or folder that cannot be used, 3 where there are fewer problems
    than a part asks for, 130 if interrupted (parts that are done are kept).
    """
    from symcause.suites.recipe.bundled_recipes import BUNDLED
    from symcause.suites.recipe.recipe_file import recipe_named
    from symcause.suites.suite_builder import make_suite

    guard((None if recipe in BUNDLED else recipe, key), {"--out": out})
    now = ""

    def say() -> str:
        return now

    waiting = Waiting(say, quiet=quiet)

    def tell(what: str, done: int, total: int) -> None:
        nonlocal now
        now = f"{what}: {done} of {total}"
        waiting()

    chosen = recipe_named(recipe)
    secret = None if key is None else read_key(read_bytes(key), key)
    try:
        suite = make_suite(chosen, out, secret=secret, jobs=jobs, tell=tell)
    except KeyboardInterrupt:
        waiting.clear()
        complain("interrupted; parts that are done are kept: the same command goes on")
        ctx.exit(EXIT_INTERRUPTED)
    finally:
        waiting.clear()
    if as_json:
        emit(stamped(_document(suite, out)))
    elif not quiet:
        show(_summary(suite, out))


def _summary(suite: Suite, out: str) -> str:
    parts = ", ".join(f"{len(suite.by_part[p.name])} {p.name}" for p in suite.recipe.parts)
    kind = "open" if suite.key.is_open else "private"
    name = f"{suite.recipe.name} {suite.recipe.version}"
    return f"{len(suite.entries)} problems of {name} ({kind}) in {out}: {parts}"


def _document(suite: Suite, out: str) -> dict[str, object]:
    from symcause.suites.folder.suite_files import part_record

    return {
        "family": None,
        "suite": suite.recipe.name,
        "version": suite.recipe.version,
        "folder": out,
        "open": suite.key.is_open,
        "key_sha256": suite.key.sha256,
        "problems": len(suite.entries),
        "parts": [part_record(suite, part) for part in suite.recipe.parts],
    }
