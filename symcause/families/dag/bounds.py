"""Bounds of the dag family: how far it goes, and why not farther."""

from __future__ import annotations

from symcause.bounds import bound

# evidence_board
ASKED_NODES = bound(
    60,
    "nodes",
    "Nodes of a graph that are all asked about; of a larger one, those that something is open of.",
)

# questions
SHOWN_EDGES = bound(40, "edges", "Edges that people see without asking.")
SHOWN_EXPERIMENTS = bound(20, "experiments", "Experiments that a report on the next one lists.")

# report
DRAWN_NODES = bound(60, "nodes", "Nodes of a graph that a page draws.")

# space
GRAPH_OBJECTIONS = bound(10, "objections", "Objections against one graph; more do not help.")
NEAREST_MEMBERS = bound(
    100_000, "members", "Members that keep to what is known, put in order of nearness."
)
