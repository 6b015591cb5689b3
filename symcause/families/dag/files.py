"""Graphs to files: node-link JSON is their own format; edge lists, matrices, GML, pictures are others."""

from __future__ import annotations

from symcause.errors import UsageError
from symcause.families.dag.problem import GraphProblem
from symcause.formats.graph_csv import write_matrix
from symcause.formats.graph_edges import write_edges
from symcause.formats.graph_json import node_link
from symcause.models.dags import DAG
from symcause.reports.export import Picture


def write_graph_document(problem: GraphProblem) -> dict[str, object]:
    """The graph as a node-link document."""
    return node_link(problem.dag)


def as_edges(problem: GraphProblem, first: bool) -> str:
    """The graph as an edge list."""
    return write_edges(_alone(problem, first))


def as_matrix(problem: GraphProblem, first: bool) -> str:
    """The graph as an adjacency matrix."""
    return write_matrix(_alone(problem, first))


def as_gml(problem: GraphProblem, first: bool) -> str:
    """The graph in the modelling language that drawing programs share, as networkx writes it."""
    from networkx import generate_gml

    return "\n".join(generate_gml(_alone(problem, first).to_networkx())) + "\n"


def picture(problem: GraphProblem) -> Picture:
    """The graph to be drawn."""
    return Picture(problem.dag)


def _alone(problem: GraphProblem, first: bool) -> DAG:
    if not first:
        raise UsageError(
            "several graphs do not fit into one file of this kind",
            value=problem.id,
            remedy="use --to jsonl, or pick one with --id",
        )
    return problem.dag
