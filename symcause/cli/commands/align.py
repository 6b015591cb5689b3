"""``align``, one of the CLI commands: the best node alignment of two graphs, with proof or bounds."""

from __future__ import annotations

from typing import Any

import click

from symcause.cli.certificates.certificate_option import Proofs
from symcause.cli.command_options import (
    file_option,
    form_option,
    given,
    html_option,
    json_option,
    limit_options,
    problem_argument,
    question_options,
)
from symcause.cli.lazy_options import Asking
from symcause.cli.output.page_results import result_page
from symcause.cli.output.terminal_output import announce
from symcause.cli.runs.answer_errors import naming
from symcause.cli.runs.question_request import Asked
from symcause.cli.runs.question_run import Delivery, execute
from symcause.cli.runs.run_setup import run_of
from symcause.formats.pools.problem_files import read_response

_SHARE = 0.8  # of the time limit is for the search; the rest is for what stands beside it


@click.command("align", cls=Asking)
@problem_argument
@click.argument("answer", type=click.Path(), metavar="ANSWER")
@question_options("align")
@form_option
@click.option(
    "--certificate",
    type=click.Path(dir_okay=False),
    metavar="FILE",
    callback=file_option,
    help="Write the proof of the upper bound.",
)
@html_option("Also write a page that shows gold and the answer as one graph.")
@limit_options
@json_option
@click.pass_context
def command(
    ctx: click.Context, /, answer: str, certificate: str | None, html: str | None, **_: Any
) -> None:
    """The map from gold's nodes to an answer's nodes that keeps the most edges, with proof or bounds.

    PROBLEM is a gold graph: any graph file, a symcause.textgraph/1 document or a published sample; ANSWER
    is a graph file or the raw text of a model.

    \b
    Examples:
      symcause align gold.txt answer.txt
      symcause align samples.jsonl response.txt --id 17 --pairs normalised --json
      symcause align gold.txt answer.txt --html alignment.html
      symcause align gold.txt answer.txt --pairs all --timeout 60 --certificate bound.json

    Exit code 0 when done; 2 if a requested certificate does not exist.
    """
    options = given(ctx, "align")
    inputs = [options.get(key) for key in ("pairs", "similarity")]
    read = tuple(str(path) if path is not None else None for path in inputs)
    outputs = {"--certificate": certificate, "--html": html}
    run = run_of(ctx, inputs=(answer, *read), outputs=outputs)
    extra = {}
    if run.timeout is not None and options.get("seconds") is None:
        extra["seconds"] = _SHARE * run.timeout
    asked = Asked("align", {**options, "answer": read_response(answer)}, extra, (answer,))

    finish = None if certificate is None else Proofs(certificate).finish
    with naming({"answer": answer}), result_page(html, run.paths, asked) as collect:
        code = execute(run, asked, Delivery(finish, collect, one_problem=True))
    announce(ctx)
    ctx.exit(code)
