"""``separate``: which intervention tells two answers apart?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from symcause.audits.question import Question, option
from symcause.audits.story import Story
from symcause.families.linear.documents.alternatives import LinearSeparation
from symcause.families.linear.documents.scope import FAMILY

if TYPE_CHECKING:
    from symcause.families.linear.problem.problem import LinearProblem


@dataclass(frozen=True)
class Separate(Question["LinearProblem", LinearSeparation]):
    """The intervention after which most readings differ, on the manipulator's crystal as it is now."""

    name: ClassVar[str] = "separate"
    document: ClassVar[type[LinearSeparation]] = LinearSeparation

    first: str = option("", "An answer, or the word gold or reference.", hidden=True)
    second: str = option("", "Another one.", hidden=True)

    def frame(self, problem: LinearProblem) -> LinearSeparation:
        problem.require_evidence()
        return LinearSeparation(
            family=FAMILY,
            problem=problem.id,
            setting=str(problem.family),
            semantics=str(problem.semantics),
        )

    def answers(self, problem: LinearProblem) -> Iterator[LinearSeparation]:
        from symcause.families.linear.audits.members import model_of, separated
        from symcause.families.linear.space.opening import open_space

        frame, space = self.frame(problem), open_space(problem)
        models = (
            model_of(space, self.first, "first answer"),
            model_of(space, self.second, "second answer"),
        )
        yield separated(problem, models, frame)

    def story(self, document: LinearSeparation) -> Story:
        from symcause.families.linear.report.members_text import separation_story

        return separation_story(document)
