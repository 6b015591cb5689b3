"""The statements ``count`` question: how many DAGs are faithful."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from symcause.audits.of_space.count import CountOfSpace
from symcause.families.statements.documents.question_documents import StatementsCount
from symcause.families.statements.questions.options import AboutStatements


@dataclass(frozen=True)
class Count(CountOfSpace[StatementsCount], AboutStatements[StatementsCount]):
    """The DAGs whose d-separations are those that are stated."""

    document: ClassVar[type[StatementsCount]] = StatementsCount
    noun: ClassVar[str] = "DAG"
