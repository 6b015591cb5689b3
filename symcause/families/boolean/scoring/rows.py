"""One scored answer of many: what the rows of a run are made of."""

from __future__ import annotations

from symcause.families.boolean.documents.score import BooleanScore
from symcause.families.boolean.scoring.checking import Scorer
from symcause.families.boolean.scoring.explanations import Explanations, standing
from symcause.families.boolean.scoring.identification import TRUE_LABELS


def score_row(
    scorer: Scorer, model: str, text: str, known: Explanations | None = None
) -> BooleanScore:
    """The answer of a system; with its standing if the explanations of the problem are known."""
    result = scorer.check(text)
    if scorer.problem.identify:
        told = None if known is None or known.count == 0 else TRUE_LABELS[known.several]
        return BooleanScore(model=model, certification_true=told, **result.fields())
    if known is None:
        return BooleanScore(model=model, **result.fields())
    place = standing(scorer.problem, result, known)
    justified = place["unique"]
    return BooleanScore(
        model=model, count=known.count, justified=justified, **place, **result.fields()
    )
