"""Transcript records of the ShapeWorld release (CausalLink), read as problems and written.

A record is a question line, state lines (``State update: circle is moving, …``), action lines (``[hold]
circle``) and at most one ``Final Answer:`` line. Real logs repeat states, end after an action, name
actions nobody offered, answer in prose, or hold the question and nothing else; all of that is read as
it is. The release logs failures only, so the truth is the opposite of a final ``yes`` or ``no``; it is
*inferred*, because the cleaning program took answers for final that never counted.

>>> text = "Question: Does a moving cause b to move?\\nState update: a is moving, b is static\\n"
>>> record = read_record(text.splitlines(), "logs.txt", 1)
>>> record.shapes, record.initial, record.answer
(('a', 'b'), ('a',), None)
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import PurePath

from symcause.errors import ProblemError, SymcauseError
from symcause.families.shapeworld.models.dynamics import Action
from symcause.families.shapeworld.problem.problem import NO, YES, ShapeWorldProblem, Step
from symcause.families.shapeworld.release.release_names import origin
from symcause.formats.json_text import decode_text
from symcause.formats.pools.json_documents import Document
from symcause.formats.storage.byte_streams import Source

_QUESTION = re.compile(r"Question: Does (.+) moving cause (.+) to move\?")
_STATE = re.compile(r"State update:\s*(.*)")
_ACTION = re.compile(r"\[([^\]]*)\]\s*(.*)")
_ANSWER = re.compile(r"Final Answer:\s*(.*)")
_PIECE = re.compile(r"(.+) is (moving|static)")


def transcript_documents(source: Source) -> Iterator[Document]:
    """The records of a source as documents in our own format."""
    from symcause.families.shapeworld.files.document import write_shapeworld

    for number, (line, record) in enumerate(_records(source), 1):
        label = f"{source.file}:{line}"
        try:
            problem = read_record(record, source.file, number)
        except SymcauseError as error:
            yield Document(None, label, error=error.at(file=label))
        else:
            yield Document(write_shapeworld(problem), label)


def _records(source: Source) -> Iterator[tuple[int, list[str]]]:
    """(number of its first line, its lines) for each record."""
    text = decode_text(source.rest(), file=source.file)
    first, record = source.line + 1, list[str]()
    for number, line in enumerate(text.splitlines(), source.line + 1):
        if line.strip():
            if not record:
                first = number
            record.append(line.strip())
        elif record:
            yield first, record
            record = []
    if record:
        yield first, record


def read_record(lines: Sequence[str], file: str, number: int) -> ShapeWorldProblem:
    """The problem that the lines of one record hold; its id is the file's name and its number."""
    question = _QUESTION.fullmatch(lines[0]) if lines else None
    if question is None:
        raise ProblemError(
            "a record begins with its question",
            value=lines[0] if lines else "",
            remedy="write 'Question: Does A moving cause B to move?'",
        )
    body, answer = _answered(lines[1:])
    shapes, initial, steps = _steps(body)
    if initial is None:
        shapes = (question[1], question[2])
    truth = {YES: False, NO: True}.get(answer or "")
    return ShapeWorldProblem(
        id=f"{PurePath(file).name}:{number}",
        shapes=shapes,
        cause=question[1],
        effect=question[2],
        initial=initial,
        transcript=tuple(steps),
        answer=answer,
        truth=truth,
        protocol=True,
        metadata=origin(file) | ({} if truth is None else {"inferred": True}),
    )


def _answered(lines: Sequence[str]) -> tuple[Sequence[str], str | None]:
    """The lines before the final answer, and the answer."""
    for at, line in enumerate(lines):
        match = _ANSWER.fullmatch(line)
        if match is not None:
            if at + 1 < len(lines):
                raise ProblemError("a line after the final answer", value=lines[at + 1])
            return lines[:at], match[1]
    return lines, None


def _steps(
    lines: Iterable[str],
) -> tuple[tuple[str, ...], tuple[str, ...] | None, list[Step]]:
    """The shapes, the start and the steps after it."""
    shapes: tuple[str, ...] = ()
    initial: tuple[str, ...] | None = None
    steps: list[Step] = []
    waiting: tuple[str, str] | None = None  # an action whose state has not come yet
    for line in lines:
        action = _ACTION.fullmatch(line)
        state = _STATE.fullmatch(line)
        if action is not None and initial is not None:
            if waiting is not None:
                steps.append(_step(waiting, None, shapes))
            waiting = action[1].strip(), action[2].strip()
        elif state is not None:
            shown = read_state(state[1])
            names, moving = tuple(shown), tuple(name for name in shown if shown[name])
            if initial is None:
                shapes, initial = names, moving
                continue
            if set(names) != set(shapes):
                raise ProblemError("a state of other shapes than before", value=state[1])
            steps.append(_step(waiting, moving, shapes))
            waiting = None
        else:
            raise ProblemError(
                "neither a state, an action nor an answer",
                value=line,
                remedy="write 'State update: …', '[hold] NAME' or 'Final Answer: …'",
            )
    if waiting is not None:
        steps.append(_step(waiting, None, shapes))
    return shapes, initial, steps


def _step(
    action: tuple[str, str] | None, moving: tuple[str, ...] | None, shapes: tuple[str, ...]
) -> Step:
    if action is None:
        return Step(moving=moving)
    word, shape = action
    return Step(word, shape, moving, word not in tuple(Action) or shape not in shapes)


def read_state(text: str) -> dict[str, bool]:
    """Which shapes move, from comma-separated pieces ``NAME is moving|static``, in their order."""
    state: dict[str, bool] = {}
    for piece in text.split(","):
        match = _PIECE.fullmatch(piece.strip().rstrip("."))
        if match is None or match[1] in state:
            raise ProblemError(
                "not a state", value=text, remedy="write 'NAME is moving' or 'NAME is static'"
            )
        state[match[1]] = match[2] == "moving"
    return state


def write_state(problem: ShapeWorldProblem, moving: tuple[str, ...]) -> str:
    """A state as observations print it."""
    return ", ".join(
        f"{name} is {'moving' if name in moving else 'static'}" for name in problem.shapes
    )


def write_transcript(problem: ShapeWorldProblem, first: bool = True) -> str:
    """A problem as a record; *first* in the file, or after another."""
    lines = [f"Question: Does {problem.cause} moving cause {problem.effect} to move?"]
    if problem.initial is not None:
        lines.append(f"State update: {write_state(problem, problem.initial)}")
    for step in problem.transcript:
        if step.action is not None:
            lines.append(f"[{step.action}] {step.shape or ''}".rstrip())
        if step.moving is not None:
            lines.append(f"State update: {write_state(problem, step.moving)}")
    if problem.answer is not None:
        lines.append(f"Final Answer: {problem.answer}")
    return ("" if first else "\n") + "\n".join(lines) + "\n"


def transcript_answers(source: Source) -> Iterator[Document]:
    """The answers stored in transcripts, as rows of predictions; no answer is an empty one."""
    for document in transcript_documents(source):
        if not isinstance(document.value, dict):
            yield document
            continue
        metadata = document.value.get("metadata")
        model = metadata.get("model", "unnamed") if isinstance(metadata, dict) else "unnamed"
        row = {
            "instanceId": document.value["id"],
            "model": model,
            "response": document.value.get("answer", ""),
        }
        yield Document(row, document.file)
