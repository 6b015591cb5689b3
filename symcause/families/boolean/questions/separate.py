"""``separate``: which experiment tells two answers apart best?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from symcause.audits.question import Question, option
from symcause.audits.story import Story
from symcause.errors import UsageError
from symcause.families.boolean.documents.scope import FAMILY
from symcause.families.boolean.documents.separate import BooleanSeparate
from symcause.families.boolean.documents.separation import ExperimentPart, WitnessPart

if TYPE_CHECKING:
    from symcause.families.boolean.models.scm import BooleanSCM
    from symcause.families.boolean.problem.problem import BooleanProblem

WORDS = ("gold", "reference")
"""Stand for the models of the problem itself."""


@dataclass(frozen=True)
class Separate(Question["BooleanProblem", BooleanSeparate]):
    """The experiment with the highest pair disagreement rate, then the highest cell difference rate."""

    name: ClassVar[str] = "separate"
    document: ClassVar[type[BooleanSeparate]] = BooleanSeparate

    first: str = option("", "An answer, or the word gold or reference.", hidden=True)
    second: str = option("", "Another one.", hidden=True)
    targets: int = option(
        1,
        "Variables that the experiment may set at once (1).",
        "integer",
        metavar="N",
        least=1,
        most=3,
    )

    def frame(self, problem: BooleanProblem) -> BooleanSeparate:
        return BooleanSeparate(
            family=FAMILY, problem=problem.id, setting=str(problem.setting), targets=self.targets
        )

    def answers(self, problem: BooleanProblem) -> Iterator[BooleanSeparate]:
        from symcause.families.boolean.models.experiments import best_experiment
        from symcause.families.boolean.scoring.results import number

        frame = self.frame(problem)
        first = _model(problem, self.first, "first answer")
        second = _model(problem, self.second, "second answer")
        found = best_experiment(first, second, targets=self.targets)
        if found is None or found.witness is None:
            nothing = 0.0 if first.roots == second.roots else None
            rates = {"pair_disagreement_rate": nothing, "cell_difference_rate": nothing}
            yield replace(frame, separated=False, **rates)
            return
        yield replace(
            frame,
            separated=True,
            experiment=ExperimentPart.of(found.experiment),
            pair_disagreement_rate=number(found.pair_disagreement_rate),
            cell_difference_rate=number(found.cell_difference_rate),
            witness=WitnessPart.of(found.witness),
        )

    def story(self, document: BooleanSeparate) -> Story:
        from symcause.families.boolean.report.separation_text import separation_story

        return separation_story(document)

    def text(self, document: BooleanSeparate) -> str:
        from symcause.families.boolean.report.separation_text import separation_text

        return separation_text(document)


def _model(problem: BooleanProblem, answer: str, place: str) -> BooleanSCM:
    """The model of an answer; of an Alternative-SCM answer its alternative."""
    if answer in WORDS:
        model = problem.gold_scm if answer == "gold" else problem.reference_scm
        if model is None:
            raise UsageError(f"the problem has no {answer}", value=problem.id)
        return model
    from symcause.families.boolean.scoring.checking import executable

    judged = executable(problem, answer)
    if judged.scm is None:
        raise UsageError(f"not a valid answer: {judged.stage}: {judged.reason}", place=place)
    return judged.scm
