"""Released forms: questions and models as CLadder writes them, about a world of our own."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

NAMES = {
    **{"V1name": "season", "V11": "summer", "V10": "winter"},
    **{"Xname": "watering", "X1": "watered plants", "X0": "dry plants"},
    **{"Yname": "harvest", "Y1": "rich harvest", "Y0": "poor harvest"},
}

MODEL: dict[str, Any] = {
    "model_id": 7,
    "story_id": "garden",
    "graph_id": "confounding",
    "variable_mapping": NAMES,
    "background": "Imagine a garden. Season has a direct effect on watering and harvest.",
    "structure": "V1->X,V1->Y,X->Y",
    "params": {
        "p(V1)": 0.5,
        "p(X | V1)": [0.25, 0.75],
        "p(Y | V1, X)": [[0.1, 0.3], [0.5, 0.9]],
    },
    "groundtruth": {},
}

DETERMINISTIC: dict[str, Any] = {
    **MODEL,
    "model_id": 8,
    "params": {"p(V1)": 0.5, "p(X | V1)": [0.0, 1.0], "p(Y | V1, X)": [[0.0, 1.0], [1.0, 1.0]]},
}


def question(kind: str, told: str, given: Any, answer: str, **meta: Any) -> dict[str, Any]:
    """A question of the release."""
    return {
        "question_id": 1,
        "desc_id": f"garden-confounding-{kind}-model7-spec0-q0",
        "given_info": told,
        "question": "Will watered plants increase the chance of rich harvest?",
        "answer": answer,
        "meta": {
            "story_id": "garden",
            "graph_id": "confounding",
            "polarity": True,
            "groundtruth": 0.3,
            "query_type": kind,
            "rung": 2,
            "given_info": given,
            "treatment": "X",
            "outcome": "Y",
            "model_id": 7,
            **meta,
        },
        "reasoning": None,
    }


EFFECT = question(
    "ate",
    "For winter and dry plants, the probability of rich harvest is 10%. "
    "For winter and watered plants, the probability of rich harvest is 30%. "
    "For summer and dry plants, the probability of rich harvest is 50%. "
    "For summer and watered plants, the probability of rich harvest is 90%. "
    "The overall probability of summer is 50%.",
    {"p(Y | V1, X)": [[0.1, 0.3], [0.5, 0.9]], "p(V1)": [0.5]},
    "yes",
)
MARGINAL = question(
    "marginal",
    "The overall probability of watered plants is 50%. For dry plants, the probability of rich harvest is "
    "20%. For watered plants, the probability of rich harvest is 75%.",
    {"P(X)": 0.5, "P(Y | X)": [0.2, 0.75]},
    "yes",
    groundtruth=0.475,
)
METHODS = question(
    "backadj",
    "Method 1: We look directly at how watering correlates with harvest in general. Method 2: We look at "
    "this correlation case by case according to season.",
    [[], ["V1"]],
    "no",
    groundtruth=["V1"],
)
COUNTER = question(
    "det-counterfactual",
    "We know that summer causes watered plants. summer or watered plants causes rich harvest. We observed "
    "it is winter.",
    {"V1": 0},
    "no",
    action=0,
    polarity=1,
    groundtruth=0,
    model_id=8,
)


def written(
    folder: Path, questions: list[dict[str, Any]], models: str | None = "garden-models.json"
) -> Path:
    """The questions in a file, and the models beside them."""
    path = folder / "questions.json"
    path.write_text(json.dumps(questions), encoding="utf-8")
    if models is not None:
        (folder / models).write_text(json.dumps([MODEL, DETERMINISTIC]), encoding="utf-8")
    return path
