"""Bounds on reports: how far they go, and why not farther."""

from __future__ import annotations

from symcause.bounds import bound

VALUE_LENGTH = bound(
    400, "characters", "Characters of a stored or derived value that a page of errata shows."
)
LAYOUT_SWEEPS = bound(
    10, "sweeps", "Sweeps over the rows of a drawn graph: for fewer crossings, and to align them."
)
BENT_POINTS = bound(3_000, "points", "Beyond this many points edges are drawn straight.")
SWAPPED_POINTS = bound(120, "points", "Up to this many points neighbours are exchanged one by one.")
NOTEBOOK_ROWS = bound(12, "rows", "Rows of a table that a notebook shows.")
NOTEBOOK_TABLES = bound(4, "tables", "Tables of a story that a notebook shows.")

# figures
SWARM_ROWS = bound(40, "groups", "Groups drawn; the data hold all.")
DIFFICULTY_SYSTEMS = bound(8, "systems", "Systems drawn; the data hold all.")
DOT_ROWS = bound(40, "rows", "Rows drawn; the data hold all.")
LADDER_PANELS = bound(30, "systems", "Systems drawn; the data hold all.")
PANEL_ROWS = bound(40, "rows", "Rows drawn; the data hold all.")
BAR_ROWS = bound(40, "rows", "Rows drawn; the data hold all.")
CAPTION_LINES = bound(3, "lines", "Lines of a column's caption that there is room for.")

# page
SHOWN_PAIRS = bound(40, "pairs", "Pairs of texts that a page shows.")
CERTIFICATE_LENGTH = bound(2_000_000, "characters", "Characters of one embedded certificate.")
CERTIFICATES_LENGTH = bound(
    6_000_000, "characters", "Characters of all embedded certificates of a page together."
)

# space_drawing
SAMPLE_DRAWS = bound(
    6_000, "members", "Members that are drawn at random until a sample is large enough."
)
CUT_ROWS = bound(6, "rows", "A world of so few rows is cut into them as pieces of evidence.")
CUT_PIECES = bound(
    8, "pieces", "Worlds are cut into rows while there are so few pieces of evidence."
)
FIXED_PIECES = bound(4, "pieces", "Pieces that are always on and are listed one by one.")
AXIS_ANSWERS = bound(
    7, "answers", "Rows or columns of a drawn space; what is more is put together in the last."
)
AXIS_INPUTS = bound(
    3, "inputs", "Inputs by which functions of the same causes are told apart on an axis."
)
DRAWN_SPACES = bound(30, "problems", "Problems of one page whose spaces are drawn.")
DRAWN_MEMBERS = bound(2_000, "members", "Members of a space that are drawn in full.")
SWITCHES = bound(10, "pieces", "Pieces of evidence that can be switched.")
TRIED_SWITCHES = bound(16, "pieces", "Pieces, from the last on, that are tried as switches.")
SWITCH_STATES = bound(64, "states", "States of evidence, where each of them has to be listed.")
DRAWN_EXPERIMENTS = bound(
    6, "experiments", "Experiments of a drawing that are about one state, or about all."
)
EXECUTED_MEMBERS = bound(
    40_000, "members", "Members that are executed for one state, all trials together."
)
WORDED_RESULTS = bound(
    80, "results", "Results of one experiment that are put into words: the others are rare."
)
RESULT_LENGTH = bound(90, "characters", "Letters of a result in words.")
SAMPLED_MARKS = bound(1_500, "members", "Marks of a sample of a drawn space.")
WHOLE_MEMBERS = bound(
    700, "members", "Members that explain all evidence and are drawn in full beside a sample."
)

# views
DRAWN_EDGES = bound(
    40, "edges", "Edges beyond the models' own up to which they are drawn; the matrix has them all."
)
METADATA_LENGTH = bound(4_000, "characters", "Characters of metadata that a page shows.")
POOL_DOTS = bound(
    3000,
    "problems",
    "Problems that are drawn one by one; of larger pools the distribution is shown.",
)
STORED_BOXES = bound(
    40,
    "problems",
    "Problems of a pool with stored answers that have a box and a row each; of more, kinds are counted.",
)
STORED_LINES = bound(
    3, "lines", "Lines of boxes with names above stored answers; of more items boxes have none."
)
STORED_SQUARES = bound(
    21, "members", "Members that are drawn as squares; of more, a bar shows their share."
)
CURVE_STEPS = bound(200, "steps of an episode", "Steps of an episode that a small curve has.")
PAGE_STEPS = bound(200, "steps of an episode", "Steps of an episode that a page shows.")
REPEATED_LINES = bound(4, "lines", "The same line so often is told once.")
EDGE_STATUS_STEPS = bound(
    10_000_000,
    "steps",
    "Determining what is known about edges, moment by moment; when it is used up, later moments omit this.",
)
FINDING_LINES = bound(4, "lines", "Lines of the finding at the top of a slide.")
