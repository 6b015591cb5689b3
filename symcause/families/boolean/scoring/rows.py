"""One scored answer of many: what the rows of a run are made of."""

from __future__ import annotations

from symcause.families.boolean.documents.score import BooleanScore
from symcause.families.boolean.scoring.checking import Scorer
from symcause.families.boolean.scoring.explanations import Explanations, standing


def score_row(
    scorer: Scorer, model: str, text: str, known: Explanations | None = None
) -> BooleanScore:
    """The answer of a system; with its standing if the explanations of the problem are known."""
    result = scorer.check(text)
    if known is None:
        return BooleanScore(model=model, **result.fields())
    place = standing(scorer.problem, result, known)
    justified = place["unique"]
    return BooleanScore(
        model=model, count=known.count, justified=justified, **place, **result.fields()
    )
