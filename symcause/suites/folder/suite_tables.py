"""The suite tables in a suite's folder: balance and shortcuts."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence

from symcause.suites.draws.label_balance import cells_of
from symcause.suites.folder.suite import Suite
from symcause.suites.recipe.recipe import Part


def balance_table(suite: Suite) -> bytes:
    """The labels of balanced parts, for all problems and for every value of a fact."""
    rows = [
        (part.name, cell.fact, cell.value, label, number)
        for part in suite.recipe.parts
        for cell in cells_of(part.balance, facts_of(suite, part))
        for label, number in cell.labels.items()
    ]
    return _written(("part", "fact", "value", "label", "problems"), rows)


def shortcut_table(suite: Suite) -> bytes:
    """How often each shortcut is right."""
    rows = []
    for part in suite.recipe.parts:
        rows += [
            (
                part.name,
                one.family,
                one.rule,
                one.problems,
                one.right,
                f"{one.low:.4f}",
                f"{one.high:.4f}",
                f"{one.constant:.4f}",
            )
            for one in suite.shortcuts[part.name]
        ]
    heading = ("part", "family", "rule", "problems", "right", "low", "high", "constant")
    return _written(heading, rows)


def facts_of(suite: Suite, part: Part) -> list[dict[str, str]]:
    """The facts of the problems of a part, as they are counted."""
    return [dict(entry.whole.facts) for entry in suite.by_part[part.name]]


def _written(heading: Sequence[str], rows: Iterable[Sequence[object]]) -> bytes:
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(heading)
    writer.writerows(rows)
    return text.getvalue().encode()
