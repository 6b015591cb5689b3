"""Bounds of the statements family: how far it goes, and why not farther."""

from __future__ import annotations

from symcause.bounds import bound

# audits
SHOWN_MEMBERS = bound(24, "members", "Members that a page lists.")

# generator
CLASS_TRIES = bound(500, "classes", "Classes drawn for one item.")
FEWEST_GENERATED = bound(
    3,
    "variables",
    "A problem of fewer variables is not generated.",
)
MOST_GENERATED = bound(
    8, "variables", "A generated problem has no more: neither has a problem that is read."
)

# problem
KEPT_HYPOTHESES = bound(
    1_000,
    "sentences",
    "Sentences that are remembered: in a pool the same ones are said of every premise.",
)
KEPT_SENTENCES = bound(
    8, "premises", "Premises that are remembered: in a pool many hypotheses are about one of them."
)
KEPT_PREMISES = bound(
    8,
    "premises",
    "Premises whose statements are remembered: in a pool many hypotheses are about one of them.",
)
INCOMPLETE_STEPS = bound(
    6_000_000,
    "steps",
    "Incomplete statements with more than ten pairs that may be adjacent: the search for members.",
)

# report
PIECE_CONDITIONS = bound(2, "conditions", "Conditions that a line about a piece of evidence holds.")

# space
LISTED_PAIRS = bound(
    10,
    "pairs",
    "Most pairs that may be adjacent in an incomplete problem all of whose DAGs are looked at.",
)
LISTED_MEMBERS = bound(60_000, "members", "Members of an incomplete problem that are listed.")
KEPT_DAG_LISTS = bound(8, "premises", "Premises whose faithful DAGs are remembered.")
GRAPH_OBJECTIONS = bound(10, "objections", "Objections against one graph; more do not help.")
