"""How long a hypothesis takes: CPU time, with room for slow machines."""

from __future__ import annotations

from random import Random
from statistics import median
from time import process_time

from symcause.audits.question import ask
from symcause.families.statements.generator.statement_draws import drawn
from symcause.families.statements.problem.problem import CLASSES
from symcause.families.statements.space.faithful_dags import faithful
from tests.statements.cases import problem

MEDIAN, WORST = 0.005, 0.015
ROOM = 20
"""How much slower than the bounds a machine may be."""


def test_a_hypothesis_of_six_variables() -> None:
    rng = Random(6)
    asked = [drawn(6, CLASSES[i % 3], rng, f"p{i}") for i in range(30)]
    asked += [problem(6, (), relation, "AB") for relation in ("parent", "confounder")]
    ask("audit", asked[0])  # what is loaded once
    taken = []
    for one in asked:
        faithful.cache_clear()
        start = process_time()
        ask("audit", one)
        taken.append(process_time() - start)
    assert median(taken) < ROOM * MEDIAN and max(taken) < ROOM * WORST
