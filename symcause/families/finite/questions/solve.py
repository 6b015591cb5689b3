"""The finite question ``solve``: the simplest model that explains the worlds, or all in their order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from time import process_time
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from symcause.answers import Unknown
from symcause.audits.of_space.solve import SolveOfSpace
from symcause.audits.question import option
from symcause.audits.story import Line, Section, Story, Tone
from symcause.families.finite.documents.question_documents import FiniteSolve, SolutionPart
from symcause.families.finite.questions.options import InClass

if TYPE_CHECKING:
    from symcause.families.finite.problem.problem import FiniteProblem
    from symcause.families.finite.space.space_choice import AnySpace
    from symcause.mechanisms.tables.table_models import TableModel


@dataclass(frozen=True)
class Solve(
    SolveOfSpace[FiniteSolve, "FiniteProblem", "AnySpace", "TableModel"], InClass[FiniteSolve]
):
    """A member of least total size; of several the first in the order of members."""

    document: ClassVar[type[FiniteSolve]] = FiniteSolve

    everything: bool = option(
        False, "List members: by root set, then variable by variable.", "flag", flags=("--all",)
    )

    def first(self, space: AnySpace, document: FiniteSolve) -> FiniteSolve:
        solved = super().first(space, document)
        return replace(solved, optimal=True) if solved.status == "inconsistent" else solved

    def solved(self, document: FiniteSolve, space: AnySpace, model: TableModel) -> FiniteSolve:
        part = _solution(space.problem, model)
        return replace(
            document,
            status="solved",
            optimal=True,
            roots=part.roots,
            mechanisms=part.mechanisms,
            total_size=part.total_size,
        )

    def answers(self, problem: FiniteProblem) -> Iterator[FiniteSolve]:
        start, document, space = process_time(), self.frame(problem), self.opened(problem)
        document = self.first(space, document)
        yield document
        if self.everything and document.status == "solved":
            for grown in self._listed(space, document):
                yield (document := grown)
        yield replace(document, seconds=round(process_time() - start, 4))

    def _listed(self, space: AnySpace, document: FiniteSolve) -> Iterator[FiniteSolve]:
        """With ever more members, in their order; the last document says whether these are all."""
        members: list[SolutionPart] = []
        rest, due = space.members(), 0
        for model in islice(rest, self.limit):
            if isinstance(model, Unknown):
                cut = {"complete": False, "incomplete_reason": model.reason}
                yield replace(document, members=tuple(members), **cut)
                return
            members.append(_solution(space.problem, model))
            if len(members) > due:  # every document has the whole list: fewer, the longer it is
                due = len(members) + len(members) // 50
                yield replace(document, members=tuple(members), complete=False)
        yield replace(document, members=tuple(members), complete=next(rest, None) is None)

    def story(self, document: FiniteSolve) -> Story:
        title = document.problem or ""
        if document.status != "solved" or document.mechanisms is None:
            return Story(title, document.reason or "unknown", document.status, Tone.BAD)
        size = f"a model of size {document.total_size}; none is smaller"
        sections = [Section("The simplest model", _lines(document.mechanisms))]
        if isinstance(document.members, tuple):
            all_of_them = "" if document.complete else " (not all)"
            sections += [
                Section(
                    f"Member {number}{all_of_them}, size {one.total_size}", _lines(one.mechanisms)
                )
                for number, one in enumerate(document.members, 1)
            ]
        facts = (
            ("roots", ", ".join(document.roots or ()) or "none"),
            ("class", str(document.scope)),
        )
        return Story(title, size, tone=Tone.GOOD, facts=facts, sections=tuple(sections))


def _lines(mechanisms: dict[str, str]) -> tuple[Line, ...]:
    return tuple(Line(f"  {name} = {text}") for name, text in mechanisms.items())


def _solution(problem: FiniteProblem, model: TableModel) -> SolutionPart:
    from symcause.families.finite.documents.model_part import mechanism_texts, roots_of, total_size

    return SolutionPart(
        roots=roots_of(problem, model),
        mechanisms=mechanism_texts(problem, model),
        total_size=total_size(problem, model),
    )
