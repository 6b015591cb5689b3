"""How long a query takes: CPU time, with room for slow machines."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from time import process_time

import pytest

from symcause.audits.question import ask
from symcause.families.cpt.problem.problem import CptProblem
from tests.cpt.cases import KINDS, drawn, given_problem, numbers_of

ITEM, INSTRUMENT = 0.005, 0.02
ROOM = 4
"""How much slower than the bounds a machine may be."""

TRIES = 3
"""The least of so many: a machine may do something else beside it."""


def problems(graph: str, kind: str) -> list[CptProblem]:
    """Numbers as they are printed, and as the release stores them."""
    rng, found = Random(f"{graph} {kind}"), list[CptProblem]()
    for unit, rounding in ((Fraction(1, 100), "0.01"), (Fraction(1, 10**9), "1e-9")):
        given = None
        while given is None:
            given = numbers_of(drawn(rng, graph), KINDS[graph, kind], unit)
        found.append(given_problem(graph, kind, given, rounding))
    return found


def taken(problem: CptProblem) -> float:
    start = process_time()
    ask("audit", problem)
    return process_time() - start


@pytest.mark.parametrize(("graph", "kind"), list(KINDS))
def test_a_query(graph: str, kind: str) -> None:
    for problem in problems(graph, kind):
        ask("audit", problem)  # what is loaded once
        least = min(taken(problem) for _ in range(TRIES))
        assert least < ROOM * (INSTRUMENT if graph == "IV" else ITEM)
