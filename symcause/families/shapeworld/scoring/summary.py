"""All tables of a run; result files hold no transcripts, so only the published ones follow from them."""

from __future__ import annotations

from symcause.families.shapeworld.documents.score import ShapeWorldScore
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
    cases = cases_of(scores)
    tables = [accuracy_table(cases, bootstrap)] if cases else []
    if any(case.structure for found in cases.values() for case in found):
        tables.append(structure_table(cases))
    scores = logged(scores)
    if scores:
        tables += [support_table(scores), steps_table(scores)]
    if any(score.pattern is not None for found in scores.values() for score in found):
        tables.append(patterns_table(scores))
    return tables


def cases_of(scores: ByModel) -> dict[str, list[Case]]:
    """The cases that the published tables count, by model."""
    cases = {
        model: [case for score in found if (case := Case.of_score(score)) is not None]
        for model, found in scores.items()
    }
    return {model: found for model, found in cases.items() if found}


def logged(scores: ByModel) -> dict[str, list[ShapeWorldScore]]:
    """The answers with a transcript to judge by, by model."""
    found = {model: [one for one in each if one.logged] for model, each in scores.items()}
    return {model: each for model, each in found.items() if each}
