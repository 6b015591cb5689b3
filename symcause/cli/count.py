"""``symcause count``: how many models of the class explain the training evidence."""

from __future__ import annotations

from typing import Any

import click

from symcause.cli.main import EXIT_UNKNOWN
from symcause.cli.options import ClassOptions, class_options, problem_argument, run_options
from symcause.cli.running import Document, Job, Run, execute
from symcause.errors import UsageError
from symcause.families.boolean.problem.classes import HypothesisClass
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.linear.problem.problem import LinearProblem
from symcause.formats.files import Item
from symcause.processes.isolation import Emit


@click.command("count")
@problem_argument
@class_options
@click.option(
    "--engine",
    type=click.Choice(["recursion", "sat", "smt", "counter"]),
    default="recursion",
    help="Who counts: the direct recursion, or a solver as a second opinion (small problems).",
)
@run_options
@click.pass_context
def command(ctx: click.Context, /, problem: str, chosen: str | None, **options: Any) -> None:
    """How many models of the class explain the training evidence?

    PROBLEM is a file, a folder of files, or - for standard input.

    \b
    Examples:
      symcause count problem.json
      symcause count pool.jsonl --max-parents 3 --jobs 2 --json
      symcause count problem.json --max-parents none --max-ast 8

    Exit code 0 when done, 3 if the count is unknown.
    """
    asked = ClassOptions(
        *(options.pop(k) for k in ("max_parents", "max_ast", "max_depth", "setting"))
    )
    job = _Count(asked, options.pop("engine"))
    ctx.exit(
        execute(
            Run(problem, chosen, **options),
            Job(
                job.work,
                job.unfinished,
                _code,
                render,
                summary,
                scope=asked.scope,
                mark="log10",
            ),
        )
    )


class _Count:
    def __init__(self, options: ClassOptions, engine: str) -> None:
        self._options, self._engine = options, engine

    def work(self, problem: object, emit: Emit) -> Document:
        if isinstance(problem, LinearProblem):
            if self._engine != "recursion":
                raise UsageError("--engine is about Boolean problems", remedy="leave it out")
            from symcause.families.linear.audits.audit import count_document

            document = count_document(self._options.bounded(problem))
            return {**document, "class": self._options.linear_class(problem)}
        assert isinstance(problem, BooleanProblem)
        from symcause.families.boolean.audits.engines import count_with

        problem = self._options.applied(problem)
        return count_with(self._engine, problem, self._options.hypotheses(problem)).to_dict()

    def unfinished(self, item: Item, known: Document, reason: str) -> Document:
        if isinstance(item.problem, LinearProblem):
            return linear_unknown(item.problem, self._options, reason)
        from symcause.answers import Unknown
        from symcause.families.boolean.audits.count import CountReport

        assert isinstance(item.problem, BooleanProblem)
        problem = self._options.applied(item.problem)
        hypotheses = self._options.hypotheses(problem)
        return CountReport(problem, hypotheses, Unknown(reason), self._engine).to_dict()


def linear_unknown(problem: LinearProblem, options: ClassOptions, reason: str) -> Document:
    """A linear problem about which nothing is known: every key of the contract, with null."""
    return {
        "problem": problem.id,
        "setting": str(problem.family),
        "semantics": str(problem.semantics),
        "class": options.linear_class(problem),
        "identity": "graph",
        "count": None,
        "log10": None,
        "status": "unknown",
        "reason": reason,
        "graphs": None,
        "models": None,
        "target": {"low": None, "high": None, "entailed": None, "reason": reason},
        "edges": None,
    }


def _code(document: Document) -> int:
    return EXIT_UNKNOWN if document["status"] == "unknown" else 0


def render(document: Document) -> str:
    """One line for people."""
    from symcause.families.boolean.audits.verdicts import shown

    count, scope = document["count"], _class(document)
    if not isinstance(count, int):
        return f"{document['problem']}: unknown ({document['reason']}) · {scope}"
    what = "graph" if "graphs" in document else "model"
    return f"{document['problem']}: {shown(count)} {what}{'' if count == 1 else 's'} · {scope}"


def _class(document: Document) -> str:
    bounds: Any = document["class"]
    if "graphs" in document:
        from symcause.families.linear.report.text import class_text

        return class_text(bounds)
    return str(HypothesisClass.named(bounds))


def summary(documents: list[Document]) -> str:
    """The last line for a pool."""
    known = [d for d in documents if d.get("status") == "exact"]
    single = sum(1 for d in known if d["count"] == 1)
    return f"{len(documents)} problems, {len(known)} counted, {single} with exactly one explanation"
