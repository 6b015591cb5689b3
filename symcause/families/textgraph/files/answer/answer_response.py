"""The response that an answer is: its text, with what a scorer of text graphs must know beside it."""

from __future__ import annotations

from symcause.families.textgraph.files.answer.released_reader import PUBLISHED


class Response(str):
    """The text of an answer, with its task and the id that evaluations name it by.

    The released scorer reads *row*, on one of its two paths; where that is None it reads the same text.
    """

    task_type: str | None = None
    response_id: str | None = None
    row: str | None = None
    path: str = PUBLISHED
    written: str | None = None  # before it was corrected
    reasoning: int | None = None  # characters of the reasoning that came with it

    @classmethod
    def of(cls, text: str, task_type: str | None, response_id: str | None) -> Response:
        response = cls(text)
        response.task_type, response.response_id = task_type, response_id
        return response
