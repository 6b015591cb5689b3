"""The scorer of a finite problem: what all answers to it share, whatever it asks for."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from symcause.families.finite.problem.problem import FiniteProblem
from symcause.families.finite.scoring.answer_check import PREDICT, ModelCheck
from symcause.families.finite.scoring.prediction_check import PredictionCheck
from symcause.families.finite.scoring.query_answers import Answering
from symcause.families.finite.space.space_choice import AnySpace, open_space


class Scorer:
    """Judges answers to one problem; the space is opened when one of them needs it."""

    def __init__(self, problem: FiniteProblem, space: AnySpace | None = None) -> None:
        self.problem, self._space = problem, space

    @cached_property
    def _check(self) -> ModelCheck | PredictionCheck:
        space = self._space or open_space(self.problem)
        if self.problem.task == PREDICT:
            return PredictionCheck(self.problem, Answering(space))
        return ModelCheck(self.problem, space)

    def fields(self, text: str) -> dict[str, Any]:
        """What documents say of an answer."""
        return self._check.fields(text)

    def __reduce__(self) -> tuple[type[Scorer], tuple[FiniteProblem]]:
        """What is kept here is not sent to other processes."""
        return Scorer, (self.problem,)
