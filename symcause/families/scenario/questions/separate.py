"""The scenario ``separate`` question: the smallest experiment that tells two twins apart."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from symcause.audits.question import Question, option
from symcause.audits.story import Story, Tone
from symcause.errors import UsageError
from symcause.families.scenario.documents.question_documents import ScenarioSeparate

if TYPE_CHECKING:
    from symcause.families.scenario.problem.problem import ScenarioProblem


@dataclass(frozen=True)
class Separate(Question["ScenarioProblem", ScenarioSeparate]):
    """The scenario against its twin, given as the text of its file."""

    name: ClassVar[str] = "separate"
    document: ClassVar[type[ScenarioSeparate]] = ScenarioSeparate

    first: str = option("", "The twin: the text of its file.", hidden=True)
    second: str = option("", "Nothing: a scenario has one twin.", hidden=True)

    def frame(self, problem: ScenarioProblem) -> ScenarioSeparate:
        from symcause.families.scenario.problem.problem import modelled

        return ScenarioSeparate(family="scenario", problem=modelled(problem).id)

    def answers(self, problem: ScenarioProblem) -> Iterator[ScenarioSeparate]:
        from symcause.families.scenario.certify.twin_certificate import told_apart
        from symcause.families.scenario.files.document import read_scenario
        from symcause.formats.json_text import read_json

        if self.second:
            raise UsageError("a scenario is told from one twin", remedy="separate SCENARIO TWIN")
        found = told_apart(problem, read_scenario(read_json(self.first)))
        if isinstance(found, str):
            yield replace(self.frame(problem), reason=found)
            return
        reason = None if found is not None else "no experiment within the units does"
        yield replace(
            self.frame(problem), separated=found is not None, experiment=found, reason=reason
        )

    def story(self, document: ScenarioSeparate) -> Story:
        tried = document.experiment
        if tried is None:
            return Story(document.problem or "", document.reason or "", tone=Tone.UNKNOWN)
        design = ", ".join(f"{name} {value}" for name, value in tried.design.items())
        told = (
            f"Deploy {tried.n} units of {design}: {tried.cut} survivors or more name the twin in which "
            "it is worth more."
        )
        errors = f"{tried.errors[0]} and {tried.errors[1]}"
        return Story(document.problem or "", told, facts=(("errors", errors),), tone=Tone.GOOD)
