"""``convert``: a problem as it shall be written, with less disclosed if asked for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from symcause.audits.documents import Document
from symcause.audits.question import Question, option
from symcause.families.boolean.problem.disclosure import Setting
from symcause.families.boolean.questions.options import ClassOptions

if TYPE_CHECKING:
    from symcause.families.boolean.problem.problem import BooleanProblem


@dataclass(frozen=True)
class Convert(Question["BooleanProblem", Document]):
    """What is written is a problem, not a document."""

    name: ClassVar[str] = "convert"

    setting: str | None = option(
        None,
        "Write the problem with less disclosed.",
        "choice",
        choices=tuple(str(setting) for setting in Setting),
    )

    def converted(self, problem: BooleanProblem) -> BooleanProblem:
        """The problem in the setting asked for."""
        return ClassOptions(setting=self.setting).applied(problem)
