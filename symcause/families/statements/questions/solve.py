"""The statements ``solve`` question: a faithful DAG with the fewest edges."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from symcause.audits.documents import Part
from symcause.audits.of_space.solve import SolveOfSpace
from symcause.audits.story import Line, Section, Story, Tone
from symcause.families.statements.documents.question_documents import EdgesPart, StatementsSolve
from symcause.families.statements.questions.options import AboutStatements

if TYPE_CHECKING:
    from symcause.families.statements.problem.problem import StatementsProblem
    from symcause.families.statements.space.statement_space import StatementSpace
    from symcause.models.dags import DAG


@dataclass(frozen=True)
class Solve(
    SolveOfSpace[StatementsSolve, "StatementsProblem", "StatementSpace", "DAG"],
    AboutStatements[StatementsSolve],
):
    """Fewest edges first, then by their names."""

    document: ClassVar[type[StatementsSolve]] = StatementsSolve
    none: ClassVar[str | None] = "no DAG fits the statements"

    def solved(
        self, document: StatementsSolve, space: StatementSpace, model: DAG
    ) -> StatementsSolve:
        return replace(document, status="solved", optimal=True, model=_part(model))

    def part(self, space: StatementSpace, model: DAG, first: Part | None) -> EdgesPart:
        return _part(model)

    def story(self, document: StatementsSolve) -> Story:
        title = document.problem or ""
        if document.model is None:
            return Story(title, document.reason or "unknown", document.status, Tone.BAD)
        lines = tuple(Line(f"  {_words(part)}") for part in document.members)
        heading = "Members, fewest edges first" + ("" if document.complete else " (not all)")
        sections = (Section(heading, lines),) if lines else ()
        return Story(title, _words(document.model), tone=Tone.GOOD, sections=sections)


def _part(model: DAG) -> EdgesPart:
    return EdgesPart(edges=tuple(f"{a}->{b}" for a, b in model.edges))


def _words(part: EdgesPart) -> str:
    return ", ".join(part.edges) or "no edge"
