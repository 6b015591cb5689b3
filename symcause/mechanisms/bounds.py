"""Bounds of the layer ``mechanisms``: how much is read, looked at, kept and shown."""

from __future__ import annotations

from symcause.bounds import bound

PLACED_ROOT_SETS = bound(100, "root sets", "Root sets in each of which variables are placed anew.")
PLACEMENT_LOOKS = bound(
    10_000_000,
    "looks",
    "Most looks at parent sets, over all root sets, to say where variables can stand.",
)
KEPT_SPREADS = bound(1 << 16, "sets", "Sets of variables whose lanes are remembered.")
LISTED_OUTCOMES = bound(
    400_000, "outcomes", "Most outcomes (members times experiments) that are listed one by one."
)
OUTCOME_LOOKS = bound(
    20_000_000,
    "looks",
    "Looks at parent sets where members are drawn and their outcomes counted, over all experiments.",
)
COLUMN_LOOKS = bound(
    80_000_000, "looks", "Looks at columns, over all experiments, where variables have an order."
)
FIRST_DRAWS = bound(
    4,
    "members",
    "Members that every experiment is tried on, and that a promising one gets more of.",
)
PROMISING_EXPERIMENTS = bound(6, "experiments", "Experiments that get more draws in one round.")
OUTCOME_DRAWS = bound(1_500, "members", "Members drawn for one experiment.")
DRAWN_FUNCTIONS = bound(
    4_096, "functions", "Functions of a variable that may be listed to draw one of them."
)
KEPT_COLUMNS = bound(20_000, "columns", "Columns that a function gave and that are remembered.")
PATH_STATES = bound(
    4_000,
    "states",
    "Most states that are kept on the paths of an experiment; beyond it there is an upper bound.",
)
ROW_CLASSES = bound(
    11,
    "rows",
    "Most different rows of one variable's candidates: it can have 2 to that power columns.",
)
KEPT_COLUMN_ARRAYS = bound(64, "arrays", "Arrays of all columns of so many rows that are kept.")
KEPT_COLUMN_SIGNS = bound(1_024, "numbers", "Sums of signs over further parents that are kept.")
