"""``symcause imec``: the (interventional) Markov equivalence class of a DAG."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from math import log10
from typing import TYPE_CHECKING, Any

import click

from symcause.cli.main import EXIT_UNKNOWN
from symcause.cli.options import json_option
from symcause.cli.output import MAX_DIGITS, emit
from symcause.errors import SymcauseError, UsageError
from symcause.models.dags import DAG

if TYPE_CHECKING:
    from symcause.equivalence import TargetValue
    from symcause.processes.isolation import Emit

Document = dict[str, Any]

_ENGINES = ("cliquepicking", "cliques", "recursion", "sat", "count")
_EDGES_SHOWN = 40  # edges that people see without asking


@click.command("imec")
@click.argument("graph", type=click.Path(), metavar="GRAPH")
@click.option(
    "--targets",
    multiple=True,
    metavar="A,B",
    help="One set of variables intervened on together; once per set. Quote a name with a comma.",
)
@click.option(
    "--engine",
    type=click.Choice(_ENGINES),
    default=_ENGINES[0],
    help="Who counts: clique picking (the package, or ours), or a second opinion for small graphs.",
)
@click.option("--next", "best", is_flag=True, help="The best single variable to intervene on next.")
@click.option("--members", type=click.IntRange(min=1), metavar="N", help="List up to N members.")
@click.option("--sample", type=click.IntRange(min=1), metavar="N", help="Draw N uniform members.")
@click.option(
    "--seed", type=click.IntRange(min=0), default=0, metavar="N", help="Seed of --sample."
)
@click.option("--essential", is_flag=True, help="Show the essential graph however large it is.")
@click.option(
    "--timeout",
    type=click.FloatRange(min=0, min_open=True),
    metavar="SECONDS",
    help="Stop after this time; what is known by then is kept.",
)
@json_option
@click.pass_context
def command(
    ctx: click.Context,
    /,
    graph: str,
    targets: tuple[str, ...],
    essential: bool,
    timeout: float | None,
    as_json: bool,
    **options: Any,
) -> None:
    """Size of the (interventional) Markov equivalence class of the DAG in GRAPH.

    GRAPH is an edge list (A -> B a line), node-link JSON, GraphML, DOT or an adjacency matrix in CSV; '-'
    is standard input. The observational regime is always part of the family of targets.

    \b
    Examples:
      symcause imec graph.txt
      symcause imec graph.dot --targets smoking --targets diet,sport --json
      symcause imec graph.txt --next --members 10

    Exit code 0 when done, 3 if the time was up.
    """
    from symcause.formats.graphs import read_graph

    dag = read_graph(graph)
    family = [_target(text, dag) for text in targets]
    document = _within(timeout, _Request(dag, family, **options))
    if as_json:
        emit(document)
    else:
        click.echo("\n".join(_lines(document, essential)))
    ctx.exit(0 if document["status"] == "exact" else EXIT_UNKNOWN)


def _target(text: str, dag: DAG) -> tuple[str, ...]:
    """One target set in the order of the nodes; names are separated by commas."""
    try:
        rows = list(csv.reader([text], strict=True, skipinitialspace=True))
    except csv.Error as error:
        raise UsageError(f"not a list of names: {error}", place="--targets", value=text) from None
    names = [name.strip() for row in rows for name in row]
    try:
        return dag.names(dag.mask(names if any(names) else []))
    except SymcauseError as error:
        raise error.at(place="--targets") from None


@dataclass(frozen=True)
class _Request:
    """What was asked."""

    dag: DAG
    family: list[tuple[str, ...]]
    engine: str
    best: bool
    members: int | None
    sample: int | None
    seed: int

    def parts(self) -> Iterator[Document]:
        """The document, piece by piece, so that what is known survives the end of the time."""
        from symcause import equivalence

        essential = equivalence.essential_graph(self.dag, self.family)
        yield {"essential": {"directed": essential.directed, "undirected": essential.undirected}}
        size = equivalence.class_size(self.dag, self.family, engine=self.engine)
        yield {"size": size, "log10": log10(size)}
        if self.best:
            found = equivalence.next_target(essential)
            yield {
                "next_target": {
                    "worst_case": _value(found.worst_case),
                    "expected": _value(found.expected),
                    "variables": [_value(value) for value in found.values],
                }
            }
        if self.members is not None:
            listed = islice(equivalence.members(essential), self.members)
            yield {"members": [member.edges for member in listed]}
        if self.sample is not None:
            drawn = islice(equivalence.samples(essential, seed=self.seed), self.sample)
            yield {"samples": [member.edges for member in drawn], "seed": self.seed}
        yield {"status": "exact", "reason": None}

    def stream(self, emit: Emit) -> None:
        """The same in a child process."""
        for part in self.parts():
            emit(part)


def _within(timeout: float | None, request: _Request) -> Document:
    document: Document = {
        "nodes": len(request.dag.nodes),
        "edges": len(request.dag.edges),
        "size": None,
        "log10": None,
        "targets": request.family,
        "engine": request.engine,
        "status": "unknown",
        "reason": None,
    }
    if timeout is None:
        for part in request.parts():
            document |= part
        return document
    from symcause.processes.isolation import Stopped, call

    found: list[Any] = []
    outcome = call(request.stream, seconds=timeout, streams=True, on_part=found.append)
    for part in found:
        document |= part
    if isinstance(outcome, Stopped):
        document["reason"] = outcome.reason
    return document


def _value(value: TargetValue | None) -> Document | None:
    if value is None:
        return None
    return {
        "variable": value.variable,
        "outcomes": value.outcomes,
        "worst": value.worst,
        "expected": _exact(value.expected),
    }


def _exact(number: Fraction) -> str:
    """A fraction as text; beyond the bound on decimal integers in hexadecimal."""
    if max(number.numerator, number.denominator) < 10**MAX_DIGITS:
        return str(number)
    return f"{number.numerator:#x}/{number.denominator:#x}"


def _lines(document: Document, everything: bool) -> Iterator[str]:
    """The document for people."""
    from symcause.families.boolean.audits.verdicts import shown

    size = document["size"]
    yield f"size: {shown(size)}" if size is not None else f"size: unknown ({document['reason']})"
    family = [", ".join(target) for target in document["targets"]]
    yield "targets: " + ("; ".join(f"{{{names}}}" for names in family) or "none (observational)")
    if "essential" in document:
        yield from _essential(document["essential"], everything)
    if "next_target" in document:
        yield from _next(document["next_target"], shown)
    for key in ("members", "samples"):
        for position, edges in enumerate(document.get(key, ()), start=1):
            yield f"{key[:-1]} {position}: " + (
                "; ".join(f"{a} -> {b}" for a, b in edges) or "no edges"
            )
    if size is not None and document["reason"]:
        yield f"stopped: {document['reason']}"


def _essential(graph: Document, everything: bool) -> Iterator[str]:
    directed, undirected = graph["directed"], graph["undirected"]
    yield f"essential graph: {len(directed)} directed and {len(undirected)} undirected edges"
    if everything or len(directed) + len(undirected) <= _EDGES_SHOWN:
        yield from (f"  {a} -> {b}" for a, b in directed)
        yield from (f"  {a} - {b}" for a, b in undirected)


def _next(found: Document, shown: Callable[[int], str]) -> Iterator[str]:
    worst, expected = found["worst_case"], found["expected"]
    if worst is None:
        yield "next target: none needed, one member is left"
        return
    yield f"next target: {worst['variable']} leaves at most {shown(worst['worst'])}"
    top, _, bottom = expected["expected"].partition("/")
    mean = Fraction(int(top, 0), int(bottom or "1", 0))
    about = f"{float(mean):.6g}" if mean < 10**12 else shown(int(mean))
    yield f"next target on average: {expected['variable']} leaves {about} expected"
