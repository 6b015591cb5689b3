"""Answers stored in ShapeWorld document files: what the system of a transcript said."""

from __future__ import annotations

from symcause.errors import ProblemError
from symcause.formats.answer_files.predictions import Prediction


def stored_answers(document: dict[str, object]) -> list[Prediction]:
    """The answer of a ``symcause.shapeworld/1`` document; a transcript without one has an empty answer.

    The transcript of a case that a generator made is evidence, nobody's run.

    >>> played = {"id": "demo", "transcript": [], "answer": "no", "metadata": {"model": "somebody"}}
    >>> stored_answers(played)
    [Prediction(instance_id='demo', model='somebody', response='no', system=None)]
    """
    answer = document.get("answer")
    metadata = document.get("metadata")
    generated = isinstance(metadata, dict) and "origin" in metadata
    if answer is None and (generated or not document.get("transcript")):
        raise ProblemError("no answer is stored in it", remedy="give a file of predictions")
    model = metadata.get("model") if isinstance(metadata, dict) else None
    return [
        Prediction(
            str(document.get("id")),
            model if isinstance(model, str) else "unnamed",
            answer if isinstance(answer, str) else "",
        )
    ]
