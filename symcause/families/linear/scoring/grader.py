"""The grader of linear answers by a certificate, without a solver.

Which of the two is asked follows from the problem: the reactor's target if it has a reactor. A certificate
about the other one decides nothing.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from symcause.families.linear.models.crystals import CrystalModel
from symcause.families.linear.problem.evidence_replay import reactor_target
from symcause.families.linear.problem.hypothesis_metrics import PUBLISHED_TARGET_TOLERANCE, is_near
from symcause.families.linear.problem.problem import LinearProblem
from symcause.families.linear.scoring.abstention import asks_graph, heard
from symcause.families.linear.scoring.answer_claims import ClaimedModel, predicted
from symcause.families.linear.space.membership_objections import objections_to
from symcause.models.exact_numbers import print_number
from symcause.scoring.answer_grades import ABSTENTION, Graded

_OPEN = {"unique": False, "count": True}
_TARGET_OPEN = {"target": False, "target-open": True}


@dataclass(frozen=True)
class LinearGrader:
    """Grades answers to one problem."""

    problem: LinearProblem
    is_open: bool
    model: CrystalModel
    target: Fraction | None  # None: the graph is asked for

    @property
    def oracle(self) -> str:
        if self.is_open:
            return ABSTENTION
        if self.target is None:
            return json.dumps({"edges": [list(edge) for edge in self.model.edges]})
        return json.dumps({"prediction": print_number(self.target)})

    def grade(self, text: str) -> Graded:
        claim, said = heard(self.problem, text)
        if not said.claims:
            return Graded(said, None, self.is_open)
        if self.target is None:
            right = self._same_graph(claim)
            return Graded(said, right, self.is_open)
        value = predicted(self.problem, claim)
        near = value is not None and is_near(value, self.target, PUBLISHED_TARGET_TOLERANCE)
        return Graded(said, near, self.is_open, agrees=value == self.target)

    def _same_graph(self, claim: ClaimedModel) -> bool:
        hypothesis = claim.hypothesis
        return hypothesis is not None and set(hypothesis.edges) == set(self.model.edges)


def grader(problem: LinearProblem, claim: Mapping[str, object]) -> LinearGrader | None:
    """The grader of a problem whose certificate claims this; None if that decides nothing."""
    graph, name, model = asks_graph(problem), str(claim.get("name")), problem.gold_model()
    is_open = (_OPEN if graph else _TARGET_OPEN).get(name)
    if is_open is None or model is None or problem.gold is None or problem.class_untold:
        return None
    if (name == "count" and not _several(claim)) or any(objections_to(problem, model)):
        return None
    target = None if graph else problem.gold.reactor_target
    if not graph and target is None:
        target = reactor_target(problem, model)
    return None if not graph and target is None else LinearGrader(problem, is_open, model, target)


def _several(claim: Mapping[str, object]) -> bool:
    graphs = claim.get("graphs")
    return isinstance(graphs, int) and graphs > 1
