"""Which tables identify a query: against networks that agree in them and in nothing else."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from random import Random

import pytest

from symcause.families.cpt.audits.free_numbers import identifies, tabled
from symcause.families.cpt.files.cpt_document import read_cpt
from symcause.families.cpt.models.network import Network, binary
from symcause.families.cpt.models.probability_keys import read_key
from symcause.families.cpt.models.query_values import query_value
from symcause.families.cpt.problem.number_reader import spelled
from symcause.families.cpt.space.network_space import NetworkSpace
from symcause.families.cpt.space.query_range import QueryRange
from symcause.models.bit_sets import bits
from symcause.models.dags import DAG
from tests.cpt.cases import KINDS, document, drawn, given_problem, numbers_of

CASES = [
    *[("confounding", kind) for kind in ("marginal", "correlation", "ate", "ett")],
    *[("mediation", kind) for kind in ("correlation", "ate", "nde", "nie")],
    *[("arrowhead", kind) for kind in ("marginal", "ate", "ett", "nde", "nie")],
    *[("frontdoor", kind) for kind in ("correlation", "ate", "ett", "nie")],
    ("collision", "exp_away"),
    ("collision", "ate"),
    ("diamondcut", "ett"),
]


def _network(dag: DAG, fixed: frozenset[str], rng: Random) -> Network:
    """A random network whose tables of *fixed* variables are always the same."""
    same = {name: Random(f"{name} is kept") for name in dag.nodes}
    ones = {}
    for i, name in enumerate(dag.nodes):
        draws = same[name] if name in fixed else rng
        ones[name] = tuple(
            Fraction(draws.randrange(1, 97), 97) for _ in range(2 ** dag.parents[i].bit_count())
        )
    return binary(dag, ones)


@pytest.mark.parametrize(("graph", "kind"), CASES)
def test_no_other_tables_change_a_query_that_tables_identify(graph: str, kind: str) -> None:
    problem = read_cpt(document(graph, kind, given={"P(X)": "1/2"}))
    dag, rng = problem.dag, Random(3)
    key = {
        name: read_key(spelled(name, [dag.nodes[j] for j in bits(dag.parents[i])]))
        for i, name in enumerate(dag.nodes)
    }
    surplus = 0
    for size in range(len(dag.nodes) + 1):
        for names in combinations(dag.nodes, size):
            kept = frozenset(names)
            values = {query_value(_network(dag, kept, rng), problem.query) for _ in range(4)}
            found = tabled(problem, [key[name] for name in names])
            assert len(values) == 1 or not found, names
            surplus += len(values) == 1 and not found
    assert found
    assert surplus == (4 if (graph, kind) == ("collision", "ate") else 0)  # that is 0 by the graph


@pytest.mark.parametrize(("graph", "kind"), KINDS)
def test_numbers_identify_where_no_range_has_a_width(graph: str, kind: str) -> None:
    """Whatever the numbers are: with those of networks at random both ends are one, or sometimes two."""
    rng, wide, keys = Random(f"{graph} {kind}"), 0, KINDS[graph, kind]
    for _ in range(4):
        given = numbers_of(drawn(rng, graph), keys, Fraction(0))
        if given is None:
            continue
        problem = given_problem(graph, kind, given)
        found = NetworkSpace(problem).query_range
        wide += isinstance(found, QueryRange) and found.low < found.high
    assert identifies(problem, [read_key(key) for key in keys]) is (not wide)
