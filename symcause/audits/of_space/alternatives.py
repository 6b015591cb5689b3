"""The alternatives question to a version space: members other than a model, in the order of the space."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from msgspec.structs import replace

from symcause.answers import Unknown
from symcause.audits.documents import AlternativesDocument, Document, Part
from symcause.audits.members import Members
from symcause.audits.of_space.count import unlisted
from symcause.audits.of_space.space_documents import OtherPart, SpaceAlternatives
from symcause.audits.of_space.space_question import GOLD, REFERENCE, M, OfSpace, P, S, spelled
from symcause.audits.question import option
from symcause.audits.space import Separation
from symcause.audits.story import Line, Section, Story, Tone
from symcause.errors import LimitError, UsageError
from symcause.models.number_phrases import plural

if TYPE_CHECKING:
    from symcause.formats.problems import Problem

A = TypeVar("A", bound=AlternativesDocument)


@dataclass(frozen=True)
class AlternativesOfSpace(OfSpace[A, P, S, M]):
    """Members that differ from an answer, the reference or gold, each with what tells the two apart."""

    name: ClassVar[str] = "alternatives"
    document: ClassVar[type[Document]] = SpaceAlternatives
    brought: ClassVar[tuple[str, ...]] = (REFERENCE, GOLD)
    """What a problem may bring along to differ from, in the order in which it is taken."""

    against: str | None = option(
        None,
        "Find models other than this answer (a file, or the word gold or reference).",
        metavar="ANSWER",
    )
    limit: int = option(5, "How many to show (5).", "integer", metavar="N", least=1)

    def reference(self, space: S) -> tuple[M, object]:
        """The model to differ from, and how the document shows it."""
        model = self.model(space, self.named(space.problem), "--against")
        return model, self.shown(space, model)

    def named(self, problem: Problem) -> str:
        """The answer to differ from: the one that was given, or what the problem brings along."""
        if self.against is not None:
            return self.against
        for word in self.brought:
            if getattr(problem, word, None) is not None:
                return word
        known = [word for word in self.brought if hasattr(problem, word)]
        missing = f"neither {' nor '.join(known)}" if len(known) > 1 else f"no {GOLD}"
        raise UsageError(
            f"nothing to differ from: the problem has {missing}",
            value=problem.id,
            remedy="give --against ANSWER; symcause solve finds one",
        )

    def others(self, space: S, reference: M) -> Iterator[M | Unknown]:
        """The members in the order in which they are shown."""
        members: Iterator[M | Unknown] = space.others(reference)
        return members

    def nearest_first(self, space: S) -> bool:
        """Does the space list the nearest first? Members that are merely listed have no such order."""
        return type(space).others is not Members.others

    def part(self, space: S, reference: M, other: M) -> Part:
        """Another member, and what tells it from the reference."""
        part = OtherPart(model=self.shown(space, other))
        separation = space.separate(reference, other)
        if not isinstance(separation, Separation):
            return part
        return replace(part, experiment=dict(separation.experiment), readings=separation.readings)

    def beyond(self, document: A, space: S, bound: Unknown) -> A:
        """The document where a bound ends the list."""
        raise LimitError(bound.reason)

    def answers(self, problem: P) -> Iterator[A]:
        document, space = self.frame(problem), self.opened(problem)
        reference, shown = self.reference(space)
        document = replace(document, against=shown)
        if "nearest_first" in document.__struct_fields__:
            fields: dict[str, Any] = {"nearest_first": self.nearest_first(space)}
            document = replace(document, **fields)
        yield document
        parts: tuple[Part, ...] = ()
        for other in islice(self.others(space, reference), self.limit):
            if isinstance(other, Unknown):
                yield self.beyond(document, space, other)
                return
            parts += (self.part(space, reference, other),)
            document = replace(document, alternatives=parts)
            yield document
        yield self._totalled(document, space, reference, len(parts))

    def _totalled(self, document: A, space: S, reference: M, found: int) -> A:
        """With the number of all others; a list that ended by itself has them all."""
        if found < self.limit:
            return replace(document, total=found, status="exact")
        count = space.count()
        if not isinstance(count, int):
            return replace(document, reason=unlisted(count))
        return replace(document, total=count - space.represents(reference), status="exact")

    def story(self, document: A) -> Story:
        title, found = document.problem or "", document.found
        if not isinstance(document, SpaceAlternatives) or not found:
            text = document.reason or "no other model explains the evidence"
            return Story(title, text, tone=Tone.UNKNOWN if document.reason else Tone.GOOD)
        text = f"{plural(found, 'other model')} shown, of {document.total or 'an unknown number'}"
        lines = tuple(Line(f"  {spelled(part.model)}") for part in document.alternatives)
        order = "Nearest first" if document.nearest_first else "As they are listed"
        return Story(title, text, tone=Tone.SOME, sections=(Section(order, lines),))
