"""Bounds of the Boolean family: how far it goes, and why not farther."""

from __future__ import annotations

from symcause.bounds import bound

# audits
COMPARED_SETS = bound(
    10_000,
    "parent sets",
    "Most parent sets that are compared for the nearest alternatives of an audit or a check.",
)
NAMED_CORNERS = bound(
    8,
    "input patterns",
    "Differing input patterns of a mechanism that a document names; the rest is counted.",
)
SHORTCUT_SETS = bound(
    400_000, "parent sets", "Most parent sets over all variables for which shortcuts are listed."
)
SHORTCUTS_TOGETHER = bound(
    20_000, "parent sets", "Most parent sets whose shortcuts are looked up together."
)
PLACE_LENGTH = bound(
    200, "characters", "A longer mechanism is cut where an answer's place is shown."
)
OPEN_ERRORS = bound(
    100,
    "cells",
    "Most disturbed cells for which it is looked up whether members agree on the held-out worlds.",
)
ADDITION_MEMBERS = bound(
    1_000, "members", "Most members that are looked at one by one for what an addition leaves."
)
FEW_LEFT = bound(
    50, "members", "Members that are looked through where a part of the additions leaves no more."
)
ADDITION_DEMANDS = bound(10, "demands", "Demands taken from one look at what a proposal leaves.")
LEVEL_ROUNDS = bound(
    20, "rounds", "How often alternatives that the pool can refute are searched for again."
)
NOISE_DEMANDS = bound(100, "demands", "Demands taken from one look at the models that are left.")
NOISE_MODELS = bound(20_000, "models", "Models looked at where the whole pool leaves several.")
SHOWN_PATTERNS = bound(
    5, "input patterns", "Patterns listed for one variable that no world of a pool shows."
)
REACHED_INPUTS = bound(
    12, "inputs", "Inputs of a set whose reach is decided: its patterns double with each."
)
REACH_ROWS = bound(400_000, "rows", "Simulated rows up to which reach is decided.")
SURVIVING_FUNCTIONS = bound(
    4_000, "functions", "Functions of a listed group that are looked at among the survivors."
)
WORLD_ROUNDS = bound(
    400, "rounds", "Choices of worlds that are proposed before the bound is taken as it is."
)
DEMANDED_INPUT_SETS = bound(20_000, "input sets", "With more input sets demands are only learned.")
EDGE_REASON_SETS = bound(
    5_000,
    "parent sets",
    "Parent sets without the cause that are looked at for the reason of an edge.",
)
CONVERTED_VARIABLES = bound(
    8,
    "variables",
    "Variables of a problem that convert looks for a model of: it is not the one who audits.",
)
SUPPORT_PROBES = bound(
    100_000, "input sets", "Most input sets that are probed; beyond it support is not reported."
)
WORLD_COUNTS = bound(
    60, "counts", "Counts of members in search of the smallest sufficient set of training worlds."
)
REDUNDANCY_SETS = bound(
    2_000_000,
    "parent sets",
    "Most parent sets over all training worlds for which every world is left out in turn.",
)
REROOTED_VARIABLES = bound(
    10,
    "variables",
    "Variables of a problem that is tried with other roots: more are not worth a guess.",
)
CONFLICT_CELLS = bound(
    1_000_000, "cells", "Training cells of a problem that is looked through for conflicting rows."
)
COMPARED_EXPERIMENTS = bound(
    2_000,
    "experiments",
    "Most experiments that are compared; beyond it fewer targets at once must do.",
)
OUTCOME_PLACES = bound(1 << 20, "places", "Numbers of outcomes beyond this are numbered anew.")
ARRAY_VARIABLES = bound(
    7,
    "variables",
    "Most variables with a mechanism where outcomes are arrays: three to that power terms an outcome.",
)
ARRAY_SETS = bound(
    2_000, "parent sets", "Parent sets of a variable whose outcomes are counted in arrays."
)
KEPT_SPACES = bound(8, "spaces", "Spaces whose outcomes are remembered.")
DIFFERENCE_VARIABLES = bound(
    10, "variables", "Most variables of a table of differences: two to that power states."
)
DIFFERENCE_CANDIDATES = bound(
    8, "candidates", "Most candidates of a variable in it: two to that power differences."
)
GOLD_CONTEXTS = bound(
    256, "contexts", "Contexts of one intervention that are simulated; of more, so many are drawn."
)
GAP_PROBES = bound(4_000, "input sets", "Most input sets that rows are picked by.")
LACKING_PATTERNS = bound(
    2_000, "input patterns", "Patterns without a row that rows are picked for."
)
PROFILE_PARENTS = bound(
    6, "parents", "The profile goes up to this many parents, or to those of the class."
)
PROFILE_SETS = bound(
    200_000,
    "parent sets",
    "Most parent sets that the profile looks at for a class beyond that of the verdict.",
)
PROFILE_FITTING = bound(
    15_000,
    "parent sets",
    "Most fitting parent sets for which it is looked up what can be written within an AST size.",
)
PROFILE_CLAUSES = bound(
    2_000_000,
    "clauses",
    "Most clauses over which members of a class beyond that of the verdict are searched for.",
)
PROFILE_MEMBERS = bound(
    1_000,
    "members",
    "Most members of one class of the profile that are listed where cells were not observed.",
)
RAISED_ERRORS = bound(
    4,
    "cells",
    "By how many cells beyond the reference's own the errors are raised, at most, to find a margin.",
)
QUICK_VARIABLES = bound(16, "variables", "From this many variables on counting may take its time.")
SEPARATED_ALTERNATIVES = bound(
    50, "alternatives", "Alternatives looked at for one that an experiment separates."
)

