"""The problem of the dag family: a DAG or a partly directed graph, with intervention targets.

The evidence is what an ideal observer knows of the true DAG: its independences in the observational regime
and in each regime in which one of the *targets*, a set of variables, is intervened on.

A partly directed graph is a class: all DAGs that agree with it. Then the problem holds one of them, what
its directed edges say beyond that one's class as knowledge, and the graph as it was drawn.

>>> problem = graph_problem(DAG.of([("A", "B")]), "folder/demo.txt")
>>> problem.id, problem.after([("B", "A")]).targets
('demo', (('A', 'B'),))
"""

from __future__ import annotations

import csv
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import PurePath
from typing import TYPE_CHECKING

from symcause.errors import ProblemError, SymcauseError, UsageError
from symcause.models.background_knowledge import Knowledge
from symcause.models.dags import DAG
from symcause.models.graph_forms.marked_graphs import MarkedGraph
from symcause.models.knowledge_reader import check_knowledge, merged, read_knowledge
from symcause.models.notebook_hook import Shown

if TYPE_CHECKING:
    from symcause.formats.graph_notations.graph_builder import GraphParts

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
    drawn: MarkedGraph | None = None  # as its file has it, where that is more than a DAG

    @property
    def partly(self) -> bool:
        """Does it stand for a class, of which ``dag`` is one member among others?"""
        return self.drawn is not None and (self.drawn.partly or bool(self.drawn.undirected))

    def after(self, further: Iterable[str | Iterable[str]]) -> GraphProblem:
        """The same with further targets: sets of names, or texts with commas between the names."""
        found = tuple(name_set(target, self.dag, "--targets") for target in further)
        if found and self.partly:
            raise UsageError(
                "the graph is partly directed: what an intervention would show depends on the DAG",
                place="--targets",
                remedy="give a DAG; or state what it showed as --require",
            )
        return replace(self, targets=(*self.targets, *found))


def check_known(known: Knowledge, dag: DAG) -> None:
    """Raise for knowledge that has no meaning for graphs, or that contradicts itself."""
    if known.signed:
        word = "signs" if known.signs else "unate"
        raise ProblemError("arrows have no sign", place=word, remedy=f"leave out {word} (--sign)")
    check_knowledge(known, dag.nodes)


def graph_problem(found: object, file: str | None = None) -> GraphProblem:
    """The problem of a graph that stands alone: its text, what was read of it, or the DAG itself."""
    if isinstance(found, DAG):
        return GraphProblem(_named(file), found)
    try:
        return problem_of(_parts(found, file), _named(file))
    except SymcauseError as error:
        raise error.at(file=file) from None


def class_problem(found: object, file: str | None = None) -> GraphProblem:
    """The same, for a partly directed graph only: what is asked of a class, not of one graph."""
    problem = graph_problem(found, file)
    if not problem.partly:
        raise ProblemError("this graph is directed throughout", file=file)
    return problem


def drawn_problem(found: object, file: str | None = None) -> GraphProblem:
    """The same, to be written anew: a graph with other marks than DAGs have is taken as it is."""
    if isinstance(found, DAG):
        return GraphProblem(_named(file), found)
    try:
        parts = _parts(found, file)
        drawn = parts.drawn()
        try:
            return problem_of(parts, _named(file))
        except ProblemError:
            if not (drawn.others or drawn.undirected):
                raise
        arrows = DAG.of(drawn.directed, nodes=drawn.nodes)
        return GraphProblem(_named(file), arrows, knowledge=_stated(parts), drawn=drawn)
    except SymcauseError as error:
        raise error.at(file=file) from None


def problem_of(parts: GraphParts, name: str = "graph") -> GraphProblem:
    """The problem of what a reader found."""
    if parts.bare:
        return GraphProblem(name, parts.dag())
    drawn = parts.drawn()
    for edge in drawn.others:
        raise ProblemError(
            "no DAG over these nodes has this edge",
            value=str(edge),
            remedy="a class of DAGs has --> and --- only; symcause convert takes every mark",
        )
    if not parts.nodes:
        raise ProblemError(
            "knowledge without a graph", remedy="give it as --knowledge FILE beside a graph"
        )
    known = _stated(parts)
    if not (drawn.partly or drawn.undirected):
        dag = parts.dag()
    else:
        from symcause.equivalence.dag_extension import extension
        from symcause.equivalence.essential_graphs import essential_graph

        dag = extension(drawn.nodes, drawn.directed, drawn.undirected)
        shared = set(essential_graph(dag).directed)
        more = [edge for edge in drawn.directed if edge not in shared]
        known = merged(known, read_knowledge({"require": more}, dag.nodes), dag.nodes)
    if known:
        check_known(known, dag)
    return GraphProblem(name, dag, knowledge=known or None, drawn=drawn)


def _parts(found: object, file: str | None) -> GraphParts:
    from symcause.formats.graph_notations.graph_builder import GraphParts
    from symcause.formats.graph_notations.node_link import read_node_link
    from symcause.formats.graphs import read_parts

    if isinstance(found, GraphParts):
        return found
    return read_parts(found, file=file) if isinstance(found, str) else read_node_link(found)


def _stated(parts: GraphParts) -> Knowledge | None:
    """The knowledge that stands beside the graph; signs of its edges say nothing about a DAG."""
    from symcause.formats.graph_notations.tetrad import settled

    values = {key: value for key, value in parts.known.items() if key != "signs"}
    return read_knowledge(settled(values, parts.nodes), parts.nodes) if values else None


def _named(file: str | None) -> str:
    return PurePath(file).stem if file else "graph"


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
