"""The dag family in Python: graph problems made from DAG objects, networkx graphs or texts.

>>> import networkx, symcause
>>> cpdag = networkx.DiGraph([("A", "C"), ("B", "C"), ("D", "E"), ("E", "D")])
>>> made = problem(cpdag)
>>> symcause.count(made).count, symcause.audit(made).experiment
(2, {'targets': ['D']})
>>> symcause.count(problem("pdag { A -- B -- C }", knowledge={"require": ["A->B"]})).count
1
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from symcause.families.dag.problem import GraphProblem, check_known, graph_problem
from symcause.models.dags import DAG
from symcause.models.graph_forms.marked_graphs import Mark, MarkedEdge, MarkedGraph
from symcause.models.knowledge_reader import merged, read_knowledge

__all__ = ["DAG", "GraphProblem", "MarkedEdge", "MarkedGraph", "Mark", "problem"]


def problem(
    graph: Any,
    *,
    id: str = "graph",
    targets: Iterable[str | Iterable[str]] = (),
    knowledge: Mapping[str, object] | None = None,
    format: str | None = None,
) -> GraphProblem:
    """Make a problem of a graph: a DAG, or the class of DAGs of a partly directed graph.

    Parameters
    ----------
    graph : DAG, str or graph
        A :class:`DAG`, an object of networkx, pgmpy or causal-learn, or a text in any notation that
        files may have. A graph with undirected edges (in networkx: both arrows) is a class of DAGs.
    id : str, default 'graph'
        The name of the problem.
    targets : iterable, optional
        Sets of variables that were intervened on; with a DAG only.
    knowledge : mapping, optional
        What is known about edges; it is merged with what stands beside the graph.
    format : str, optional
        The notation of a text, where the content does not tell.

    Returns
    -------
    GraphProblem
        The problem.

    Raises
    ------
    ProblemError
        The graph is malformed; the message names the edge or the line.

    See Also
    --------
    symcause.imec : the class of a DAG.

    Examples
    --------
    >>> made = symcause.dag.problem("pdag { A -> B; B -- C; C -- D }")
    >>> symcause.count(made).count, symcause.next_experiments(made).experiments
    (1, ())
    """
    found: object = graph
    if isinstance(graph, str):
        from symcause.formats.graphs import read_parts

        found = read_parts(graph, form=format)
    elif not isinstance(graph, DAG):
        from symcause.formats.graph_notations.library_graphs import read_object

        found = read_object(graph)
    made = replace(graph_problem(found), id=id)
    if knowledge is not None:
        names = made.dag.nodes
        known = merged(made.knowledge, read_knowledge(knowledge, names), names)
        if known:
            check_known(known, made.dag)
        made = replace(made, knowledge=known)
    return made.after(targets)
