"""Bounds of the linear family: how far it goes, and why not farther."""

from __future__ import annotations

from symcause.bounds import bound

# audits
DISTURBED_MEMBERS = bound(
    6, "members", "Members whose outcomes are looked at for worst cases under a hidden disturbance."
)
DISTURBED_GRAPHS = bound(
    5_000, "graphs", "Most graphs that are gone through for every set of variables that move."
)
DISTURBED_VARIABLES = bound(
    8, "variables", "Most variables whose subsets are gone through under a hidden disturbance."
)
GOLD_PLAN_LENGTH = bound(6, "interventions", "Most interventions of a plan that is tried for gold.")
MOST_TELLINGS = bound(
    10_000, "tellings", "Most graphs with everything discrete that are gone through."
)
TELLING_LOOKS = bound(
    60_000, "tellings", "Most tellings that are looked at, over all spaces of outcomes."
)
OUTCOME_DRAWS = bound(
    8, "outcomes", "Outcomes of a space that are tried for one in general position."
)
DISTURBANCE_VALUES = bound(
    5, "values", "Most values of a disturbance that spans are gone through for."
)
PROBE_TRIES = bound(4_000, "tries", "Tries for values whose readings tell spans apart.")
MOST_TRUTHS = bound(
    4_000,
    "models",
    "Most models, with what the disturbance acts on, that worst cases are computed over.",
)
ROBUST_PLAN_LENGTH = bound(
    6, "interventions", "Most interventions of a plan that is tried whatever the truth."
)
MOST_BOXES = bound(
    400, "boxes", "Boxes that are looked at to refute that an outcome leaves all parent sets."
)
REFUTED_PARENTS = bound(5, "parents", "Parents of a set that such a refutation makes use of.")
CUT_ROUNDS = bound(3, "rounds", "How often ranges are cut by each other.")
MOST_CHANGES = bound(200, "changes", "Changes at random that are tried for one intervention.")
MOST_GAPS = bound(3, "parent sets", "Parent sets of an outcome whose gaps are looked for.")
GAP_PARENTS = bound(4, "parents", "Parents of a set whose gaps are looked for.")
RANKED_MODELS = bound(
    10_000, "models", "Most integer models that are listed to weigh interventions."
)
SHORT_RANGE = bound(9, "readings", "A range of so few readings is gone through one by one.")
MOST_CORNERS = bound(243, "corners", "Corners of several ranges together that are gone through.")
MOVED_DRAWS = bound(3, "members", "Members that are tried for one set of moving variables.")
MOVED_VARIABLES = bound(
    10, "variables", "Most variables whose subsets are gone through for worst cases."
)
PLANNED_VARIABLES = bound(5, "variables", "Most variables of an adaptive plan.")
PLANNED_MODELS = bound(
    100_000, "models", "Most integer models that are listed for an adaptive plan."
)
PLANNED_GRAPHS = bound(
    400, "graphs", "Most graphs of a rational class that outcomes are computed for."
)
MAX_PLAN_NODES = bound(
    200_000, "situations", "Most situations that are looked at for an adaptive plan."
)
TARGET_RETURNS = bound(3, "returns", "How often a plan may come back to a target.")
SHORTEST_PLAN_MODELS = bound(
    10_000,
    "models",
    "Most integer models that the worst cases of a shortest plan are computed over.",
)
TARGET_DRAWS = bound(12, "members", "Members that a set of targets is tried on.")
SHOWN_FAULTS = bound(
    5, "faults", "Faults of gold that are told: one wrong equation shows in many readings."
)

# baselines
BASELINE_VARIABLES = bound(
    12,
    "variables",
    "Most variables of a problem for the baseline of fewest parents: every set of them is looked at.",
)

# episode
ACTION_VALUE = bound(
    10**6,
    "size of a number",
    "Largest value that a property is set to, and the largest denominator.",
)
EPISODE_MODELS = bound(
    10_000, "models", "Most integer models that are listed for the plan of an episode."
)
INTEGER_SITUATIONS = bound(
    100_000,
    "situations",
    "Most situations of an integer class that are looked at for the plan of an episode.",
)
TARGET_SETS = bound(
    32,
    "target sets",
    "Most sets of targets that are tried to settle a question if the truth is known.",
)
SIMULATED_INTERVENTIONS = bound(1_000, "interventions", "Most interventions of a simulation.")
SHOWN_READING = bound(
    10**60,
    "size of a number",
    "Larger readings are not shown: squares of squares of a large value have no end.",
)
RATIONAL_SITUATIONS = bound(
    1_500,
    "situations",
    "Most situations of a rational class that are looked at for the plan of an episode.",
)

# files
RECORD_EDGES = bound(10_000, "edges", "Most edges of one record of a hypothesis.")
LOG_RECORDS = bound(10_000, "records", "Most records of a log that are read.")
FIRST_RECORD_BYTES = bound(
    4 * 1024 * 1024, "bytes", "Bytes in which the first record of a file is looked for."
)
FOLDER_LOGS = bound(10_000, "logs", "Most logs of a folder that are read.")

