"""Bounds of the finite family: how far it goes, and why not farther."""

from __future__ import annotations

from symcause.bounds import bound

# catalogue
CLOSURE_VECTORS = bound(
    3_000_000, "vectors", "Most expressions that are kept for the grammar of one parent set."
)
CLOSURE_LOOKS = bound(
    20_000_000_000,
    "outputs",
    "Most outputs that are computed for the grammar of one parent set.",
)
CLOSURE_SEEDS = bound(8, "tries", "How often vectors are numbered anew where two have one number.")
KEPT_CLOSURES = bound(64, "closures", "Closures of grammars that are kept for other problems.")
KEPT_CATALOGUES = bound(
    16, "catalogues", "Catalogues that are kept for problems of the same class."
)
MONOTONE_BELOW = bound(
    20_000, "functions", "Most monotone functions of all parents but one that are put together."
)
MONOTONE_FUNCTIONS = bound(
    2_000_000, "functions", "Most monotone functions that are listed for one parent set."
)
LISTED_FUNCTIONS = bound(
    300_000, "functions", "Most functions of a variable that are listed for one parent set."
)
LISTED_ENTRIES = bound(
    1 << 22, "outputs", "Most outputs of one table of a named class that is listed."
)

# space
HOLE_CHOICES = bound(
    200_000,
    "choices",
    "Most models that agree with whole rows and are tried on rows with unobserved cells.",
)
ORDERED_MEMBERS = bound(
    20_000, "members", "Most members that are listed at once, or equally near ones, to be ordered."
)
COMPARED_MEMBERS = bound(
    20_000, "members", "Most members that are run on all experiments to see which they tell apart."
)
NEXT_CONTEXTS = bound(
    64, "contexts", "Assignments of the roots on which experiments are seen if no world shows them."
)
POOL_CONTEXTS = bound(
    256, "contexts", "Assignments of the roots on which worlds of a pool are simulated."
)
SIMULATED_CELLS = bound(
    20_000_000, "cells", "Most cells of states that two models are compared on under an experiment."
)
SEPARATED_CELLS = bound(
    400_000_000,
    "cells",
    "Most cells of states that members are compared on over all experiments.",
)
COVER_STEPS = bound(
    2_000_000, "steps", "Most partial choices of worlds on the way to the first of the fewest."
)
ORDER_STEPS = bound(
    2_000_000, "steps", "Most partial members on the way to the first of the simplest."
)
EXISTENCE_LOOKS = bound(
    100_000_000, "pairs", "Most pairs of seen combinations compared to tell whether outputs rise."
)
RISING_PATTERNS = bound(
    1 << 16,
    "combinations",
    "Most combinations of parents of a monotone function that is written out for a certificate.",
)
WORLD_CHOICE_ROUNDS = bound(
    20, "rounds", "How often fewer further worlds are looked for where members cannot be listed."
)

# audits
QUERY_MEMBERS = bound(20_000, "members", "Most members that are listed to answer queries.")
QUERY_STATES = bound(
    2_000_000, "states", "Most states of members that are run to answer one query."
)
QUERY_ROOT_SETS = bound(
    20_000, "root sets", "Most root sets that are gone through to answer a query without listing."
)

# scoring
REPLAY_COMPLETIONS = bound(
    1_000_000, "completions", "Most completions of unobserved roots that are tried for one row."
)

# generator
GOLD_DRAWS = bound(100, "orders", "Causal orders that are tried for the gold of a generated item.")
GOLD_TRIES = bound(20, "models", "Models that are drawn for an item until worlds settle one.")
ADDED_WORLDS = bound(40, "worlds", "Most worlds that are added to a generated item.")
REFUTING_TARGETS = bound(3, "targets", "Most targets of a world that is added to a generated item.")
GENERATED_CONTEXTS = bound(
    256, "contexts", "Assignments of the roots on which worlds of generated items are made."
)
SIBLING_ROWS = bound(200, "rows", "Rows that leave gold alone, of a problem that has a sibling.")
QUERY_DRAWS = bound(60, "queries", "Queries that are drawn for each that a generated item asks.")

# episodes
EFFORT_MEMBERS = bound(
    500, "members", "Most members of which an episode plans its best experiments."
)

# language and files
TERM_TOKENS = bound(10_000, "tokens", "Tokens of an expression, brackets among them.")
TERM_BRACKETS = bound(100, "brackets", "Brackets of an expression inside each other.")
TERM_INTEGER = bound(
    10**9,
    "integers",
    "The largest integer in an evaluation; beyond, and below its negative, is no value.",
)
TERM_STATES = bound(1_000, "states", "States in which an expression is evaluated at once.")
LISTED_EDGES = bound(12, "variables", "Variables of a sheet that lists every edge to ask for.")
WORD_LENGTH = bound(60, "characters", "Characters of a word.")
FILE_INTEGER = bound(1_000_000, "integers", "The largest integer in a file, above and below 0.")
VARIABLES = bound(1_000, "variables", "Variables of a problem.")
VARIABLE_VALUES = bound(64, "values", "Values of a variable.")
EXPRESSION_SIZE = bound(15, "nodes", "The largest size, and depth, that a grammar may allow.")
WORLD_ROWS = bound(1_000_000, "rows", "Rows of all worlds of a problem together.")
SET_DEPTH = bound(
    3, "levels", "Depth of released sets: one level more has trees of 31 nodes, a class at most 15."
)
CLASS_FILE_BYTES = bound(10_000_000, "bytes", "Bytes of a class file.")
MENTIONED_COMBINATIONS = bound(
    2_000_000,
    "combinations",
    "Combinations of the values of what one mechanism mentions; beyond, it is not seen to be total.",
)

# verification
PROVED_CELLS = bound(
    100_000,
    "cells",
    "Cells of the table of one function that a theorem file speaks of: the proofs count them one by one.",
)
PROVED_OUTPUTS = bound(
    20_000,
    "outputs",
    "Of one operator of a grammar in a theorem file: the arguments that it can have, in all orders.",
)

# report
PIECE_ROWS = bound(3, "rows", "Rows that a line about a piece of evidence holds.")
DRAWN_VARIABLES = bound(30, "variables", "Variables of a graph that a page draws.")
