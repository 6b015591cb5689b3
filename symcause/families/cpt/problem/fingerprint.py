"""The fingerprint of a cpt problem: a digest of all that a certificate about it speaks of."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from symcause.kernel.envelope import digest

if TYPE_CHECKING:
    from symcause.families.cpt.problem.problem import CptProblem


def fingerprint(problem: CptProblem) -> str:
    """The digest of graph, numbers, query and rule; id, gold, texts and metadata are left out."""
    network, query = problem.tables, problem.query
    tables: object = None
    if network is not None:
        tables = [[[str(x) for x in row] for row in rows] for rows in network.rows]
    return digest(
        {
            "variables": list(problem.dag.nodes),
            "edges": [list(edge) for edge in problem.dag.edges],
            "unobserved": sorted(problem.unobserved),
            "tables": tables,
            "given": sorted([term.text, str(number)] for term, number in problem.terms()),
            "rounding": str(problem.rounding),
            "query": [
                query.type,
                query.treatment,
                query.outcome,
                query.collider,
                [sorted(names) for names in query.sets],
                sorted([name, value] for name, value in query.evidence),
                query.action,
                query.value,
            ],
            "positive": problem.positive,
            "threshold": _text(problem.threshold),
            "assume": sorted(problem.assume),
        }
    )


def _text(number: Fraction | None) -> str | None:
    return None if number is None else str(number)
