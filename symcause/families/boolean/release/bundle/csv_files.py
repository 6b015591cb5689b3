"""CSV files of the Boolean bundle: one for each table, with the released names and columns.

Lines end in CR LF, None is empty, lists are JSON without blanks; a table without rows is one empty line.
The rows of tables by instance wait in temporary files, so that no answer is kept in memory.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Sequence
from tempfile import SpooledTemporaryFile
from typing import IO, Any

from symcause.families.boolean.bounds import BUNDLE_MEMORY
from symcause.families.boolean.release.bundle.bundle_tables import DECLARED
from symcause.families.boolean.release.bundle.frequency_tables import COUNTED
from symcause.families.boolean.release.bundle.problem_labels import UNKNOWN
from symcause.families.boolean.release.bundle.record_sums import Sums

_SHORT = ("analysis_version", "instance_id", "model", "family", "slice", "difficulty")
_TASK = (*_SHORT, "task_name")
_SPLIT = ("train_exact", "heldout_exact", "split_error_bucket", "invalid_bucket")
BY_INSTANCE: dict[str, tuple[str, tuple[str, ...]]] = {
    "scm_cascade_attribution_by_instance": ("cascade", (*_SHORT, "valid", *_SPLIT)),
    "scm_heldout_root_cause_by_instance": ("root_cause", (*_SHORT, "valid", "correct", *_SPLIT)),
    "scm_train_heldout_amplification_by_instance": (
        "amplification",
        (*_TASK, "valid", "correct", *_SPLIT),
    ),
    "scm_training_equivalence_by_instance": ("equivalence", (*_TASK, "valid", *_SPLIT)),
    "scm_repairability_by_instance": ("repairability", (*_TASK, "valid")),
    "scm_gap_decomposition_by_instance": ("gap", (*_SHORT, "valid", *_SPLIT)),
}
"""Which part of a record each holds, after which columns of its head."""

_NAMED = ("cascade", "root_cause")
"""The parts whose tables have a word where nothing is known of the difficulty."""

_CYCLES = "scm_ntopo_cycle_motifs_by_instance"


class Bundle:
    """Grows by one answer at a time."""

    def __init__(self) -> None:
        self._sums = Sums()
        self._heads: dict[str, tuple[str, ...]] = {}
        self._waiting: dict[str, IO[str]] = {}
        self.unread = 0  # valid answers that the published analysis cannot replay

    def take(self, record: dict[str, Any]) -> None:
        """Count the records of an answer."""
        self._sums.take(record)
        head = record["head"]
        self.unread += head["valid"] and not record["mechanisms"]
        for file, (part, columns) in BY_INSTANCE.items():
            row = {name: head[name] for name in columns} | record["rows"][part]
            if part in _NAMED:
                row["difficulty"] = row["difficulty"] or UNKNOWN
            if part == "repairability":
                bucket = row.pop("invalid_bucket")
                row = _after(row, "functional_ast_cap", "invalid_bucket", bucket)
            self._append(file, row)
        if record["cycle"] is not None:
            self._append(_CYCLES, record["cycle"])

    def _append(self, file: str, row: dict[str, Any]) -> None:
        if len(row) > len(self._heads.get(file, ())):  # answers that cannot be replayed have fewer
            self._heads[file] = tuple(row)
        if file not in self._waiting:
            self._waiting[file] = SpooledTemporaryFile(  # noqa: SIM115  # open as long as answers come
                BUNDLE_MEMORY, "w+", encoding="utf-8"
            )
        self._waiting[file].write(json.dumps(row) + "\n")

    def files(self) -> Iterable[tuple[str, str]]:
        """The name and text of every file."""
        for table in DECLARED:
            yield f"{table.file}.csv", _csv(table.heads, list(table.rows(self._sums)))
        for name, (heads, rows) in COUNTED.items():
            yield f"{name}.csv", _csv(heads, list(rows(self._sums)))
        for name in (*BY_INSTANCE, _CYCLES):
            yield f"{name}.csv", self._instances(name)

    def _instances(self, name: str) -> str:
        if name not in self._waiting:
            return _csv((), [])
        file, heads = self._waiting[name], self._heads[name]
        file.seek(0)
        rows = [[row.get(head) for head in heads] for row in map(json.loads, file)]
        file.seek(0, io.SEEK_END)
        return _csv(heads, rows)


def _after(row: dict[str, Any], place: str, name: str, value: object) -> dict[str, Any]:
    """The row with one more column."""
    values: dict[str, Any] = {}
    for key, own in row.items():
        values[key] = own
        if key == place:
            values[name] = value
    return values


def _csv(heads: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    if not rows:
        return "\r\n"
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\r\n")
    writer.writerow(heads)
    writer.writerows([_value(value) for value in row] for row in rows)
    return buffer.getvalue()


def _value(value: object) -> object:
    if isinstance(value, list):
        return json.dumps(value, separators=(",", ":"), ensure_ascii=False)
    return "" if value is None else repr(value) if isinstance(value, float) else value
