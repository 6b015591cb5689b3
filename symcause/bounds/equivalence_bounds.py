"""Bounds on questions of equivalence: how far they go, and why not farther."""

from __future__ import annotations

from symcause.bounds import bound

FORMULA_NODES = bound(200, "nodes", "Most nodes of a graph whose members are written as a formula.")
FORMULA_CLAUSES = bound(500_000, "clauses", "Most clauses that this formula may have.")
LISTED_MEMBERS = bound(
    100_000, "members", "Most members the engine ``sat`` lists before it gives up."
)
SHOWN_NODES = bound(6, "nodes", "Nodes that a message names.")
COMPONENT_PARTS = bound(
    60_000,
    "parts",
    "Most parts of a component that the recursion may visit before it gives up: a clique of 15 has fewer.",
)
ROOTED_SUBGRAPHS = bound(
    50_000, "subgraphs", "Most subgraphs the recursion may visit before it gives up."
)
ROOTED_DEPTH = bound(100, "levels", "Most levels of nested subgraphs that the recursion goes down.")
TARGET_OUTCOMES = bound(
    100_000, "outcomes", "Most cases (outcomes up to symmetry) that one variable may have."
)
COUNTED_OUTCOMES = bound(
    10_000, "outcomes", "Most outcomes of one intervention that are counted one by one."
)
