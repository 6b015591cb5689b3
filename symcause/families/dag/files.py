"""Files of the dag family: node-link JSON, exports to other graph notations, and graphs as answers."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import partial

from symcause.errors import ProblemError, SymcauseError, UsageError
from symcause.families.dag.documents import as_told
from symcause.families.dag.problem import GraphProblem
from symcause.formats.graph_notations.adjacency_csv import write_matrix
from symcause.formats.graph_notations.dagitty import write_dagitty
from symcause.formats.graph_notations.edge_list import write_edges
from symcause.formats.graph_notations.endpoint_matrix import write_endpoints
from symcause.formats.graph_notations.gml import write_gml
from symcause.formats.graph_notations.node_link import marked_link, node_link
from symcause.formats.graph_notations.sif import write_sif
from symcause.formats.graph_notations.tetrad import write_tetrad
from symcause.formats.graphs import check_names, read_parts
from symcause.models.dags import DAG
from symcause.models.graph_forms.marked_graphs import Mark, MarkedEdge, MarkedGraph
from symcause.reports.export import Picture


def write_graph_document(problem: GraphProblem) -> dict[str, object]:
    """The graph as a node-link document."""
    if problem.drawn is None and not problem.knowledge:
        return node_link(problem.dag)
    return marked_link(drawing(problem), as_told(problem.knowledge))


def drawing(problem: GraphProblem) -> MarkedGraph:
    """The graph with the marks of its edges."""
    if problem.drawn is not None:
        return problem.drawn
    return _arrows(problem.dag)


def _arrows(dag: DAG) -> MarkedGraph:
    edges = (MarkedEdge(a, Mark.TAIL, Mark.ARROW, b) for a, b in dag.edges)
    return MarkedGraph(dag.nodes, tuple(edges))


def as_edges(problem: GraphProblem, first: bool) -> str:
    """The graph as an edge list."""
    drawn = _plain(problem, first)
    check_names(drawn.nodes, "edges", write_edges)
    return write_edges(DAG.of(drawn.directed, nodes=drawn.nodes), drawn.undirected)


def as_csv(problem: GraphProblem, first: bool) -> str:
    """The graph as an adjacency matrix; an undirected edge stands both ways."""
    drawn = _plain(problem, first)
    if drawn.undirected and drawn.directed:
        one, other = drawn.undirected[0]
        raise ProblemError(
            "an adjacency matrix does not say which edges are undirected",
            value=f"{one} --- {other}",
            remedy="use --to pcalg, causal-learn, dagitty or tetrad",
        )
    check_names(drawn.nodes, "csv", write_matrix)
    return write_matrix(_BothWays(drawn))


class _BothWays:
    """A partly directed graph as arrows."""

    def __init__(self, drawn: MarkedGraph) -> None:
        self.nodes = drawn.nodes
        self.edges = (*drawn.directed, *drawn.undirected, *((b, a) for a, b in drawn.undirected))


def as_gml(problem: GraphProblem, first: bool) -> str:
    """The graph in the modelling language that drawing programs share."""
    return _spelled(_plain(problem, first), "gml", write_gml)


def as_dagitty(problem: GraphProblem, first: bool) -> str:
    """The graph in the language of DAGitty."""
    return _spelled(_alone(problem, first), "dagitty", write_dagitty)


def as_tetrad(problem: GraphProblem, first: bool) -> str:
    """The graph in Tetrad's text, and what is known beside it."""
    drawn = _alone(problem, first)
    _spelled(MarkedGraph(drawn.nodes, ()), "tetrad", write_tetrad)
    return write_tetrad(drawn, problem.knowledge)


def as_causal_learn(problem: GraphProblem, first: bool) -> str:
    """The matrix of endpoint codes of causal-learn."""
    return _spelled(
        _alone(problem, first), "causal-learn", partial(write_endpoints, coding="causal-learn")
    )


def as_pcalg(problem: GraphProblem, first: bool) -> str:
    """The adjacency matrix of pcalg; ``amat.pag`` where the graph has edges that a CPDAG has not."""
    return _spelled(_alone(problem, first), "pcalg", partial(write_endpoints, coding="pcalg"))


def as_sif(problem: GraphProblem, first: bool) -> str:
    """The graph as interactions without signs."""
    drawn = _plain(problem, first)
    for one, other in drawn.undirected:
        raise ProblemError(
            "SIF has no undirected edge", value=f"{one} --- {other}", remedy="use --to dagitty"
        )
    check_names(drawn.nodes, "sif", lambda dag: write_sif(dag.nodes, dag.edges, {}))
    return write_sif(drawn.nodes, drawn.directed, {})


def _spelled(drawn: MarkedGraph, kind: str, write: Callable[[MarkedGraph], str]) -> str:
    """The text of a graph whose names come back out of it."""
    check_names(drawn.nodes, kind, lambda dag: write(_arrows(dag)))
    return write(drawn)


def picture(problem: GraphProblem) -> Picture:
    """The graph to be drawn."""
    drawn = drawing(problem)
    if drawn.undirected or drawn.others:
        edge = next(e for e in drawn.edges if not e.is_directed)
        raise ProblemError(
            "only arrows can be drawn", value=str(edge), remedy="use --to dagitty, tetrad or gml"
        )
    return Picture(problem.dag)


def _plain(problem: GraphProblem, first: bool) -> MarkedGraph:
    """The graph, if all its edges are directed or undirected."""
    drawn = _alone(problem, first)
    for edge in drawn.others:
        raise ProblemError(
            "this format has no such edge",
            value=str(edge),
            remedy="use --to dagitty, tetrad, causal-learn or pcalg",
        )
    return drawn


def _alone(problem: GraphProblem, first: bool) -> MarkedGraph:
    if not first:
        raise UsageError(
            "several graphs do not fit into one file of this kind",
            value=problem.id,
            remedy="use --to jsonl, or pick one with --id",
        )
    return drawing(problem)


_ANSWER = 'a graph is a list of edges, A -> B, {"edges": [["A", "B"]]}, or any other graph file'
_ARROW = re.compile(r"\s*-+>\s*")


def read_answer_graph(problem: GraphProblem, text: str) -> DAG:
    """The DAG of an answer; a variable that it does not name is without edges. Raises UsageError.

    >>> from symcause.families.dag.problem import graph_problem
    >>> chain = graph_problem("A -> B -> C")
    >>> read_answer_graph(chain, "B -> A").edges, read_answer_graph(chain, '{"edges": ["C->B"]}').edges
    ((('B', 'A'),), (('C', 'B'),))
    """
    if not text.strip():
        raise UsageError("the answer is empty", remedy=_ANSWER)
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
