"""The check question to a version space: whether an answer is a member, and the only one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, TypeVar

from msgspec.structs import replace

from symcause.answers import Unknown
from symcause.audits.documents import CheckDocument, Document
from symcause.audits.of_space.count import unlisted
from symcause.audits.of_space.space_documents import SpaceCheck
from symcause.audits.of_space.space_question import GOLD, M, OfSpace, P, S
from symcause.audits.question import option
from symcause.audits.story import Story, Tone
from symcause.errors import UsageError
from symcause.registry import family_of

if TYPE_CHECKING:
    from symcause.audits.members import Members

K = TypeVar("K", bound=CheckDocument)


def _another(space: Members[M], model: M) -> bool:
    """Is there a member other than this one, as far as one is found?"""
    other = next(iter(space.others(model)), None)
    return other is not None and not isinstance(other, Unknown)


@dataclass(frozen=True)
class CheckOfSpace(OfSpace[K, P, S, M]):
    """Right is an answer that explains the evidence and, where gold is known, is gold."""

    name: ClassVar[str] = "check"
    document: ClassVar[type[Document]] = SpaceCheck

    answer: str = option("", "The answer: JSON, or the raw text of a model.", hidden=True)

    def answers(self, problem: P) -> Iterator[K]:
        self.refuse_unreadable(problem)
        document, space = self.frame(problem), self.opened(problem)
        try:
            model = self.model(space, self.answer, "answer")
        except UsageError as error:  # an answer is judged, whatever it is
            yield replace(document, right=False, reason=str(error))
            return
        objections = tuple(map(str, space.objections(model)))
        gold = None if getattr(problem, GOLD, None) is None else self.model(space, GOLD, GOLD)
        right = not objections and (gold is None or model == gold)
        document = replace(document, right=right, in_class=not objections, objections=objections)
        yield document
        count = space.count()
        if isinstance(count, int):
            only = None if objections else count == 1
            yield replace(document, count=count, unique=only, justified=only)
        elif not objections and _another(space, model):
            yield replace(document, unique=False, justified=False, reason=unlisted(count))

    def refuse_unreadable(self, problem: P) -> None:
        """Raise where nobody reads an answer: then none is wrong, either."""
        family = family_of(problem)
        if family.model is None and type(self).model is OfSpace.model:
            raise UsageError(
                f"check does not apply to {family.title}: nothing reads an answer as a model",
                remedy=f"the family {family.name} declares no model",
            )

    def story(self, document: K) -> Story:
        title = document.problem or ""
        text = "right" if document.right else "wrong"
        if document.unique is not None:
            many = "several" if document.count is None else document.count
            only = (
                "the only model that explains"
                if document.unique
                else f"one of {many} models that explain"
            )
            text = f"{text}: {only} the evidence"
        notes = document.objections if isinstance(document, SpaceCheck) else ()
        said = tuple(filter(None, (document.reason, *notes)))
        return Story(title, text, tone=Tone.GOOD if document.right else Tone.BAD, notes=said)