# baselines
TABU_MOVES = bound(10, "moves", "Moves that the tabu search remembers.")
TABU_PATIENCE = bound(15, "moves", "Tabu steps without a new best after which the search ends.")
LEARNER_ROOT_SETS = bound(
    20, "root sets", "Root sets with the best scores that the learner goes on with."
)
PROPOSED_PARENTS = bound(10, "parents", "Parents of a variable that are proposed in one pool.")
EDGE_CONFLICTS = bound(
    200_000,
    "conflicts",
    "Conflicts of the answer-set solver for the edges, unless a budget says otherwise.",
)
FORMULA_CONFLICTS = bound(
    50_000,
    "conflicts",
    "Conflicts of the answer-set solver for the formulas, unless a budget says otherwise.",
)
FORMULA_NODES = bound(8, "nodes", "Nodes of a mechanism that the programme of formulas may write.")
PAIR_RESOURCES = bound(
    50_000_000,
    "solver resources",
    "What the solver may use for the pairs, unless a budget says otherwise.",
)
PEEL_RESOURCES = bound(
    100_000,
    "solver resources",
    "What the solver may use for one turn of a variable, unless a budget says otherwise.",
)
SUM_CUBES = bound(
    200_000,
    "cubes",
    "Cubes that are laid in the search for the least sum; beyond it the best sum so far is taken.",
)
SUM_INPUTS = bound(
    12, "inputs", "Most inputs of a sum of products: three to this power cubes are looked at."
)

# catalogue
CLONE_VARIABLES = bound(4, "variables", "Up to this many variables all truth tables can be listed.")
WRITTEN_PARENTS = bound(
    12,
    "parents",
    "Beyond it an expression may take more characters than anybody reads, and than the grammar does.",
)
PERMUTED_VARIABLES = bound(
    6, "variables", "Up to here canonical forms walk through all permutations."
)
COUNTED_TABLES = bound(50_000, "tables", "Up to this many tables are always the bits of integers.")
UNASKED_OUTPUTS = bound(10, "outputs", "Outputs of sixteen that may be missing in a question.")
ARRAY_TABLES = bound(
    3_500_000,
    "tables",
    "Tables, for all questions together, from which on arrays are worth their making.",
)
INDEXED_TABLES = bound(100_000, "tables", "Up to this many tables are the bits of one integer.")
FEW_TABLES = bound(
    64, "tables", "Tables of a class that are tried one by one for many questions together."
)
SORTED_TABLES = bound(
    1 << 16, "tables", "Tables below this number, those of four variables, are sorted by counting."
)
UNSORTED_TABLES = bound(1 << 12, "tables", "So few tables are not worth sorting by counting.")

# documents
KEPT_LINES = bound(
    256,
    "lines",
    "Lines kept for counting: some are never counted, because a later answer takes their place.",
)

# episode
EPISODE_MEMBERS = bound(5_000, "members", "Most members of which an episode looks at every one.")
PLANNED_MEMBERS = bound(15_000, "members", "Most members that a plan of experiments is made for.")
PLAN_LOOKS = bound(
    8_000_000, "looks", "Most looks at outcomes, for making the classes and in search of a plan."
)
ACTION_LOOKS = bound(
    5_000_000, "looks", "Looks that the best action may cost where members are drawn."
)

