"""``prompt``: what an agent is told."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from symcause.audits.question import Question
from symcause.audits.story import Section, Story
from symcause.families.scenario.documents.answers import ScenarioPrompt

if TYPE_CHECKING:
    from symcause.families.scenario.problem.problem import ScenarioProblem


@dataclass(frozen=True)
class Prompt(Question["ScenarioProblem", ScenarioPrompt]):
    """The design space, what will be seen, the budget and the goal; never the mechanism."""

    name: ClassVar[str] = "prompt"
    document: ClassVar[type[ScenarioPrompt]] = ScenarioPrompt

    def frame(self, problem: ScenarioProblem) -> ScenarioPrompt:
        from symcause.families.scenario.problem.problem import modelled
        from symcause.families.scenario.scoring.prompts import SYSTEM, message

        told = message(modelled(problem))
        return ScenarioPrompt(
            family="scenario",
            problem=problem.id,
            system=SYSTEM,
            message=told,
            text=f"{SYSTEM}\n\n{told}",
        )

    def answers(self, problem: ScenarioProblem) -> Iterator[ScenarioPrompt]:
        yield self.frame(problem)

    def story(self, document: ScenarioPrompt) -> Story:
        lines = tuple(document.message.split("\n"))
        return Story(document.problem or "", document.system, sections=(Section("Message", lines),))

    def text(self, document: ScenarioPrompt) -> str:
        return document.text
