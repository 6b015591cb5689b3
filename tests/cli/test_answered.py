"""Only problems that somebody answers are prepared for scoring."""

from __future__ import annotations

from collections.abc import Iterator

from symcause.cli.score_run.answer_index import AnswerFile
from symcause.cli.score_run.answer_index import answered as answered_in
from symcause.errors import UsageError
from symcause.formats.answer_files.predictions import BadPrediction, Prediction, Row


def answered(stream: Iterator[Row], every: list[str]) -> set[str]:
    return answered_in([AnswerFile(None, lambda: stream)], every)


def rows(*ids: str) -> Iterator[Row]:
    yield BadPrediction(0, UsageError("no answer"))
    for id in ids:
        yield Prediction(id, "mine", "an answer")


def test_problems_without_answers_are_left_out() -> None:
    every = ["a", "b", "c"]
    assert answered(rows("b", "b", "elsewhere"), every) == {"b"}
    assert answered(rows(), every) == set()


def test_reading_stops_when_all_have_answers() -> None:
    stream = rows("a", "b", "c", "d")
    assert answered(stream, ["a", "b"]) == {"a", "b"}
    left = [row.instance_id for row in stream if isinstance(row, Prediction)]
    assert left == ["c", "d"]


def test_what_cannot_be_read_leaves_out_nothing() -> None:
    def broken() -> Iterator[Row]:
        yield from rows("a")
        raise UsageError("no file of answers")

    assert answered(broken(), ["a", "b"]) == {"a", "b"}
