"""``symcause alternatives``: other explaining models, each with its best experiment."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from typing import Any

import click

from symcause.cli.main import EXIT_UNKNOWN
from symcause.cli.options import ClassOptions, class_options, problem_argument, run_options
from symcause.cli.running import Document, Job, Run, execute
from symcause.errors import UsageError
from symcause.formats.files import Item, read_text
from symcause.models.scm import BooleanSCM
from symcause.problems.boolean import BooleanProblem
from symcause.solvers.isolation import Emit

MAX_ANSWER = 4_000_000


@click.command("alternatives")
@problem_argument
@class_options
@click.option(
    "--against", metavar="ANSWER", help="Differ from this answer instead of reference or gold."
)
@click.option("--limit", type=click.IntRange(min=1), default=5, help="How many to show (5).")
@click.option(
    "--targets",
    type=click.IntRange(1, 3),
    default=1,
    help="Variables that one experiment may set (1).",
)
@run_options
@click.pass_context
def command(ctx: click.Context, /, problem: str, chosen: str | None, **options: Any) -> None:
    """Explaining models that differ from the reference, gold, or --against ANSWER, nearest first.

    \b
    Examples:
      symcause alternatives problem.json --limit 10
      symcause alternatives problem.json --against answer.json --targets 3 --json

    Exit code 0 if there is none, 1 if some are found.
    """
    asked = ClassOptions(
        *(options.pop(k) for k in ("max_parents", "max_ast", "max_depth", "setting"))
    )
    against = options.pop("against")
    text = None if against is None else read_text(against, MAX_ANSWER)
    job = _Alternatives(asked, text, options.pop("limit"), options.pop("targets"))
    ctx.exit(execute(Run(problem, chosen, **options), Job(job.work, job.unfinished, _code, render)))


class _Alternatives:
    def __init__(
        self, options: ClassOptions, against: str | None, limit: int, targets: int
    ) -> None:
        self._options, self._against = options, against
        self._limit, self._targets = limit, targets

    def work(self, problem: object, emit: Emit) -> Document:
        if not isinstance(problem, BooleanProblem):
            raise UsageError(
                "alternatives applies to Boolean problems", remedy="try symcause audit"
            )
        from symcause.audits.alternatives import alternatives
        from symcause.spaces.boolean.space import VersionSpace
        from symcause.spaces.boolean.writing import spelled

        problem = self._options.applied(problem)
        hypotheses = self._options.hypotheses(problem)
        reference = self._reference(problem)
        space = VersionSpace.of(problem, hypotheses)
        found: list[object] = []
        for shown in islice(alternatives(space, reference, targets=self._targets), self._limit):
            found.append(shown.to_dict(problem))
            emit({"alternatives": list(found)})
        total = space.count - (reference in space)
        return {
            **self._frame(problem),
            "against": spelled(problem, reference),
            "alternatives": found,
            "total": total,
            "status": "exact",
        }

    def unfinished(self, item: Item, known: Document, reason: str) -> Document:
        assert isinstance(item.problem, BooleanProblem)
        frame = self._frame(self._options.applied(item.problem))
        return {**frame, **known, "status": "unknown", "reason": reason}

    def _frame(self, problem: BooleanProblem) -> Document:
        return {
            "problem": problem.id,
            "setting": str(problem.setting),
            "class": self._options.hypotheses(problem).to_dict(),
            "against": {},
            "alternatives": [],
            "total": None,
        }

    def _reference(self, problem: BooleanProblem) -> BooleanSCM:
        if self._against is not None:
            from symcause.scoring.checking import check

            judged = check(replace(problem, reference=None), self._against)
            if judged.scm is None:
                raise UsageError(f"--against is no valid answer: {judged.reason}")
            return judged.scm
        model = problem.reference_scm or problem.gold_scm
        if model is None:
            raise UsageError(
                "nothing to differ from: the problem has neither reference nor gold",
                remedy="give --against ANSWER",
            )
        return model


def _code(document: Document) -> int:
    found = document["alternatives"]
    if found:
        return 1
    return EXIT_UNKNOWN if document["status"] == "unknown" else 0


def render(document: Document) -> str:
    """The alternatives for people."""
    from symcause.reports.alternatives_text import alternatives_text

    return alternatives_text(document)
