"""The finite question ``alternatives``: models that explain the worlds but differ from a given one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from symcause.answers import Unknown
from symcause.audits.of_space.alternatives import AlternativesOfSpace
from symcause.audits.question import option
from symcause.audits.story import Story
from symcause.families.finite.documents.question_documents import FiniteAlternatives
from symcause.families.finite.questions.options import InClass
from symcause.families.finite.questions.separate import MOST_TARGETS

if TYPE_CHECKING:
    from symcause.families.finite.documents.separation_part import AlternativePart
    from symcause.families.finite.problem.problem import FiniteProblem
    from symcause.families.finite.space.space_choice import AnySpace
    from symcause.mechanisms.tables.table_models import TableModel


@dataclass(frozen=True)
class Alternatives(
    AlternativesOfSpace[FiniteAlternatives, "FiniteProblem", "AnySpace", "TableModel"],
    InClass[FiniteAlternatives],
):
    """Other members than an answer or gold; without gold that can be run, than the simplest member."""

    document: ClassVar[type[FiniteAlternatives]] = FiniteAlternatives

    most_targets: int = option(1, MOST_TARGETS, "integer", metavar="K", least=1, most=3)

    def part(self, space: AnySpace, reference: TableModel, other: TableModel) -> AlternativePart:
        from symcause.families.finite.audits.model_separations import alternative_part

        return alternative_part(space, reference, other, self.most_targets)

    def answers(self, problem: FiniteProblem) -> Iterator[FiniteAlternatives]:
        from symcause.families.finite.audits.reference_model import NO_MODEL, reference_of
        from symcause.families.finite.documents.model_part import ModelPart

        document, space = self.frame(problem), self.opened(problem)
        if self.against is not None:
            reference: TableModel | Unknown | None = self.model(space, self.against, "--against")
        else:
            reference = reference_of(space)
        if isinstance(reference, Unknown):
            yield replace(document, reason=reference.reason)
            return
        if reference is None:
            yield replace(document, total=0, status="exact", reason=NO_MODEL)
            return
        document = replace(document, reference=ModelPart.of(space.problem, reference))
        yield document
        parts: tuple[AlternativePart, ...] = ()
        for other in space.others(reference):
            if isinstance(other, Unknown):
                yield self.beyond(document, space, other)
                return
            parts += (self.part(space, reference, other),)
            yield (document := replace(document, alternatives=parts))
            if len(parts) == self.limit:
                break
        yield self._totalled(document, space, reference, len(parts))

    def story(self, document: FiniteAlternatives) -> Story:
        from symcause.families.finite.report.separation_story import alternatives_story

        return alternatives_story(document)
