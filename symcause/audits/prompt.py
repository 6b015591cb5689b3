"""The prompt of audits: all that a system gets to read, in every family.

A family gives a function, ``prompt`` in its declaration: (problem, options by name) -> :class:`Told`. Where
it has options, or its documents say more than the texts, its own class adds fields and a document. What the
function says *about* the problem, and what was asked for, is written where the document has a place for it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, ClassVar

import msgspec
from msgspec import UNSET, UnsetType

from symcause.audits.documents import EXIT_UNKNOWN, EXIT_YES, Document, Part
from symcause.audits.of_space.space_question import P
from symcause.audits.question import Question, added, option
from symcause.audits.story import Section, Story
from symcause.errors import LimitError, UsageError
from symcause.formats.shared_entries import RENDERED
from symcause.registry import family_of, load

THEME = "symcause.renderings.themes.library:theme_named"
STYLE = "symcause.renderings.themes.library:style_named"
"""Who knows the themes and styles, by name or file."""


class RenderingPart(Part, frozen=True, kw_only=True):
    """What a rendering was made of; what gives gold away is null in public problems."""

    digest: str
    theme: str
    theme_sha256: str
    style: str
    order: list[str]  # the nouns as they are mentioned
    fillers: list[int]
    abstain: bool
    text_sha256: str
    of: str | None = None  # the problem that was rendered
    fingerprint: str | None = None  # of that problem
    seed: int | None = None
    variables: dict[str, str] | None = None  # noun -> variable
    values: dict[str, str] | UnsetType = UNSET  # word -> value, where values have names
    alignment: str | None = None
    agreement: dict[str, Any] | None = None
    filler: float | None = None  # share of characters
    characters: int | None = None
    words: int | None = None


class PromptDocument(Document, frozen=True, kw_only=True):
    """``prompt``: what a language model gets."""

    system: str = msgspec.field(name="instruction")
    message: str
    text: str = msgspec.field(name="prompt")
    rendering: RenderingPart | UnsetType = UNSET
    reason: str | UnsetType = UNSET  # why there is no text

    @property
    def code(self) -> int:
        return EXIT_YES if isinstance(self.reason, UnsetType) else EXIT_UNKNOWN


@dataclass(frozen=True)
class Told:
    """The system instruction and the message with the task."""

    system: str
    message: str
    about: Mapping[str, Any] = field(default_factory=dict)

    @property
    def text(self) -> str:
        """Both in one, for systems with a single input."""
        return f"{self.system}\n\n{self.message}" if self.system else self.message


@dataclass(frozen=True)
class Prompt(Question[P, PromptDocument]):
    """The prompt, made from what a problem discloses and its evidence alone."""

    name: ClassVar[str] = "prompt"
    document: ClassVar[type[PromptDocument]] = PromptDocument
    between: ClassVar[str] = "\n\f"

    def own(self) -> dict[str, object]:
        """The options that the family's function takes."""
        return added(self, Prompt)

    def told(self, problem: P) -> Told:
        """What the family's function says."""
        family = family_of(problem)
        assert family.prompt is not None, f"{family.title} have no prompt"
        return load(family.prompt)(problem, **self.own())

    def frame(self, problem: P) -> PromptDocument:
        told, known = self.told(problem), self.document.__struct_fields__
        more = {**self.own(), **told.about}
        facts: dict[str, Any] = {key: value for key, value in more.items() if key in known}
        return self.document(
            family=family_of(problem).name,
            problem=problem.id,
            system=told.system,
            message=told.message,
            text=told.text,
            **facts,
        )

    def answers(self, problem: P) -> Iterator[PromptDocument]:
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
class OpenPrompt(Prompt[P]):
    """The prompt of a family whose questions may be open."""

    allow_abstain: bool = option(
        False, 'Allow {"cannot_tell": true} as an answer, and disclose the class of models.', "flag"
    )


@dataclass(frozen=True)
class ClassPrompt(OpenPrompt[P]):
    """The prompt of a family whose verdicts hold in a class of models, which it can put into words."""

    tell_class: bool = option(
        False,
        "Say which models are possible: what follows from the evidence depends on it.",
        "flag",
    )


@dataclass(frozen=True)
class RenderedPrompt(ClassPrompt[P]):
    """The prompt of a family whose problems can be put into the words of a theme; texts tell the class."""

    theme: str | None = option(
        None,
        "Put the problem into the words of a theme: neutral, nonsense, farm, city, lab, kitchen, harbour, "
        "or a file of your own.",
        metavar="NAME|FILE",
        check=THEME,
    )
    style: str | None = option(
        None,
        "With --theme: table, list, report, story or dialogue (story), or a file of your own.",
        metavar="NAME|FILE",
        check=STYLE,
    )
    names: str | None = option(
        None,
        "With --theme: nouns by chance (free), or those whose common sense agrees with gold best, or "
        "contradicts it most.",
        "choice",
        choices=("free", "agree", "contradict"),
    )
    seed: int | None = option(
        None, "With --theme: the seed of names and order (0).", "integer", metavar="N"
    )
    theme_folders: tuple[str, ...] = option(
        (), "Folders with the themes of a pool.", "folder", hidden=True
    )

    def refuse_options(self) -> None:
        for name in ("style", "names", "seed") if self.theme is None else ():
            if getattr(self, name) is not None:
                raise UsageError(f"--{name} goes with --theme", value=getattr(self, name))

    def own(self) -> dict[str, object]:
        wording = {f.name for f in fields(RenderedPrompt)} - {f.name for f in fields(ClassPrompt)}
        return {key: value for key, value in super().own().items() if key not in wording}

    def told(self, problem: P) -> Told:
        metadata = getattr(problem, "metadata", None) or {}
        if self.theme is not None or "rendering" in metadata:
            try:
                return load(RENDERED)(problem, self)
            except LimitError as error:
                own = super().told(problem)
                return replace(own, message="", about={**own.about, "reason": str(error)})
        self.refuse_options()
        return super().told(problem)

    def text(self, document: PromptDocument) -> str:
        return document.text if isinstance(document.reason, UnsetType) else ""
