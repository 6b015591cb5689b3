"""``prompt``, one of the CLI commands: the prompt that a language model gets."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
from msgspec import UnsetType

from symcause.audits.documents import Document
from symcause.audits.prompt import PromptDocument
from symcause.cli.command_options import (
    given,
    html_option,
    json_option,
    problems_argument,
    question_options,
)
from symcause.cli.lazy_options import Asking
from symcause.cli.output.rendering_pages import save_prompt_page
from symcause.cli.output.terminal_output import complain
from symcause.cli.runs.question_request import Asked
from symcause.cli.runs.question_run import Delivery, execute
from symcause.cli.runs.run_setup import run_of
from symcause.formats.pools.problem_files import Item, read_problem


@click.command("prompt", cls=Asking)
@problems_argument
@question_options("prompt")
@html_option("With --theme: also write a page with the text beside the table of the theme neutral.")
@json_option
@click.pass_context
def command(ctx: click.Context, /, html: str | None, **_: Any) -> None:
    """The prompt a language model gets for a problem.

    It is made only from what the problem discloses and from its evidence; it contains nothing held out.

    \b
    Examples:
      symcause prompt problem.json
      symcause prompt pool.jsonl --id item_017
      symcause prompt pool.jsonl --json > prompts.jsonl
      symcause prompt pool.jsonl --allow-abstain
      symcause prompt problem.json --tell-class
      symcause prompt problem.json --theme farm --style story
      symcause prompt problem.json --theme my-theme.toml --names contradict --seed 7

    With --theme the problem is put into words, which are read back to the same evidence first. A problem of
    generate renderings gives its own text again.

    With --tell-class a prompt says which models are possible: how many variables a mechanism may depend on,
    between which numbers bases lie, which worlds or graphs there are. Whether evidence settles something
    depends on it. The prompts of suites say it, and so does every text in a theme.

    With --json each document has the system instruction, the message, and both in one text; without it
    prompts are separated by form feeds. Exit code 0 when done, 2 if a problem cannot be read, 3 if the best
    names of a theme are not known.
    """
    run = run_of(ctx, outputs={"--html": html})
    folders = tuple(f"{path}.themes" for path in run.paths if Path(f"{path}.themes").is_dir())
    options = given(ctx, "prompt")
    if html is not None:
        save_prompt_page(read_problem(run.paths[0], run.chosen, "prompt"), options, html)
    asked = Asked("prompt", options, {"theme_folders": folders} if folders else {})
    ctx.exit(execute(run, asked, Delivery(_explained)))


def _explained(document: Document, item: Item, single: bool) -> tuple[Document, int]:
    """The document; a text that there is none of is explained on standard error."""
    assert isinstance(document, PromptDocument)
    if not isinstance(document.reason, UnsetType):
        complain(document.reason)
    return document, document.code
