"""The separate question to a version space: an experiment that tells two models apart."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, TypeVar

from msgspec.structs import replace

from symcause.answers import Unknown, Unsat
from symcause.audits.documents import Document, SeparateDocument
from symcause.audits.of_space.space_documents import SpaceSeparate
from symcause.audits.of_space.space_question import M, OfSpace, P, S, spelled
from symcause.audits.question import option
from symcause.audits.story import Story, Tone
from symcause.errors import UsageError

X = TypeVar("X", bound=SeparateDocument)


@dataclass(frozen=True)
class SeparateOfSpace(OfSpace[X, P, S, M]):
    """An experiment under which two models show different things."""

    name: ClassVar[str] = "separate"
    document: ClassVar[type[Document]] = SpaceSeparate

    first: str = option("", "An answer, or the word gold or reference.", hidden=True)
    second: str = option("", "Another one.", hidden=True)

    def parted(self, document: X, space: S, first: M, second: M) -> X:
        """With the experiment, or why there is none."""
        found = space.separate(first, second)
        if isinstance(found, Unknown):
            return replace(document, reason=found.reason)
        if isinstance(found, Unsat):
            return replace(document, separated=False, reason="no experiment tells them apart")
        shown = {"experiment": dict(found.experiment), "readings": found.readings}
        return replace(document, separated=True, **shown)

    def answers(self, problem: P) -> Iterator[X]:
        if not self.second:
            raise UsageError(
                "separate takes two answers, and the second is missing",
                remedy="symcause separate PROBLEM A B; gold and reference are words for the problem's own",
            )
        document, space = self.frame(problem), self.opened(problem)
        yield self.parted(document, space, *self.compared(space))

    def compared(self, space: S) -> tuple[M, M]:
        """The two models."""
        first = self.model(space, self.first, "first answer")
        return first, self.model(space, self.second, "second answer")

    def story(self, document: X) -> Story:
        title = document.problem or ""
        if not isinstance(document, SpaceSeparate) or document.readings is None:
            return Story(title, document.reason or "unknown", tone=Tone.SOME)
        first, second = map(spelled, document.readings)
        told = f"{spelled(document.experiment)}: {first} in the first, {second} in the second"
        return Story(title, told, tone=Tone.GOOD)
