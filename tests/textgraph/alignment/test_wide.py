"""Alignments against every map, on graphs of the shapes that answers have."""

from __future__ import annotations

from random import Random

import pytest

from symcause.families.textgraph.problem.alignment_task import AlignmentTask
from tests.textgraph.alignment.test_alignment import _last
from tests.textgraph.cases import brute_force

SHAPES = ("one edge", "names by number", "six nodes", "all into one", "nothing in common")


def shaped(shape: str, rng: Random) -> AlignmentTask:
    """A gold graph and an answer."""
    names = ["X10", "X2", "X9", "X1", "X11", "X3"]
    pairs = [(a, b) for a in names for b in names if a != b]
    match shape:
        case "one edge":
            return AlignmentTask.of(
                [("A", "B")], [rng.choice((("A", "B"), ("B", "A"), ("C", "D")))]
            )
        case "names by number":
            few = [(a, b) for a, b in pairs if {a, b} <= set(names[:4])]
            return AlignmentTask.of(sorted(rng.sample(few, 4)), sorted(rng.sample(few, 4)))
        case "six nodes":
            return AlignmentTask.of(sorted(rng.sample(pairs, 6)), sorted(rng.sample(pairs, 6)))
        case "all into one":
            gold = [(name, "Y") for name in "ABCD"]
            return AlignmentTask.of(gold, [("Y", name) for name in "ABC"] + [("D", "Y")])
        case _:
            return AlignmentTask.of([("A", "B"), ("B", "A")], [("C", "D"), ("D", "E")])


@pytest.mark.few(5)
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("shape", SHAPES)
def test_alignments_of_every_shape_keep_as_many_edges_as_any_map(shape: str, seed: int) -> None:
    task = shaped(shape, Random(f"{shape} {seed}"))
    found = _last(task)
    assert found.optimal and found.low == brute_force(task)
    assert found.certified_high >= found.low
