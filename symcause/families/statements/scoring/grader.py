"""The grader of yes-no answers about statements by a certificate, without a search."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from symcause.families.statements.problem.problem import StatementsProblem
from symcause.families.statements.problem.verdict_kinds import HypothesisVerdict
from symcause.families.statements.scoring.answer_text import answer_text, heard, read_answer
from symcause.scoring.answer_grades import ABSTENTION, Graded


@dataclass(frozen=True)
class StatementsGrader:
    """Grades answers to one problem whose verdict is proved."""

    verdict: HypothesisVerdict

    @property
    def is_open(self) -> bool:
        return bool(self.verdict.is_open)

    @property
    def oracle(self) -> str:
        if self.is_open:
            return ABSTENTION
        return answer_text(None, self.verdict is HypothesisVerdict.ENTAILED)

    def grade(self, text: str) -> Graded:
        said = heard(text)
        right = int(bool(read_answer(text))) == self.verdict.label if said.claims else None
        return Graded(said, right, self.is_open)


def grader(problem: StatementsProblem, claim: Mapping[str, object]) -> StatementsGrader | None:
    """The grader of a problem whose certificate claims this; None if that decides nothing."""
    name = str(claim.get("name"))
    verdict = (
        HypothesisVerdict(name) if name in list(HypothesisVerdict) else HypothesisVerdict.UNKNOWN
    )
    return None if verdict.label is None else StatementsGrader(verdict)
