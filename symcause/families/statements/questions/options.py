"""Options of questions about statements: there are none but the reading of the hypothesis."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeVar

from symcause.audits.documents import Document
from symcause.audits.of_space.space_question import OfSpace
from symcause.audits.question import option
from symcause.families.statements.documents.audit_document import FAMILY

if TYPE_CHECKING:
    from symcause.families.statements.problem.problem import StatementsProblem
    from symcause.families.statements.space.statement_space import StatementSpace
    from symcause.models.dags import DAG

D = TypeVar("D", bound=Document)

READING_HELP = (
    "How the relation is read: path, direct, strict, any or released (the problem's own)."
)
WORDS = ("path", "direct", "strict", "any", "released")


@dataclass(frozen=True)
class AboutStatements(OfSpace[D, "StatementsProblem", "StatementSpace", "DAG"]):
    """A question to the faithful DAGs."""

    def stated(self, problem: StatementsProblem) -> dict[str, object]:
        return {"family": FAMILY, "problem": problem.id, "identity": "dag"}

    def opened(self, problem: StatementsProblem) -> StatementSpace:
        from symcause.families.statements.space.statement_space import open_space

        return open_space(problem)


@dataclass(frozen=True)
class InReading(AboutStatements[D]):
    """A question about the hypothesis, in the reading that the option names."""

    reading: str | None = option(None, READING_HELP, "choice", choices=WORDS)

    def read(self, problem: StatementsProblem) -> StatementsProblem:
        """The problem in that reading. Raises ProblemError where the relation has none such."""
        if self.reading is None:
            return problem
        return replace(problem, hypothesis=replace(problem.hypothesis, reading=self.reading))
