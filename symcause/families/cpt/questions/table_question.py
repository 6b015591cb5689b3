"""The table question of the cpt family: options that all its questions share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from symcause.audits.documents import Document
from symcause.audits.question import Question, option
from symcause.release_lookup import released_part

if TYPE_CHECKING:
    from symcause.families.cpt.problem.problem import CptProblem

D = TypeVar("D", bound=Document)

MODELS = "CLadder's file of models, if it is not beside the questions."
PRINTED = "Take the percentages that the text of a CLadder question prints for its given numbers."


@dataclass(frozen=True)
class TableQuestion(Question["CptProblem", D]):
    """A question about a problem, with its model and the numbers that are asked for."""

    models: str | None = option(None, MODELS, "file", metavar="FILE")
    printed: bool = option(False, PRINTED, "flag")

    def opened(self, problem: CptProblem) -> CptProblem:
        """The problem as it is asked about."""
        cpt_problem: CptProblem = released_part("cpt", "opened")(problem, self.models, self.printed)
        return cpt_problem
