"""Notebook cards of linear reports: crystals, problems and audits."""

from __future__ import annotations

from symcause.errors import SymcauseError
from symcause.families.linear.documents.audit_document import LinearAudit
from symcause.families.linear.models.crystals import CrystalModel
from symcause.families.linear.problem.problem import LinearProblem
from symcause.models.dags import DAG
from symcause.reports.export import draw
from symcause.reports.notebook import Card, result_card
from symcause.reports.views.edge_view import drawn_graph


def model_card(model: CrystalModel) -> Card:
    """The graph of a model and its equations."""
    rows = [[name, text] for name, text in model.equations.texts().items()]
    return Card(
        "crystal model", "Model", svg=draw(model), tables=[(["variable", "equation"], rows)]
    )


def problem_card(problem: LinearProblem) -> Card:
    """The evidence in numbers, and gold with its graph."""
    facts = [
        ("family", str(problem.family)),
        ("target", problem.target),
        ("records", str(len(problem.records))),
        ("interventions", str(len(problem.interventions))),
    ]
    try:
        model = problem.gold_model()
    except SymcauseError:
        model = None
    if model is None:
        return Card("linear problem", problem.id, facts=facts)
    rows = [[name, text] for name, text in model.equations.texts().items()]
    table = (["variable", "equation of gold"], rows)
    return Card("linear problem", problem.id, facts=facts, svg=draw(problem), tables=[table])


def audit_card(document: LinearAudit) -> Card:
    """The verdict, the edges by status, and two members that an intervention tells apart."""
    tables = []
    if document.edges is not None:
        known = [(e, s) for e, s in document.edges.items() if s != "never"]
        tables.append((["edge", "members"], [[edge, status] for edge, status in known]))
    if len(document.alternatives) > 1:
        first, second = document.alternatives[:2]
        rows = [
            [name, text, second.equations[name]]
            for name, text in first.equations.items()
            if second.equations[name] != text
        ]
        tables.append((["variable", "one member", "another"], rows))
    return result_card(document, _edges(document), tables)


def _edges(document: LinearAudit) -> str | None:
    """Every edge that some member has; dashed where others lack it."""
    names = dict.fromkeys(name for edge in document.edges or {} for name in edge.split("->"))
    if not names:
        return None
    sure = [_pair(edge) for edge, said in (document.edges or {}).items() if said == "always"]
    return drawn_graph(document.edges, list(names), [DAG.of(sure, nodes=names)], None)


def _pair(edge: str) -> tuple[str, str]:
    cause, _, effect = edge.partition("->")
    return cause, effect
