"""Shortcut features of statements: what one sees of a problem without reasoning."""

from __future__ import annotations

from symcause.families.statements.problem.problem import StatementsProblem
from symcause.families.statements.problem.prompts import told

LENGTH = "prompt length"


def looks(problem: StatementsProblem) -> dict[str, float]:
    """Statements, those about the two variables of the hypothesis, and letters of the prompt."""
    asked = set(problem.hypothesis.of)
    return {
        "independences": len(set(problem.independent)),
        "about both": sum({one.first, one.second} == asked for one in problem.independent),
        LENGTH: len(told(problem, allow_abstain=True).text),
    }
