"""Bounds of the ShapeWorld family: how far it goes, and why not farther."""

from __future__ import annotations

from symcause.bounds import bound

# audits
POLICY_NODES = bound(20_000, "nodes", "Most nodes of a policy that is written out.")
KEPT_TRANSCRIPTS = bound(
    4_096, "transcripts", "Most transcripts, up to names, whose findings are kept."
)
TEACHING_STATES = bound(
    200, "states", "Most states that are looked at on the way to one in which something teaches."
)
SEARCHED_MEMBERS = bound(
    2_000, "members", "Spaces of so few members are searched whatever the number of shapes."
)
REPLAYED_PAIRS = bound(
    10_000,
    "pairs",
    "Most pairs, over all lines of a transcript, whose status is worked out; longer ones are not replayed.",
)
EXPECTED_MEMBERS = bound(300, "members", "Members whose expectation is worked out at once.")

# episode
EPISODE_MEMBERS = bound(
    200,
    "members",
    "Most members of a world beyond lists of machine words that are listed one by one.",
)
EPISODE_SHAPES = bound(
    12,
    "shapes",
    "Most shapes of a world beyond lists of machine words whose members are listed one by one.",
)
PAIRED_SHAPES = bound(10, "shapes", "In larger worlds only the question itself is looked at.")
GUESSED_SHAPES = bound(50, "shapes", "In larger worlds agents of ours answer only what is settled.")

# generator
WORLD_ATTEMPTS = bound(5_000, "worlds", "Worlds drawn for one item before the search is given up.")
SIBLING_TRIES = bound(200, "transcripts", "Transcripts for one pair of siblings.")

# problem
POOLED_OPTIMUM_STEPS = bound(
    50_000, "steps", "``audit`` of several problems: the search for the optimum of each."
)
LISTING_STEPS = bound(2_000_000, "steps", "Members that only a solver can list, one call each.")

# report
MATRIX_SHAPES = bound(12, "shapes", "Most shapes of a matrix that a terminal shows.")
BOARD_STEPS = bound(
    12, "steps of a transcript", "Steps, the last of a transcript, that are pieces of their own."
)
POLICY_LINES = bound(200, "lines", "Lines of a policy that a terminal shows.")
PAGE_MOMENTS = bound(300, "lines", "Lines of a transcript that a page shows.")

# scoring
COUNTED_SHAPES = bound(
    4,
    "shapes",
    "Shapes of a world whose relations are counted in passing: of five there are a million.",
)

# space
LISTED_SHAPES = bound(
    5, "shapes", "Most shapes of a world whose DAGs are listed; there are 29,281 of five."
)
MAX_POSITIONS = bound(
    2_000_000, "positions", "Most positions that the recursion for expected steps settles."
)
OPEN_PAIRS = bound(
    56, "pairs", "Most open pairs where relations are counted: as many as eight shapes have."
)
OPEN_EDGES = bound(
    42, "edges", "Most open edges where DAGs are counted: as many as seven shapes have."
)
LISTED_RELATIONS = bound(
    8_000_000, "relations", "Most relations of a list, on the way to it included."
)
LONG_LIST = bound(16_000, "members", "Members from which on one action is worth two.")
KEPT_MEMBERS = bound(32, "members", "Members that the solver found and that are remembered.")
WHOLE_SHAPES = bound(7, "shapes", "Most shapes of which all relations are listed.")
NONCOVER_SHAPES = bound(
    6, "shapes", "Shapes up to which non-covers are counted for the first transcript too."
)
KEPT_STARTS = bound(12, "starts", "Starts whose members are kept.")
SOLVED_MEMBERS = bound(
    1_000,
    "members",
    "Spaces that cannot be listed otherwise are listed by the solver if they have so few members.",
)
PROVED_SHAPES = bound(
    5, "shapes", "Worlds with this many shapes are searched over lists of all members."
)
PROVED_STATES = bound(
    2_000, "states", "Worlds that can be led to more states are not searched by the solver."
)
MAX_CALLS = bound(30_000, "solver calls", "Most solver calls of one search for a shortest proof.")
SEPARATION_STATES = bound(
    20_000, "states", "Most states that the search for a separating action looks at."
)
SHOWN_KEYS = bound(4, "keys", "Keys of an answer that a message about it shows.")
SHOWN_REPLY = bound(60, "characters", "Characters of an answer that a message about it shows.")
DISGUISE_TRIES = bound(
    200,
    "sequences",
    "Sequences of actions that are tried as a proof that acts on cause and effect.",
)
