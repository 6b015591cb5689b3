"""The linear ``solve`` question: a model with fewest edges, or one of every graph."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from symcause.audits.documents import Part
from symcause.audits.of_space.solve import SolveOfSpace
from symcause.audits.story import Story
from symcause.families.linear.documents.solution_document import LinearSolve, SolutionPart
from symcause.families.linear.questions.options import InClass

if TYPE_CHECKING:
    from symcause.families.linear.models.crystals import CrystalModel
    from symcause.families.linear.problem.problem import LinearProblem
    from symcause.families.linear.space.hidden.hidden_space import HiddenSpace
    from symcause.families.linear.space.linear_space import LinearSpace


@dataclass(frozen=True)
class Solve(
    SolveOfSpace[LinearSolve, "LinearProblem", "LinearSpace | HiddenSpace", "CrystalModel"],
    InClass[LinearSolve],
):
    """A member with fewest edges; all graphs were tried in this order, so there is none with fewer."""

    document: ClassVar[type[LinearSolve]] = LinearSolve
    none: ClassVar[str | None] = "no model explains the evidence"

    def solved(
        self, document: LinearSolve, space: LinearSpace | HiddenSpace, model: CrystalModel
    ) -> LinearSolve:
        solution = self.part(space, model, None)
        return replace(
            document,
            status=solution.status,
            equations=solution.equations,
            edges=solution.edges,
            optimal=solution.optimal,
        )

    def part(
        self, space: LinearSpace | HiddenSpace, model: CrystalModel, first: Part | None
    ) -> SolutionPart:
        edges = len(model.edges)
        least = not isinstance(first, SolutionPart) or edges == first.edges
        return SolutionPart(equations=model.equations.texts(), edges=edges, optimal=least)

    def story(self, document: LinearSolve) -> Story:
        from symcause.families.linear.report.story.members_story import solve_story

        return solve_story(document)
