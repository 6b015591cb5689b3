"""``symcause solve``: one explaining SCM, the simplest first."""

from __future__ import annotations

from itertools import islice
from time import process_time
from typing import Any

import click

from symcause.cli.main import EXIT_UNKNOWN
from symcause.cli.options import ClassOptions, class_options, problem_argument, run_options
from symcause.cli.running import Document, Job, Run, execute
from symcause.errors import LimitError, UsageError
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.formats.files import Item
from symcause.processes.isolation import Emit


@click.command("solve")
@problem_argument
@class_options
@click.option(
    "--prefer",
    type=click.Choice(["ast", "parents", "uniform", "weighted"]),
    default="ast",
    help="Least total AST (default), fewest parents, or a sample: uniform, or weighted by 2^-AST.",
)
@click.option("--seed", type=int, default=0, metavar="N", help="Seed of a sample (0).")
@click.option("--all", "everything", is_flag=True, help="List members by increasing AST size.")
@click.option("--limit", type=click.IntRange(min=1), metavar="N", help="Stop --all after so many.")
@run_options
@click.pass_context
def command(ctx: click.Context, /, problem: str, chosen: str | None, **options: Any) -> None:
    """One explaining SCM, the simplest first.

    PROBLEM is a file, a folder of files, or - for standard input.

    \b
    Examples:
      symcause solve problem.json
      symcause solve problem.json --all --limit 20 --json
      symcause solve problem.json --prefer uniform --seed 7

    Ties: least total AST, then fewest parents, then the least parent sets and truth tables in
    problem order. Exit code 0 if solved, 1 if no member exists, 3 if unknown.
    """
    asked = ClassOptions(
        *(options.pop(k) for k in ("max_parents", "max_ast", "max_depth", "setting"))
    )
    if options["limit"] is not None and not options["everything"]:
        raise UsageError("--limit is about the list of --all", remedy="add --all")
    job = _Solve(asked, *(options.pop(k) for k in ("prefer", "seed", "everything", "limit")))
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
                mark="total_ast",
            ),
        )
    )


class _Solve:
    def __init__(
        self, options: ClassOptions, prefer: str, seed: int, everything: bool, limit: int | None
    ) -> None:
        self._options, self._prefer, self._seed = options, prefer, seed
        self._everything, self._limit = everything, limit

    def work(self, problem: object, emit: Emit) -> Document:
        problem = _boolean(problem)
        from symcause.families.boolean.baselines.exact import Preference, solve

        start = process_time()
        problem = self._options.applied(problem)
        hypotheses = self._options.hypotheses(problem)
        attempt = solve(problem, hypotheses, Preference(self._prefer), self._seed)
        document = {**self._frame(problem), "reason": attempt.note}
        if attempt.solved:
            document |= self._solution(problem, attempt.answer, attempt.optimal)
        elif not str(attempt.note).startswith("unknown"):
            document["status"] = "inconsistent"
        emit(document)
        if self._everything and attempt.solved:
            document |= self._list(problem, emit)
        return {**document, "seconds": round(process_time() - start, 4)}

    def _list(self, problem: BooleanProblem, emit: Emit) -> Document:
        from symcause.families.boolean.space.by_size import members_by_size
        from symcause.families.boolean.space.space import VersionSpace
        from symcause.families.boolean.space.writing import written

        space = VersionSpace.of(problem, self._options.hypotheses(problem))
        listed: list[Document] = []
        known: Document = {"members": listed, "complete": False}
        try:
            for member in islice(members_by_size(space), self._limit):
                least = not listed or member.total_ast == listed[0]["total_ast"]
                listed.append(self._solution(problem, written(problem, member.model), least))
                emit({"members": list(listed), "complete": False})
        except LimitError as error:
            return {**known, "incomplete_reason": str(error)}
        return {**known, "complete": len(listed) == space.count}

    def _frame(self, problem: BooleanProblem) -> Document:
        return {
            "problem": problem.id,
            "setting": str(problem.setting),
            "class": self._options.hypotheses(problem).to_dict(),
            "status": "unknown",
            "reason": None,
            "roots": None,
            "mechanisms": None,
            "total_ast": None,
            "optimal": False,
            "seconds": None,
        }

    def _solution(self, problem: BooleanProblem, answer: Any, optimal: bool) -> Document:
        from symcause.families.boolean.problem.legality import roots_of
        from symcause.models.expressions import spell

        return {
            "status": "solved",
            "roots": list(roots_of(problem, answer)),
            "mechanisms": {v: spell(e) for v, e in answer.mechanisms.items()},
            "total_ast": answer.total_ast,
            "optimal": optimal,
        }

    def unfinished(self, item: Item, known: Document, reason: str) -> Document:
        frame = self._frame(self._options.applied(_boolean(item.problem)))
        document = {**frame, **known, "stopped": reason}
        if document["status"] == "unknown":
            document["reason"] = document["reason"] or reason
        return document


def _boolean(problem: object) -> BooleanProblem:
    if not isinstance(problem, BooleanProblem):
        raise UsageError("solve applies to Boolean problems", remedy="try symcause audit")
    return problem


def _code(document: Document) -> int:
    return {"solved": 0, "inconsistent": 1}.get(str(document["status"]), EXIT_UNKNOWN)


def render(document: Document) -> str:
    """The solution for people."""
    from symcause.families.boolean.report.solve_text import solve_text

    return solve_text(document)


def summary(documents: list[Document]) -> str:
    """The last line for a pool."""
    solved = sum(1 for d in documents if d.get("status") == "solved")
    return f"{len(documents)} problems, {solved} solved"
