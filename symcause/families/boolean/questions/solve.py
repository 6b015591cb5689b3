"""The Boolean question ``solve``: the simplest SCM that explains the worlds, or all by size."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from symcause.answers import Unknown
from symcause.audits.documents import Part
from symcause.audits.of_space.solve import SolveOfSpace
from symcause.audits.question import option
from symcause.audits.story import Story
from symcause.errors import LimitError, UsageError
from symcause.families.boolean.documents.question_results import BooleanSolve, SolutionPart
from symcause.families.boolean.models.scm import IDENTITY
from symcause.families.boolean.problem.class_rules import refuse_models
from symcause.families.boolean.questions.options import ERRORS, HOLES, InOwnClass

if TYPE_CHECKING:
    from symcause.families.boolean.models.scm import BooleanSCM
    from symcause.families.boolean.problem.mechanism_answers import Answer
    from symcause.families.boolean.problem.problem import BooleanProblem
    from symcause.families.boolean.space.boolean_space import BooleanSpace

_NONE = "no model of the class explains the training worlds"
PREFERENCES = ("ast", "parents", "uniform", "weighted")


@dataclass(frozen=True)
class Solve(
    SolveOfSpace[BooleanSolve, "BooleanProblem", "BooleanSpace", "BooleanSCM"],
    InOwnClass[BooleanSolve],
):
    """A member: least total AST, fewest parents, or drawn at random."""

    document: ClassVar[type[BooleanSolve]] = BooleanSolve
    takes: ClassVar[frozenset[str]] = frozenset((ERRORS, HOLES))

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

    def sameness(self, problem: BooleanProblem) -> str:
        """A model is asked for, not what models have in common."""
        return IDENTITY

    def first(self, space: BooleanSpace, document: BooleanSolve) -> BooleanSolve:
        """By the preference; beyond the reach of listing any member that SAT finds."""
        if self.rule is not None and self.rule.models is not None:
            return self._listed_first(space, document)
        from symcause.families.boolean.space.reach import Reach

        if space.reach is not Reach.MECHANISMS:
            return self._least_disturbed(space, document)
        from symcause.families.boolean.baselines.exact_search import Preference, solve

        attempt = solve(space.problem, space.hypotheses, Preference(self.prefer), self.seed)
        document = replace(document, reason=attempt.note)
        if attempt.solved:
            return _solved(document, _solution(space.problem, attempt.answer, attempt.optimal))
        beyond = str(attempt.note).startswith("unknown")
        return document if beyond else replace(document, status="inconsistent")

    def _least_disturbed(self, space: BooleanSpace, document: BooleanSolve) -> BooleanSolve:
        """Fewest disturbed cells, then least AST."""
        from symcause.families.boolean.space.member_answers import written
        from symcause.families.boolean.space.noise.least_disturbance import simplest_erring
        from symcause.families.boolean.space.noise_space import ErringSpace
        from symcause.families.boolean.space.reach import Reach

        if self.prefer != "ast":
            raise UsageError(
                f"--prefer {self.prefer} is about exact models of complete rows",
                value=space.problem.id,
                remedy="leave it out: the fewest disturbed cells come first, then the least AST",
            )
        if space.reach is Reach.MEMBERS:
            return self._completed(space, document)
        assert isinstance(space, ErringSpace)
        try:
            simplest = simplest_erring(space.disturbed, space.hypotheses.errors)
        except LimitError as error:
            return replace(document, reason=f"unknown: {error}")
        if simplest is not None:
            answer = written(space.problem, simplest.model)
            return _solved(document, _solution(space.problem, answer, simplest.optimal))
        member = space.pick()
        if isinstance(member, Unknown):
            return replace(document, reason=f"unknown: {member.reason}")
        if member is None:
            return replace(document, status="inconsistent", reason=_NONE)
        return _solved(document, _solution(space.problem, written(space.problem, member), False))

    def _completed(self, space: BooleanSpace, document: BooleanSolve) -> BooleanSolve:
        """The same where cells were not observed; which is the shortest is known of a short list."""
        from symcause.families.boolean.space.holes.hole_levels import levels
        from symcause.families.boolean.space.member_answers import written

        level = next(levels(space.problem, space.hypotheses, space.meter), None)
        if isinstance(level, Unknown):
            return replace(document, reason=f"unknown: {level.reason}")
        if level is None:
            return replace(document, status="inconsistent", reason=_NONE)
        answer = written(space.problem, level.members[0])
        return _solved(document, _solution(space.problem, answer, level.whole))

    def _listed_first(self, space: BooleanSpace, document: BooleanSolve) -> BooleanSolve:
        """Under a rule on whole models: the first that it takes, by size."""
        if self.prefer != "ast":
            refuse_models(self.rule)
        model = next(space.simplest(), None)
        if model is None:
            return replace(document, status="inconsistent", reason=_NONE)
        if isinstance(model, Unknown):
            return replace(document, reason=f"unknown: {model.reason}")
        return _solved(document, self.part(space, model, None))

    def part(self, space: BooleanSpace, model: BooleanSCM, first: Part | None) -> SolutionPart:
        from symcause.families.boolean.space.member_answers import written

        solution = _solution(space.problem, written(space.problem, model), optimal=True)
        least = not isinstance(first, SolutionPart) or (
            (solution.disturbed, solution.total_ast) == (first.disturbed, first.total_ast)
        )
        return replace(solution, optimal=least)

    def story(self, document: BooleanSolve) -> Story:
        from symcause.families.boolean.report.story.solve_story import solve_story

        return solve_story(document)


def _solved(document: BooleanSolve, found: SolutionPart) -> BooleanSolve:
    return replace(
        document,
        status=found.status,
        roots=found.roots,
        mechanisms=found.mechanisms,
        total_ast=found.total_ast,
        optimal=found.optimal,
        disturbed=found.disturbed,
    )


def _solution(problem: BooleanProblem, answer: Answer, optimal: bool) -> SolutionPart:
    from symcause.families.boolean.problem.legality import roots_of
    from symcause.families.boolean.space.noise.cell_disturbance import disturbed_by
    from symcause.models.expressions import spell

    return SolutionPart(
        roots=roots_of(problem, answer),
        mechanisms={v: spell(e) for v, e in answer.mechanisms.items()},
        total_ast=answer.total_ast,
        optimal=optimal,
        disturbed=disturbed_by(problem, problem.compiled(answer)),
    )
