"""``count``: how many graphs of the class explain the evidence?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar

from symcause.audits.question import Question
from symcause.audits.story import Story
from symcause.families.linear.documents.count import LinearCount
from symcause.families.linear.documents.scope import FAMILY, IDENTITY
from symcause.families.linear.questions.options import ClassOptions
from symcause.models.words import plural

if TYPE_CHECKING:
    from symcause.families.linear.problem.problem import LinearProblem


@dataclass(frozen=True)
class Count(ClassOptions, Question["LinearProblem", LinearCount]):
    """The exact number of graphs, and of models where coefficients are integers."""

    name: ClassVar[str] = "count"
    document: ClassVar[type[LinearCount]] = LinearCount

    engine: str = "auto"
    tolerance: Fraction = Fraction(0)  # of the reactor's target

    def frame(self, problem: LinearProblem) -> LinearCount:
        return LinearCount(
            family=FAMILY,
            problem=problem.id,
            setting=str(problem.family),
            semantics=str(self.chosen(problem).semantics),
            scope=self.scope(problem),
            identity=IDENTITY,
        )

    def answers(self, problem: LinearProblem) -> Iterator[LinearCount]:
        from symcause.families.linear.audits.counting import with_details, with_graphs
        from symcause.families.linear.space.opening import range_of_target

        space = self.opened(problem, self.engine)
        document = with_graphs(self.frame(problem), space)
        yield document
        yield with_details(document, space, range_of_target(space), self.tolerance)

    def story(self, document: LinearCount) -> Story:
        number = f"unknown ({document.reason})"
        if document.count is not None:
            number = plural(document.count, "graph")
        return Story(document.problem or "", f"{number} · {document.scope}")

    def text(self, document: LinearCount) -> str:
        return self.story(document).brief()
