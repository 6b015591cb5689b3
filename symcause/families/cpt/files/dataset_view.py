"""The dataset view of a table problem: what is published of it and counted."""

from __future__ import annotations

from dataclasses import replace

from symcause.errors import SymcauseError, UsageError
from symcause.families.cpt.models.query_values import association
from symcause.families.cpt.problem.problem import CptProblem
from symcause.families.cpt.problem.problem_validation import check


def public(problem: CptProblem) -> CptProblem:
    """Graph, numbers and question, without the answer; tables only where no other numbers are given.

    Raises UsageError for a question whose numbers are in a file of models that was not read.
    """
    tables = None if problem.given else problem.tables
    shown = replace(problem, tables=tables, gold=None, metadata={})
    try:
        check(replace(shown, release=None))
    except SymcauseError as error:
        message = f"its public part would not be complete: {error.complaint.message}"
        raise UsageError(message, value=problem.id) from None
    return shown


def tally(problem: CptProblem) -> dict[str, str]:
    """What the datasheet counts."""
    return {
        "variables": str(len(problem.dag.nodes)),
        "query": problem.query.type,
        "answer": "unknown" if problem.gold is None else problem.gold,
        "association": _association(problem),
    }


def _association(problem: CptProblem) -> str:
    """The answer of whoever takes the association of treatment and outcome for the effect."""
    query, tables = problem.query, problem.tables
    if tables is None:
        return "unknown"
    value = association(tables, query.treatment, query.outcome)
    return "unknown" if value is None else problem.rule.answer(value)