# files
NETWORK_ROOTS = bound(
    10,
    "roots",
    "Most roots of a network that is read as a problem: every setting of them is a row.",
)
FACTOR_LENGTH = bound(
    100_000, "characters", "Most characters of a factor that is written to a network file."
)

# generator
DRAFT_DRAWS = bound(600, "draws", "Draws for the held-out worlds of one draft.")
NOISE_TRIES = bound(120, "tries", "Batches of cells that are tried as hidden ones in one draft.")
MECHANISM_TRIES = bound(2_000, "tries", "Tries for one mechanism of the size that was asked for.")
TRAINING_DRAWS = bound(400, "draws", "Draws for one intervention without crowded targets.")
SKIPPED_MODELS = bound(
    100, "models", "Latent SCMs passed over for want of a separable alternative."
)
PRESET_BYTES = bound(1 << 20, "bytes", "Most bytes of a file of presets.")
ITEM_ALTERNATIVES = bound(
    400, "alternatives", "Alternatives tried for one that an experiment separates."
)
CHOSEN_ALTERNATIVES = bound(12, "alternatives", "Separated alternatives to choose from.")
HELD_OUT_DRAWS = bound(600, "draws", "Draws for one held-out world, of each kind.")
PADDING_TRIES = bound(50, "tries", "Shapes drawn for one world before the problem is given up.")
SAFE_MECHANISMS = bound(
    100_000, "mechanisms", "Most mechanisms of a variable that are looked at for safe rows."
)
CONTEXT_BITS = bound(12, "bits", "With more free bits contexts are drawn, not listed.")
DRAWN_CONTEXTS = bound(512, "contexts", "Contexts drawn where there are too many to list.")
SAFE_TRIES = bound(20, "tries", "Choices of safe rows that are tried for one world.")
SIBLING_ORDERS = bound(
    30, "orders", "Random orders in which worlds are taken out, before a problem is given up."
)
SIBLING_POOLS = bound(8, "pools", "Pools of worlds that may settle an ambiguous problem.")
SIBLING_PAIRS = bound(
    6,
    "pairs",
    "Pairs of which the one is taken whose sides have most nearly as many different rows.",
)

# models
TABLED_VARIABLES = bound(
    8,
    "variables",
    "Mechanisms of more variables have no remembered table: it is long, and they are rare.",
)

# opinions
DEFINED_PARENTS = bound(
    10, "parents", "Most parents of one mechanism whose table is written down for another solver."
)
DEFINED_SETS = bound(
    5_000,
    "parent sets",
    "Most candidate parent sets of one mechanism that is defined for another solver.",
)
DEFINED_FUNCTIONS = bound(
    20_000, "functions", "Most functions of one mechanism that are listed for another solver."
)
CYCLE_VARIABLES = bound(
    7,
    "variables",
    "Most endogenous variables for which every possible cycle is forbidden by a clause of its own.",
)
OPINION_MEMBERS = bound(
    100_000, "members", "Most members that the listing engines go through unless told otherwise."
)
SCRIPT_INPUTS = bound(
    8,
    "variables",
    "Most variables that a mechanism of a script may mention: its table has 2 to that power bits.",
)

# problem
ORDERED_VARIABLES = bound(
    16,
    "variables",
    "Orders of so few variables are remembered: of larger problems few answers mention the same ones.",
)
HOLED_ANSWER_STEPS = bound(
    20_000_000,
    "steps",
    "Rows with unobserved cells: one member, a proof that there is none, or the status of edges or cells.",
)
HOLED_EXACT_STEPS = bound(
    1_200_000,
    "steps",
    "The same for a member that disturbs no cell, which is tried first where cells may be wrong.",
)
FORCING_STEPS = bound(
    2_000_000, "steps", "Pages: explaining why edges are forced, all edges together."
)

