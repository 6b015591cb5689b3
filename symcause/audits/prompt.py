"""The prompt question of all families: what a system gets to read.

A family gives a function, ``prompt`` in its declaration: (problem, options by name) -> :class:`Told`. Where
it has options, or its documents say more than the texts, its own class adds fields and a document. What the
function says *about* the problem, and what was asked for, is written where the document has a place for it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, cast

import msgspec

from symcause.audits.documents import Document
from symcause.audits.question import Question, added, option
from symcause.audits.story import Section, Story
from symcause.registry import family_of, load


class PromptDocument(Document, frozen=True, kw_only=True):
    """``prompt``: what a language model gets."""

    system: str = msgspec.field(name="instruction")
    message: str
    text: str = msgspec.field(name="prompt")


@dataclass(frozen=True)
class Told:
    """The system instruction and the message with the task."""

    system: str
    message: str
    about: Mapping[str, str] = field(default_factory=dict)

    @property
    def text(self) -> str:
        """Both in one, for systems with a single input."""
        return f"{self.system}\n\n{self.message}" if self.system else self.message


@dataclass(frozen=True)
class Prompt(Question[Any, PromptDocument]):
    """The prompt, made from what a problem discloses and its evidence alone."""

    name: ClassVar[str] = "prompt"
    document: ClassVar[type[PromptDocument]] = PromptDocument
    between: ClassVar[str] = "\n\f"

    def told(self, problem: Any) -> Told:
        """What the family's function says."""
        family = family_of(problem)
        assert family.prompt is not None, f"{family.title} have no prompt"
        return cast("Told", load(family.prompt)(problem, **added(self, Prompt)))

    def frame(self, problem: Any) -> PromptDocument:
        told, known = self.told(problem), self.document.__struct_fields__
        more = {**added(self, Prompt), **told.about}
        facts: dict[str, Any] = {key: value for key, value in more.items() if key in known}
        return self.document(
            family=family_of(problem).name,
            problem=problem.id,
            system=told.system,
            message=told.message,
            text=told.text,
            **facts,
        )

    def answers(self, problem: Any) -> Iterator[PromptDocument]:
        yield self.frame(problem)

    def story(self, document: PromptDocument) -> Story:
        lines = tuple(document.message.split("\n"))
        own = set(document.__struct_fields__) - set(PromptDocument.__struct_fields__)
        return Story(
            document.problem or "",
            document.system,
            facts=tuple((name, str(getattr(document, name))) for name in sorted(own)),
            sections=(Section("Message", lines),),
        )

    def text(self, document: PromptDocument) -> str:
        return document.text


@dataclass(frozen=True)
class OpenPrompt(Prompt):
    """The prompt of a family whose questions may be open."""

    allow_abstain: bool = option(
        False, 'Allow {"cannot_tell": true} as an answer, and disclose the class of models.', "flag"
    )
