"""``convert``: a graph in another format; there is nothing to change about it on the way."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from symcause.audits.documents import Document
from symcause.audits.question import Question
from symcause.audits.story import Story
from symcause.families.dag.documents import FAMILY

if TYPE_CHECKING:
    from symcause.families.dag.problem import GraphProblem


@dataclass(frozen=True)
class Convert(Question["GraphProblem", Document]):
    """The graph as it is."""

    name: ClassVar[str] = "convert"
    document: ClassVar[type[Document]] = Document

    def converted(self, problem: GraphProblem) -> GraphProblem:
        """What is written."""
        return problem

    def frame(self, problem: GraphProblem) -> Document:
        return Document(family=FAMILY, problem=problem.id)

    def answers(self, problem: GraphProblem) -> Iterator[Document]:
        yield self.frame(problem)

    def story(self, document: Document) -> Story:
        return Story(document.problem or "")
