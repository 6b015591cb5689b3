"""Notebook cards of Boolean models, problems and audits."""

from __future__ import annotations

from symcause.errors import LimitError
from symcause.families.boolean.bounds import CARD_INPUTS, CARD_ROW_LENGTH
from symcause.families.boolean.documents.audit_document import BooleanAudit
from symcause.families.boolean.models.functions import Function
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.report.page.packed_models import mechanism_texts, read_model
from symcause.grammar import to_infix
from symcause.reports.export import draw
from symcause.reports.notebook import Card, result_card
from symcause.reports.views.edge_view import drawn_graph


def scm_card(model: BooleanSCM) -> Card:
    """The graph of a model, its formulas and its truth tables."""
    written = _formulas(model)
    rows = [
        [v, written.get(v, "too long to write"), ", ".join(f.parents) or "none", _outputs(f)]
        for v, f in model.functions.items()
    ]
    table = (["variable", "mechanism", "parents", "outputs by input pattern"], rows)
    facts = [("roots", ", ".join(model.roots)), ("mechanisms", str(len(model.functions)))]
    return Card("Boolean SCM", "Model", facts=facts, svg=draw(model), tables=[table], mono=(1, 3))


def _formulas(model: BooleanSCM) -> dict[str, str]:
    try:
        return {v: mechanism_texts(text)[0] for v, text in model.mechanisms.items()}
    except LimitError:
        return {}


def _outputs(function: Function) -> str:
    """The truth table as a row of bits, pattern 0 first."""
    if len(function.parents) > CARD_INPUTS:
        return f"{1 << len(function.parents)} outputs"
    return format(function.table, f"0{1 << len(function.parents)}b")[::-1]


def _cut(rows: str) -> str:
    return rows if len(rows) <= CARD_ROW_LENGTH else f"{rows[: CARD_ROW_LENGTH - 1]}…"


def problem_card(problem: BooleanProblem) -> Card:
    """What is disclosed, the worlds, and gold with its graph."""
    facts = [
        ("setting", str(problem.setting)),
        ("variables", str(len(problem.variables))),
        ("training worlds", str(len(problem.training))),
        ("held-out worlds", str(len(problem.heldout))),
        ("roots", ", ".join(problem.disclosure.roots or ()) or "hidden"),
    ]
    worlds = [[w.id, ", ".join(w.targets) or "–", _cut(" ".join(w.rows))] for w in problem.worlds]
    tables = [(["world", "targets", "rows"], worlds)]
    if problem.gold is not None:
        gold = problem.gold.mechanisms.items()
        mechanisms = [[v, to_infix(e, symbols=True)] for v, e in gold]
        tables.insert(0, (["variable", "gold mechanism"], mechanisms))
    svg = None if problem.gold_scm is None else draw(problem)
    return Card("Boolean problem", problem.id, facts=facts, svg=svg, tables=tables, mono=(1, 2))


def audit_card(document: BooleanAudit) -> Card:
    """The verdict, the edges by status, the nearest alternative."""
    tables = []
    if document.alternatives:
        first, before = document.alternatives[0], document.gold or document.member
        written = {} if before is None else before.mechanisms
        rows = [[v, _infix(written.get(v)), _infix(first.mechanisms.get(v))] for v in first.changed]
        tables.append((["changed", "before", "nearest alternative"], rows))
    return result_card(document, _edges(document), tables)


def _infix(text: str | None) -> str:
    return "a root" if text is None else mechanism_texts(text)[0]


def _edges(document: BooleanAudit) -> str | None:
    """The member's graph, styled by how many members have each edge, and those that only others have."""
    member = document.member
    model = None if member is None else read_model(member.mechanisms, member.roots)
    return None if model is None else drawn_graph(document.edges, model.variables, [model], None)
