"""Prompts of a statements problem: premise and hypothesis in the published sentences."""

from __future__ import annotations

from symcause.audits.prompt import Told
from symcause.families.statements.problem.hypothesis_sentences import write_hypothesis
from symcause.families.statements.problem.premise_sentences import write_premise
from symcause.families.statements.problem.problem import StatementsProblem
from symcause.scoring.abstention_rule import SENTENCE

_CLASS = (
    "Any directed acyclic graph over exactly these variables is possible whose d-separations are exactly "
    "the stated independences."
)
_INCOMPLETE = (
    "Any directed acyclic graph over exactly these variables is possible in which what is stated holds; "
    "what is not stated may be either way."
)


def told(
    problem: StatementsProblem, *, tell_class: bool = False, allow_abstain: bool = False
) -> Told:
    """The prompt of a system; where it may abstain it is told which graphs are possible, too."""
    written = problem.metadata.get("sentence")
    asked = written if isinstance(written, str) else write_hypothesis(problem.hypothesis)
    lines = [f"Question: {write_premise(problem)}"]
    if tell_class or allow_abstain:
        lines.append(_CLASS if problem.complete else _INCOMPLETE)
    lines.append(f'Can we deduct the following: {asked.rstrip(".")}? Just answer "Yes" or "No."')
    if allow_abstain:
        lines.append(SENTENCE)
    return Told("", "\n".join(lines) + "\n\nAnswer:")
