"""The linear ``separate`` question: which intervention tells two answers apart."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from symcause.audits.of_space.separate import SeparateOfSpace
from symcause.audits.space import ExperimentForm
from symcause.audits.story import Story
from symcause.families.linear.documents.alternatives_document import LinearSeparation
from symcause.families.linear.questions.options import AsItIs
from symcause.models.prose.intervention_text import intervention_text

if TYPE_CHECKING:
    from symcause.audits.space import Separation
    from symcause.families.linear.models.crystals import CrystalModel
    from symcause.families.linear.problem.problem import LinearProblem
    from symcause.families.linear.space.hidden.hidden_space import HiddenSpace
    from symcause.families.linear.space.linear_space import LinearSpace


@dataclass(frozen=True)
class Separate(
    SeparateOfSpace[LinearSeparation, "LinearProblem", "LinearSpace | HiddenSpace", "CrystalModel"],
    AsItIs[LinearSeparation],
):
    """The intervention after which most readings differ, on the manipulator's crystal as it is now."""

    document: ClassVar[type[LinearSeparation]] = LinearSeparation

    def parted(
        self,
        document: LinearSeparation,
        space: LinearSpace | HiddenSpace,
        first: CrystalModel,
        second: CrystalModel,
    ) -> LinearSeparation:
        from symcause.families.linear.audits.verdict.member_comparison import separated

        return separated(space.problem, (first, second), document)

    def experiment(self, found: Separation) -> Mapping[str, object]:
        return {"assignments": found.experiment}

    def words(self, experiment: ExperimentForm) -> str:
        return intervention_text(experiment["assignments"])

    def best_story(self, document: LinearSeparation) -> Story:
        from symcause.families.linear.report.story.members_story import separation_story

        return separation_story(document)
