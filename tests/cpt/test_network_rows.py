"""Rows of a network as they are written: one number, or the numbers of all values."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import combinations, product
from math import prod
from random import Random

import pytest

from symcause.errors import SymcauseError
from symcause.families.cpt.files.network_tables import (
    _row,
    nested,
    read_network,
    shown_network,
)
from symcause.families.cpt.models.network import Network
from symcause.families.cpt.models.query_values import Query
from symcause.families.cpt.problem.problem import CptProblem
from symcause.models.dags import DAG

F = Fraction


def test_one_number_is_the_probability_of_the_second_value() -> None:
    assert _row("1/4", "P(X)") == (F(3, 4), F(1, 4))
    assert _row(1, "P(X)") == (0, 1)
    for whole in (["1/4", "3/4"], ("1/4", "3/4")):
        assert _row(whole, "P(X)") == (F(1, 4), F(3, 4))
    assert _row(["1/2", "1/3", "1/6"], "P(X)") == (F(1, 2), F(1, 3), F(1, 6))


@pytest.mark.parametrize("wrong", [["1"], ["1/2", "1/3"], ["1/2", "1/2", "1/2"], "2", [], "x"])
def test_what_is_no_distribution_is_refused_with_its_place(wrong: object) -> None:
    with pytest.raises(SymcauseError, match=r"P\(X\)"):
        _row(wrong, "P(X)")


def _drawn(rng: Random) -> Network:
    """One to four variables of two to four values, named in any order."""
    names = rng.sample(["A", "B", "X10", "X2"], rng.randint(1, 4))
    edges = [pair for pair in combinations(names, 2) if rng.random() < 0.6]
    dag = DAG.of(edges, nodes=rng.sample(names, len(names)))
    sizes = tuple(rng.randint(2, 4) for _ in names)

    def row(size: int) -> tuple[Fraction, ...]:
        weights = [rng.choice((0, 1, 1, 2, 5)) for _ in range(size - 1)] + [1]
        return tuple(F(weight, sum(weights)) for weight in weights)

    over = [[sizes[j] for j in range(len(names)) if mask >> j & 1] for mask in dag.parents]
    rows = tuple(tuple(row(n) for _ in range(prod(o))) for n, o in zip(sizes, over, strict=True))
    return Network(dag, sizes, rows)


@pytest.mark.parametrize("seed", range(12))
def test_the_order_of_parents_and_blanks_in_keys_are_free(seed: int) -> None:
    """A table by other conditions outermost is the same table."""
    rng = Random(seed)
    network = _drawn(rng)
    dag, problem = network.dag, CptProblem("n", network.dag, Query("ate", "A", "B"))
    document: dict[str, object] = {}
    for node, name in enumerate(dag.nodes):
        told = rng.sample(network.parents[node], len(network.parents[node]))
        entries = []
        for values in product(*(range(network.sizes[i]) for i in told)):
            at = 0
            for i in network.parents[node]:
                at = at * network.sizes[i] + values[told.index(i)]
            entries.append([str(x) for x in network.rows[node][at]])
        given = " | " + " , ".join(dag.nodes[i] for i in told) if told else ""
        document[f"P( {name}{given} )"] = nested(entries, [network.sizes[i] for i in told])
    assert read_network(problem, document, "n.json") == network


@pytest.mark.parametrize("seed", range(12))
def test_tables_of_a_network_are_read_as_they_were(seed: int) -> None:
    """Whatever the sizes; a table that is missing, that is added or that is cut is refused by its name."""
    network = _drawn(Random(seed))
    problem = CptProblem("n", network.dag, Query("ate", "A", "B"))
    tables = shown_network(network)
    assert len(tables) == len(network.dag.nodes)
    for document in (tables, {"tables": tables, "value": "1/2"}):
        assert read_network(problem, document, "n.json") == network
    for key, table in tables.items():
        rest = {other: tables[other] for other in tables if other != key}
        with pytest.raises(SymcauseError) as caught:
            read_network(problem, rest, "n.json")
        assert "a table is missing" in str(caught.value) and key in str(caught.value)
        if isinstance(table, list):
            with pytest.raises(SymcauseError) as caught:
                read_network(problem, {**tables, key: table[:-1]}, "n.json")
            assert f"n.json.{key}" in str(caught.value)
    name = network.dag.nodes[0]
    key = next(iter(tables))
    others = {"P(Z)": "unknown variable", key.replace("P(", "p( "): "a second table"}
    others |= {f"P({name}=1)": "surplus table"}
    for other, reason in others.items():
        with pytest.raises(SymcauseError, match=rf"n\.json\.{re.escape(other)}: {reason}"):
            read_network(problem, {**tables, other: tables[key]}, "n.json")
    for wrong in (None, [tables], "P(A)", {"tables": [tables]}):
        with pytest.raises(SymcauseError, match="not the tables of a network"):
            read_network(problem, wrong, "n.json")
