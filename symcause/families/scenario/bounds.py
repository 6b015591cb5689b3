"""Bounds of the scenario family: how far it goes, and why not farther."""

from __future__ import annotations

from symcause.bounds import bound

# audits
AVERAGED_DESIGNS = bound(
    10_000, "designs", "Spaces with at most this many designs are averaged exactly."
)
SAMPLED_DESIGNS = bound(200, "designs", "Designs that are drawn from larger spaces.")
SAMPLE_BATCHES = bound(
    20, "batches", "Batches of draws in which designs of a larger space are looked for."
)
BREACH_DESIGNS = bound(
    300,
    "designs",
    "Spaces with at most this many designs are looked at in full for breaches of the rules.",
)
ADVISED_DESIGNS = bound(
    200, "designs", "A declared space of so few designs is tried design by design."
)
SWEPT_NUMBERS = bound(
    13, "numbers", "Ranges of at most this many numbers are valued at all of them."
)
SWEEP_REACH = bound(
    50, "numbers", "How far a range without an end is followed beyond the value of the design."
)

# budget
PRIOR_TRIES = bound(30, "priors", "Priors that are tried for the worst one.")
MIX_ADDITIONS = bound(
    10, "additions", "How often what is added to a mix grows, each time sixteenfold."
)
KEPT_RECORDS = bound(
    200, "records", "Rows of chances up to so many records are kept for the next question."
)
PAIRED_HISTORIES = bound(
    2_000_000,
    "pairs",
    "Most pairs of histories and count vectors that are looked at between three rivals or more.",
)
VALUE_BITS = bound(190, "bits", "A value is told as a fraction if it has at most so many bits.")
COUNT_VECTORS = bound(
    1_000_000, "count vectors", "Most count vectors of a history, or of the units of one design."
)
QUICK_VECTORS = bound(
    100_000,
    "count vectors",
    "Most count vectors of a design among many; a grid bounds what has more, but for the best of them.",
)
FINER_GRID = bound(
    1_000_000_000,
    "grid operations",
    "Grid points times units times outcomes up to which a finer grid is tried.",
)
ANY_GRID = bound(
    10_000_000_000,
    "grid operations",
    "Grid points times units times outcomes up to which there is a grid at all.",
)
GRID_ROOM = bound(
    20_000_000, "grid entries", "Most grid points times outcomes that are held at once."
)
LISTED_DESIGNS = bound(
    10_000, "designs", "Most designs that are listed; of a larger space single ones are looked at."
)
MOST_UNITS = bound(10_000, "units", "Most units that anybody may ask about.")
RECURSED_UNITS = bound(4, "units", "So many units of few designs are gone through in full.")
RECURSED_DESIGNS = bound(10, "designs", "Few units of so many designs are gone through in full.")

# certify
INNER_BELIEFS = bound(401, "beliefs", "The kernel's grid has at most so many inner beliefs.")
KERNEL_WORK = bound(
    5_000_000,
    "grid operations",
    "Inner beliefs times units times outcomes that the kernel goes over well within its steps.",
)
LEAST_INNER_BELIEFS = bound(
    25,
    "beliefs",
    "The kernel's grid has at least so many inner beliefs, however many units there are.",
)
CERTIFIED_LEAVES = bound(200, "leaves", "Leaves of a tree of boxes that a certificate holds.")

# episode
DEPLOYED_UNITS = bound(1_000, "units", "Most units of one deployment, whatever a scenario says.")
FLOWN_FLEET = bound(
    20_000, "units", "A larger fleet is not flown: its chance to win is told, not whether it won."
)
HISTORY_UNITS = bound(10_000, "units", "Most units of a history.")
HIDDEN_DRAWS = bound(
    1_000,
    "units",
    "This many units are drawn for one that is shown, before the chances are listed.",
)
TWIN_DRAWS = bound(
    1_000, "draws", "Draws of an experiment until its result tells two twins apart as it must."
)
LISTED_STATES = bound(1_000_000, "states", "Most states that are gone through to list them.")

# files
MAX_TRIALS = bound(10_000, "deployments", "Most deployments of one agent.")

# generator
MAX_DRAFTS = bound(20_000, "drafts", "Most drafts for one scenario.")

# models
FRACTION_LENGTH = bound(
    60, "characters", "Characters of an exact fraction that is written in full."
)
TERM_BITS = bound(
    20_000,
    "bits",
    "Numbers with a numerator or a denominator beyond this are not kept: squares of squares fill a memory.",
)

