"""The separate question to a version space: experiments that tell two models apart, best first.

The best one stands in keys that every family has of its own; ``--limit`` adds the list of the best, which
is the same in all of them. Whatever is listed was executed on both models (:mod:`.member_separations`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import ClassVar, TypeVar

from msgspec.structs import replace

from symcause.answers import Unknown, Unsat
from symcause.audits.documents import Document
from symcause.audits.of_space.separation_list import separation_list
from symcause.audits.of_space.space_documents import (
    SeparationPart,
    SeparationsDocument,
    SpaceSeparate,
)
from symcause.audits.of_space.space_question import M, OfSpace, P, S, spelled
from symcause.audits.question import option
from symcause.audits.space import ExperimentForm, Separation
from symcause.audits.story import Story, Tone
from symcause.errors import UsageError

X = TypeVar("X", bound=SeparationsDocument)


@dataclass(frozen=True)
class SeparateOfSpace(OfSpace[X, P, S, M]):
    """Experiments under which two models show different things."""

    name: ClassVar[str] = "separate"
    document: ClassVar[type[Document]] = SpaceSeparate

    first: str = option("", "An answer, or the word gold or reference.", hidden=True)
    second: str = option("", "Another one.", hidden=True)
    limit: int = option(
        1, "How many experiments to show, best first (1).", "integer", metavar="N", least=1
    )

    def parted(self, document: X, space: S, first: M, second: M) -> X:
        """With the experiment, or why there is none."""
        separation = space.separate(first, second)
        if isinstance(separation, Unknown):
            return replace(document, reason=separation.reason)
        if isinstance(separation, Unsat):
            return replace(document, separated=False, reason="no experiment tells them apart")
        shown = {"experiment": dict(separation.experiment), "readings": separation.readings}
        return replace(document, separated=True, **shown)

    def answers(self, problem: P) -> Iterator[X]:
        if not self.second:
            raise UsageError(
                "separate takes two answers, and the second is missing",
                remedy="symcause separate PROBLEM A B; gold and reference are words for the problem's own",
            )
        document, space = self.frame(problem), self.opened(problem)
        models = self.compared(space)
        document = self.parted(document, space, *models)
        yield document
        if self.limit > 1:
            yield self.with_experiments(document, space, *models)

    def separations(self, space: S, first: M, second: M) -> Iterator[Separation | Unknown]:
        """All experiments between the two models, best first."""
        return space.separations(first, second)

    def experiment(self, found: Separation) -> Mapping[str, object]:
        """An experiment as documents of the family write it."""
        return found.experiment

    def with_experiments(self, document: X, space: S, first: M, second: M) -> X:
        """With the best experiments, and whether these are all."""
        parts: list[SeparationPart] = []
        for separation in islice(self.separations(space, first, second), self.limit + 1):
            if isinstance(separation, Unknown):
                cut: dict[str, object] = {"complete": False, "incomplete_reason": separation.reason}
                return replace(document, separations=tuple(parts), **cut)
            parts.append(SeparationPart.of(separation, self.experiment(separation)))
        shown = tuple(parts[: self.limit])
        return replace(document, separations=shown, complete=len(parts) <= self.limit)

    def compared(self, space: S) -> tuple[M, M]:
        """The two models."""
        first = self.model(space, self.first, "first answer")
        return first, self.model(space, self.second, "second answer")

    def story(self, document: X) -> Story:
        story = self.best_story(document)
        listed = separation_list(document, self.words)
        return story if listed is None else replace(story, sections=(*story.sections, listed))

    def words(self, experiment: ExperimentForm) -> str:
        """An experiment in a line."""
        return spelled(experiment)

    def best_story(self, document: X) -> Story:
        """The best experiment for people; what else there is follows it."""
        title = document.problem or ""
        if not isinstance(document, SpaceSeparate) or document.readings is None:
            return Story(title, document.reason or "unknown", tone=Tone.SOME)
        first, second = map(spelled, document.readings)
        text = f"{spelled(document.experiment)}: {first} in the first, {second} in the second"
        return Story(title, text, tone=Tone.GOOD)
