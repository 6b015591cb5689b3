"""The solve question to a version space: the simplest member, or members by size."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from time import process_time
from typing import Any, ClassVar, TypeVar

from msgspec.structs import replace

from symcause.answers import Unknown
from symcause.audits.documents import Document, Part, SolveDocument
from symcause.audits.members import Members
from symcause.audits.of_space.space_documents import MemberPart, SpaceSolve
from symcause.audits.of_space.space_question import M, OfSpace, P, S, spelled
from symcause.audits.question import option
from symcause.audits.story import Line, Section, Story, Tone
from symcause.errors import UsageError

D = TypeVar("D", bound=SolveDocument)


@dataclass(frozen=True)
class SolveOfSpace(OfSpace[D, P, S, M]):
    """A member of least size; the space lists its members in this order, so there is no smaller one."""

    name: ClassVar[str] = "solve"
    document: ClassVar[type[Document]] = SpaceSolve
    none: ClassVar[str | None] = "no model of the class explains the evidence"
    most: ClassVar[int | None] = None  # members that --all lists unless --limit says otherwise

    everything: bool = option(False, "List members by increasing size.", "flag", flags=("--all",))
    limit: int | None = option(None, "Stop --all after N members.", "integer", metavar="N", least=1)

    def frame(self, problem: P) -> D:
        if self.limit is not None and not self.everything:
            raise UsageError("--limit is about the list of --all", remedy="add --all")
        return super().frame(problem)

    def first(self, space: S, document: D) -> D:
        """With the member to show, or why there is none."""
        result = next(space.simplest(), None)
        if result is None:
            return replace(document, status="inconsistent", reason=self.none)
        if isinstance(result, Unknown):
            return replace(document, reason=result.reason)
        return self.solved(document, space, result)

    def solved(self, document: D, space: S, model: M) -> D:
        """With the simplest member."""
        said: dict[str, Any] = {"model": self.shown(space, model)}
        if "simplest_first" in document.__struct_fields__:
            said["simplest_first"] = type(space).simplest is not Members.simplest
        return replace(document, status="solved", optimal=True, **said)

    def part(self, space: S, model: M, first: Part | None) -> Part:
        """A member of the list; *first* is its first, None for that one."""
        return MemberPart(model=self.shown(space, model))

    def answers(self, problem: P) -> Iterator[D]:
        start, document, space = process_time(), self.frame(problem), self.opened(problem)
        document = self.first(space, document)
        yield document
        if self.everything and document.status == "solved":
            for grown in self._growing_list(space, document):
                yield (document := grown)
        yield replace(document, seconds=round(process_time() - start, 4))

    def _growing_list(self, space: S, document: D) -> Iterator[D]:
        """The document with ever more members; the last says whether these are all."""
        members: list[Part] = []
        rest, due = space.simplest(), 0
        for model in islice(rest, self.limit or self.most):
            if isinstance(model, Unknown):
                yield replace(document, members=tuple(members), **_cut(model.reason))
                return
            members.append(self.part(space, model, members[0] if members else None))
            if len(members) > due:  # every document has the whole list: fewer, the longer it is
                due = len(members) + len(members) // 50
                yield replace(document, members=tuple(members), complete=False)
        document = replace(document, members=tuple(members))
        if next(rest, None) is None:
            yield replace(document, complete=True)
        elif self.limit is not None:
            yield replace(document, complete=False)
        else:
            yield replace(document, **_cut(f"only the first {self.most}; --limit N lists more"))

    def story(self, document: D) -> Story:
        title = document.problem or ""
        if document.status != "solved" or not isinstance(document, SpaceSolve):
            return Story(title, document.reason or "unknown", document.status, Tone.BAD)
        lines = tuple(Line(f"  {spelled(part.model)}") for part in document.members)
        order = "simplest first" if document.simplest_first else "as they are listed"
        title_of_list = f"Members, {order}" + ("" if document.complete else " (not all)")
        sections = (Section(title_of_list, lines),) if lines else ()
        return Story(title, spelled(document.model), tone=Tone.GOOD, sections=sections)


def _cut(reason: str) -> dict[str, object]:
    return {"complete": False, "incomplete_reason": reason}
