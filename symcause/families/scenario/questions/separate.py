"""The scenario ``separate`` question: what tells a scenario from its twin, or from its rivals.

Without ``--budget`` the smallest experiment between two twins; with it how well anybody can tell any
number of rivals apart with the units that there are.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from msgspec import UnsetType
from msgspec.structs import replace

from symcause.audits.question import Question, option
from symcause.audits.story import Story, Tone
from symcause.errors import UsageError
from symcause.families.scenario.documents.question_documents import (
    ExperimentPart,
    ScenarioSeparate,
)
from symcause.families.scenario.questions.options import BUDGET, LEVEL, PRIOR, RIVAL, UNITS
from symcause.families.scenario.questions.rival_budget import refuse_alone, within_budget

if TYPE_CHECKING:
    from symcause.families.scenario.problem.problem import ScenarioProblem

SEPARATED = {"enough": True, "history": True, "prior": True, "short": False}
"""Whether the rivals can be told apart, by the verdict."""


@dataclass(frozen=True)
class Separate(Question["ScenarioProblem", ScenarioSeparate]):
    """The scenario against its twin or its rivals, given as the texts of their files."""

    name: ClassVar[str] = "separate"
    document: ClassVar[type[ScenarioSeparate]] = ScenarioSeparate

    first: str = option("", "The twin, or the first rival: the text of its file.", hidden=True)
    second: str = option("", "With --budget: a further rival.", hidden=True)
    more: tuple[str, ...] = option((), "With --budget: all further rivals.", "many", hidden=True)
    budget: bool = option(False, **BUDGET)
    rival: str | None = option(None, **RIVAL)
    level: str | None = option(None, **LEVEL)
    prior: str | None = option(None, **PRIOR)
    units: int | None = option(None, **UNITS)

    def refuse_options(self) -> None:
        refuse_alone(self)

    def frame(self, problem: ScenarioProblem) -> ScenarioSeparate:
        from symcause.families.scenario.problem.problem import modelled

        self.refuse_options()
        return ScenarioSeparate(family="scenario", problem=modelled(problem).id)

    def answers(self, problem: ScenarioProblem) -> Iterator[ScenarioSeparate]:
        from symcause.families.scenario.files.document import read_scenario
        from symcause.formats.json_text import read_json

        texts = [text for text in (self.first, self.second, *self.more) if text]
        others = [read_scenario(read_json(text)) for text in texts]
        if self.budget:
            yield self._within(problem, others)
            return
        if len(others) != 1:
            raise UsageError(
                "a scenario is told from one twin",
                remedy="separate SCENARIO TWIN; --budget compares any number of rivals",
            )
        found = _smallest_experiment(problem, others[0])
        if isinstance(found, str):
            yield replace(self.frame(problem), reason=found)
            return
        reason = None if found is not None else "no experiment within the units does"
        yield replace(
            self.frame(problem), separated=found is not None, experiment=found, reason=reason
        )

    def _within(self, problem: ScenarioProblem, others: list[ScenarioProblem]) -> ScenarioSeparate:
        from symcause.families.scenario.certify.twin_certificate import are_twins

        part, every = within_budget(self, problem, others)
        experiment = None
        if len(every) == 2 and are_twins(*every):
            found = _smallest_experiment(*every)
            experiment = None if isinstance(found, str) else found
        return replace(
            self.frame(problem),
            separated=SEPARATED.get(part.verdict),
            experiment=experiment,
            budget=part,
        )

    def story(self, document: ScenarioSeparate) -> Story:
        from symcause.families.scenario.report.budget_story import budget_story

        if not isinstance(document.budget, UnsetType):
            return budget_story(document.problem or "", document.budget)
        tried = document.experiment
        if tried is None:
            return Story(document.problem or "", document.reason or "", tone=Tone.UNKNOWN)
        design = ", ".join(f"{name} {value}" for name, value in tried.design.items())
        text = (
            f"Deploy {tried.n} units of {design}: {tried.cut} survivors or more name the twin in which "
            "it is worth more."
        )
        wrong = " and ".join(f"{float(error):.1%}" for error in tried.errors)
        facts = (("chance to name the wrong one", f"{wrong}, by which is true"),)
        return Story(document.problem or "", text, facts=facts, tone=Tone.GOOD)


def _smallest_experiment(
    first: ScenarioProblem, second: ScenarioProblem
) -> ExperimentPart | str | None:
    from symcause.families.scenario.certify.twin_certificate import smallest_experiment

    return smallest_experiment(first, second)