# optimum
TRIED_EXCHANGES = bound(6, "exchanges", "Exchanges that are tried before the stride is shortened.")
RANGE_SLICES = bound(
    4_096,
    "slices",
    "Ranges are cut into this many slices at a time, to drop those at the ends that no design has.",
)
ROOT_BOXES = bound(4_096, "boxes", "Most combinations of choices and flags that are told apart.")
OPTIMUM_DESIGNS = bound(
    2_000, "designs", "A space with at most this many designs is listed in full for its optimum."
)
LOOKED_BOXES = bound(2_000, "boxes", "Most boxes that are looked at to find some design.")
LINEAR_FACTOR = bound(
    1 << 20, "size of a number", "Factors and ends of ranges beyond this are left to the arrays."
)
CUT_REACH = bound(
    1 << 40,
    "size of a number",
    "A range without an end is cut no further than here: its bound stands as it is.",
)

# problem
MAX_VARIABLES = bound(500, "variables", "Most variables of a scenario.")
MAX_RANGE = bound(10**9, "size of a number", "Largest whole number of a design, up or down.")
MAX_FLEET = bound(
    10**6, "units", "Most units of an evaluated fleet: the chance to win is summed over it."
)
AUDIT_STEPS = bound(
    6_500_000,
    "steps",
    "Narrowing the bounds of the optimum in an audit; at most half as much on whether the stages conflict.",
)
CHECK_STEPS = bound(
    1_000_000,
    "steps",
    "Narrowing the bounds of the optimum that the design of an answer is compared with.",
)
SOLVE_STEPS = bound(
    60_000_000, "steps", "Narrowing the bounds of the optimum when that is the only question."
)
SWEEP_STEPS = bound(
    1_800_000,
    "steps",
    "Values along single variables, around the default and again around the best known design.",
)
SPLITTING_STEPS = bound(
    15_000_000,
    "steps",
    "Splitting the designs of one certificate into boxes that lie low enough, for each number of cells.",
)

# report
DRAWN_VALUES = bound(12, "values", "Values of a variable that are drawn in the figure of a trap.")

# scoring
TOLD_DEPLOYMENTS = bound(200, "deployments", "Deployments that a score tells one by one.")

# value
CLAIMED_VALUES = bound(
    2_000, "values", "A variable with more values than this is not gone through for a claim."
)
FOLLOWED_FORMS = bound(40, "alternatives", "Most alternatives that one term is followed through.")
FEW_DRAWS = bound(
    8, "draws", "Fewer uniform draws than this are cut one by one: what was cut before is known."
)
NESTED_ROWS = bound(
    32_768,
    "rows",
    "A draw into cells inside another keeps all of them where the table has no more rows than this.",
)
DIVISOR_ENTRIES = bound(
    16, "entries", "Entries that mostly show that no denominator divides everything."
)
ENCLOSED_ROUNDS = bound(600, "rounds", "Most rounds of a loop: floats end soon after e^600.")
NORMAL_ENDS = bound(
    4_096,
    "ends",
    "Most ends of cells, of all truncated normals of one step together, that are looked for.",
)
LOOKED_UP_ROWS = bound(
    20_000, "rows", "Inner tables of more rows are not looked up: they are hardly ever the same."
)
GROUPED_ROWS = bound(512, "rows", "Tables of fewer rows are computed row by row.")
STATE_ROWS = bound(4_000_000, "rows", "Most rows of a table of states.")
LATTICE_CAP = bound(1 << 14, "lattice steps", "Caps beyond this many lattice steps count as none.")
DRAW_PIECES = bound(20_000, "pieces", "Most pieces of one draw.")
ORDERED_ENDS = bound(1_000_000, "ends", "Most ends of all draws that are put in order together.")
EVENT_CLAUSES = bound(200, "clauses", "Most clauses that an event is taken apart into.")
EVENT_TERMS = bound(5_000, "terms", "Most terms of an event that is written out.")
EXACT_STATES = bound(
    30_000, "states", "Most states (in all steps together) that are enumerated exactly."
)
EXACT_ROUNDS = bound(60, "rounds", "Most rounds of a loop that are summed exactly.")
CHANCE_BITS = bound(
    2_000,
    "bits",
    "A chance to win is a fraction where its denominator has at most this many digits in base 2.",
)
CONSIDERED_UNITS = bound(
    10_000, "units", "Most units a design that are considered for the chance to win."
)
HISTORY_STATES = bound(
    100_000, "states", "Most outcomes of draws that are listed for the values of a history."
)
PAIRED_VALUES = bound(
    40, "values", "A variable with more values than this is not looked at pair by pair."
)
SAMPLED_ROUNDS = bound(2_000, "rounds", "Most rounds of a loop when units are drawn.")
NORMAL_TRIES = bound(
    100_000, "draws", "Most draws until one lies within the bounds of a truncated normal."
)
KEPT_BYTES = bound(
    32 << 20, "bytes", "Bytes of what was found that are kept for those who ask again."
)
FRACTION_VECTORS = bound(
    2_000, "count vectors", "Most count vectors of one design whose value is a fraction."
)
DECIMAL_DIGITS = bound(
    10_000,
    "digits",
    "Most places behind the point that the end of a narrow interval is printed with.",
)
