"""The request of a run on the command line: a question by its name, with the options given."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct, field

from symcause.audits.command_lines.posed_question import PosedQuestion
from symcause.audits.command_lines.suggested_commands import option_words, posed
from symcause.audits.document_json import NotOfThisKind, revived
from symcause.audits.documents import Document
from symcause.audits.question import Question, bound
from symcause.registry import answering, family_named, family_of, load


class Asked(Struct, frozen=True):
    """A question to every problem of a run; each family gets its own form of it.

    *extra* are options that the command sets itself; families that do not know them never see them.
    """

    name: str
    given: Mapping[str, object]
    extra: Mapping[str, object] = field(default_factory=dict)
    arguments: tuple[str, ...] = ()  # words that follow the problem on the command line
    command: str | None = None  # the command that asks it, where that has another name
    named: Mapping[str, object] = field(default_factory=dict)  # files, for what was read in them
    _known: dict[type, Question[Any, Any]] = field(default_factory=dict)

    def to(
        self, problem: object, known: Mapping[str, object] | None = None
    ) -> Question[Any, Document]:
        """The question to this problem's family. Raises UsageError where it does not apply.

        *known* are further options, for this problem alone.
        """
        kind = type(problem)
        if kind not in self._known:
            self._known[kind] = bound(self.name, family_of(problem), self.given, self.extra)
        asked = self._known[kind]
        if known and any(hasattr(asked, name) for name in known):
            extra = {**self.extra, **known}
            return bound(self.name, family_of(problem), self.given, extra)
        return asked

    def posed(self, problem: object, file: str | None, id: str | None) -> PosedQuestion:
        """The question to this problem as it was typed; *id* where the file holds several."""
        name, given = self.command or self.name, {**self.given, **self.named}
        return posed(name, type(self.to(problem)), given, file, id, self.arguments)

    @property
    def words(self) -> str:
        """The options given, in one line, whichever family has them."""
        found: dict[str, list[str]] = {}
        given = {**self.given, **self.named}
        for one in answering(self.name) if given else ():
            kind = load(one.questions[self.name])
            for name in given:
                found[name] = found.get(name) or option_words(kind, {name: given[name]})
        return " ".join(word for words in found.values() for word in words)

    def revived(self, line: Mapping[str, object]) -> Document | None:
        """The document of this question that a line of results holds; None if it holds another thing."""
        family = family_named(line.get("family"))
        dotted = None if family is None else family.questions.get(self.name)
        if dotted is None:
            return None
        kind: type[Document] = load(dotted).document
        try:
            return revived(line, kind)
        except NotOfThisKind:
            return None
