"""Network tables in cpt files: written as nested lists, and read back on the graph of a problem.

A variable with more than two values has the list of their probabilities in the place of one number.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from symcause.errors import ProblemError, UsageError
from symcause.families.cpt.models.network import Network
from symcause.families.cpt.problem.number_reader import (
    in_order,
    read_probability,
    spelled,
    table_keys,
)
from symcause.families.cpt.problem.problem import CptProblem
from symcause.models.bit_sets import bits
from symcause.models.exact_numbers import print_number


def nested(entries: Sequence[object], sizes: Sequence[int]) -> object:
    """Entries of a table as nested lists, the first condition outermost."""
    if not sizes:
        return entries[0]
    part = len(entries) // sizes[0]
    return [nested(entries[i * part : (i + 1) * part], sizes[1:]) for i in range(sizes[0])]


def shown_network(network: Network) -> dict[str, object]:
    """The tables of a network as a document has them."""
    found: dict[str, object] = {}
    for node, name in enumerate(network.dag.nodes):
        parents = network.parents[node]
        entries: list[object] = [
            print_number(row[1]) if len(row) == 2 else list(map(print_number, row))
            for row in network.rows[node]
        ]
        key = spelled(name, [network.dag.nodes[i] for i in parents])
        found[key] = nested(entries, [network.sizes[i] for i in parents])
    return found


def read_network(problem: CptProblem, document: object, place: str) -> Network:
    """The network of a document on the graph of a problem; it may stand under the key ``tables``."""
    shown = document.get("tables", document) if isinstance(document, Mapping) else None
    if not isinstance(shown, Mapping):
        raise UsageError("not the tables of a network", place=place, remedy='{"P(X)": "1/2", …}')
    dag = problem.dag
    keys = table_keys(shown, dag, place)
    rows: dict[int, tuple[tuple[Fraction, ...], ...]] = {}
    for node in dag.order:
        text, told = keys[dag.nodes[node]]
        sizes = [len(rows[dag.index[name]][0]) for name in told]
        leaves = _leaves(shown[text], sizes, f"{place}.{text}")
        numbers = [_row(leaf, f"{place}.{text}") for leaf in leaves]
        if len({len(row) for row in numbers}) > 1:
            raise ProblemError("rows of different lengths", place=f"{place}.{text}")
        wanted = [dag.nodes[i] for i in bits(dag.parents[node])]
        rows[node] = in_order(numbers, told, wanted, sizes)
    everything = tuple(rows[i] for i in range(len(dag.nodes)))
    return Network(dag, tuple(len(table[0]) for table in everything), everything)


def _leaves(value: object, sizes: Sequence[int], place: str) -> list[object]:
    if not sizes:
        return [value]
    if not isinstance(value, list | tuple) or len(value) != sizes[0]:
        raise ProblemError(f"wrong nesting: a list of {sizes[0]} is wanted here", place=place)
    return [leaf for part in value for leaf in _leaves(part, sizes[1:], place)]


def _row(value: object, place: str) -> tuple[Fraction, ...]:
    if not isinstance(value, list | tuple):
        one = read_probability(value, place)
        return 1 - one, one
    row = tuple(read_probability(part, place) for part in value)
    if len(row) < 2 or sum(row) != 1:
        raise ProblemError("the probabilities of all values add up to 1", place=place)
    return row
