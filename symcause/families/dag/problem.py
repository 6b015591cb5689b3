"""A graph as a problem: which DAGs cannot be told from it by independences and interventions?

The evidence is what an ideal observer knows of the true DAG: its independences in the observational regime
and in each regime in which one of the *targets*, a set of variables, is intervened on.

>>> problem = graph_problem(DAG.of([("A", "B")]), "folder/demo.txt")
>>> problem.id, problem.after([("B", "A")]).targets
('demo', (('A', 'B'),))
"""

from __future__ import annotations

import csv
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import PurePath

from symcause.errors import ProblemError, SymcauseError, UsageError
from symcause.models.dags import DAG
from symcause.models.knowing import check_knowledge
from symcause.models.knowledge import Knowledge
from symcause.models.showing import Shown

Target = tuple[str, ...]
"""Variables that are intervened on together."""


@dataclass(frozen=True, repr=False)
class GraphProblem(Shown):
    """A DAG, and the interventions that have been seen besides the observational regime."""

    brief = ("id", "dag.nodes", "dag.edges", "targets")

    id: str
    dag: DAG
    targets: tuple[Target, ...] = ()
    knowledge: Knowledge | None = None

    def after(self, further: Iterable[str | Iterable[str]]) -> GraphProblem:
        """The same with further targets: sets of names, or texts with commas between the names."""
        found = tuple(name_set(target, self.dag, "--targets") for target in further)
        return replace(self, targets=(*self.targets, *found))


def check_known(known: Knowledge, dag: DAG) -> None:
    """Raise for knowledge that has no meaning for graphs, or that contradicts itself."""
    if known.signed:
        word = "signs" if known.signs else "unate"
        raise ProblemError("arrows have no sign", place=word, remedy=f"leave out {word} (--sign)")
    check_knowledge(known, dag.nodes)


def graph_problem(found: object, file: str | None = None) -> GraphProblem:
    """The problem of a graph that stands alone: its text, its node-link document, or the DAG itself."""
    from symcause.formats.graph_json import read_node_link
    from symcause.formats.graphs import parse_graph

    if isinstance(found, DAG):
        dag = found
    else:
        dag = (
            parse_graph(found, file=file) if isinstance(found, str) else read_node_link(found).dag()
        )
    return GraphProblem(PurePath(file).stem if file else "graph", dag)


def name_set(given: str | Iterable[str], dag: DAG, place: str) -> tuple[str, ...]:
    """A set of nodes in the order of the graph, from names or from a text with commas between them."""
    try:
        return dag.names(dag.mask(_names(given) if isinstance(given, str) else given))
    except SymcauseError as error:
        raise error.at(place=place) from None


def _names(text: str) -> list[str]:
    """The names in a text; one that holds a comma is quoted."""
    try:
        rows = list(csv.reader([text], strict=True, skipinitialspace=True))
    except csv.Error as error:
        raise UsageError(f"not a list of names: {error}", value=text) from None
    names = [name.strip() for row in rows for name in row]
    return names if any(names) else []
