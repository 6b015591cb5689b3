"""Bounds on audits: how far they go, and why not farther."""

from __future__ import annotations

from symcause.bounds import bound

ACCEPTANCE_MEGABYTES = bound(
    4_000,
    "megabytes",
    "The memory that the kernel is given for a new certificate, if room is what it lacks.",
)
MAX_DIGITS = bound(
    4_300,
    "digits",
    "Longest decimal integer in a document; a longer one is null, with its hexadecimal beside it.",
)

# family_check
TRIED_COUNT = bound(
    10**12, "members", "Members of a space of which the check of a family counts what they show."
)

TRIED_MEMBERS = bound(3, "members", "Members and experiments that the check of a family looks at.")

# publication
DISTINCT_DRAWS = bound(
    200, "items", "Items in a row without a new problem after which generate --distinct ends."
)

# of_space
LISTED_MEMBERS = bound(
    10_000, "members", "Members that are listed where nothing better is known than a list."
)
LOOKED_UP_MEMBERS = bound(100_000, "members", "Members of one space that are looked up in another.")
TRIED_EXPERIMENTS = bound(
    1_000, "experiments", "Experiments that are tried as the next one, the first ones of the space."
)
COUNTED_EXPERIMENTS = bound(
    200,
    "experiments",
    "Experiments whose outcomes are counted by the space where members are too many to list.",
)
SHOWN_EXPERIMENTS = bound(20, "experiments", "Experiments that a report on the next one lists.")
PLAN_SPLITS = bound(200_000, "sets", "Sets that are split before the search for a plan gives up.")

# tables
NAMED_KINDS = bound(4, "kinds", "Different sets of roots or variables that a line names.")
NAMED_PROBLEMS = bound(3, "problems", "Problems that a remark names.")
PASSED_FILES = bound(8, "files", "Files that are no tables which the summary of a folder names.")
COMPARED_MEMBERS = bound(
    100, "members", "Members that the check of a family compares with each other."
)
GOLD_IDS = bound(
    1_000, "ids", "Ids of problems among which the closest to one of gold is looked for."
)
COMPARED_PROBLEMS = bound(
    2_000, "problems", "Problems of a pool that score compares with each other, up to names."
)
