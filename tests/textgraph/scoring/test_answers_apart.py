"""What is sent along with the answers to one sample: what the judge says of them, of each one."""

from __future__ import annotations

from fractions import Fraction

from symcause.families.textgraph.files.answer.answer_response import Response
from symcause.families.textgraph.questions.score import TextGraphScoring
from symcause.families.textgraph.scoring.judges.evaluation_files import Evaluations

LABELS = (
    "edge_recall_evaluations:\n"
    "- {presence_label: PRESENCE_STRONG_MATCH, importance_label: IMPORTANCE_CORE}"
)


def test_every_answer_takes_its_judgement_along() -> None:
    evaluations = Evaluations()
    for number in (7, 8, 9, 10):
        row = {"response_id": number, "sample_id": number, "model": f"m{number}"}
        evaluations.add({**row, "evaluator_type": "fine_grained_x", "evaluation_answer": LABELS})
    answers = [(f"m{n}", Response.of("", None, str(n))) for n in (7, 8, 9)]
    sent = TextGraphScoring(_judged=evaluations.of("fine_grained_x")).about("1", answers)._judged
    assert sent is not None
    for number in (7, 8, 9):
        judgement = sent.about(str(number), "no", "no", "")
        assert judgement is not None and judgement.edge_recall == Fraction(1, 3)
    assert sent.about("10", "10", "m10", "") is None
