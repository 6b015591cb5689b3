"""Table rules, the baselines of the cpt family: always no, and the raw association for the effect."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import ClassVar

from symcause.episodes.rule_baselines import ASSOCIATION, CONSTANT, RuleBaselines
from symcause.families.cpt.problem.problem import CptProblem
from symcause.families.cpt.scoring.shortcut_rules import CAUSAL, associated
from symcause.scoring.yes_no.yes_no_answers import NO, YES


def by_association(problem: CptProblem) -> str:
    """What the association says of an effect, or of itself; no to all other questions."""
    asked = problem.query.type in (*CAUSAL, "correlation")
    return YES if asked and associated(problem) else NO


class CptBaselines(RuleBaselines[CptProblem]):
    """Rules that do not look at the graph."""

    names: Mapping[str, str] = {
        CONSTANT: "always no",
        ASSOCIATION: "the raw association taken for the effect; no where there is none",
    }
    rules: ClassVar[Mapping[str, Callable[..., str | None]]] = {
        CONSTANT: lambda _: NO,
        ASSOCIATION: by_association,
    }
