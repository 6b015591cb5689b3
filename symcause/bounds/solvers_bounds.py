"""Bounds on solvers: how far they go, and why not farther."""

from __future__ import annotations

from symcause.bounds import bound

# acyclic
CASE_STEPS = bound(2_500_000, "terms", "Most terms of all cases of a split together.")
LOOKED_AT_ROOTS = bound(
    4, "root sets", "Root sets from which it is looked how many terms there are at least."
)
RECURSION_STEPS = bound(3_000, "terms", "Up to this many terms the recursion beats another split.")
KEPT_OPTIONS = bound(4_096, "options", "Options that one draw leaves behind for the next.")
RECURSION_TERMS = bound(
    10_000_000, "terms", "Most terms of the recursion; beyond it counting is not begun."
)
ROOT_STEPS = bound(10_000, "terms", "Terms that may always be spent on root sets.")
ARRAY_TERMS = bound(
    400_000, "terms", "Terms of integers from which on arrays are worth their making."
)
BOUND_STEPS = bound(300_000, "terms", "Most terms of one count of a part or of a superset.")
SMALL_COMPONENT = bound(
    7, "nodes", "Nodes of a component that are counted without asking how many terms they take."
)
PLACED_ENTRIES = bound(
    40_000_000, "entries", "Most entries of arrays that are looked at for one component."
)
KNOWN_NODES = bound(
    10, "nodes", "Nodes whose sets are kept by size, for the next component of as many."
)
LEVEL_CELLS = bound(
    8_000_000,
    "pairs",
    "Most pairs of a reached set and a node: what is kept of them takes 12 bytes each.",
)
ARRAY_OPTIONS = bound(200, "parent sets", "Fewer parent sets are not worth arrays.")
LEVEL_TERMS = bound(
    100_000_000, "terms", "Most terms over arrays, which take a term in a small part of the time."
)
SUMMED_PARENTS = bound(
    16, "parents", "Most potential parents for which the sums over all subsets may be made at once."
)
COMPARED_PARENTS = bound(
    5, "parents", "Parent sets up to this size are compared with their subsets."
)
UNPLANNED_NODES = bound(
    5,
    "nodes",
    "Nodes whose choices are counted without a plan: three to the power of this many terms.",
)
ARRAY_CASES = bound(1_000, "parent sets", "Fewer parent sets of a case are not worth an array.")

# linear
SIMPLEX_STEPS = bound(500, "pivots", "Pivots of one programme after which nothing is said.")
KEPT_INVERSES = bound(64, "bases", "Inverses of bases that are remembered.")

# sat
PAIRWISE_LITERALS = bound(6, "literals", "The longest list with a clause for each pair.")

# sets
PROGRAMME_ENTRIES = bound(
    10_000_000, "entries", "Entries of all programmes that one bound is proved with."
)
COVER_PROGRAMMES = bound(
    200, "programmes", "Programmes that are solved for one bound, or in search of one choice."
)
DEMAND_ROWS = bound(8, "rows", "Rows that one demand gives.")
HITTING_CASES = bound(200, "cases", "Most cases that are looked at for a bound on hitting sets.")
HITTING_ELEMENTS = bound(7, "elements", "Elements of a set beyond which there are too many cases.")
