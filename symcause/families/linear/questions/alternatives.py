"""The linear ``alternatives`` question: explaining models with other graphs, nearest first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from symcause.audits.of_space.alternatives import AlternativesOfSpace
from symcause.audits.story import Story
from symcause.families.linear.documents.alternatives_document import (
    AlternativePart,
    LinearAlternatives,
)
from symcause.families.linear.questions.options import InClass

if TYPE_CHECKING:
    from symcause.families.linear.models.crystals import CrystalModel
    from symcause.families.linear.problem.problem import LinearProblem
    from symcause.families.linear.space.hidden.hidden_space import HiddenSpace
    from symcause.families.linear.space.linear_space import LinearSpace


@dataclass(frozen=True)
class Alternatives(
    AlternativesOfSpace[
        LinearAlternatives, "LinearProblem", "LinearSpace | HiddenSpace", "CrystalModel"
    ],
    InClass[LinearAlternatives],
):
    """Members with other graphs than an answer or gold, each with what tells the two apart."""

    document: ClassVar[type[LinearAlternatives]] = LinearAlternatives

    def shown(self, space: LinearSpace | HiddenSpace, model: CrystalModel) -> object:
        return model.equations.texts()

    def part(
        self, space: LinearSpace | HiddenSpace, reference: CrystalModel, other: CrystalModel
    ) -> AlternativePart:
        from symcause.families.linear.audits.verdict.member_comparison import alternative

        return alternative(space.problem, reference, other)

    def story(self, document: LinearAlternatives) -> Story:
        from symcause.families.linear.report.story.members_story import alternatives_story

        return alternatives_story(document)
