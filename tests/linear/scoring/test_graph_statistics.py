"""Statistics of gold graphs: the published ones of the suites, and plain loops on random graphs."""

from __future__ import annotations

import itertools
import os
import random
from fractions import Fraction
from pathlib import Path
from statistics import fmean, pvariance

import pytest

from symcause.families.linear.problem.problem import LinearProblem
from symcause.families.linear.scoring.score_summary import ScoreSummary
from symcause.formats.pools.problem_files import read_problems

FOLDER = Path(os.environ.get("SYMCAUSE_DATA", "."), "causalab")
PUBLISHED = {
    3: ("2.56", "0.25", "0.68", "0.72"),
    4: ("4.54", "1.01", "2.18", "2.22"),
    5: ("7.26", "4.23", "5.54", "5.26"),
    6: ("8.82", "5.15", "6.72", "6.22"),
}


@pytest.mark.skipif(not FOLDER.exists(), reason="needs SYMCAUSE_DATA")
@pytest.mark.parametrize("nodes", PUBLISHED)
def test_the_published_suites(nodes: int) -> None:
    summary = ScoreSummary()
    for item in read_problems(FOLDER / f"{nodes}nodes.jsonl", question="score"):
        assert isinstance(item.problem, LinearProblem)
        summary.enter(item.problem, "pool")
        summary.enter(item.problem, "pool")  # once is enough
    (row,) = summary.graphs_table().rows
    assert [cell.shown for cell in row] == [str(nodes), "50", *PUBLISHED[nodes]]


@pytest.mark.parametrize("seed", range(5))
def test_plain_loops(seed: int) -> None:
    rng = random.Random(seed)
    summary, edges, forks, colliders = ScoreSummary(), [], [], []
    for number in range(7):
        pairs = [p for p in itertools.combinations("abcd", 2) if rng.random() < 0.6]
        equations = {
            name: " + ".join(["1", *(f"2*{a}" for a, b in pairs if b == name)]) for name in "abcd"
        }
        document = {
            "format": "symcause.linear/1",
            "id": f"p{number}",
            "variables": list("abcd"),
            "controllable": list("abc"),
            "target": "d",
            "gold": {"equations": equations},
        }
        summary.enter(_problem(document), "pool")
        edges.append(len(pairs))
        forks.append(sum(x[0] == y[0] for x, y in itertools.combinations(pairs, 2)))
        colliders.append(sum(x[1] == y[1] for x, y in itertools.combinations(pairs, 2)))
    (row,) = summary.graphs_table().rows
    wanted = [
        4,
        7,
        fmean(edges),
        float(pvariance(map(Fraction, edges))),
        fmean(forks),
        fmean(colliders),
    ]
    assert [cell.value for cell in row] == pytest.approx(wanted)


def _problem(document: dict[str, object]) -> LinearProblem:
    import symcause

    found = symcause.problem(document)
    assert isinstance(found, LinearProblem)
    return found
