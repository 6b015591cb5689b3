"""Bounds on formats: how far they go, and why not farther."""

from __future__ import annotations

from symcause.bounds import bound

# answer_files
SHOWN_KEYS = bound(12, "keys", "Keys of a row that a complaint about it names.")
PREDICTION_BYTES = bound(16 * 1024 * 1024, "bytes", "Most bytes of one row of predictions.")
FOLDER_FILES = bound(10_000, "files", "Files of a folder that are looked at for transcripts.")

# graph_notations
DAGITTY_DEPTH = bound(50, "levels", "Deepest nesting of groups: the reader calls itself for each.")
DOT_DEPTH = bound(50, "levels", "Deepest nesting of subgraphs: the reader calls itself for each.")
DOT_EDGES = bound(200_000, "edges", "Most edges of one graph; groups multiply.")
GML_DEPTH = bound(50, "levels", "Deepest nesting of lists: the reader calls itself for each.")

# pools
HEAD_BYTES = bound(16 * 1024 * 1024, "bytes", "Bytes of a file in which its first object ends.")
NAMED_PROBLEMS = bound(10, "problems", "Problems that are named one by one on standard error.")
RESPONSE_BYTES = bound(
    16 * 1024 * 1024, "bytes", "Most bytes of an answer text that are looked at."
)
NAMED_IDS = bound(10, "ids", "Ids that an error names.")
YAML_DEPTH = bound(60, "levels", "Deepest nesting of a YAML file.")
YAML_ENTRY_BYTES = bound(
    64 * 1024 * 1024, "bytes", "Most bytes of one entry of a YAML file, the only part in memory."
)

# storage
FILE_NAME_LENGTH = bound(
    40, "characters", "Characters of a file's name that the other name begins with."
)
FOLDER_NAME_LENGTH = bound(
    40, "characters", "Characters of a folder's name that the other name begins with."
)
DOCUMENT_BYTES = bound(
    64 * 1024 * 1024, "bytes", "Most bytes of one document, be it a file or a line."
)
DROPPED_BYTES = bound(
    1024 * 1024 * 1024,
    "bytes",
    "Most bytes of a line that is too long, before reading on is given up.",
)

# tables
DETECTED_LENGTH = bound(1 << 18, "characters", "Characters of a table that show what it is.")
TABLE_ROWS = bound(5_000_000, "rows", "Most rows of one table.")
CELL_LENGTH = bound(1 << 20, "characters", "Most characters of one cell of a table.")
SEEN_IDS = bound(10_000, "ids", "Ids of a pool among which the closest match is looked for.")
MATRIX_HEAD = bound(
    20_000, "characters", "Characters by which a text is told to be a matrix of endpoints."
)
