"""Where ``--html`` takes its problems from: results as they come, and with ``--resume`` earlier ones."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from symcause.formats.files import read_problems

Collect = Callable[[dict[str, object], object], None]
"""Takes an audit document and its problem (None where that could not be read)."""


@contextmanager
def audit_page(html: str | None, source: str, earlier: str | None) -> Iterator[Collect | None]:
    """What collects documents for the page, or None; *earlier* is a file with results to begin with."""
    if html is None:
        yield None
        return
    from symcause.reports.page.audit_page import AuditPage

    with AuditPage(html, source) as page:
        if earlier is not None and Path(earlier).exists():
            for document, problem in _recalled(Path(earlier), source):
                page.take(document, problem)
        yield page.take


def _recalled(results: Path, source: str) -> Iterator[tuple[dict[str, object], object]]:
    """Whole documents of an earlier run with their problems; both come in the order of the input."""
    items = iter(()) if source == "-" else read_problems(source)
    with results.open(encoding="utf-8") as file:
        for line in file:
            try:
                document = json.loads(line)
            except ValueError:
                return  # a torn last line
            if not isinstance(document, dict) or "problem" not in document:
                return
            name = document["problem"]
            yield document, next((item.problem for item in items if item.id == name), None)
