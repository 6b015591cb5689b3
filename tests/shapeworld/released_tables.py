"""Results tables as the release writes them."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable

from symcause.families.shapeworld.release.causallink_tables import RESULT_COLUMNS, ResultRow


def write_results(rows: Iterable[ResultRow]) -> str:
    """A results table: a first column without a name, and printed frozen sets."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(("", *RESULT_COLUMNS))
    for number, row in enumerate(rows):
        setup = f"frozenset({{{', '.join(map(str, row.setup))}}})" if row.setup else "frozenset()"
        result = "" if row.result is None else row.result
        told = (row.structure, setup, row.cause, row.effect, row.truth, row.error, result)
        writer.writerow((number, *told, row.n_step))
    return text.getvalue()
