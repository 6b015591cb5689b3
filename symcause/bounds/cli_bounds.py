"""Bounds on the CLI: how far it goes, and why not farther."""

from __future__ import annotations

from symcause.bounds import bound

LARGEST_NUMBER = bound(2**62, "size of a number", "The largest whole number that an option takes.")
COMPLETED_PROBLEMS = bound(
    1_000, "problems", "Problems of a pool that the shell looks at to complete an id."
)

# certificates
CERTIFICATE_DEPTH = bound(
    300,
    "levels",
    "Deepest nesting of a certificate: expressions of 200 levels, and the frame around them.",
)

# output
LISTED_OPTIONS = bound(14, "options", "Options of a command that stand in one list of its help.")
DETECTED_PROBLEMS = bound(100, "problems", "Problems of a file that tell which families are meant.")
NAMED_FILES = bound(2, "files", "Files that a page names.")
RESULT_LINE_BYTES = bound(256 * 1024 * 1024, "bytes", "Most bytes of one line of an earlier run.")

# runs
REFUSALS = bound(
    1_000, "refusals", "After this many refusals in a row nobody expects an answer any more."
)

# score_run
COMPLAINT_LENGTH = bound(300, "characters", "Characters of a baseline's complaint that are shown.")
RENDERING_PAIRS = bound(3, "pairs", "Pairs of one system and one rendering that are shown.")
STORED_PROBLEMS = bound(
    1000, "problems", "Problems kept in memory, and as many again that were needed last."
)
LISTED_RUNS = bound(500, "runs", "Runs that a page of scores lists one by one.")
NAMED_ANSWERS = bound(5, "answers", "Answers to a suite whose complaints are printed one by one.")
NAMED_PROBLEMS = bound(
    3, "problems", "Problems that a line names whose errors are about them by name."
)
