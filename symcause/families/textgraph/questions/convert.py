"""``convert``: a text graph as it shall be written; there is nothing to change about it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from symcause.audits.documents import Document
from symcause.audits.question import Question

if TYPE_CHECKING:
    from symcause.families.textgraph.problem.problem import TextGraph


@dataclass(frozen=True)
class Convert(Question["TextGraph", Document]):
    """What is written is a problem, not a document."""

    name: ClassVar[str] = "convert"

    def converted(self, problem: TextGraph) -> TextGraph:
        """The problem itself."""
        return problem
