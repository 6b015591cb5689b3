"""Bounds of the textgraph family: how far it goes, and why not farther."""

from __future__ import annotations

from symcause.bounds import bound

# alignment
FEW_PAIRS = bound(
    15, "pairs a node", "Allowed pairs a gold node up to which satisfiability goes first."
)
SMALL_GRAPH = bound(14, "nodes", "Nodes up to which satisfiability goes first whatever is allowed.")
HARD_MATCHES = bound(
    2_500,
    "matches",
    "Matches of edges beyond which satisfiability is not tried where many pairs are allowed.",
)
PROGRAMME_MATCHES = bound(
    150_000, "matches", "Most columns for pairs of edges in a linear programme."
)
SPELLED_PAIRS = bound(
    250_000, "pairs", "Pairs beyond which only equal names and spellings are looked for."
)
NAME_EXCHANGES = bound(
    20_000, "exchanges", "Exchanges that are tried for names, all rounds together."
)
PROOF_PAIRS = bound(
    2_000_000,
    "pairs",
    "Most pairs of edges that a proof looks at: what a verifier checks in seconds.",
)
PROOF_ROWS = bound(300_000, "rows", "Most rows of a proof: what a verifier checks in seconds.")
TINY_NODES = bound(8, "nodes", "Nodes up to which the optimum of a rewired answer is at hand.")
TINY_PAIRS = bound(6, "pairs a node", "Allowed pairs a node up to which it is.")
FAQ_ROUNDS = bound(30, "rounds", "Rounds of the relaxed assignment that a start is taken from.")

# audits
EXACT_EDGES = bound(
    1_000, "edges", "Most edges of gold whose random answer is averaged in fractions."
)

# files
ANSWER_EDGES = bound(200_000, "edges", "Most edges of an answer.")
ANSWER_PLACES = bound(200, "places", "Places where a box, a block or a list may begin.")
SEARCHED_LENGTH = bound(
    4_000_000,
    "characters",
    "Characters looked at in search of boxes, or of lists, all places together.",
)
LINE_LENGTH = bound(2_000, "characters", "Longest line in which edges are looked for.")
SHAPE_DEPTH = bound(3, "levels", "Levels of an answer's object in which edges are looked for.")
RELATIONSHIPS = bound(200_000, "relationships", "Most relationships of an answer.")
DATABASE_BYTES = bound(4 * 1024 * 1024 * 1024, "bytes", "Most bytes of an SQLite file.")
DATABASE_ROWS = bound(5_000_000, "rows", "Most rows of a table of an SQLite file.")
LISTED_TABLES = bound(5, "tables", "Tables of an SQLite file that a message names.")
CELL_LENGTH = bound(
    16 * 1024 * 1024, "characters", "Most characters of one cell of a released table."
)
DOT_GRAPHS = bound(5, "graphs", "Graphs in DOT that are tried in an answer.")
DOT_LENGTH = bound(300_000, "characters", "Characters of such a graph.")

# models
MAX_CYCLES = bound(100_000, "cycles", "Most simple cycles that are counted one by one.")

# problem
ALIGNMENT_STEPS = bound(
    10_000_000, "steps", "``align``: the map, the proof of its upper end, and the rewired answers."
)
REWIRING_STEPS = bound(
    2_400_000,
    "steps",
    "``align``: the most that the rewired answers may take, however quick the alignment was.",
)
REALISABILITY_STEPS = bound(300_000, "steps", "``score --realisable``: the labels of one answer.")

# report
SHOWN_EDGES = bound(40, "edges", "Edges of a kind that a report lists.")
NAME_LENGTH = bound(120, "characters", "Characters of a name that a report repeats.")
BASELINE_EDGES = bound(
    2_000, "edges", "Edges of a gold graph whose baselines are worked out for a page."
)
NAMED_NODES = bound(3, "nodes", "Nodes that a row of a pool names.")
AGREED_NODES = bound(
    300, "nodes", "Nodes of an agreement that is drawn at all; beyond it pages list the edges."
)
AGREED_LINES = bound(
    900, "edges", "Edges of an agreement that is drawn at all; beyond it pages list them."
)
EXTRA_EDGES = bound(40, "edges", "Extra edges that are drawn besides a share of the gold ones.")

# scoring
DISTANCE_NODES = bound(
    1_000, "nodes", "Most names of a pair of graphs whose distances are computed."
)
OPTIMAL_LOOKS = bound(
    30_000_000,
    "looks",
    "Most pairs of a node and a descendant, times nodes and edges, for the distance by optimal sets.",
)
ALLOWED_ERRORS = bound(
    200, "errors", "Most errors of gold that are looked at for how far a lead holds."
)
FIRST_ERRORS = bound(8, "errors", "Errors of gold that are tried before more.")
REPLY_LENGTH = bound(4_000_000, "characters", "Most characters of a judge's text.")
REPLY_DEPTH = bound(100, "levels", "Most levels of a judge's text.")
FRACTION_STEPS = bound(500, "terms", "Terms of the continued fraction of a correlation's tail.")
SERIES_STEPS = bound(
    1000, "terms", "Terms of the series and of the continued fraction of a group test's tail."
)
CORRELATED_GRAPHS = bound(
    5_000, "graphs", "Graphs kept for the table of correlations; of a larger pool there is none."
)
