"""The support of an answer: what the faithful DAGs say about yes, no and cannot tell."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from symcause.errors import SymcauseError
from symcause.families.statements.models.relations import holds
from symcause.families.statements.models.separations import Graph
from symcause.families.statements.problem.problem import Gold, StatementsProblem
from symcause.families.statements.problem.verdict_kinds import HypothesisVerdict
from symcause.families.statements.scoring.answer_text import heard, read_answer, read_model
from symcause.families.statements.space.statement_space import open_space
from symcause.scoring.abstention_rule import (
    JUSTIFIED,
    REFUTED,
    UNSUPPORTED,
    pair,
    with_proof,
)
from symcause.scoring.yes_no.yes_no_answers import NEITHER


def support_of(verdict: HypothesisVerdict, said: bool | None) -> str | None:
    """How a claim compares with a verdict; None without either."""
    if said is None or verdict.label is None:
        return None
    if verdict is HypothesisVerdict.OPEN:
        return UNSUPPORTED
    return JUSTIFIED if (verdict is HypothesisVerdict.ENTAILED) == said else REFUTED


def is_right(verdict: HypothesisVerdict, said: bool | None) -> bool | None:
    """Is a claim right by the label of the verdict? Of an open hypothesis no is."""
    if verdict.label is None:
        return None
    return said is not None and int(said) == verdict.label


def is_published_right(gold: Gold | None, said: bool | None) -> bool | None:
    """Is a claim right by the stored label? Three classes count as two."""
    if gold is None:
        return None
    label = gold if isinstance(gold, int) else int(gold == str(HypothesisVerdict.ENTAILED))
    return said is not None and int(said) == label


def judged_answer(
    problem: StatementsProblem, verdict: HypothesisVerdict, text: str
) -> dict[str, Any]:
    """What documents say of an answer."""
    said, doubt = read_answer(text), heard(text)
    proof = _proved(problem, doubt.alternatives) if doubt.abstained else None
    open_ = with_proof(verdict.is_open, proof)
    answers = not doubt.abstained
    return {
        "answer": None if said is None else "yes" if said else "no",
        "right": is_right(verdict, said) if answers else None,
        "published_right": is_published_right(problem.gold, said) if answers else None,
        "claimed": doubt.claims,
        "abstained": doubt.abstained,
        "hedged": doubt.hedged,
        "open": open_,
        "support": doubt.support(open_, support_of(verdict, said)),
        "proved": proof,
        "reason": None if doubt.claims or doubt.abstained else NEITHER,
    }


def _proved(problem: StatementsProblem, alternatives: object) -> bool | None:
    """Do two graphs that an abstention names fit the statements and differ? None if none are given."""
    if alternatives is None:
        return None
    listed = pair(alternatives)
    if listed is None:
        return False
    found = [_true_in(problem, one) for one in listed]
    return None not in found and found[0] != found[1]


def _true_in(problem: StatementsProblem, named: Mapping[str, object]) -> bool | None:
    """Is the hypothesis true in a graph that fits? None if it is no graph that does."""
    try:
        dag = read_model(problem, json.dumps(named))
    except (SymcauseError, TypeError, ValueError):
        return None
    if dag not in open_space(problem):
        return None
    asked = problem.hypothesis
    return holds(Graph(dag.parents, dag.children), asked.relation, asked.reading, *problem.asked)
