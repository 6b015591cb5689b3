"""The statements ``count`` question: how many DAGs are faithful."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from symcause.audits.of_space.count import CountOfSpace
from symcause.families.statements.documents.question_documents import StatementsCount
from symcause.families.statements.questions.options import AboutStatements

if TYPE_CHECKING:
    from symcause.families.statements.problem.problem import StatementsProblem
    from symcause.families.statements.space.statement_space import StatementSpace
    from symcause.models.dags import DAG

    pass


@dataclass(frozen=True)
class Count(
    CountOfSpace[StatementsCount, "StatementsProblem", "StatementSpace", "DAG"],
    AboutStatements[StatementsCount],
):
    """The DAGs whose d-separations are those that are stated."""

    document: ClassVar[type[StatementsCount]] = StatementsCount
    noun: ClassVar[str] = "DAG"
