"""``serve``, one of the CLI commands: starts the workbench, a local page for exploring version spaces."""

from __future__ import annotations

import os

import click

from symcause.cli.option_types import Seconds
from symcause.cli.output.terminal_output import show
from symcause.cli.repeated_options import OneValued


@click.command("serve", cls=OneValued)
@click.argument("paths", nargs=-1, metavar="[PATH]...", type=click.Path())
@click.option("--port", type=click.IntRange(1, 65535), help="Port of this machine (any free one).")
@click.option(
    "--save",
    metavar="DIR",
    type=click.Path(),
    help="Save problems, answers and transcripts here instead of downloading them. Nothing is overwritten.",
)
@click.option(
    "--study",
    metavar="FILE",
    type=click.Path(),
    help="Run only this study: participants play its problems, with one file of results.",
)
@click.option("--no-browser", is_flag=True, help="Print the address without opening a browser.")
@click.option(
    "--children",
    type=click.IntRange(1, 64),
    default=lambda: max(2, os.cpu_count() or 2),
    show_default="one per processor, at least 2",
    help="Worker processes.",
)
@click.option(
    "--timeout",
    type=Seconds(),
    metavar="SECONDS",
    help="Time limit for one answer; what is known by then is shown. No limit by default.",
)
@click.option(
    "--memory",
    type=click.IntRange(64, 100_000_000),
    default=2048,
    show_default=True,
    metavar="MB",
    help="Memory limit for one answer.",
)
@click.pass_context
def command(
    ctx: click.Context,
    paths: tuple[str, ...],
    port: int | None,
    save: str | None,
    study: str | None,
    no_browser: bool,
    children: int,
    timeout: float | None,
    memory: int,
) -> None:
    """The workbench: see a version space, and change what it is based on.

    PATH is a file or folder with problems, episodes or results. The page shows a problem as tables; switch
    a world off or change a cell and see how many models are left, which edges are open and what to do next.
    Episodes can be played, and runs browsed. Everything stays on this machine: the server answers only this
    computer's browser, and writes no file without --save, except a private one that opens the page in the
    browser and is then removed. If your browser cannot read local files (as in some sandboxes), open the
    printed address.

    \b
    Examples:
      symcause serve problem.json
      symcause serve problems/ --save mine/
      symcause serve --study study.json --save results/
      symcause serve pool.jsonl problems/ --no-browser --port 8421

    Ctrl-C ends it, with exit code 0; exit code 2 if a path or the port is not available, or a study is
    malformed.
    """
    from symcause.workbench.local_service import serve

    serve(
        *paths,
        port=port,
        save=save,
        study=study,
        browser=not no_browser,
        children=children,
        timeout=timeout,
        memory=memory,
        say=show,
    )
