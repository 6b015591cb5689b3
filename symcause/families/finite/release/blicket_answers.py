"""Answers in logs of blicket episodes: yes or no about each object, judged by what the run has seen.

They can be judged only if the log has all of that. It has no line for what the last action led to: if
objects were moved last and moving shows the light, nobody knows what the agent saw.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

from symcause.errors import ProblemError
from symcause.families.finite.release.blicket_logs import (
    ANSWERS,
    Trial,
    called,
    query_of,
    read_trial,
)
from symcause.formats.answer_files.prediction_document import UNNAMED, Prediction
from symcause.formats.pools.foreign_values import Placed

_ASKED = re.compile(r"Is (?P<name>.+) a blicket\?")
_WORDS = {"true": "yes", "false": "no"}


def trial_answers(document: Mapping[str, object]) -> list[Prediction]:
    """The answers of one trial as predictions. Raises ProblemError where they cannot be judged."""
    trial, id = Trial.of(document), read_trial(document).id
    answers = trial.document[ANSWERS].parts() if trial.document[ANSWERS] else []
    if not answers:
        raise ProblemError("the log has no answers", value=id)
    if trial.unlogged:
        raise ProblemError(
            "the last action may have shown a light that the log does not have",
            value=id,
            remedy="what follows from this run can be audited, but its answers cannot be judged",
        )
    said = json.dumps({"predictions": dict(map(_said, answers))}, ensure_ascii=False)
    named = answers[0]["agent_class"]
    return [Prediction(id, named.text() if named else UNNAMED, said)]


def _said(line: Placed) -> tuple[str, str]:
    question = line["question"].text()
    asked = _ASKED.fullmatch(question.strip())
    if asked is None:
        raise ProblemError(
            "no question about an object", place=line["question"].place, value=question
        )
    answer = line["answer"].value
    word = str(answer).lower()
    return query_of(called(asked["name"])), _WORDS.get(word, word)