# report
CARD_INPUTS = bound(6, "inputs", "Inputs up to which a card shows a truth table in full.")
CARD_ROW_LENGTH = bound(120, "characters", "Characters of a world's rows that a card shows.")
PIECE_ROWS = bound(3, "rows", "Rows that a line about a piece of evidence holds.")
SENTENCE_VARIABLES = bound(4, "variables", "Variables that a sentence of a check names.")
STRIP_ROWS = bound(
    600,
    "rows",
    "Rows up to which each is a cell of the strip of a check; beyond, each world is one.",
)
MARGIN_CELLS = bound(24, "cells", "Cells of another model that the picture of a margin shows.")
KNOWN_STATEMENTS = bound(
    12, "statements", "Statements of what is known beforehand that a page repeats."
)
PAGE_INPUTS = bound(
    10, "inputs", "Inputs of one mechanism up to which a page gets its truth table."
)
PAGE_MECHANISM_LENGTH = bound(400, "characters", "Characters of a mechanism that a page shows.")
NAMED_LEADERS = bound(
    2, "systems", "Leaders that a headline names when settings have different ones."
)
STORY_CORNERS = bound(3, "input patterns", "Corners of a mechanism that a line names.")
OPEN_VARIABLES = bound(6, "variables", "Open variables that a sentence names.")
NAMED_PAIRS = bound(4, "pairs", "Pairs, and corners of a mechanism, that a line names.")
TABLE_MECHANISM_LENGTH = bound(
    120, "characters", "Characters of a mechanism in the table of an audit."
)
NAMED_CELLS = bound(4, "cells", "Cells that a line about the margin names.")
NAMED_LEVELS = bound(6, "numbers of cells", "Numbers of disturbed cells that a line tells apart.")
FEW_WRONG_CELLS = bound(
    4,
    "cells",
    "Cells that gold may get wrong in exact evidence before disturbed cells are no explanation.",
)
CELLS_PER_WRONG = bound(
    10, "cells", "One cell in so many may be wrong before advice to allow for it is none."
)
SHOWN_EXPERIMENTS = bound(20, "experiments", "Experiments that a report on the next one lists.")

# scoring
BUNDLE_MEMORY = bound(1 << 20, "bytes", "A larger table of a bundle waits on the disk.")
REPAIR_NODES = bound(6, "nodes", "Largest AST of a repair.")
KEPT_SCORERS = bound(32, "problems", "Problems whose scorers are kept.")
FUNNEL_ROOT_SETS = bound(
    64, "root sets", "What answers share is remembered for this many root sets."
)
CACHED_LENGTH = bound(
    256,
    "characters",
    "Only texts up to this length are remembered, so hostile ones cannot fill the memory.",
)
REPEATED_TEXTS = bound(
    4096, "texts", "Texts to all problems together of which the results are kept."
)
REPEATED_LENGTH = bound(
    4096,
    "characters",
    "Longer mechanisms or texts are not kept, so hostile ones cannot fill the memory.",
)
REPLAY_ROOT_SETS = bound(64, "root sets", "What is scored is remembered for this many root sets.")
REPLAY_COLUMNS = bound(
    128, "columns", "Computed columns that are remembered: a pool has many problems."
)
NAMED_CLAIMS = bound(5, "claims", "Wrong claims of a synthesiser that are named.")
FEWEST_SYSTEMS = bound(
    2, "systems", "Fewest systems with an interval: the paper has five, and resamples them."
)
NOTED_ANSWERS = bound(64, "answers", "Answers to one problem that are known to have been there.")
KEPT_RESULTS = bound(4, "answers", "Answers to one problem whose results are kept.")

