"""All tables of a run, and those that follow from result files alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from symcause.families.shapeworld.files.tables import ResultRow
from symcause.families.shapeworld.scoring.cases import Case
from symcause.families.shapeworld.scoring.tables import (
    ByModel,
    accuracy_table,
    patterns_table,
    steps_table,
    structure_table,
    support_table,
)
from symcause.scoring.statistics import Bootstrap
from symcause.scoring.table import Table


def summary(scores: ByModel, bootstrap: Bootstrap) -> list[Table]:
    """The tables of scored answers; those without anything to show are left out."""
    if not scores:
        return []
    cases = {
        model: [case for score in found if (case := Case.of_score(score)) is not None]
        for model, found in scores.items()
    }
    cases = {model: found for model, found in cases.items() if found}
    tables = [accuracy_table(cases, bootstrap)] if cases else []
    if any(case.structure for found in cases.values() for case in found):
        tables.append(structure_table(cases))
    tables += [support_table(scores), steps_table(scores)]
    if any(score.pattern is not None for found in scores.values() for score in found):
        tables.append(patterns_table(scores))
    return tables


def published(rows: Mapping[str, Sequence[ResultRow]], bootstrap: Bootstrap) -> list[Table]:
    """The tables of result files, by model: no transcript, so nothing about support."""
    cases = {
        model: [
            Case.of_row(row, model, f"{row.structure}-{row.setup}-{row.cause}-{row.effect}")
            for row in found
        ]
        for model, found in rows.items()
    }
    return [accuracy_table(cases, bootstrap), structure_table(cases)]
