"""The convert question of all families: the problem as it is to be written.

What is written is a problem, not a document; by default it is the problem itself. A family that can change
something on the way has a class of its own with the options, and gives :meth:`Convert.converted`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from symcause.audits.documents import Document
from symcause.audits.of_space.space_question import P
from symcause.audits.question import Question
from symcause.audits.story import Story
from symcause.errors import UsageError


def _refusal() -> UsageError:
    return UsageError("convert writes a problem, not a document about one")


@dataclass(frozen=True)
class Convert(Question[P, Document]):
    """The problem as it is."""

    name: ClassVar[str] = "convert"

    def converted(self, problem: P) -> P:
        """The problem that is written."""
        return problem

    def frame(self, problem: P) -> Document:
        raise _refusal()

    def answers(self, problem: P) -> Iterator[Document]:
        raise _refusal()

    def story(self, document: Document) -> Story:
        raise _refusal()