# space
DECISION_MEMBERS = bound(
    1_000,
    "members",
    "Most members that a decision counts where they are listed: it needs no more than two.",
)
MAX_ROOT_SETS = bound(
    20_000,
    "root sets",
    "Most root sets that are looked at one by one; beyond it there is only SAT.",
)
COUNTED_MEMBERS = bound(
    100_000,
    "members",
    "Most members that are counted where cells were not observed; beyond it the count is at least that.",
)
COUNTED_LEVELS = bound(
    30, "numbers of cells", "Most numbers of disturbed cells for each of which members are counted."
)
LATENT_VARIABLES = bound(
    8, "variables", "Most latent variables, all of whose values are written down."
)
SYMBOLIC_BEHAVIOURS = bound(
    60,
    "behaviours",
    "Most behaviours that are excluded by a state and an experiment each; beyond it models are listed.",
)
BEHAVIOUR_MODELS = bound(100_000, "models", "Most models that are listed for their behaviour.")
PARENT_SLOTS = bound(
    5,
    "parents",
    "Most parents of a mechanism where cells were not observed; the table has 2 to that power bits.",
)
LARGE_FORMULA = bound(
    300_000,
    "clauses",
    "Clauses from which on it is looked first which parents observed cells leave.",
)
MOST_CLAUSES = bound(
    6_000_000,
    "clauses",
    "Most clauses that rows and mechanisms may take where cells were not observed.",
)
SIZED_MEMBERS = bound(
    300, "members", "Most members with as many disturbed cells that are compared by their size."
)
UNOBSERVED_ROOTS = bound(
    14, "roots", "Most unobserved roots of a row, all of whose values are tried."
)
DISTURBED_CHOICES = bound(
    20_000,
    "sets of cells",
    "Most sets of unobserved cells of a row that are tried as the disturbed ones.",
)
READ_WORDS = bound(
    500_000_000,
    "words",
    "Most words of 64 rows that are read, once for every pattern of every parent set.",
)
JOINT_TARGETS = bound(3, "targets", "Most targets of one experiment that separates members.")
SEPARATED_MEMBERS = bound(
    2000,
    "members",
    "Most members that are compared one by one for an experiment that separates them.",
)
CONFLICT_ROWS = bound(
    8, "rows", "Rows of either value looked at for a conflicting pair with a small difference."
)
MAX_SETS_IN_ALL = bound(
    3_000_000,
    "parent sets",
    "Most parent sets that are looked at for one problem; beyond it there is only SAT.",
)
MAX_FITTING_IN_ALL = bound(
    600_000, "parent sets", "Most parent sets that are kept because they fit, some 300 bytes each."
)
MAX_ASKED = bound(1_000_000, "tables", "Most tables that a rule is asked about for one problem.")
MAX_LISTED_IN_ALL = bound(
    100_000,
    "parent sets",
    "Most fitting parent sets for which it is looked up what can be written within an AST size.",
)
CLASS_TABLES = bound(
    200_000, "tables", "Most tables of a variable that are looked at, over all its parent sets."
)
CLASS_PARENTS = bound(4, "parents", "Most parents of which all functions of a class are listed.")
LOCAL_TABLES = bound(20_000, "tables", "Tables of one variable that are remembered for its rows.")
SAMPLED_PATTERNS = bound(
    12, "input patterns", "Free patterns up to which a group is sampled from its list."
)
KEPT_FUNCTIONS = bound(
    1 << 13, "functions", "Functions of a variable that are listed once for many draws."
)
SIGNED_INPUTS = bound(5, "inputs", "Most signed inputs of one function.")
MAX_PARENT_SETS = bound(
    400_000, "parent sets", "Candidate parent sets of one variable that are counted over."
)
MAX_TABLE_BITS = bound(
    1 << 30, "bits", "Bits of the tables of all parent sets of one variable together."
)
FEW_CANDIDATES = bound(18, "candidates", "Candidates of which all sets are within both bounds.")
STATE_CANDIDATES = bound(
    16, "candidates", "Most candidates whose states are held as bits of one integer."
)
PROJECTED_TABLES = bound(
    20_000, "tables", "Tables of one variable that are remembered for its projections."
)
FEW_STATES = bound(64, "states", "States that are looked at one by one.")
RULED_PATTERNS = bound(
    16, "input patterns", "Most patterns of a parent set that no row shows, for a rule on tables."
)
MAX_PATTERNS = bound(
    400_000,
    "input patterns",
    "Most patterns, over all parent sets of all variables, that a table of weights is made of.",
)
MAX_CELLS = bound(
    20_000_000,
    "cells",
    "Most pairs of a pattern and a world while the part of one variable is made.",
)
SORTED_MEMBERS = bound(
    5_000,
    "members",
    "Most members with one number of disturbed cells that are sorted by size or nearness.",
)
MAX_ENDOGENOUS = bound(18, "variables", "Most endogenous variables for the subset programme.")
SIZED_NODES = bound(14, "nodes", "The longest mechanism that the catalogue sizes.")
SAMPLED_NODES = bound(14, "nodes", "The longest mechanism that is drawn by its size.")
SIFTED_MEMBERS = bound(
    100_000, "members", "Most members of the class without the rule that are looked at."
)
ASKED_PARENTS = bound(
    4,
    "parents",
    "Parents of which an audit asks for several sizes, so that they are counted at once.",
)
ASKED_NODES = bound(10, "nodes", "The size up to which they are counted at once.")

# questions
LIGHT_VARIABLES = bound(
    8, "variables", "Up to here a count takes no longer than the start of a process."
)
LIGHT_WORLDS = bound(
    64, "worlds", "Up to here a count takes no longer than the start of a process."
)
COMPILED_ROWS = bound(
    1 << 20, "nodes times patterns", "Mechanisms up to this size are compiled whatever the budget."
)
