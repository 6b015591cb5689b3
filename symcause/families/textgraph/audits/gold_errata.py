"""Gold errata in textgraph audits: gold that contradicts itself or the columns beside it.

Names that differ in spelling only, and nodes that no edge touches, are worth a look and no errata. A count
may be one of distinct edges or of nodes that an edge touches, and an edge that is listed twice is one edge
of a set: where such a reading makes a column right, that is what is said.
"""

from __future__ import annotations

from symcause.audits.errata import Basis, Erratum, Kind, Reading, kind_of
from symcause.families.textgraph.documents.audit_document import TextGraphAudit
from symcause.families.textgraph.problem.problem import TextGraph
from symcause.models.number_phrases import plural

_READ = ("count-mismatch", "explicitness-mismatch", "repeated-edge")
_ILL_POSED = ("self-loop",)


def erratum(problem: TextGraph, document: TextGraphAudit) -> Erratum | None:
    """The erratum that the findings mean for stored gold."""
    findings = [one for one in document.findings if one.kind in (*_READ, *_ILL_POSED)]
    if not findings:
        return None
    readings = _readings(problem, {one.kind for one in findings})
    kind: Kind = kind_of(readings) or "ill-posed"
    if kind != "wrong" and any(one.kind in _ILL_POSED for one in findings):
        kind = "ill-posed"
    nodes, edges = plural(document.nodes, "node"), document.edges + len(problem.repeated)
    shown = tuple(
        ": ".join(filter(None, (one.kind, "->".join(one.names), one.detail))) for one in findings
    )
    return Erratum(
        item=problem.id,
        stored=f"{nodes}, {plural(edges, 'edge')}",
        derived=sorted({one.kind for one in findings}),
        kind=kind,
        reason=document.sentence,
        caption="findings",
        shown=shown,
        basis=Basis(proved="; ".join(shown), readings=readings, unless=_unless(kind)),
    )


def _unless(kind: Kind) -> str:
    if kind == "ill-posed":
        return "a node is meant to cause itself"
    return "the columns are about another graph, or count something else"


def _readings(problem: TextGraph, kinds: set[str]) -> tuple[Reading, ...]:
    """What the columns may count, and whether they are right in it."""
    graph, readings = problem.graph, list[Reading]()
    if "count-mismatch" in kinds:
        nodes, edges = len(graph.nodes), len(graph.edges)
        asked = {
            "all nodes and edges as listed": (nodes, edges + len(problem.repeated)),
            "all nodes and each edge once": (nodes, edges),
            "nodes that an edge touches, and edges as listed": (
                *(len(graph.ends), edges + len(problem.repeated)),
            ),
            "nodes that an edge touches, and each edge once": (len(graph.ends), edges),
        }
        readings += [
            Reading(name=f"the columns count {name}", right=_counted(problem, *counts))
            for name, counts in asked.items()
        ]
    elif "repeated-edge" in kinds:
        readings += [
            Reading(name="a list that has every edge once", right=False),
            Reading(name="a set of edges", right=True),
        ]
    if "explicitness-mismatch" in kinds:  # by both definitions of the column
        readings = [
            Reading(name=f"explicitness, {name}", right=False) for name in ("lenient", "strict")
        ]
    return tuple(readings)


def _counted(problem: TextGraph, nodes: int, edges: int) -> bool:
    """Do the columns hold these numbers, as far as they are there?"""
    pair = problem.metadata.get("num_nodes"), problem.metadata.get("num_edges")
    return pair[0] in (None, nodes) and pair[1] in (None, edges)
