"""Errata of text graphs: findings that make gold contradict itself or the columns beside it.

Names that differ in spelling only, and nodes that no edge touches, are worth a look and no errata.
"""

from __future__ import annotations

from symcause.audits.errata import Erratum
from symcause.families.textgraph.documents.audit_document import TextGraphAudit
from symcause.families.textgraph.problem.problem import TextGraph
from symcause.models.number_phrases import plural

_WRONG = ("count-mismatch", "explicitness-mismatch", "repeated-edge")
_ILL_POSED = ("self-loop",)


def erratum(problem: TextGraph, document: TextGraphAudit) -> Erratum | None:
    """What the findings say about stored gold."""
    told = [one for one in document.findings if one.kind in (*_WRONG, *_ILL_POSED)]
    if not told:
        return None
    wrong = any(one.kind in _WRONG for one in told)
    nodes, edges = plural(document.nodes, "node"), document.edges + len(problem.repeated)
    return Erratum(
        item=problem.id,
        stored=f"{nodes}, {plural(edges, 'edge')}",
        derived=sorted({one.kind for one in told}),
        kind="wrong" if wrong else "ill-posed",
        reason=document.sentence,
        caption="findings",
        shown=tuple(
            ": ".join(filter(None, (one.kind, "->".join(one.names), one.detail))) for one in told
        ),
    )
