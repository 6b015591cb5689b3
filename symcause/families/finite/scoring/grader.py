"""The grader of finite answers by a certificate, without a solver.

The one model of a settled problem is gold, so a model is justified iff it is gold, however it is written.
Of predictions a certificate can decide one: the answer to the only query. ``undetermined`` abstains there.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from symcause.audits.of_space.query_parts import UNDETERMINED
from symcause.families.finite.models.finite_values import Value
from symcause.families.finite.problem.problem import FiniteProblem
from symcause.families.finite.scoring.answer_check import (
    MODEL,
    PREDICT,
    answer_text,
    gold_model,
    judged_model,
    read_text,
)
from symcause.families.finite.scoring.prediction_check import PredictionFault, stated
from symcause.families.finite.scoring.row_replay import split_replay
from symcause.mechanisms.tables.table_models import TableModel
from symcause.scoring.abstention_rule import SILENT, Said
from symcause.scoring.answer_grades import ABSTENTION, Graded, Grader


@dataclass(frozen=True)
class ModelGrader:
    """Grades models for one problem."""

    problem: FiniteProblem
    is_open: bool

    @cached_property
    def _gold(self) -> TableModel | None:
        judged = gold_model(self.problem)
        return None if judged is None else judged.model

    @property
    def oracle(self) -> str:
        return ABSTENTION if self.is_open else answer_text(self.problem, self._gold)

    def grade(self, text: str) -> Graded:
        read = read_text(self.problem, text)
        if not read.said.claims or read.found is None:
            return Graded(read.said if read.said.abstained else SILENT, None, self.is_open)
        model = judged_model(self.problem, read.found).model
        same = model is not None and model == self._gold
        right = model is not None and (same or self._replays(model))
        return Graded(read.said, right, self.is_open, agrees=same)

    def _replays(self, model: TableModel) -> bool:
        worlds = (self.problem.training, self.problem.heldout)
        return all(split_replay(self.problem, model, split).exact for split in worlds)


@dataclass(frozen=True)
class QueryGrader:
    """Grades predictions for a problem with one query, to which this is the answer."""

    problem: FiniteProblem
    answer: Value

    @property
    def is_open(self) -> bool:
        return self.answer == UNDETERMINED

    @property
    def oracle(self) -> str:
        (query,) = self.problem.queries
        return json.dumps({"predictions": {query.id: self.answer}})

    def grade(self, text: str) -> Graded:
        read = read_text(self.problem, text)
        if not read.said.claims:
            return Graded(read.said if read.said.abstained else SILENT, None, self.is_open)
        try:
            (said,) = stated(self.problem, read.found, read.reason).values()
        except PredictionFault:
            return Graded(read.said, False, self.is_open)
        if said == UNDETERMINED:
            return Graded(Said(abstains=True), None, self.is_open)
        return Graded(read.said, said == self.answer, self.is_open)


def grader(problem: FiniteProblem, claim: Mapping[str, object]) -> Grader | None:
    """The grader of a problem whose certificate claims this; None if that decides nothing."""
    name, gold = claim.get("name"), gold_model(problem)
    if problem.task == MODEL and name in ("unique", "ambiguous"):
        if gold is None or gold.model is None:
            return None
        return ModelGrader(problem, name == "ambiguous")
    answer, asked = claim.get("answer"), [query.id for query in problem.queries]
    if problem.task == PREDICT and name == "answer" and asked == [claim.get("query")]:
        return QueryGrader(problem, answer) if isinstance(answer, str | int) else None
    return None
