"""``check``, one of the CLI commands: whether an answer is valid, exact, and the only one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click

from symcause.audits.documents import CheckDocument, Document
from symcause.audits.question import Question
from symcause.cli.command_options import (
    form_option,
    given,
    html_option,
    json_option,
    limit_options,
    problem_argument,
    question_options,
)
from symcause.cli.lazy_options import Asking
from symcause.cli.output.output_files import named_files
from symcause.cli.output.page_results import result_page
from symcause.cli.output.terminal_output import announce
from symcause.cli.runs.question_request import Asked
from symcause.cli.runs.question_run import Delivery, execute
from symcause.cli.runs.rendering_conversion import answer_of_rendering
from symcause.cli.runs.run_setup import run_of
from symcause.errors import UsageError
from symcause.formats.pools.problem_files import Item, read_response
from symcause.formats.shared_entries import each
from symcause.registry import answering, family_of


class _Demanding(Asked, frozen=True):
    """The question, with *demands* that only mean something where answers come from a version space."""

    demands: tuple[str, ...] = ()

    def to(self, problem: object, known: Mapping[str, object] | None = None) -> Question[Any, Any]:
        found = family_of(problem)
        if self.demands and found.space is None:
            able = ", ".join(f.title for f in answering("check") if f.space is not None)
            raise UsageError(
                f"{self.demands[0]} does not apply to {found.title}", remedy=f"it applies to {able}"
            )
        return super().to(problem, known)


@click.command("check", cls=Asking)
@problem_argument
@click.argument("answer", type=click.Path(), metavar="ANSWER")
@question_options("check")
@form_option
@click.option(
    "--require-unique", is_flag=True, help="Also demand that no other model explains the rows."
)
@click.option(
    "--require-justified", is_flag=True, help="Also demand that the evidence proves the answer."
)
@click.option(
    "--rendering",
    metavar="FILE#ID",
    help="ANSWER is in the names of this rendered problem, PROBLEM the one it was made from.",
)
@html_option("Also write a page that shows where the answer and gold differ.")
@limit_options
@json_option
@click.pass_context
def command(
    ctx: click.Context,
    /,
    answer: str,
    require_unique: bool,
    require_justified: bool,
    rendering: str | None,
    html: str | None,
    **_: Any,
) -> None:
    """Is this answer valid, exact, and the only one?

    ANSWER is a JSON file or the raw text of a model; - is standard input. Anything readable is
    judged: an answer without JSON is invalid, not an error.

    \b
    Examples:
      symcause check problem.json answer.json
      symcause check problem.json answer.json --require-unique
      symcause check gold.txt answer.txt --html page.html
      symcause check pool.jsonl response.txt --id item_017 --json
      symcause check problem.json answer.txt --rendering texts.jsonl#item__farm-story-0
      some-model < prompt.txt | symcause check problem.json -

    Exit code 0 if the answer is right. Boolean: valid, exact on the training worlds and, where there are
    any, on the held-out worlds (Alternative-SCM: alternative, experiment and witness are all right);
    linear: the hypothesis fits the evidence. Otherwise 1. With --require-unique also 1 if another model
    explains the rows, with --require-justified if the evidence does not prove the answer, and 3 if that
    is unknown. For an answer that abstains, {"cannot_tell": true} or in words, 0 if the question is open,
    1 if the evidence settles it, 3 if that is unknown.
    """
    options = given(ctx, "check")
    beside = named_files([kind for _, kind in each("questions", "check")], options)
    run = run_of(ctx, inputs=(answer, *beside), outputs={"--html": html})

    def finish(document: Document, item: Item, single: bool) -> tuple[Document, int]:
        assert isinstance(document, CheckDocument)
        return document, document.required(unique=require_unique, justified=require_justified)

    flags = (require_unique and "--require-unique", require_justified and "--require-justified")
    required = tuple(flag for flag in flags if flag)
    text = read_response(answer)
    if rendering is not None:
        text = answer_of_rendering(text, rendering, run.paths[0], run.chosen)
    given_answer = {**options, "answer": text}
    asked = _Demanding("check", given_answer, arguments=(answer,), demands=required)
    with result_page(html, run.paths, asked) as collect:
        code = execute(run, asked, Delivery(finish, collect, one_problem=True))
    announce(ctx)
    ctx.exit(code)