# generator
SIBLING_TRIES = bound(200, "drawings", "Drawings for one pair of siblings.")
UNIQUE_TRIES = bound(
    100, "drawings", "Drawings for one instance whose evidence shall leave one graph."
)
PADDED_TRIES = bound(
    100,
    "drawings",
    "Drawings for one instance to which interventions may be added that teach nothing.",
)
DRAWN_VARIABLES = bound(16, "variables", "Variables of a crystal that is drawn.")
CRYSTAL_TRIES = bound(10_000, "drawings", "Drawings for one crystal as it was asked for.")

# problem
AUDIT_STEPS = bound(
    200_000,
    "steps",
    "An audit explains edges whose explanation takes a search until it has used this much.",
)
CONFLICT_STEPS = bound(
    2_000_000,
    "steps",
    "Searching for a smallest set of rows that contradict each other, or an answer.",
)
EXPLANATION_STEPS = bound(
    5_000_000,
    "steps",
    "Searching for a smallest set of rows behind an edge or an empty space, when nothing else is asked.",
)
DISTURBANCE_STEPS = bound(
    5_000_000,
    "steps",
    "Searching for a run of a hidden disturbance that would explain what nothing else does.",
)
PRODUCT_STEPS = bound(
    10_000_000,
    "steps",
    "One question about products of unknowns, which arise under a hidden disturbance.",
)
NEXT_STEPS = bound(
    8_000_000, "steps", "Narrowing the worst cases of all next experiments together."
)
GREEDY_STEPS = bound(
    20_000_000,
    "steps",
    "Extending a plan for gold, and shortening it again, where values and repeated targets matter.",
)
NEEDED_STEPS = bound(
    8_000_000,
    "steps",
    "Searching for consistent models that need more intervened variables than a plan offers.",
)
WORST_PLAN_STEPS = bound(
    15_000_000, "steps", "Trying plans under a hidden disturbance that work whatever the truth."
)
GOLD_PLAN_STEPS = bound(20_000_000, "steps", "Trying plans for gold under a hidden disturbance.")
HINDSIGHT_STEPS = bound(
    2_000_000,
    "steps",
    "Searching for what would have left fewer graphs, over all moments of an episode.",
)
ADVICE_STEPS = bound(
    3_000_000,
    "steps",
    "Searching for the best worst cases at all moments of an episode, in equal shares.",
)
STANDING_STEPS = bound(
    8_000_000, "steps", "Finding out what follows from the readings of an episode so far."
)
CHOICE_STEPS = bound(
    2_000_000, "steps", "Searching for the best action of an episode among the interventions."
)
POLICY_STEPS = bound(
    8_000_000,
    "steps",
    "Searching for a plan for the rest of an episode where coefficients are rational.",
)
GENERATED_STEPS = bound(
    60_000_000,
    "steps",
    "Finding out what the evidence of a generated problem settles, before and after its interventions.",
)

# report
DRAWN_GRAPHS = bound(300, "graphs", "Graphs of a drawn state whose readings are computed.")
PIECE_VALUES = bound(3, "values", "Values that a line about a piece of evidence holds.")
PAGE_OBJECTIONS = bound(5, "objections", "Objections to a step's hypothesis that the page shows.")
REASON_READINGS = bound(6, "readings", "Readings that the reason for an edge names.")
RESIDUAL_ROWS = bound(24, "rows", "Rows of residuals drawn, wrong ones first; the data hold all.")
STORY_OBJECTIONS = bound(8, "objections", "Objections that a report on a check lists.")
PLAN_BRANCHES = bound(
    12, "branches", "Branches of an adaptive plan that a report shows at each step."
)

# scoring
SHOWN_KEYS = bound(8, "keys", "Keys of an answer that a complaint about it names.")

# space
MAX_RUNS = bound(5_000, "runs", "Most beginnings of runs of a hidden disturbance that are tried.")
MOST_REFUTED = bound(
    50, "graphs", "Graphs that a relaxation may let through before all are counted."
)
HIDDEN_MODELS = bound(
    500, "models", "Most integer models that are listed under a hidden disturbance."
)
HIDDEN_GRAPHS = bound(
    20_000, "graphs", "Most graphs that are decided one by one under a hidden disturbance."
)
MAX_REFINEMENTS = bound(200, "choices", "Most discrete choices that are refuted for one graph.")
LINE_STEPS = bound(
    64, "steps of a search", "Steps of a search along a line that are tried one by one."
)
LATTICE_STEPS = bound(
    400_000,
    "lattice steps",
    "Most lattice steps to count the integer coefficients of one parent set.",
)
MAX_WAYS = bound(
    3**9, "ways", "Most ways of leaving out terms that are looked at for one parent set."
)
MAX_PARENT_SETS = bound(
    1 << 16, "parent sets", "Most parent sets, over all variables, that a table may hold."
)
COMPARED_GRAPHS = bound(20, "graphs", "Graphs of which members are compared with each other.")
MAX_PAIRS = bound(
    200, "pairs", "Most pairs of members that are tried for an intervention that separates them."
)
QUADRATIC_VALUES = bound(
    65, "values", "Values tried in the quadratic family before giving up on a proof."
)
SHOWN_PREDICTION = bound(
    60, "characters", "Characters of a prediction that is no number which a message shows."
)
HIDDEN_SETS = bound(
    1 << 12, "parent sets", "Most parent sets, over all variables, under a hidden disturbance."
)
