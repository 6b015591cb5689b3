"""Export of finite problems for a report: the graph of gold."""

from __future__ import annotations

from symcause.errors import UsageError
from symcause.families.finite.problem.problem import FiniteProblem
from symcause.families.finite.scoring.answer_check import gold_model
from symcause.models.dags import DAG
from symcause.reports.export import Picture


def picture(problem: FiniteProblem) -> Picture:
    """The graph of a problem's gold."""
    judged = gold_model(problem)
    if judged is None:
        raise UsageError("the problem has no gold: no graph to export", value=problem.id)
    if judged.model is None:
        raise UsageError(f"gold is no model: {judged.reason}", value=problem.id)
    roots = tuple(name for name in problem.variables if name in judged.model.roots)
    return Picture(DAG.of(sorted(judged.model.edges), nodes=problem.variables), roots)
