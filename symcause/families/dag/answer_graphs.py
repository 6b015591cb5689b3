"""Answer graphs of the dag family: a DAG over the variables of a problem, in any notation of graphs.

>>> from symcause.families.dag.problem import graph_problem
>>> chain = graph_problem("A -> B -> C")
>>> read_answer_graph(chain, "B -> A").edges, read_answer_graph(chain, '{"edges": ["C->B"]}').edges
((('B', 'A'),), (('C', 'B'),))
"""

from __future__ import annotations

import json
import re

from symcause.errors import ProblemError, SymcauseError, UsageError
from symcause.families.dag.problem import GraphProblem
from symcause.formats.graphs import read_parts
from symcause.models.dags import DAG

_REMEDY = 'a graph is a list of edges, A -> B, {"edges": [["A", "B"]]}, or any other graph file'
_ARROW = re.compile(r"\s*-+>\s*")


def read_answer_graph(problem: GraphProblem, text: str) -> DAG:
    """The DAG of an answer; a variable that it does not name is without edges. Raises UsageError."""
    if not text.strip():
        raise UsageError("the answer is empty", remedy=_REMEDY)
    try:
        pairs = _pairs(text)
        given = read_parts(text).dag() if pairs is None else DAG.of(pairs)
        strange = [name for name in given.nodes if name not in problem.dag.index]
        if strange:
            raise UsageError("the graph has no such variable", value=strange[0])
        return DAG.of(given.edges, nodes=problem.dag.nodes)
    except ProblemError as error:
        raise UsageError(f"not a DAG: {error}") from None
    except UsageError:
        raise
    except SymcauseError as error:
        raise UsageError(str(error)) from None


def _pairs(text: str) -> list[tuple[str, str]] | None:
    """The edges of ``{"edges": …}`` without nodes, each a pair of names or "A->B"; None for other texts."""
    try:
        stated = json.loads(text)
    except ValueError:
        return None
    if (
        not isinstance(stated, dict)
        or "nodes" in stated
        or not isinstance(stated.get("edges"), list)
    ):
        return None
    return [_edge(edge) for edge in stated["edges"]]


def _edge(edge: object) -> tuple[str, str]:
    ends = _ARROW.split(edge.strip()) if isinstance(edge, str) else edge
    if not isinstance(ends, list) or [type(end) for end in ends] != [str, str]:
        raise UsageError("not an edge", value=edge, remedy='an edge is ["A", "B"] or "A->B"')
    return str(ends[0]), str(ends[1])
