"""``convert``: a scenario as it shall be written; released games become ``symcause.scenario/1``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from symcause.audits.documents import Document
from symcause.audits.question import Question

if TYPE_CHECKING:
    from symcause.families.scenario.problem.problem import ScenarioProblem


@dataclass(frozen=True)
class Convert(Question["ScenarioProblem", Document]):
    """What is written is a problem, not a document."""

    name: ClassVar[str] = "convert"

    def converted(self, problem: ScenarioProblem) -> ScenarioProblem:
        """The scenario itself."""
        return problem
