"""Statement rules, the baselines of statements: always no, and dependence taken for causation."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import ClassVar

from symcause.episodes.rule_baselines import ASSOCIATION, CONSTANT, RuleBaselines
from symcause.families.statements.problem.problem import StatementsProblem
from symcause.scoring.yes_no.yes_no_answers import NO, YES


def associated(problem: StatementsProblem) -> str:
    """Whoever takes dependence for causation: yes unless the two are stated independent.

    Causes of one effect are expected to be independent where nothing else is looked at.
    """
    asked = set(problem.hypothesis.of)
    about = [one for one in problem.independent if {one.first, one.second} == asked]
    if problem.hypothesis.relation == "collider":
        return YES if any(not one.given for one in about) else NO
    return NO if about else YES


class StatementBaselines(RuleBaselines[StatementsProblem]):
    """Rules that compare no two statements."""

    names: Mapping[str, str] = {
        CONSTANT: "always no",
        ASSOCIATION: "dependence of the two that are asked about taken for causation",
    }
    rules: ClassVar[Mapping[str, Callable[..., str | None]]] = {
        CONSTANT: lambda _: NO,
        ASSOCIATION: associated,
    }
