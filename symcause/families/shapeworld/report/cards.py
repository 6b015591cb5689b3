"""Notebook cards of ShapeWorld reports: relations and transcripts."""

from __future__ import annotations

from symcause.families.shapeworld.models.causal_relations import Relation
from symcause.families.shapeworld.problem.problem import ShapeWorldProblem
from symcause.families.shapeworld.report.audit_story import moving_words
from symcause.reports.export import draw
from symcause.reports.notebook import Card


def relation_card(relation: Relation) -> Card:
    """Who makes whom move."""
    facts = [
        ("shapes", str(len(relation.shapes))),
        ("pairs", str(len(relation.pairs))),
        ("DAGs", str(relation.graphs)),
    ]
    return Card("causal relation", "Relation", facts=facts, svg=draw(relation))


def problem_card(problem: ShapeWorldProblem) -> Card:
    """The question, the transcript, and the true world where it is given."""
    start = None if problem.initial is None else moving_words(problem.initial)
    rows = [] if start is None else [["start", start]]
    for step in problem.transcript:
        done = f"{step.action} {step.shape or ''}".rstrip() if step.action else "state shown again"
        rows.append([done, "not seen" if step.moving is None else moving_words(step.moving)])
    facts = [("shapes", ", ".join(problem.shapes)), ("answer", problem.answer or "none")]
    if problem.right is not None:
        facts.append(("truth", "yes" if problem.right else "no"))
    return Card(
        "ShapeWorld problem",
        problem.id,
        f"does {problem.cause} moving make {problem.effect} move?",
        facts=facts,
        svg=None if problem.gold is None else draw(problem),
        tables=[(["action", "then"], rows)] if rows else [],
    )
