"""Golden configurations as published: gold has the only graph that fits, by listing all of them."""

from __future__ import annotations

from symcause.families.linear.files.document_writer import write_linear
from tests.linear.cases import published
from tests.linear.second import Listing


def test_every_published_golden_configuration_has_one_graph() -> None:
    """All products of parent sets without a cycle, exact fractions, nothing of the engine."""
    found = published("4nodes_golden.jsonl")
    assert len(found) == 50
    for problem in found:
        gold = problem.gold_model()
        assert gold is not None
        graphs = Listing(write_linear(problem)).graphs
        assert graphs == {frozenset(gold.edges)}, problem.id
