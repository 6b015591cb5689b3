"""``count``: how many members there are, up to the identity of the space."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar, TypeVar

from msgspec.structs import replace

from symcause.answers import Unknown
from symcause.audits.documents import CountDocument, Document
from symcause.audits.of_space.asking import OfSpace
from symcause.audits.space import Infinite
from symcause.audits.story import Story
from symcause.models.words import log10, plural

C = TypeVar("C", bound=CountDocument)


@dataclass(frozen=True)
class CountOfSpace(OfSpace[C]):
    """The exact number of members."""

    name: ClassVar[str] = "count"
    document: ClassVar[type[Document]] = CountDocument
    noun: ClassVar[str] = "model"

    def counted(self, space: Any) -> int | Infinite | Unknown:
        """The number; a family with several engines says here which."""
        found: int | Infinite | Unknown = space.count()
        return found

    def detailed(self, document: C, space: Any) -> C:
        """With what the family adds to a count."""
        return document

    def answers(self, problem: Any) -> Iterator[C]:
        document, space = self.frame(problem), self.opened(problem)
        found = self.counted(space)
        if isinstance(found, int):
            document = replace(document, count=found, log10=log10(found), status="exact")
        else:
            document = replace(document, reason=unlisted(found))
        yield document
        yield self.detailed(document, space)

    def number(self, document: C) -> str:
        """The count in words."""
        if document.count is None:
            return f"unknown ({document.reason})"
        return plural(document.count, self.noun)

    def story(self, document: C) -> Story:
        told, scope = self.number(document), getattr(document, "scope", None)
        return Story(document.problem or "", told if scope is None else f"{told} · {scope}")

    def text(self, document: C) -> str:
        return self.story(document).brief()


def unlisted(count: Infinite | Unknown) -> str:
    """Why a count is no number."""
    return count.reason if isinstance(count, Unknown) else f"infinitely many ({count.what})"
