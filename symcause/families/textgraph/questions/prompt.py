"""The textgraph question ``prompt``: what a system gets to read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from symcause.audits.prompt import Prompt as Prompting
from symcause.audits.question import option
from symcause.families.textgraph.documents.prompt_document import TextGraphPrompt

if TYPE_CHECKING:
    from symcause.families.textgraph.problem.problem import TextGraph


@dataclass(frozen=True)
class Prompt(Prompting["TextGraph"]):
    """The text, and what is asked of its reader; no edge of gold is in it."""

    document: ClassVar[type[TextGraphPrompt]] = TextGraphPrompt

    task: str = option(
        "free",
        "What is given: free, the number of nodes; names, their names (free).",
        "choice",
        choices=("free", "names"),
    )
