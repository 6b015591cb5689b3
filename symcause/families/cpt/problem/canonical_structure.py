"""The canonical structure of a cpt problem: graph, numbers and query, without the variables' names.

Values keep theirs: 1 is what happens, and the rule of the answer is about it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product

from symcause.families.cpt.models.network import Network
from symcause.families.cpt.models.query_values import Query
from symcause.families.cpt.problem.problem import CptProblem
from symcause.isomorphism.symbol_structure import Link, Part, Symbol, bag, row


def structure(problem: CptProblem, *, gold: bool = False) -> Part | None:
    """What is told; gold is a word, which has no names."""
    return None if gold else _problem(problem)


def _problem(problem: CptProblem) -> Part:
    """All that an answer follows from."""
    rule = f"{problem.rounding} {problem.positive} {problem.threshold} {sorted(problem.assume)}"
    return bag(
        "cpt",
        [
            bag("variables", map(Symbol, problem.dag.nodes)),
            bag("edges", [row("", map(Symbol, edge)) for edge in problem.dag.edges]),
            bag("unobserved", map(Symbol, problem.unobserved)),
            bag("given", _given(problem)),
            *([] if problem.tables is None else [bag("tables", _entries(problem.tables))]),
            _asked(problem.query),
            Part(rule),
        ],
    )


def _given(problem: CptProblem) -> Iterator[Part]:
    """Every given probability, once."""
    numbers = {(term.key, number) for term, number in problem.terms()}
    for (event, given), number in numbers:
        yield Part(f"P {number}", (*_cells("event", event), *_cells("given", given)))


def _entries(network: Network) -> Iterator[Part]:
    """Every number of every table."""
    names = network.dag.nodes
    for v, (parents, rows) in enumerate(zip(network.parents, network.rows, strict=True)):
        values = [range(network.sizes[parent]) for parent in parents]
        for combination, numbers in zip(product(*values), rows, strict=True):
            given = [(names[p], value) for p, value in zip(parents, combination, strict=True)]
            for value, number in enumerate(numbers):
                cells = _cells("event", [(names[v], value)])
                yield Part(f"P {number}", (*cells, *_cells("given", given)))


def _asked(query: Query) -> Part:
    ends = [("treatment", Symbol(query.treatment)), ("outcome", Symbol(query.outcome))]
    if query.collider is not None:
        ends.append(("collider", Symbol(query.collider)))
    sets = row("sets", [bag("", map(Symbol, names)) for names in query.sets])
    evidence = _cells("evidence", query.evidence)
    return Part(f"{query.type} {query.action} {query.value}", (*ends, ("sets", sets), *evidence))


def _cells(label: str, literals: Iterable[tuple[str, int]]) -> list[Link]:
    return [(f"{label} {value}", Symbol(name)) for name, value in literals]
