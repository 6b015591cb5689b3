"""``symcause align``: the best node alignment of two graphs, with proof or bounds."""

from __future__ import annotations

from typing import Any

import click

from symcause.audits.documents import EXIT_MALFORMED, EXIT_UNKNOWN, Document
from symcause.cli.asked import Asked
from symcause.cli.certificates import Certificates
from symcause.cli.commands import run_of
from symcause.cli.options import (
    file_option,
    given,
    json_option,
    limit_options,
    problem_argument,
    question_options,
)
from symcause.cli.printing import complain
from symcause.cli.running import Delivery, execute
from symcause.formats.files import Item, read_response

_SHARE = 0.8  # of the time limit is for the search; the rest is for what stands beside it


@click.command("align")
@problem_argument
@click.argument("answer", type=click.Path(), metavar="ANSWER")
@question_options("align")
@click.option(
    "--certificate",
    type=click.Path(dir_okay=False),
    metavar="FILE",
    callback=file_option,
    help="Write the proof of the upper bound.",
)
@limit_options
@json_option
@click.pass_context
def command(ctx: click.Context, /, answer: str, certificate: str | None, **_: Any) -> None:
    """The map of gold's nodes to an answer's nodes that keeps most edges, with proof or bounds.

    PROBLEM is a gold graph: any graph file, a symcause.textgraph/1 document or a published sample; ANSWER
    is a graph file or the raw text of a model.

    \b
    Examples:
      symcause align gold.txt answer.txt
      symcause align samples.jsonl response.txt --id 17 --pairs normalised --json
      symcause align gold.txt answer.txt --pairs all --timeout 60 --certificate bound.json

    Exit code 0 when done; 2 if a certificate was asked for and there is none.
    """
    options = given(ctx, "align")
    inputs = [options.get(key) for key in ("pairs", "similarity")]
    read = tuple(str(path) if path is not None else None for path in inputs)
    run = run_of(ctx, inputs=(answer, *read), outputs={"--certificate": certificate})
    extra = {} if run.timeout is None else {"seconds": _SHARE * run.timeout}
    asked = Asked("align", {**options, "answer": read_response(answer)}, extra)

    def finish(document: Document, item: Item, single: bool) -> tuple[Document, int]:
        proof = getattr(document, "certificate", None)
        if certificate is None:
            return document, document.code
        if not isinstance(proof, dict):
            why = document.stopped or "the bound has no proof of this kind"
            complain(f"{document.problem}: no certificate: {why}")
            return document, EXIT_UNKNOWN if document.stopped else EXIT_MALFORMED
        Certificates(certificate).save(proof, str(document.problem))
        return document, document.code

    ctx.exit(execute(run, asked, Delivery(finish, one_problem=True)))
