"""The reply of a program: the last line that it printed, read strictly, as an attempt."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any, Literal

import msgspec

from symcause.attempts.attempt_record import SAID, UNREADABLE, Attempt

Amount = Annotated[int, msgspec.Meta(ge=0)]


class Reply(msgspec.Struct, frozen=True):
    """What a program may say beside its answer; without an answer it says why in ``status``."""

    answer: dict[str, Any] | None
    status: str | None = None
    solved: bool | None = None
    optimal: bool = False
    objective: Literal["ast", "edges"] | None = None
    cost: Amount | None = None
    max_ast: Amount | None = None
    work: Amount | None = None
    unit: str | None = None
    note: str | None = None
    version: str | None = None


def read_reply(
    output: bytes, is_answer: Callable[[Mapping[str, Any]], bool]
) -> tuple[Attempt, str | None]:
    """The attempt of an output, and the version that the program gives itself."""
    lines = output.splitlines()
    last = next((line for line in reversed(lines) if line.strip()), b"")
    if not last:
        return _unreadable("it printed nothing"), None
    try:
        result = msgspec.json.decode(last)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        return _unreadable(f"the last line is no JSON: {error}"), None
    if not isinstance(result, dict):
        return _unreadable("the last line is no JSON object"), None
    if "answer" not in result:
        if is_answer(result):
            return Attempt(result), None
        return _unreadable("the last line is neither an answer nor an object with 'answer'"), None
    try:
        reply = msgspec.convert(result, Reply)
    except msgspec.ValidationError as error:
        return _unreadable(f"not of the form: {error}"), None
    return _attempt(reply, is_answer), reply.version


def _attempt(reply: Reply, is_answer: Callable[[Mapping[str, Any]], bool]) -> Attempt:
    fields = {name: getattr(reply, name) for name in ("note", "work", "unit")}
    if reply.answer is None:
        if reply.status not in SAID:
            wanted = ", ".join(SAID)
            return _unreadable(f"without an answer, 'status' is one of {wanted}")
        return Attempt(status=reply.status, **fields)
    if reply.status not in (None, "answered"):
        return _unreadable(f"an answer, and the status {reply.status!r}")
    if not is_answer(reply.answer):
        return _unreadable("'answer' is not of the form of an answer")
    claims = {n: getattr(reply, n) for n in ("solved", "optimal", "objective", "cost", "max_ast")}
    return Attempt(reply.answer, **claims, **fields)


def _unreadable(note: str) -> Attempt:
    return Attempt(status=UNREADABLE, note=note)
