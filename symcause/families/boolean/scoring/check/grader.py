"""The grader of a Boolean check: answers graded by a certificate, without a solver.

The one model of a settled problem is gold, so a claim is justified iff it is the same SCM, however it is
written.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.scoring.check.abstention import answer_stance, applies
from symcause.families.boolean.scoring.check.answer_writer import answer_text
from symcause.families.boolean.scoring.check.checker import Scorer
from symcause.families.boolean.scoring.check.funnel import judge
from symcause.scoring.abstention_rule import SILENT
from symcause.scoring.answer_extraction import extract
from symcause.scoring.answer_grades import ABSTENTION, Graded

_OPEN = {"unique": False, "ambiguous": True}


@dataclass(frozen=True)
class BooleanGrader:
    """Grades answers to one problem."""

    problem: BooleanProblem
    is_open: bool

    @cached_property
    def _scorer(self) -> Scorer:
        return Scorer(self.problem)

    @property
    def oracle(self) -> str:
        return ABSTENTION if self.is_open else answer_text(self.problem, self.problem.gold)

    def grade(self, text: str) -> Graded:
        found = extract(text, self._scorer.shape).found
        heard = answer_stance(self.problem, text, found)
        if not heard.claims or found is None:
            return Graded(heard if heard.abstained else SILENT, None, self.is_open)
        model = judge(self.problem, found).scm
        if model is not None and not model.undecided and model == self.problem.gold_scm:
            return Graded(heard, True, self.is_open, agrees=True)
        return Graded(heard, model is not None and self._replays(model), self.is_open, agrees=False)

    def _replays(self, model: BooleanSCM) -> bool:
        """Is every world exact, held-out ones too?"""
        replay = self._scorer.evidence.replay(model)
        return replay.train_exact and replay.heldout_exact is not False


def grader(problem: BooleanProblem, claim: Mapping[str, object]) -> BooleanGrader | None:
    """The grader of a problem whose certificate claims this; None if that decides nothing."""
    is_open = _OPEN.get(str(claim.get("name")))
    if is_open is None or not applies(problem) or problem.gold_scm is None or problem.errors:
        return None
    return BooleanGrader(problem, is_open) if Scorer(problem).sound else None
