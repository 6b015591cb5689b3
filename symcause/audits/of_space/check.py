"""The check question to a version space: whether an answer is a member, and the only one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar, TypeVar

from msgspec.structs import replace

from symcause.audits.documents import CheckDocument, Document
from symcause.audits.of_space.space_documents import SpaceCheck
from symcause.audits.of_space.space_question import GOLD, OfSpace
from symcause.audits.question import option
from symcause.audits.story import Story, Tone
from symcause.errors import UsageError

K = TypeVar("K", bound=CheckDocument)


@dataclass(frozen=True)
class CheckOfSpace(OfSpace[K]):
    """Right is an answer that explains the evidence and, where gold is known, is gold."""

    name: ClassVar[str] = "check"
    document: ClassVar[type[Document]] = SpaceCheck

    answer: str = option("", "The answer: JSON, or the raw text of a model.", hidden=True)

    def answers(self, problem: Any) -> Iterator[K]:
        document, space = self.frame(problem), self.opened(problem)
        try:
            model = self.model(space, self.answer, "answer")
        except UsageError as error:  # an answer is judged, whatever it is
            yield replace(document, right=False, reason=str(error))
            return
        objections = tuple(map(str, space.objections(model)))
        gold = getattr(problem, GOLD, None)
        right = not objections and (gold is None or model == gold)
        document = replace(document, right=right, in_class=not objections, objections=objections)
        yield document
        count = space.count()
        if isinstance(count, int):
            only = None if objections else count == 1
            yield replace(document, count=count, unique=only, justified=only)

    def story(self, document: K) -> Story:
        title = document.problem or ""
        told = "right" if document.right else "wrong"
        if document.unique is not None:
            only = "the only model" if document.unique else f"one of {document.count} models"
            told = f"{told}: {only} that explains the evidence"
        notes = document.objections if isinstance(document, SpaceCheck) else ()
        said = tuple(filter(None, (document.reason, *notes)))
        return Story(title, told, tone=Tone.GOOD if document.right else Tone.BAD, notes=said)
