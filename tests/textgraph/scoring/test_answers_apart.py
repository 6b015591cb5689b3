"""What is sent along with the answers to one sample: what the judge says of them, of each one."""

from __future__ import annotations

from symcause.families.textgraph.files.answer.answer_response import Response
from symcause.families.textgraph.questions.score import TextGraphScoring
from symcause.families.textgraph.scoring.judges.evaluation_files import Evaluations, Judgements

LABELS = (
    "edge_recall_evaluations:\n"
    "- {presence_label: PRESENCE_STRONG_MATCH, importance_label: IMPORTANCE_CORE}"
)
MODELS = ("first", "second", "third")
TASKS = ("", "free", "names")


def sent(*rows: dict[str, object], named: bool) -> Judgements:
    """Of everything that a judge says: what goes with the answers of the models to sample 12."""
    evaluations = Evaluations()
    for row in rows:
        told = {"evaluator_type": "fine_grained_x", "evaluation_answer": LABELS}
        evaluations.add({**told, **row})
    answers = [
        (model, Response.of("", None, str(70 + at) if named else None))
        for at, model in enumerate(MODELS)
    ]
    judged = evaluations.of("fine_grained_x")
    found = TextGraphScoring(_judged=judged).about("12", answers)._judged
    assert found is not None
    return found


def test_every_answer_takes_its_judgement_along_by_its_id() -> None:
    rows = [{"response_id": number, "model": "m"} for number in (70, 71, 72, 73)]
    found = sent(*rows, named=True)
    assert all(found.about(str(number), "no", "no", "") for number in (70, 71, 72))
    assert found.about("73", "no", "no", "") is None


def test_and_by_its_sample_model_and_task() -> None:
    rows = [
        {"sample_id": sample, "model": model, "task_type": task}
        for sample in (12, 13)
        for model in (*MODELS, "fourth")
        for task in TASKS
    ]
    found = sent(*rows, named=False)
    for model in MODELS:
        for task in TASKS:
            assert found.about(None, "12", model, task), (model, task)
    assert found.about(None, "13", "first", "free") is None
    assert found.about(None, "12", "fourth", "free") is None
