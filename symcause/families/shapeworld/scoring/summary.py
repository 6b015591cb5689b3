"""All tables of a run; result files hold no transcripts, so only the published ones follow from them."""

from __future__ import annotations

from collections.abc import Sequence

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
    cases = {
        model: [case for score in found if (case := Case.of_score(score)) is not None]
        for model, found in scores.items()
    }
    cases = {model: found for model, found in cases.items() if found}
    tables = [accuracy_table(cases, bootstrap)] if cases else []
    if any(case.structure for found in cases.values() for case in found):
        tables.append(structure_table(cases))
    scores = {model: logged for model, found in scores.items() if (logged := _logged(found))}
    if scores:
        tables += [support_table(scores), steps_table(scores)]
    if any(score.pattern is not None for found in scores.values() for score in found):
        tables.append(patterns_table(scores))
    return tables


def _logged(scores: Sequence[ShapeWorldScore]) -> list[ShapeWorldScore]:
    """Those with a transcript to judge by."""
    return [score for score in scores if score.logged]
