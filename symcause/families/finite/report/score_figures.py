"""Score figures of a report about finite problems: what proves the answers of each system."""

from __future__ import annotations

from symcause.families.finite.scoring.answer_summary import FiniteSummary
from symcause.reports.figures.figure import Figure
from symcause.reports.figures.scores.support_bars import support_figures

_MODELS = {
    "justified": "Justified: the model is the only one of the class that explains the worlds.",
    "unsupported": "Unsupported: other models of the class explain the worlds as well.",
    "refuted": "Refuted: the model does not explain the training worlds.",
}
_PREDICTIONS = {
    "justified": "Justified: what follows from the worlds, be it that the value is undetermined.",
    "unsupported": "Unsupported: one of several values that models of the class give.",
    "refuted": "Refuted: no model of the class says so.",
    "no claim": "No claim: undetermined, though one answer follows; or nobody knows what follows.",
}


def score_figures(summary: FiniteSummary) -> list[Figure]:
    """The pictures, where somebody has answered with a model or with predictions."""
    asked, predicted = "Does the evidence prove the model?", "Do the predictions follow?"
    return [
        *support_figures(asked, summary.systems(), _MODELS),
        *support_figures(
            predicted, summary.predictors(), _PREDICTIONS, "predictions", "prediction"
        ),
    ]
