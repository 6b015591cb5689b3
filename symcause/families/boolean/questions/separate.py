"""The Boolean question ``separate``: which experiment best tells two answers apart."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from symcause.audits.of_space.separate import SeparateOfSpace
from symcause.audits.of_space.separation_list import list_lines
from symcause.audits.question import option
from symcause.audits.space import ExperimentForm
from symcause.audits.story import Story
from symcause.families.boolean.documents.question_results import (
    BooleanSeparate,
    ExperimentPart,
    WitnessPart,
)
from symcause.families.boolean.questions.options import AsItIs

if TYPE_CHECKING:
    from symcause.answers import Unknown
    from symcause.audits.space import Separation
    from symcause.families.boolean.models.scm import BooleanSCM
    from symcause.families.boolean.problem.problem import BooleanProblem
    from symcause.families.boolean.space.boolean_space import BooleanSpace


@dataclass(frozen=True)
class Separate(
    SeparateOfSpace[BooleanSeparate, "BooleanProblem", "BooleanSpace", "BooleanSCM"],
    AsItIs[BooleanSeparate],
):
    """The experiment with the highest pair disagreement rate, then the highest cell difference rate.

    Models have no noise, and rows do not matter. Where variables are latent it is the first one with a
    state of the others that only one of the models can be in; observing counts as the last.
    """

    document: ClassVar[type[BooleanSeparate]] = BooleanSeparate

    targets: int = option(
        1,
        "How many variables the experiment may set (1).",
        "integer",
        metavar="N",
        least=1,
        most=3,
    )

    def stated(self, problem: BooleanProblem) -> dict[str, object]:
        return super().stated(problem) | {"targets": self.targets}

    def parted(
        self, document: BooleanSeparate, space: BooleanSpace, first: BooleanSCM, second: BooleanSCM
    ) -> BooleanSeparate:
        from symcause.families.boolean.audits.alternatives.alternative_models import pair_separation
        from symcause.families.boolean.scoring.check.check_result import number

        separation = pair_separation(space.problem, first, second, self.targets)
        if separation is None or separation.witness is None:
            compared = first.roots == second.roots and not space.problem.latent
            nothing = 0.0 if compared else None
            rates = {"pair_disagreement_rate": nothing, "cell_difference_rate": nothing}
            return replace(document, separated=False, **rates)
        return replace(
            document,
            separated=True,
            experiment=ExperimentPart.of(separation.experiment),
            pair_disagreement_rate=number(separation.pair_disagreement_rate),
            cell_difference_rate=number(separation.cell_difference_rate),
            witness=WitnessPart.of(separation.witness),
        )

    def separations(
        self, space: BooleanSpace, first: BooleanSCM, second: BooleanSCM
    ) -> Iterator[Separation | Unknown]:
        return space.separations(first, second, targets=self.targets)

    def words(self, experiment: ExperimentForm) -> str:
        from symcause.families.boolean.models.experiments import Experiment

        return str(Experiment.of(experiment["assignments"]))

    def best_story(self, document: BooleanSeparate) -> Story:
        from symcause.families.boolean.report.story.separation_story import separation_story

        return separation_story(document)

    def text(self, document: BooleanSeparate) -> str:
        from symcause.families.boolean.report.story.separation_story import separation_text

        lines = list_lines(document, self.words)
        return "\n".join((separation_text(document), *(f"  {line}" for line in lines)))
