"""Earlier results of text graphs: why a line that was scored before does not fit what is asked now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import UnsetType

from symcause.families.textgraph.documents.score_document import ScoreFailure, TextGraphScore

if TYPE_CHECKING:
    from symcause.families.textgraph.scoring.judges.evaluation_files import Judgements


def misfit(
    score: TextGraphScore | ScoreFailure,
    judged: Judgements | None,
    gold_errors: str | None,
    realisable: str | None,
) -> str | None:
    """The reason; None where the line is what a run of today would write."""
    assert isinstance(score, TextGraphScore)
    if gold_errors is not None:
        from symcause.families.textgraph.scoring.gold_errors.robust_table import allows

        if not allows(score, gold_errors):
            return "the results in --out were scored with other --gold-errors, or none"
    if judged is None:
        return None
    if realisable and score.judge and isinstance(score.realisable, UnsetType):
        return "the results in --out were scored without --realisable"
    if score.judge is not None:
        same = score.evaluator == judged.evaluator
        return None if same else "the results in --out are by another judge"
    if judged.about(None, str(score.problem), score.model, score.task or "") is None:
        return None
    return "the results in --out were scored without these --evaluations"
