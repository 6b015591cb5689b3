"""``solve``: one explaining model, the one with fewest edges first, or a member of every graph."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from time import process_time
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from symcause.audits.question import Question, option
from symcause.audits.story import Story
from symcause.errors import UsageError
from symcause.families.linear.documents.scope import FAMILY
from symcause.families.linear.documents.solve import LinearSolve
from symcause.families.linear.questions.options import ClassOptions

if TYPE_CHECKING:
    from symcause.families.linear.problem.problem import LinearProblem


@dataclass(frozen=True)
class Solve(ClassOptions, Question["LinearProblem", LinearSolve]):
    """A member with fewest edges; all graphs were tried in this order, so there is none with fewer."""

    name: ClassVar[str] = "solve"
    document: ClassVar[type[LinearSolve]] = LinearSolve

    everything: bool = option(False, "List members by increasing size.", "flag", flags=("--all",))
    limit: int | None = option(None, "Stop --all after so many.", "integer", metavar="N", least=1)

    def frame(self, problem: LinearProblem) -> LinearSolve:
        if self.limit is not None and not self.everything:
            raise UsageError("--limit is about the list of --all", remedy="add --all")
        return LinearSolve(
            family=FAMILY,
            problem=problem.id,
            setting=str(problem.family),
            semantics=str(self.chosen(problem).semantics),
            scope=self.scope(problem),
        )

    def answers(self, problem: LinearProblem) -> Iterator[LinearSolve]:
        from symcause.families.linear.audits.members import listed, solved

        start, space = process_time(), self.opened(problem)
        document = solved(space, self.frame(problem))
        yield document
        if self.everything and document.status == "solved":
            for grown in listed(space, document, self.limit):
                yield (document := grown)
        yield replace(document, seconds=round(process_time() - start, 4))

    def story(self, document: LinearSolve) -> Story:
        from symcause.families.linear.report.members_text import solve_story

        return solve_story(document)
