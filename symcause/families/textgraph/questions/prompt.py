"""``prompt``: what does a system get to read?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from symcause.audits.question import Question, option
from symcause.audits.story import Section, Story
from symcause.families.textgraph.documents.prompt import TextGraphPrompt
from symcause.families.textgraph.documents.scores import FAMILY

if TYPE_CHECKING:
    from symcause.families.textgraph.problem.problem import TextGraph


@dataclass(frozen=True)
class Prompt(Question["TextGraph", TextGraphPrompt]):
    """The text, and what is asked of its reader; no edge of gold is in it."""

    name: ClassVar[str] = "prompt"
    document: ClassVar[type[TextGraphPrompt]] = TextGraphPrompt

    task: str = option(
        "free",
        "free: the number of nodes is given; names: their names are (free).",
        "choice",
        choices=("free", "names"),
    )

    def frame(self, problem: TextGraph) -> TextGraphPrompt:
        from symcause.families.textgraph.scoring.prompts import INSTRUCTION, message

        body = message(problem, self.task)
        return TextGraphPrompt(
            family=FAMILY,
            problem=problem.id,
            task=self.task,
            system=INSTRUCTION,
            message=body,
            text=f"{INSTRUCTION}\n\n{body}",
        )

    def answers(self, problem: TextGraph) -> Iterator[TextGraphPrompt]:
        yield self.frame(problem)

    def story(self, document: TextGraphPrompt) -> Story:
        return Story(
            document.problem or "",
            document.system,
            facts=(("task", document.task),),
            sections=(Section("Message", tuple(document.message.split("\n"))),),
        )

    def text(self, document: TextGraphPrompt) -> str:
        return document.text
