"""``disambiguate``, one of the CLI commands: the fewest further experiments that leave one model."""

from __future__ import annotations

from typing import Any

import click
import msgspec

from symcause.audits.documents import (
    EXIT_INTERRUPTED,
    EXIT_MALFORMED,
    EXIT_UNKNOWN,
    Document,
)
from symcause.cli.command_options import (
    given,
    html_option,
    problems_argument,
    question_options,
    run_options,
)
from symcause.cli.lazy_options import Asking
from symcause.cli.output.page_results import result_page
from symcause.cli.output.result_file import Line, Results
from symcause.cli.output.terminal_output import announce, complain
from symcause.cli.runs.question_request import Asked
from symcause.cli.runs.question_run import Delivery, execute
from symcause.cli.runs.run_setup import run_of
from symcause.errors import UsageError
from symcause.formats.pools.problem_files import Item
from symcause.formats.pools.problem_writer import one_line


@click.command("disambiguate", cls=Asking)
@problems_argument
@question_options("disambiguate")
@html_option("Also write a page: the fewest further experiments, and what they leave.")
@run_options
@click.pass_context
def command(ctx: click.Context, /, html: str | None, **_: Any) -> None:
    """The fewest further experiments that leave one model in the class.

    Boolean problems: the candidates are a seeded pool of worlds that gold could produce; the answer is the
    smallest for that pool ("minimal") or comes with a lower bound. Linear problems: the shortest plan of
    interventions, for gold or, without gold, for the worst case. Any other family with experiments, one of
    your own too: the fewest of its experiments, with what gold shows under each. --out FILE writes the
    strengthened problem; gold determines what the new worlds show.

    \b
    Examples:
      symcause disambiguate problem.json
      symcause disambiguate problem.json --out stronger.json --rows 12 --targets 2
      symcause disambiguate pool.jsonl --jobs 2 --out stronger.jsonl --resume --json
      symcause disambiguate problem.json --margin 3 --out robust.json
      symcause disambiguate problem.json --level extra
      symcause disambiguate episode.json --adaptive

    Exit code 0 if one model is left, 1 if more are left, 3 if unknown; Boolean problems: 2 without
    gold.
    """
    run = run_of(ctx, outputs={"--html": html})
    options = given(ctx, "disambiguate")
    if run.out is None:
        if run.resume:
            raise UsageError("--resume needs --out FILE")
        asked = Asked("disambiguate", options)
        with result_page(html, run.paths, asked) as collect:
            code = execute(run, asked, Delivery(collect=collect))
        announce(ctx)
        ctx.exit(code)
    asked = Asked("disambiguate", options, {"strengthen": True})
    with (
        Results(run.out, resume=run.resume, ours=_is_strengthened) as results,
        result_page(html, run.paths, asked) as collect,
    ):
        written = _Written(results)
        delivery = Delivery(written.finish, collect, known=written.known)
        code = execute(msgspec.structs.replace(run, out=None, resume=False), asked, delivery)
        if code != EXIT_INTERRUPTED:
            results.finish()
    announce(ctx, results=True)
    ctx.exit(code)


class _Written:
    """The strengthened problems: those of an earlier run, and new ones as they come."""

    def __init__(self, results: Results) -> None:
        self._results = results
        self._kept = {str(line.get("id")): number for number, line in results.earlier()}
        self._place = 0

    def known(self, item: Item) -> dict[str, object]:
        """What an earlier run has strengthened, for the question to this problem."""
        if item.id not in self._kept:
            return {}
        return {"recorded": {item.id: self._results.read(self._kept[item.id])}}

    def finish(self, document: Document, item: Item, single: bool) -> tuple[Document, int]:
        place, self._place = self._place, self._place + 1
        stronger = getattr(document, "strengthened", None)
        if isinstance(stronger, dict):
            if item.id in self._kept:
                self._results.keep(self._kept[item.id], place)
            else:
                self._results.write(one_line(stronger), place)
            document = msgspec.structs.replace(document, strengthened=msgspec.UNSET)
            return document, document.code
        why = document.early or getattr(document, "reason", None) or "no gold that shows it"
        complain(f"{document.problem}: no strengthened problem: {why}")
        return document, EXIT_UNKNOWN if document.code == EXIT_UNKNOWN else EXIT_MALFORMED


def _is_strengthened(line: Line) -> bool:
    metadata = line.get("metadata")
    return isinstance(metadata, dict) and isinstance(metadata.get("strengthening"), dict)
