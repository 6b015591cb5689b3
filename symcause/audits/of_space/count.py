"""The count question to a version space: how many members there are."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, TypeVar

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from symcause.answers import Unknown
from symcause.audits.documents import CountDocument, Document
from symcause.audits.of_space.space_question import M, OfSpace, P, S
from symcause.audits.question import option
from symcause.audits.space import Infinite
from symcause.audits.story import Story
from symcause.budgets import Meter
from symcause.models.number_phrases import log10, plural, upper, whole
from symcause.registry import family_of

if TYPE_CHECKING:
    from symcause.audits.certificate_acceptance import Accepted

C = TypeVar("C", bound=CountDocument)


@dataclass(frozen=True)
class CountOfSpace(OfSpace[C, P, S, M]):
    """The exact number of members."""

    name: ClassVar[str] = "count"
    document: ClassVar[type[Document]] = CountDocument
    noun: ClassVar[str] = "model"

    certificate: bool = option(False, "Make the certificate.", "flag", hidden=True)

    def counted(self, space: S) -> int | Infinite | Unknown:
        """The number; a family with several engines says here which."""
        count: int | Infinite | Unknown = space.count()
        return count

    def bounds(self, space: S) -> tuple[int, int] | None:
        """What is proven about a number that is unknown: at least, at most."""
        return None

    def detailed(self, document: C, space: S) -> C:
        """With what the family adds to a count."""
        return document

    def certified(self, document: C, problem: P, space: S) -> Accepted | Unknown:
        """The certificate of a known number, past the kernel; *problem* is the one in its file."""
        return Unknown(f"{family_of(problem).title} have no certificate of their number")

    def answers(self, problem: P) -> Iterator[C]:
        document, space = self.frame(problem), self.opened(problem)
        found = self.counted(space)
        if isinstance(found, int):
            document = replace(document, count=found, log10=log10(found), status="exact")
        else:
            document = replace(document, reason=unlisted(found))
            if (known := self.bounds(space)) is not None:
                document = replace(document, at_least=known[0], at_most=known[1])
        yield replace(document, steps=_taken(space))
        document = replace(self.detailed(document, space), steps=_taken(space))
        yield document
        if self.certificate:
            from symcause.audits.certificate_acceptance import proven

            yield proven(document, self._proof(document, problem, space))

    def _proof(self, document: C, problem: P, space: S) -> Accepted | Unknown:
        if document.count is None:
            return Unknown(document.reason or "the number is not known")
        return self.certified(document, problem, space)

    def number(self, document: C) -> str:
        """The count in words."""
        if document.count is None:
            between = between_words(document.at_least, document.at_most)
            return f"{between or 'unknown'} ({document.reason})"
        return plural(document.count, self.noun)

    def story(self, document: C) -> Story:
        number, scope = self.number(document), getattr(document, "scope", None)
        return Story(document.problem or "", number if scope is None else f"{number} · {scope}")

    def text(self, document: C) -> str:
        line, file = self.story(document).brief(), document.certificate_file
        return line if isinstance(file, UnsetType) else f"{line} · certificate in {file}"


def _taken(space: object) -> int | UnsetType:
    """The steps of work that a space has taken so far, if it carries a meter."""
    meter: Meter | None = getattr(space, "meter", None)
    return UNSET if meter is None else meter.steps


def between_words(at_least: object, at_most: object) -> str:
    """Proven bounds in words; nothing where there are none."""
    if not isinstance(at_least, int) or not isinstance(at_most, int):
        return ""
    return f"between {whole(at_least)} and {upper(at_most)}"


def unlisted(count: Infinite | Unknown) -> str:
    """Why a count is no number."""
    return count.reason if isinstance(count, Unknown) else f"infinitely many ({count.what})"
