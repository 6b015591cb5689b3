"""``solve``: one explaining SCM, the simplest first, or all of them by size."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from time import process_time
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from symcause.audits.question import Question, option
from symcause.audits.story import Story
from symcause.errors import LimitError, UsageError
from symcause.families.boolean.documents.scope import FAMILY, ClassPart
from symcause.families.boolean.documents.solve import BooleanSolve, SolutionPart
from symcause.families.boolean.questions.options import ClassOptions

if TYPE_CHECKING:
    from symcause.families.boolean.problem.answers import Answer
    from symcause.families.boolean.problem.problem import BooleanProblem

PREFERENCES = ("ast", "parents", "uniform", "weighted")


@dataclass(frozen=True)
class Solve(ClassOptions, Question["BooleanProblem", BooleanSolve]):
    """A member: least total AST, fewest parents, or drawn at random."""

    name: ClassVar[str] = "solve"
    document: ClassVar[type[BooleanSolve]] = BooleanSolve

    prefer: str = option(
        "ast",
        "Least total AST (default), fewest parents, or a sample: uniform, or weighted by 2^-AST.",
        "choice",
        choices=PREFERENCES,
    )
    seed: int = option(0, "Seed of a sample (0).", "integer", metavar="N")
    everything: bool = option(
        False, "List members by increasing AST size.", "flag", flags=("--all",)
    )
    limit: int | None = option(None, "Stop --all after so many.", "integer", metavar="N", least=1)

    def frame(self, problem: BooleanProblem) -> BooleanSolve:
        if self.limit is not None and not self.everything:
            raise UsageError("--limit is about the list of --all", remedy="add --all")
        problem = self.applied(problem)
        return BooleanSolve(
            family=FAMILY,
            problem=problem.id,
            setting=str(problem.setting),
            scope=ClassPart.of(self.hypotheses(problem)),
        )

    def answers(self, problem: BooleanProblem) -> Iterator[BooleanSolve]:
        from symcause.families.boolean.baselines.exact import Preference, solve

        start = process_time()
        document, asked = self.frame(problem), self.applied(problem)
        hypotheses = document.scope.hypotheses
        attempt = solve(asked, hypotheses, Preference(self.prefer), self.seed)
        document = replace(document, reason=attempt.note)
        if attempt.solved:
            document = _solved(document, _solution(asked, attempt.answer, attempt.optimal))
        elif not str(attempt.note).startswith("unknown"):
            document = replace(document, status="inconsistent")
        yield document
        if self.everything and attempt.solved:
            for listed in self._listed(asked, document):
                yield (document := listed)
        yield replace(document, seconds=round(process_time() - start, 4))

    def _listed(self, problem: BooleanProblem, document: BooleanSolve) -> Iterator[BooleanSolve]:
        """The document with ever more members; the last says whether these are all."""
        from symcause.families.boolean.space.by_size import members_by_size
        from symcause.families.boolean.space.space import ExactSpace
        from symcause.families.boolean.space.writing import written

        space = ExactSpace.of(problem, document.scope.hypotheses)
        listed: tuple[SolutionPart, ...] = ()
        try:
            for member in islice(members_by_size(space), self.limit):
                least = not listed or member.total_ast == listed[0].total_ast
                listed += (_solution(problem, written(problem, member.model), least),)
                yield replace(document, members=listed, complete=False)
        except LimitError as error:
            yield replace(document, members=listed, complete=False, incomplete_reason=str(error))
        else:
            yield replace(document, members=listed, complete=len(listed) == space.count)

    def story(self, document: BooleanSolve) -> Story:
        from symcause.families.boolean.report.solve_story import solve_story

        return solve_story(document)


def _solved(document: BooleanSolve, found: SolutionPart) -> BooleanSolve:
    return replace(
        document,
        status=found.status,
        roots=found.roots,
        mechanisms=found.mechanisms,
        total_ast=found.total_ast,
        optimal=found.optimal,
    )


def _solution(problem: BooleanProblem, answer: Answer, optimal: bool) -> SolutionPart:
    from symcause.families.boolean.problem.legality import roots_of
    from symcause.models.expressions import spell

    return SolutionPart(
        roots=roots_of(problem, answer),
        mechanisms={v: spell(e) for v, e in answer.mechanisms.items()},
        total_ast=answer.total_ast,
        optimal=optimal,
    )
