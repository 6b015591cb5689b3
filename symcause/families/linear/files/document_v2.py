"""Document version 2 (v2) of linear files: problems with background knowledge.

A problem without is written as version 1.
"""

from __future__ import annotations

from typing import Literal

from symcause.errors import SymcauseError
from symcause.families.linear.files.document import problem_of
from symcause.families.linear.files.document_structs import LinearDocument
from symcause.families.linear.problem.problem import LinearProblem
from symcause.formats.knowledge_files import KnowledgeDocument, stated
from symcause.formats.structs import decode
from symcause.models.knowledge_reader import read_knowledge


class InformedDocument(LinearDocument, frozen=True, forbid_unknown_fields=True):
    """A linear or quadratic problem in version 2."""

    format: Literal["symcause.linear/2"]  # type: ignore[assignment]
    knowledge: KnowledgeDocument | None = None


def read_informed(document: object, file: str | None = None) -> LinearProblem:
    """The problem that a decoded JSON document describes."""
    read = decode(document, InformedDocument, file=file)
    try:
        knowledge = read.knowledge
        known = None if knowledge is None else read_knowledge(stated(knowledge), read.variables)
        return problem_of(read, known or None)
    except SymcauseError as error:
        raise error.at(file=file) from None
