"""The linear ``count`` question: how many graphs of the class explain the evidence."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from symcause.audits.of_space.count import CountOfSpace
from symcause.audits.question import option
from symcause.families.linear.documents.count_document import LinearCount
from symcause.families.linear.questions.options import InClass

if TYPE_CHECKING:
    from symcause.answers import Unknown
    from symcause.audits.certificate_acceptance import Accepted
    from symcause.families.linear.models.crystals import CrystalModel
    from symcause.families.linear.problem.problem import LinearProblem
    from symcause.families.linear.space.hidden.hidden_space import HiddenSpace
    from symcause.families.linear.space.linear_space import LinearSpace

_EXACT = Fraction(0)


@dataclass(frozen=True)
class Count(
    CountOfSpace[LinearCount, "LinearProblem", "LinearSpace | HiddenSpace", "CrystalModel"],
    InClass[LinearCount],
):
    """The exact number of graphs, and of models where coefficients are integers."""

    document: ClassVar[type[LinearCount]] = LinearCount
    noun: ClassVar[str] = "graph"

    engine: str = option("auto", "Which engine decides: auto, exact or smt.", "python", hidden=True)
    tolerance: Fraction = option(
        _EXACT, "How far the reactor's target may be off.", "python", hidden=True
    )

    def opened(self, problem: LinearProblem, engine: str = "auto") -> LinearSpace | HiddenSpace:
        return super().opened(problem, self.engine)

    def bounds(self, space: LinearSpace | HiddenSpace) -> tuple[int, int] | None:
        return space.bounds()

    def certified(
        self, document: LinearCount, problem: LinearProblem, space: LinearSpace | HiddenSpace
    ) -> Accepted | Unknown:
        from symcause.audits.verdicts import Verdict
        from symcause.families.linear.certify.certificates import (
            Findings,
            LinearClaimKind,
            certified,
        )

        findings = Findings(Verdict.UNKNOWN, document.graphs, document.models)
        return certified(problem, self.chosen(problem), LinearClaimKind.COUNT, findings)

    def detailed(self, document: LinearCount, space: LinearSpace | HiddenSpace) -> LinearCount:
        from symcause.families.linear.audits.verdict.graph_counts import with_details
        from symcause.families.linear.space.space_choice import range_of_target

        document = replace(document, graphs=document.count)
        return with_details(document, space, range_of_target(space), self.tolerance)
