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
PAIR_LOOKS = bound(
    3_000_000, "parent sets", "Most parent sets that are looked at over all pairs of mechanisms."
)

# tables
TABLE_SETS = bound(
    1_000_000, "parent sets", "Candidate parent sets of a table that are counted over."
)
TABLE_BITS = bound(
    1 << 30, "bits", "Bits of the tables of all parent sets of one variable together."
)
TABLE_LOOKS = bound(
    500_000_000, "looks", "Most looks at a row for a parent set, over all sets of one variable."
)
LISTED_LOOKS = bound(
    1_000_000_000, "looks", "Most looks at an output of a listed table, over all parent sets."
)
LISTED_OUTPUTS = bound(
    1 << 28, "outputs", "Outputs of the tables of one list; a longer list is refused."
)
KEPT_PATTERNS = bound(1 << 14, "parent sets", "Parent sets whose seen patterns are remembered.")
DRAWN_TABLES = bound(
    4_096, "tables", "Completions of what is seen up to which a table is drawn from their list."
)
KEPT_TABLES = bound(1 << 14, "tables", "Tables of a variable that are listed once for many draws.")
TABLE_ROOT_SETS = bound(
    20_000, "root sets", "Most root sets of tables that are looked at one by one."
)
REFUTED_TABLES = bound(
    4, "tables", "Listed tables of one parent set that further worlds are to refute, at a time."
)
SURVIVING_TABLES = bound(
    4_000, "tables", "Tables of one parent set looked at for some that few worlds refute."
)
SIZED_TABLES = bound(
    300_000, "tables", "Most tables of one size that are listed to put them in order."
)

# next
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
DRAWN_OUTCOMES = bound(
    200, "outcomes", "Outcomes of one experiment that are counted one by one, for `what_if`."
)
FRUITLESS_DRAWS = bound(
    24,
    "members",
    "Members drawn in a row that show nothing new, before other outcomes are searched.",
)
RARE_REST = bound(
    50, "members", "Of a rest with less than one member in so many no member is drawn any more."
)
WHAT_IF_LOOKS = bound(
    20_000_000, "looks", "Looks at parent sets to find and count the outcomes of one experiment."
)
RANKED_LOOKS = bound(
    5_000_000,
    "looks",
    "Looks at parent sets, over all experiments, where members are drawn to rank them.",
)

# worlds
DENSE_PATTERNS = bound(
    1 << 12,
    "input patterns",
    "Patterns of some inputs up to which they are counted in a dense table.",
)
SURVIVING_SETS = bound(
    120, "parent sets", "Parent sets of a variable that one look at the survivors follows up."
)
SURVIVOR_ROUTES = bound(12, "parent sets", "Parent sets tried for a variable that has to make way.")
WORLD_DEMANDS = bound(400, "demands", "Demands taken from one look at the survivors.")
ANSWERED_OUTPUTS = bound(65_536, "outputs", "Most outputs of one mechanism in an answer.")
KEPT_COLUMN_ARRAYS = bound(64, "arrays", "Arrays of all columns of so many rows that are kept.")
KEPT_COLUMN_SIGNS = bound(1_024, "numbers", "Sums of signs over further parents that are kept.")
DISTURBED_SETS = bound(
    50_000, "parent sets", "Most parent sets of all variables whose readings are counted."
)
DISTURBED_PATTERNS = bound(
    5_000_000,
    "input patterns",
    "Most patterns of all parent sets, once for everything and once for every world left out.",
)
DISTURBED_BITS = bound(
    400_000, "bits", "Longest numbers, in bits, that count models by disturbed cells."
)
DISTURBED_ROOT_SETS = bound(300, "root sets", "Most root sets over which the least cost is taken.")
COSTED_SETS = bound(1_000, "parent sets", "Parent sets that are kept with their costs.")
TALLIED_SETS = bound(
    1_000,
    "parent sets",
    "Sets of one size that are kept for the next variable with these candidates.",
)
KEPT_OUTPUTS = bound(
    1 << 16, "outputs", "Outputs of listed tables that are remembered: half a megabyte."
)
SEARCHED_OUTCOMES = bound(
    2_000, "outcomes", "Outcomes, of the first rows or of all, that are looked for by counting."
)
ROW_VALUES = bound(1 << 16, "rows", "Rows that may be seen where all outcomes are searched for.")
