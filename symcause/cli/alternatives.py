"""``symcause alternatives``: other explaining models, each with its best experiment."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

import click

from symcause.cli.answers import WORDS
from symcause.cli.main import EXIT_UNKNOWN
from symcause.cli.options import ClassOptions, class_options, problem_argument, run_options
from symcause.cli.running import Document, Job, Run, execute
from symcause.errors import LimitError, UsageError
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.problem.answers import Answer
from symcause.families.boolean.problem.legality import illegality
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.formats.files import Item, read_response
from symcause.models.expressions import spell
from symcause.processes.isolation import Emit


@click.command("alternatives")
@problem_argument
@class_options
@click.option(
    "--against",
    metavar="ANSWER",
    help="Differ from this answer (a file, or the word gold or reference).",
)
@click.option(
    "--limit", type=click.IntRange(min=1), default=5, metavar="N", help="How many to show (5)."
)
@click.option(
    "--targets",
    type=click.IntRange(1, 3),
    default=1,
    metavar="N",
    help="Variables that one experiment may set (1).",
)
@run_options
@click.pass_context
def command(ctx: click.Context, /, problem: str, chosen: str | None, **options: Any) -> None:
    """Explaining models that differ from the reference, gold, or --against ANSWER, nearest first.

    PROBLEM is a file, a folder of files, or - for standard input.

    \b
    Examples:
      symcause alternatives problem.json --limit 10
      symcause alternatives problem.json --against answer.json --targets 3 --json

    Nearest: fewest changed mechanisms, then the fewest differing entries of their truth tables.
    Exit code 0 if there is none, 1 if some are found, 3 if that is unknown.
    """
    asked = ClassOptions(
        *(options.pop(k) for k in ("max_parents", "max_ast", "max_depth", "setting"))
    )
    against = _Against.named(options.pop("against"), problem)
    job = _Alternatives(asked, against, options.pop("limit"), options.pop("targets"))
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
                mark="against",
            ),
        )
    )


@dataclass(frozen=True)
class _Against:
    """What the alternatives shall differ from: a text, a word, or what the problem has."""

    text: str | None = None
    word: str | None = None

    @staticmethod
    def named(against: str | None, problem: str) -> _Against:
        if against is None:
            return _Against()
        if against in WORDS and not Path(against).exists():
            return _Against(word=against)
        if against == problem == "-":
            raise UsageError(
                "standard input is asked for twice", remedy="give one of the two as a file"
            )
        return _Against(read_response(against))

    def model(self, problem: BooleanProblem) -> tuple[BooleanSCM, dict[str, str]]:
        """The model, and its mechanisms as they were written."""
        if self.text is not None:
            from symcause.families.boolean.scoring.checking import executable

            judged = executable(problem, self.text)
            if judged.scm is None or judged.answer is None:
                raise UsageError(
                    f"--against is not a valid answer: {judged.stage}: {judged.reason}",
                    value=problem.id,
                )
            return judged.scm, _texts(judged.answer)
        words = ("reference", "gold") if self.word is None else (self.word,)
        for word in words:
            answer = problem.reference if word == "reference" else problem.gold
            if answer is not None:
                wrong = illegality(problem, answer)
                if wrong is not None:
                    raise UsageError(f"{word} is illegal: {wrong}", remedy="give --against ANSWER")
                return problem.compiled(answer), _texts(answer)
        what = f"no {self.word}" if self.word else "neither reference nor gold"
        raise UsageError(
            f"nothing to differ from: the problem has {what}",
            value=problem.id,
            remedy="give --against ANSWER; symcause solve finds one",
        )


def _texts(answer: Answer) -> dict[str, str]:
    return {name: spell(expression) for name, expression in answer.mechanisms.items()}


class _Alternatives:
    def __init__(self, options: ClassOptions, against: _Against, limit: int, targets: int) -> None:
        self._options, self._against = options, against
        self._limit, self._targets = limit, targets

    def work(self, problem: object, emit: Emit) -> Document:
        from symcause.families.boolean.audits.alternatives import alternatives
        from symcause.families.boolean.space.space import VersionSpace

        problem = self._options.applied(_boolean(problem))
        hypotheses = self._options.hypotheses(problem)
        reference, written = self._against.model(problem)
        against = {"against": written}
        emit(against)
        try:
            space = VersionSpace.of(problem, hypotheses)
        except LimitError as error:
            return {**self._frame(problem), **against, **self._search(problem, reference, error)}
        found: list[object] = []
        for shown in islice(alternatives(space, reference, targets=self._targets), self._limit):
            found.append(shown.to_dict(problem))
            emit({"alternatives": list(found)})
        total = space.count - (reference in space)
        known = {"alternatives": found, "total": total, "status": "exact"}
        return {**self._frame(problem), **against, **known}

    def _search(
        self, problem: BooleanProblem, reference: BooleanSCM, error: LimitError
    ) -> Document:
        """Beyond counting: SAT still finds another member, or proves that there is none."""
        from symcause.answers import Sat, Unsat
        from symcause.families.boolean.audits.alternatives import show
        from symcause.families.boolean.space.joint import JointSearch

        other = JointSearch(problem, self._options.hypotheses(problem)).other(reference)
        if isinstance(other, Unsat):
            return {"total": 0, "status": "exact"}
        if not isinstance(other, Sat):
            raise error
        assert isinstance(other.model, BooleanSCM)
        found = show(problem, reference, other.model, targets=self._targets)
        return {
            "alternatives": [found.to_dict(problem)],
            "status": "unknown",
            "reason": f"one of them, not the nearest: {error}",
        }

    def unfinished(self, item: Item, known: Document, reason: str) -> Document:
        frame = self._frame(self._options.applied(_boolean(item.problem)))
        return {**frame, **known, "status": "unknown", "reason": reason}

    def _frame(self, problem: BooleanProblem) -> Document:
        return {
            "problem": problem.id,
            "setting": str(problem.setting),
            "class": self._options.hypotheses(problem).to_dict(),
            "against": {},
            "alternatives": [],
            "total": None,
            "status": "unknown",
            "reason": None,
        }


def _boolean(problem: object) -> BooleanProblem:
    if not isinstance(problem, BooleanProblem):
        raise UsageError("alternatives applies to Boolean problems", remedy="try symcause audit")
    return problem


def _code(document: Document) -> int:
    found = document["alternatives"]
    if found:
        return 1
    return EXIT_UNKNOWN if document["status"] == "unknown" else 0


def render(document: Document) -> str:
    """The alternatives for people."""
    from symcause.families.boolean.report.alternatives_text import alternatives_text

    return alternatives_text(document)


def summary(documents: list[Document]) -> str:
    """The last line for a pool."""
    several = sum(1 for d in documents if d.get("alternatives"))
    return f"{len(documents)} problems, {several} with other explanations"
