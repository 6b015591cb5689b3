"""The finite question ``separate``: which experiment best tells two models apart."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from symcause.answers import Unknown
from symcause.audits.of_space.separate import SeparateOfSpace
from symcause.audits.question import option
from symcause.audits.space import ExperimentForm
from symcause.audits.story import Story
from symcause.families.finite.documents.question_documents import FiniteSeparate
from symcause.families.finite.questions.options import AsItIs
from symcause.models.prose.intervention_text import intervention_text

if TYPE_CHECKING:
    from symcause.audits.space import Separation
    from symcause.families.finite.problem.problem import FiniteProblem
    from symcause.families.finite.space.space_choice import AnySpace
    from symcause.mechanisms.tables.table_models import TableModel

MOST_TARGETS = "How many variables an experiment may set (1)."


@dataclass(frozen=True)
class Separate(
    SeparateOfSpace[FiniteSeparate, "FiniteProblem", "AnySpace", "TableModel"],
    AsItIs[FiniteSeparate],
):
    """The experiment with the highest pair disagreement rate, then the highest cell difference rate."""

    document: ClassVar[type[FiniteSeparate]] = FiniteSeparate

    most_targets: int = option(1, MOST_TARGETS, "integer", metavar="K", least=1, most=3)

    def stated(self, problem: FiniteProblem) -> dict[str, object]:
        return super().stated(problem) | {"most_targets": self.most_targets}

    def parted(
        self, document: FiniteSeparate, space: AnySpace, first: TableModel, second: TableModel
    ) -> FiniteSeparate:
        from symcause.families.finite.audits.model_separations import compared_part

        compared = space.compared(first, second, self.most_targets)
        if isinstance(compared, Unknown):
            return replace(document, reason=compared.reason)
        part = compared_part(space.problem, compared)
        rates = {
            "pair_disagreement_rate": part.pair_disagreement_rate,
            "cell_difference_rate": part.cell_difference_rate,
        }
        if not part.separable:
            return replace(document, separated=False, **rates)
        shown = {"experiment": part.experiment, "witness": part.witness}
        return replace(document, separated=True, **rates, **shown)

    def separations(
        self, space: AnySpace, first: TableModel, second: TableModel
    ) -> Iterator[Separation | Unknown]:
        return space.separations(first, second, self.most_targets)

    def words(self, experiment: ExperimentForm) -> str:
        return intervention_text(experiment["do"])

    def best_story(self, document: FiniteSeparate) -> Story:
        from symcause.families.finite.report.separation_story import separation_story

        return separation_story(document)
